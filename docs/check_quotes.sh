#!/bin/sh
# check_quotes.sh: checks that the output that a page quotes is what the program prints.
#
#   check_quotes.sh PAGE.md PROGRAM      PROGRAM is build/bin/sparselab
#
# A quoted block follows a comment that contains its command:
#
#   <!-- ./lab lens 02 --solution -m dense:1024x27 -->
#   ```
#   …
#   ```
#
# Lines may be left out. The others must have been printed literally and in this order; only blanks
# at the end of a line are ignored. One host thread runs all blocks, because some counts depend on
# which thread comes first at an atomic.
set -u
page=$1 program=$2
export LENS_THREADS=1 NO_COLOR=1
unset COLUMNS LENS_SEED LENS_WARP LENS_MULTIPROCESSORS SL_DEVICE LENS_DEVICE
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cd "$(dirname -- "$0")/.." || exit 3

awk -v work="$work" '
  /^<!-- \.\/lab .* (\||says) .* -->$/ { next } # for check_numbers.sh
  /^<!-- \.\/lab .* -->$/ {
    sub(/^<!-- \.\/lab /, ""); sub(/ -->$/, "")
    name = sprintf("%s/%03d", work, ++count)
    print > (name ".command"); close(name ".command")
    expected = NR + 1
    next
  }
  NR == expected && !/^```$/ { print FILENAME ":" NR ": no block after the command"; bad = 1 }
  /^```/ { inside = !inside; quoted = inside && NR == expected; next }
  quoted { print > (name ".quoted") }
  END { if (!count) { print FILENAME ": no quoted block"; bad = 1 }; exit bad }
' "$page" || exit 1

status=0
for command in "$work"/*.command; do
  arguments=$(cat "$command")
  # shellcheck disable=SC2086 # words of a command
  "$program" $arguments >"$work/printed" 2>&1
  awk -v page="$page" -v arguments="$arguments" '
    { sub(/ +$/, "") }
    FNR == NR { printed[++count] = $0; next }
    /^$/ { next }
    {
      for (at++; at <= count && printed[at] != $0; at++) continue
      if (at <= count) next
      print page ": ./lab " arguments "\n  does not print (any more, or here):\n" $0
      exit 1
    }
  ' "$work/printed" "${command%.command}.quoted" || status=1
done
exit $status
