package learning

import (
	"regexp"
	"strings"
)

// The patterns of Screen. They meet lower-case text without accents, unless they say so.

// markers could end the list of learnings in a prompt, or open a part of one: headings,
// rules, fences, quotes and tags, and the turn and block markers of common models.
var markers = anyOf(
	`^\s*[#>]`,
	"```", `~~~`, `-{3,}`, `={3,}`, `\*{3,}`, `_{3,}`,
	`<!`, `<[/!|?]*[\p{L}|][^>]*>`,
	`\[/?(inst|sys|system|user|assistant|human|developer|tool)\]`,
	`^\W*(system|assistant|user|human|developer)\s*:`,
)

// blocks are announced in capitals: "the end of the prompt" is plain English, "END OF THE
// PROMPT" closes one. It meets the text as it is.
var blocks = anyOf(`\b(BEGIN|END|START|STOP)( OF| THE| YOUR)* (SYSTEM|PROMPT|INSTRUCTIONS?|LEARNINGS?|CONTEXT|CONVERSATION|MESSAGE|INPUT|OUTPUT|DATA)\b`)

// impostors speak as somebody whom the agent should obey.
var impostors = anyOf(`\bdeveloper (mode|message)\b`, `\bjailbreak`)

// overrides are phrases that set instructions aside or put new ones in their place.
var overrides = anyOf(
	` (ignor(e|es|ing)|disregard(s|ing)?|forget(s|ting)?|overrid(e|es|ing)|bypass(es|ing)?|overrul(e|es|ing)|discard(s|ing)?)`+
		`( \S+){0,3} (previous|prior|above|earlier|preceding|former|all|any|every|other|your|these|those|the|system|original)`+
		`( \S+){0,2} (instructions?|prompts?|guidelines?|directives?|orders|directions|safeguards|policy|policies)`+` `,
	` (ignore|disregard|forget)( \S+){0,2} (everything|anything|what|all)( \S+){0,3} (above|told|said|so far) `,
	` (ignore|disregard|forget) (all )?(of )?(the )?(previous|prior|above|preceding) `,
	` (ignore|disregard|forget|override) (all|any|your) (rules|constraints|restrictions|limits) `,
	` you (are|re) now `,
	` from now on (you|your|act|only|always) `,
	` act as `,
	` pretend (to be|that you|you) `,
	` system (prompt|message|instruction)s? `,
	` (new|updated|real|true|actual) (instructions|directives) `,
	` your (new|real|true|actual) (task|role|goal|purpose|job|prompt) `,
	` (obey|comply with) (me|this|these|the following) `,
	` (do not|don t|dont|never) (tell|inform|alert|notify) (the |any |a )?(user|users|human|humans|person|people|operator|anyone|anybody) `,
)

// addresses could carry away what an agent knows, or bring in what nobody has screened.
// The domains are those that are not also the endings of common files.
var addresses = anyOf(
	`[a-z][a-z0-9+.-]*:/{2}`,
	`\b(www\.|mailto:|javascript:|data:[a-z]+/)`,
	`\]\(`,
	`[a-z0-9]\.(com|org|net|edu|gov|io|dev|app|ai|co|uk|eu|biz|xyz|cloud|online|site|link)\b`,
	`(^|[^a-z0-9./_-])([a-z0-9-]+\.)+(ru|cn|de|fr|jp|tv|cc|us|nl|ch|at|se|it|es|me|in|info|ly|to)(:\d+)?/`,
	`\b\d{1,3}(\.\d{1,3}){3}(:\d+|/)`,
	`\[\.\]|\(dot\)`,
)

var addressesInWords = anyOf(` dot (com|org|net|io|dev) `)

const toolNames = `(send|peers|help|learn|report|status)`

// toolForms are the ways in which a text names a tool and not the plain English word:
// "send the notes early" is fine.
var toolForms = anyOf(
	`mcp__`,
	`\bredeye(__|[./: -]{1,2})`+toolNames+`\b`,
	`\b`+toolNames+`\(`,
	"`\\s*"+toolNames+"\\b\\s*(\\([^`]*)?`",
	`["']`+toolNames+`["'] tool\b`,
)

var toolsInWords = anyOf(
	` starter tool `,
	` (the|use|call|your|invoke) `+toolNames+` tool `,
	` (tool|tools) (called|named) `+toolNames+` `,
)

func anyOf(patterns ...string) *regexp.Regexp {
	return regexp.MustCompile(strings.Join(patterns, "|"))
}
