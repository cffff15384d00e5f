# skeleton.awk: makes a lab's skeleton from its solution.
#
# In a solution, lines between "//[" and "//]" are the solution's own and are left out of the
# skeleton; a line "//| text" is a comment in the solution and becomes "text" in the skeleton. If
# the bar is indented, the text after it has its own indentation.
#
#   awk -f skeleton.awk solutions/NN-name/name.cu > labs/NN-name/name.cu

function complain(what) {
  printf "%s:%d: %s\n", FILENAME, FNR, what > "/dev/stderr"
  failed = 1
  exit 1
}

/^[ \t]*\/\/\[[ \t]*$/ {
  if (inside) complain("//[ inside another //[")
  inside = 1
  next
}
/^[ \t]*\/\/\][ \t]*$/ {
  if (!inside) complain("//] without //[")
  inside = 0
  next
}
/^[ \t]*\/\/\|/ {
  if (inside) complain("//| inside //[")
  sub(/^[ \t]*\/\/\| ?/, "")
  print
  next
}
!inside { print }

END {
  if (!failed && inside) complain("//[ is never closed")
}
