# header.awk: extends Doxygen's own page header or footer with the site's additions. They are not
# kept as files, because Doxygen's headers and footers differ between versions.
#   awk -v scripts="a.js b.js" -f header.awk
/<html/ { sub(/<html[^>]*>/, "<html lang=\"en\">") }
/<!DOCTYPE/ { print "<!DOCTYPE html>"; next }
/<\/head>/ {
  count = split(scripts, script, " ")
  for (i = 1; i <= count; i++) printf "<script src=\"$relpath^%s\"></script>\n", script[i]
}
/<body>/ { sub(/<body>/, "<body>\n<a class=\"sl-skip\" href=\"#doc-content\">Skip to the text</a>") }
{ print }
