# publisher: gives a draft its version number and writes it, if it may. It never makes a
# number up: without one it asks a person, and the answer starts it anew.
. agents/lib.sh

draft=$(field draft)
if [ -z "$draft" ] || [ ! -f "$draft" ]; then
	tool help --category ambiguity --fatal "Nobody named a draft that I can read; which notes are meant?"
	exit 0
fi

number=$(version)
if [ -z "$number" ]; then
	{
		echo "draft: $draft"
		echo
		cat "$draft"
	} | tool help --category decision --fatal --detail - "Which version number do these notes get?"
	exit 0
fi

notes="out/NOTES-$number.md"
if ! printf '%s\n' "$prompt" | grep -qx -e '- may_publish = true'; then
	if remembers && [ -z "$(thread "$notes")" ]; then
		tool thread-open "$notes waits to be published"
	fi
	tool report "would publish $notes, but may_publish is false"
	exit 0
fi

# Written beside and moved, so that a run that is cut off leaves no half of it.
{
	echo "# Release $number"
	echo
	cat "$draft"
} >"$notes.part"
mv "$notes.part" "$notes"

waiting=$(thread "$notes")
if [ -n "$waiting" ]; then
	tool thread-close "$waiting" --note "it is published"
fi
tool report "published $notes"
