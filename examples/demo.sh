#!/bin/sh
# The story of Redeye in five parts, told by the real thing: nothing here is canned. It
# expects a running stack and its settings, as "make demo" gives them, and exits 0 only if
# everything was as the story says.
set -eu

example=examples/release-notes

main() {
	cd "$(dirname "$0")/.."
	[ -n "${DATABASE_URL:-}" ] || fail "DATABASE_URL is not set; run this with: make demo"
	commits=$(git log -30 --no-merges --format=%h) || fail "there is no git log to make notes of"
	[ -n "$commits" ] || fail "there is no commit to make notes of"
	rm -f "$example/out/NOTES-1.4.0.md" "$example/out/NOTES-1.4.1.md"

	ask
	answer
	learn
	adapt
	remember

	title "The demo is over, and everything was as told."
	echo "The notes are in $example/out/NOTES-1.4.0.md."
}

ask() {
	title "1. A chain runs until it needs a person"
	start --flag may_publish=true
	first=$chain
	expect "$first awaits a person" '"state": "awaiting_human"' "$(starter chain show "$first" --json)"
	show request list --chain "$first"
	request=$(starter request list --chain "$first" --json | value id)
	[ -n "$request" ] || fail "$first filed no request"
	show request show "$request"
	expect "the request is fatal" '"fatal": true' "$(starter request show "$request" --json)"
}

answer() {
	title "2. The answer starts a new chain where the first one stopped"
	show request answer "$request" "1.4.0"
	second=$(printf '%s\n' "$shown" | sed -n 's/.* chain \([^ ]*\) starts.*/\1/p')
	[ -n "$second" ] || fail "the answer named no chain"
	watch "$second"
	record=$(starter chain show "$second" --json)
	expect "$second finished" '"state": "finished"' "$record"
	expect "$second names the chain it continues" "\"chain\": \"$first\"" "$record"
	expect "may_publish was carried over" '"may_publish": true' "$record"
	expect "$first names the chain that continues it" "\"$second\"" "$(starter chain show "$first" --json)"

	notes="$example/out/NOTES-1.4.0.md"
	[ -f "$notes" ] || fail "$notes was not written"
	for commit in $commits; do
		grep -q "($commit)" "$notes" || fail "$notes does not have commit $commit"
	done
	echo
	echo "\$ head -n 12 $notes"
	head -n 12 "$notes"
}

learn() {
	title "3. The next chain knows what the first one learned"
	show learning list --agent editor
	learned=$(starter learning list --agent editor --json | value text)
	[ -n "$learned" ] || fail "editor has learned nothing"
	start --message "The version number is 1.4.1."
	third=$chain
	editor=$(run_of editor "$third")
	show run show "$editor"
	expect "editor was told the learning" "$learned" "$shown"
	expect "the run says when it lapses" "lapses after" "$shown"
	[ ! -e "$example/out/NOTES-1.4.1.md" ] || fail "$third published, and it may not"
}

adapt() {
	title "4. What the customer edits twice is a gene by the morning"
	# Else one run in ten would leave the gene out, to see whether it helps.
	show workspace opt-out default
	edit "$(run_of editor "$first")" "$first"
	edit "$editor" "$third"
	show night run
	show gene list --agent editor
	gene=$(starter gene list --agent editor --json | value id)
	[ -n "$gene" ] || fail "the night has made no gene"

	start --message "The version number is 1.4.2."
	fourth=$chain
	editor=$(run_of editor "$fourth")
	show genome show editor --run "$editor"
	expect "editor was told the gene" "Hello team," "$shown"
	draft="$example/out/draft-$fourth.md"
	[ "$(head -n 1 "$draft")" = "Hello team," ] || fail "$draft does not open as the gene says"
	show outcome "$editor" accepted
	show gene show "$gene"
	expect "the outcome moved its strength" "0.7500" "$shown"
}

remember() {
	title "5. What was left open is closed, and a person sees how it went"
	show thread list --agent publisher
	expect "publisher left the notes open" "NOTES-1.4.1.md waits" "$shown"
	start --flag may_publish=true --message "The version number is 1.4.1."
	show thread list --agent publisher --state closed
	expect "publisher closed what it has published" "it is published" "$shown"

	show night run
	show experiment show editor
	show competence list
	expect "the person sees what was accepted" "editor" "$shown"
	show alert list
}

# start starts a chain, remembers its ID, and follows it.
start() {
	show chain start release-notes "$@"
	chain=$(printf '%s\n' "$shown" | sed -n 's/^started \([^ ]*\) .*/\1/p')
	[ -n "$chain" ] || fail "chain start named no chain"
	watch "$chain"
}

# run_of prints the ID of an agent's run in a chain.
run_of() {
	id=$(starter run list --chain "$2" --agent "$1" --json | value id)
	[ -n "$id" ] || fail "$2 has no run of $1"
	echo "$id"
}

# edit does to the editor's draft what this customer does to every one of them.
edit() {
	edited="$example/out/edited-$2.md"
	{
		printf 'Hello team,\n\n'
		cat "$example/out/draft-$2.md"
	} >"$edited"
	show observe "$1" --edit "$edited" --by Ann
}

# show runs starter with the given arguments, in sight, and keeps what it printed.
show() {
	echo
	printf '$ starter'
	for word; do
		case $word in
		*' '*) printf ' "%s"' "$word" ;;
		*) printf ' %s' "$word" ;;
		esac
	done
	echo
	shown=$(starter "$@") || fail "starter $1 $2 failed"
	printf '%s\n' "$shown"
}

# watch follows a chain live.
watch() {
	echo
	echo "\$ starter chain follow $1"
	starter chain follow "$1" || fail "chain $1 did not end as it should"
}

# value prints the first value of a name in JSON that starter wrote.
value() { sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}\$/\1/p" | head -n 1; }

# expect fails the demo unless the text holds what it should.
expect() {
	case $3 in
	*"$2"*) ;;
	*) fail "$1: that is not so" ;;
	esac
}

title() {
	echo
	echo "== $* =="
}

fail() {
	echo "demo: $*" >&2
	exit 1
}

main "$@"
