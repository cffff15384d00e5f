# rooms.awk: prints one line per room for the list of headers, from the table in
# docs/architecture.md.
#   awk -v rooms="common/base common/io …" -f rooms.awk FILE
# `rooms` lists the rooms with headers in the site.
/^\| \[?`common\/[a-z]+`/ {
  split($0, cells, / *\| */)
  match(cells[2], /common\/[a-z]+/)
  room = substr(cells[2], RSTART, RLENGTH)
  if (index(" " rooms " ", " " room " ")) printf "/** @dir %s\n *  @brief %s */\n", room, cells[3]
}
