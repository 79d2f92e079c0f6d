# editor: turns the commits in its message into notes, keeps them as a draft, sends the
# draft's name to the publisher, and proposes what it saw about the repository. It opens the
# notes as its genome says.
. agents/lib.sh

commits=$(printf '%s\n' "$prompt" | sed -n 's/^ *commit /commit /p')
if [ -z "$commits" ]; then
	tool help --category ambiguity --fatal "My message holds no commits; what are the notes to be about?"
	exit 0
fi

draft="out/draft-${REDEYE_RUN_ID%.*}.md"
mkdir -p out
hello=$(greeting)
{
	[ -z "$hello" ] || printf '%s\n\n' "$hello"
	printf '%s\n' "$commits" | awk -f agents/notes.awk
} >"$draft"

total=$(printf '%s\n' "$commits" | wc -l | tr -d ' ')
named=$(printf '%s\n' "$commits" | awk '$4 ~ /^[A-Za-z0-9_.\/,()-]+!?:$/' | wc -l | tr -d ' ')
if [ $((named * 2)) -ge "$total" ]; then
	seen="Commit subjects in this repository begin with the area they change; group the notes by area."
else
	seen="Most commit subjects in this repository name no area; keep the notes in order of time."
fi

# A learning that was told is used, and needs no proposal.
how="$total commits, $named with an area"
case $prompt in
*"$seen"*) how="$how, as learned before" ;;
*) tool learn "$seen" || echo "the learning was refused" >&2 ;;
esac

# Only what the collector names counts: commit subjects hold version numbers too.
number=$(field version)
{
	echo "draft: $draft"
	[ -z "$number" ] || echo "version: $number"
} | tool send publisher --headline "$how" --body -
tool report "notes of $how"
cat "$draft"
