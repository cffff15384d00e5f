# handout.awk: turns a handout, or another page that quotes the lens, into the students' version.
#
# The comment before a quoted block contains its command, which names the solution, so it is left
# out. Of the solution's lines in a block, only the names of the arrays remain. Programs of grading/
# get the name of the student's file.
#
#   awk -f handout.awk README.md

/^<!-- \.\/lab .* -->$/ { quoted = /^<!-- \.\/lab lens .*--solution/ ? NR + 1 : 0; next }
NR == quoted && /^```/ { inside = 1; dots = 0; print; next }
inside && /^```/ {
  inside = 0
  print
  if (dots) print "\nDots stand for what you write yourself."
  next
}
inside && match($0, / [0-9]+  +[^ 0-9]/) { # the line's number, then its text
  at = RSTART + RLENGTH - 1
  shown = shorten(substr($0, at))
  dots = dots || shown ~ /…/
  if (shown != "") print substr($0, 1, at - 1) shown
  next
}
{
  while (match($0, /grading\/[a-z]+\/[0-9]+-[^\/ ]+\/[^\/ ]+\.cu/)) {
    split(substr($0, RSTART, RLENGTH), parts, "/")
    sub(/^[0-9]+-/, "", parts[3])
    $0 = substr($0, 1, RSTART - 1) parts[3] ".cu" substr($0, RSTART + RLENGTH)
  }
  print
}

# "sum += values[k] * x[col_idx[k]];" becomes "sum += … values[…] x[…] col_idx[…]".
function shorten(code,    head, rest, arrays) {
  sub(/ *\/\/.*$/, "", code)
  if (code ~ /^[{}]?$/) return code
  if (match(code, /^(for|if|while|atomicAdd)/)) {
    head = substr(code, 1, RLENGTH)
    rest = substr(code, RLENGTH + 1)
  } else if (match(code, /[^=!<>]=/)) { # "y[row] += " is an array, too, and comes before the dots
    head = substr(code, 1, RSTART + 1)
    rest = substr(code, RSTART + 2)
    gsub(/\[.*\]/, "[…]", head)
  } else {
    rest = code
  }
  while (match(rest, /[A-Za-z_][A-Za-z_0-9]*(\[|\()/)) {
    name = substr(rest, RSTART, RLENGTH - 1)
    if (substr(rest, RSTART + RLENGTH - 1, 1) == "[") arrays = arrays " " name "[…]"
    else if (name == "atomicAdd") arrays = arrays " " name
    rest = substr(rest, RSTART + RLENGTH)
  }
  return (head == "" ? "" : head " ") "…" arrays
}
