# What the three agents share. Each of them gets its prompt on standard input: its own
# instructions, the message or the answer it was sent, and the learnings it is told.
set -eu

# Commit texts are bytes to be passed on, whatever the locale.
LC_ALL=C
export LC_ALL

prompt=$(cat)

# version prints the first number like 1.4.0 that the prompt holds, outside of what it
# quotes of an earlier request; nothing if there is none.
version() {
	printf '%s\n' "$prompt" | grep -v '^ *>' | tr -c '0-9.' '\n' | sed 's/^\.*//; s/\.*$//' |
		grep -x '[0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*' | head -n 1
}

# field prints the value of the first line "name: value" in the prompt, quoted or not.
field() {
	printf '%s\n' "$prompt" | sed -n "s/^[> ]*$1: *//p" | head -n 1
}

# tool is starter's, with what it replies on standard error: standard output is the agent's
# own, and what a customer gets to see.
tool() { starter tool "$@" >&2; }

# greeting prints how the prompt's genome would open a text; nothing if it does not say.
greeting() {
	printf '%s\n' "$prompt" | sed -n 's/.*open with “\([^”]*\)”.*/\1/p' | head -n 1
}

# thread prints the ID of the open thread that names a thing; nothing if there is none.
thread() {
	printf '%s\n' "$prompt" | awk -v thing="$1" '
		/^[0-9]+\. [^ ]+, open since / { id = $2; sub(/,$/, "", id) }
		/^ *>/ && id != "" && index($0, thing) { print id; exit }'
}

# remembers says that this agent has a memory.
remembers() {
	case $prompt in *thread_open*) ;; *) return 1 ;; esac
}
