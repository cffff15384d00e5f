# wanted.awk: lists the files of the kit that the students' copy has, or has in compiled form.
#
#   awk -f wanted.awk left_out.txt compiled.txt FILES     FILES has a path per line; "-" is stdin
#
# Prints "copy PATH" or "compile PATH" for each that is wanted.

/^#/ || /^$/ { next }
FILENAME ~ /left_out\.txt$/ {
  keeps[++patterns] = sub(/^!/, "")
  pattern[patterns] = expression($0)
  next
}
FILENAME ~ /compiled\.txt$/ { compiled[++sources] = expression($0); next }
{
  for (i = 1; i <= sources; i++) if ($0 ~ compiled[i]) break
  if (i <= sources) { print "compile " $0; next }
  wanted = 1
  for (i = 1; i <= patterns; i++) if ($0 ~ pattern[i]) wanted = keeps[i]
  if (wanted) print "copy " $0
}

# Converts a shell pattern, in which only * is special, to a regular expression.
function expression(glob) {
  gsub(/[.]/, "[.]", glob)
  gsub(/[*]/, ".*", glob)
  return "^" glob "$"
}
