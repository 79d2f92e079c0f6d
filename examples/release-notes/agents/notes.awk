# Turns lines "commit HASH DATE AREA: WHAT CHANGED" into Markdown, the area with most
# changes first. What names no area goes under "other".
$1 == "commit" {
	hash = $2
	if (last == "") last = $3
	first = $3
	subject = $0
	sub(/^ *commit [^ ]+ [^ ]+ */, "", subject)

	area = "other"
	if (match(subject, /^[A-Za-z0-9_.\/,()-]+!?: /)) {
		area = substr(subject, 1, RLENGTH - 2)
		subject = substr(subject, RLENGTH + 1)
	}
	if (!(area in count)) areas++
	changes[area] = changes[area] "- " subject " (" hash ")\n"
	count[area]++
	commits++
}

END {
	printf "%d commits, %s to %s.\n", commits, first, last
	while (areas-- > 0) {
		best = ""
		for (area in count)
			if (best == "" || count[area] > count[best] || count[area] == count[best] && area < best) best = area
		printf "\n## %s\n\n%s", best, changes[best]
		delete count[best]
	}
}
