# students.awk: makes a file of the students' copy from a file of the kit.
#
# Lines between a comment that begins with "[kit-only" and one with "kit-only]" are left out,
# including both comments. If this leaves two empty lines next to each other, one is left out.
#
# In Markdown such a part may also be on one line: "<!-- [kit-only --> … <!-- kit-only] -->".
# A line with "[copy-only] TEXT" becomes TEXT in the copy; the end of the comment may follow it.
#
#   awk -f students.awk FILE

{
  while ((from = index($0, "<!-- [kit-only -->")) && (to = index($0, "<!-- kit-only] -->")))
    $0 = substr($0, 1, from - 1) substr($0, to + length("<!-- kit-only] -->"))
}
/^ *(<!--|#|\/\*|\/\/) *\[kit-only/ { if (within) broken("again"); within = NR; next }
/^ *(<!--|#|\/\*|\/\/) *kit-only\]/ { if (!within) broken("not begun"); within = 0; cut = 1; next }
within { next }
/^ *(<!--|#|\/\*|\/\/) *\[copy-only\] / {
  sub(/^.*\[copy-only\] /, "")
  sub(/ *(-->|\*\/) *$/, "")
}
cut && /^$/ && last == "" { cut = 0; next }
{ cut = 0; last = $0; print }
END {
  if (within && !failed) broken("not ended")
  exit failed
}

function broken(what) {
  print FILENAME ":" NR ": the part of the kit alone is " what > "/dev/stderr"
  failed = 1
  exit 1
}
