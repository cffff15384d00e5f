# rooms.awk: a line on each room for the list of headers, from the table of docs/architecture.md.
#   awk -v rooms="common/base common/io …" -f rooms.awk FILE
# `rooms` are those with headers in the site.
function put() {
  if (index(" " rooms " ", " " room " ")) printf "/** @dir %s\n *  @brief %s */\n", room, text
  room = ""
}
/^common\/[a-z]+  / { put(); room = $1; $1 = ""; sub(/^ +/, ""); text = $0; next }
/^  / && room { sub(/^ +/, ""); text = text " " $0; next }
{ put() }
