# students.awk: what a file of the kit is in the students' copy.
#
# Lines between a comment that begins with "[kit-only" and one with "kit-only]" are of the kit alone;
# they are left out, and so are these two. Of two empty lines that meet then one is left out as well.
#
# In Markdown such a part may also be of one line: "<!-- [kit-only --> … <!-- kit-only] -->".
# A line with "[copy-only] TEXT" is TEXT in the copy; the end of the comment may follow it.
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
