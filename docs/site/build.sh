#!/bin/sh
# build.sh: makes the site from the guides, the handouts and the headers.
#   build.sh DOXYGEN SOURCE OUT THEME [PAGE…]
# OUT contains Doxyfile, as configured, and lens/ with pages of the lens if they were made; the site
# is written to OUT/html. THEME is the folder of doxygen-awesome-css, or "" if it is not installed.
# The PAGEs of the lens must exist.
set -eu
doxygen=$1 source=$2 out=$3 theme=$4
shift 4
for page do
  if ! [ -s "$out/lens/$page.html" ]; then
    echo "build.sh: the lens's page $out/lens/$page.html was not made" >&2
    exit 1
  fi
done
here=$source/docs/site
cd "$source"

# expand_contents: replaces each line of contents.txt that has a * by one line per lab.
title_of() { # title_of FILE NUMBER
  title=$(sed -n 's/^<!-- site: \(.*\) -->$/\1/p' "$1")
  if [ -z "$title" ]; then title="$2 $(sed -n '1s/^# *\(Lab [0-9]*: *\)*//p' "$1")"; fi
  printf '%s\n' "$title"
}
expand_contents() {
  while IFS= read -r line; do
    pattern=$(printf '%s\n' "$line" | sed -n 's/^[^#|]*|[^|]*| *\([^ |]*\*[^ |]*\) *|.*/\1/p')
    if [ -z "$pattern" ]; then
      printf '%s\n' "$line"
      continue
    fi
    for file in $pattern; do
      [ -f "$file" ] || continue
      lab=${file#*/}
      number=${lab%%-*}
      digits=${number#0}
      title=${line##*| }
      if [ "$title" = '*' ]; then title=$(title_of "$file" "$digits"); fi
      title=$(printf '%s\n' "$title" | sed "s/\*/$digits/")
      name=$(printf '%s\n' "$line" | sed "s/^[^|]*| *\([^ |]*\) *|.*/\1/; s/\*/$number/")
      printf '%s | %s | %s | %s\n' "${line%% |*}" "$name" "$file" "$title"
    done
  done
}

mkdir -p "$out"
contents=$out/contents.txt
expand_contents <"$here/contents.txt" >"$contents"
there=''
files=$(sed -n 's/^[^#|]*|[^|]*| *\([^ |]*\) *|.*/\1/p' "$contents")
for file in $files; do
  if [ -f "$file" ]; then there="$there$file "; fi
done
lens=''
for page in "$out"/lens/*.html; do
  if [ -f "$page" ]; then lens="$lens$(basename "$page" .html) "; fi
done
plots=''
for plot in docs/results/plots/*.svg; do
  if [ -f "$plot" ]; then plots="$plots$(basename "$plot") "; fi
done
scripts=''
for script in "$theme"/*.js "$here/site.js"; do
  if [ -f "$script" ]; then scripts="$scripts$(basename "$script") "; fi
done

# ---- What Doxygen reads ------------------------------------------------------------------------

rm -rf "$out/pages" "$out/html"
mkdir -p "$out/pages" "$out/html/pictures"
with_contents() { awk -v contents="$contents" -v there="$there" -f "$here/contents.awk" "$@"; }
with_contents -f "$here/layout.awk" >"$out/layout.xml"
for file in $there docs/site/start.md; do
  name=$(sed -n "s:^[^#|]*| *\([^ |]*\) *| *$file *|.*:\1:p" "$contents")
  with_contents -v lens="$lens" -v plots="$plots" -f "$here/page.awk" "$file" >"$out/pages/${name:-start}.md"
done
printf '/** @dir pages\n *  @brief The chapters and guides of this site. */\n' >"$out/pages/rooms.dox"
if [ -f docs/architecture.md ]; then
  rooms=$(find common -name '*.h' ! -path '*/tests/*' ! -path 'common/bench/*' \
    ! -path 'common/cli/*' ! -path 'common/export/*' |
    sed 's:^\(common/[a-z]*\)/.*:\1:' | sort -u | tr '\n' ' ')
  awk -v rooms="$rooms" -f "$here/rooms.awk" docs/architecture.md >>"$out/pages/rooms.dox"
fi
(cd "$out" && "$doxygen" -w html plain-header.html plain-footer.html plain.css)
awk -v scripts="$scripts" -f "$here/header.awk" "$out/plain-header.html" >"$out/header.html"

# ---- The site ----------------------------------------------------------------------------------

"$doxygen" "$out/Doxyfile"
for picture in labs/*/pictures/*.svg docs/pictures/*.svg docs/results/plots/*.svg; do
  if [ -f "$picture" ]; then cp "$picture" "$out/html/pictures/"; fi
done
for page in $lens; do
  mkdir -p "$out/html/lens"
  cp "$out/lens/$page.html" "$out/html/lens/"
done
for page in "$out"/html/*.html "$out/html/menu.js"; do
  sed -f "$here/finish.sed" "$page" >"$out/finished"
  mv "$out/finished" "$page"
done
