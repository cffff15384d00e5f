# page.awk: converts a Markdown file of the kit to a page of the site, for Doxygen.
#
# Links between files become links between pages, headings get the anchors that they have on other
# sites, code is coloured, and chapters have links to the next and previous ones. What has no
# meaning here (comments that tests read, links to files that are not pages) is removed.
#
#   awk -v contents=… -v there=… -v lens="01 02" -v plots="a.svg b.svg" -f contents.awk -f page.awk FILE
# with FILE relative to the kit's folder; `lens` lists the pages of the lens that were made, `plots`
# the plots that exist.

# Returns the anchor of a heading, with only those characters that are allowed in every id.
function slug(text) {
  text = tolower(text)
  gsub(/ /, "-", text)
  gsub(/[^-a-z0-9_]/, "", text)
  return text
}

function folder_of(path) { return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/)) : "" }

# Joins a folder and a relative path: "labs/01/" and "../../docs/x.md" give "docs/x.md".
function resolved(folder, target) {
  target = folder target
  while (match(target, /[^\/]+\/\.\.\//)) {
    target = substr(target, 1, RSTART - 1) substr(target, RSTART + RLENGTH)
  }
  return target
}

function link(text, target,    hash, anchor, path, to) {
  if (target ~ /^(https?|mailto):/) return "[" text "](" target ")"
  hash = index(target, "#")
  anchor = hash ? substr(target, hash + 1) : ""
  path = hash ? substr(target, 1, hash - 1) : target
  to = path == "" ? here : number_of[resolved(folder_of(FILENAME), path)]
  if (!to) return text
  return "[" text "](@ref " name[to] (anchor == "" ? "" : "-" slug(anchor)) ")"
}

# Converts the links of a line, except those within `code`.
function linked(line,    out, text, target, middle) {
  while (match(line, /`[^`]*`|\[[^][]*\]\([^)]*\)/)) {
    out = out substr(line, 1, RSTART - 1)
    text = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    if (text ~ /^\[/) {
      middle = index(text, "](")
      target = substr(text, middle + 2, length(text) - middle - 2)
      text = link(substr(text, 2, middle - 2), target)
    }
    out = out text
  }
  return out line
}

function quoted(text) {
  gsub(/&/, "\\&amp;", text)
  gsub(/</, "\\&lt;", text)
  gsub(/"/, "\\&quot;", text)
  return text
}

function html(text) { printf "\n\\htmlonly[block]\n%s\n\\endhtmlonly\n\n", text }

function picture(line,    middle, alt, path) {
  middle = index(line, "](")
  alt = substr(line, 3, middle - 3)
  path = substr(line, middle + 2, length(line) - middle - 2)
  sub(/^.*\//, "pictures/", path)
  html("<p class=\"sl-picture\" role=\"group\" tabindex=\"0\" aria-label=\"picture\"><img src=\"" path \
       "\" alt=\"" quoted(alt) "\"></p>")
}

# Replaces a line "!lens NAME Title" by the lens's page of that name.
function lens_page(line,    part, title_of, path) {
  split(line, part, " ")
  title_of = substr(line, length(part[1] " " part[2] " ") + 1)
  path = "lens/" part[2] ".html"
  printf "## %s {#%s-%s}\n", title_of, name[here], part[2]
  if (index(" " lens " ", " " part[2] " ")) {
    html("<p><a href=\"" path "\">Open this page alone</a></p>\n<iframe class=\"sl-lens\" src=\"" path \
         "\" title=\"" quoted(title_of) ", line by line\" loading=\"lazy\"></iframe>")
  } else {
    print "\nThis page was not there when the site was made: `./lab docs` makes it.\n"
  }
}

# Replaces a line "!plots KIND Title" by the plots of that kind, one for each device and precision.
function plots_of(line,    part, what, count, i, each, words) {
  split(line, part, " ")
  what = substr(line, length(part[1] " " part[2] " ") + 1)
  count = split(plots, each, " ")
  for (i = 1; i <= count; i++) {
    if (split(each[i], words, ".") != 4 || words[1] != part[2]) continue
    html("<p class=\"sl-picture sl-plot\" role=\"group\" tabindex=\"0\" aria-label=\"plot\"><img src=\"pictures/" \
         each[i] "\" alt=\"" quoted(what ", on " words[2] ", " words[3]) "; the figures are in the files of " \
         "docs/results\"></p>")
  }
}

# Prints the collected fenced block, as C++ if it looks like C++.
function block(    i, code) {
  for (i = 1; i <= held; i++) {
    if (hold[i] ~ /;[ \t]*(\/\/.*)?$|__global__|__device__|^ *#include|<<<|^ *\}/) code = 1
    if (hold[i] ~ /^ *\$ |^\.\/lab |^   *[0-9]+  /) code = -100
  }
  print fence (code > 0 && fence ~ /```$/ ? "{.cpp}" : "")
  for (i = 1; i <= held; i++) print hold[i]
}

function beside(number, what, arrow,    text) {
  if (group[number] != group[here]) return "<span></span>"
  text = what == "prev" ? arrow " " title[number] : title[number] " " arrow
  return "<a rel=\"" what "\" href=\"" name[number] ".html\"><small>" \
         (what == "prev" ? "Previous" : "Next") "</small> " quoted(text) "</a>"
}

FNR == 1 {
  read_contents(contents, there)
  here = number_of[FILENAME]
}
/^[ \t]*```/ {
  if (!inside) { fence = $0; held = 0 } else { block(); print }
  inside = !inside
  next
}
inside { hold[++held] = $0; next }
commented { commented = $0 !~ /-->/; next }
/^<!--/ { commented = $0 !~ /-->/; next }
/^# / && !titled {
  titled = 1
  if (here) {
    print "# " (own_title[here] ? substr($0, 3) : title[here]) " {#" name[here] "}\n\n[TOC]\n"
  } else {
    print
  }
  next
}
/^##+ / {
  text = $0
  sub(/^#+ /, "", text)
  print $0 " {#" (here ? name[here] : "start") "-" slug(text) "}"
  next
}
/^!\[.*\)$/ { picture($0); next }
/^!lens / { lens_page($0); next }
/^!plots / { plots_of($0); next }
{ print linked($0) }
END {
  if (here) {
    html("<nav class=\"sl-chapters\" aria-label=\"Chapters\">" beside(here - 1, "prev", "←") \
         beside(here + 1, "next", "→") "</nav>")
  }
}
