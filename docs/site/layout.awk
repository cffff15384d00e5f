# layout.awk: makes Doxygen's layout file, whose first part is the tree of the site and the menu.
function escaped(text) {
  gsub(/&/, "\\&amp;", text)
  gsub(/</, "\\&lt;", text)
  gsub(/"/, "\\&quot;", text)
  return text
}

function files() {
  # [copy-only]   print "<tab type=\"files\" visible=\"yes\" title=\"Headers of the labs\">"
  # [copy-only]   print "<tab type=\"filelist\" visible=\"yes\" title=\"By lab\"/>"
  # [kit-only
  print "<tab type=\"files\" visible=\"yes\" title=\"API by room\">"
  print "<tab type=\"filelist\" visible=\"yes\" title=\"Rooms and headers\"/>"
  # kit-only]
  print "<tab type=\"globals\" visible=\"yes\" title=\"Functions and types\"/>"
  print "</tab>"
}

BEGIN {
  read_contents(contents, there)
  print "<doxygenlayout version=\"1.0\">"
  print "<navindex>"
  print "<tab type=\"mainpage\" visible=\"yes\" title=\"Start\"/>"
  for (i = 1; i <= pages; i++) {
    if (group[i] != group[i - 1] && open) { print "</tab>"; open = 0 }
    # Labs get no group of their own, so that they are visible without opening one.
    if (group[i] != group[i - 1] && group[i] != "Labs") {
      printf "<tab type=\"usergroup\" url=\"[none]\" title=\"%s\">\n", group[i]
      open = 1
    }
    printf "<tab type=\"user\" url=\"@ref %s\" title=\"%s\"/>\n", name[i], escaped(title[i])
  }
  if (open) print "</tab>"
  files()
  split("pages modules namespaces concepts interfaces classes structs exceptions examples", unused, " ")
  for (i in unused) printf "<tab type=\"%s\" visible=\"no\" title=\"\"/>\n", unused[i]
  print "</navindex>"
  print "</doxygenlayout>"
}
