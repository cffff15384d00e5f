#!/bin/sh
# check_numbers.sh: checks that the numbers in a page's tables and sentences are what the program
# prints.
#
#   check_numbers.sh PAGE.md PROGRAM      PROGRAM is build/bin/sparselab
#
# Before a table there may be comments that name a command and some of the table's headings,
# separated by semicolons:
#
#   <!-- ./lab run 04 --solution --backend lens -m SPEC | JDS; sections -->
#   | matrix | … | JDS | sections |
#
# For each row that begins with a matrix in backquotes the command is run with that matrix for SPEC,
# and must print all numbers of these columns. Before a paragraph:
#
#   <!-- ./lab run 04 --solution --backend lens -m road:55 says 9,102 -->
#
# The command must print these numbers, and the paragraph must contain them. Commas between digits
# are ignored in both. If a command has `--csv FILE`, literally, the counters that it writes count
# as output.
set -u
page=$1 program=$2
export LENS_THREADS=1 NO_COLOR=1
export SL_DEVICE=none # counts need no predicted times, which take several times as long
unset COLUMNS LENS_SEED LENS_WARP LENS_MULTIPROCESSORS LENS_DEVICE
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cd "$(dirname -- "$0")/.." || exit 3

# Prints one line for each number: the command, a tab, the number.
awk '
  function fail(text) { print FILENAME ":" NR ": " text > "/dev/stderr"; bad = 1 }
  function ask(command, number) { print command "\t" number }
  function drop_commas(text) {
    while (match(text, /[0-9],[0-9][0-9][0-9]/)) {
      text = substr(text, 1, RSTART) substr(text, RSTART + 2)
    }
    return text
  }
  function numbers_of(command, cell,    words, count, i, found) {
    count = split(drop_commas(cell), words, /[^0-9.]+/)
    for (i = 1; i <= count; i++) {
      sub(/\.$/, "", words[i])
      if (words[i] != "") { ask(command, words[i]); found = 1 }
    }
    if (!found) fail("no number in \"" cell "\"")
  }
  function column_of(heading,    i) {
    for (i = 2; i < num_cells; i++) if (cells[i] == heading) return i
    fail("no column \"" heading "\"")
    return 0
  }
  function read_header(    m, i) {
    num_cells = split($0, cells, / *\| */)
    for (m = 1; m <= tables; m++) {
      count[m] = split(headings[m], names, /; */)
      for (i = 1; i <= count[m]; i++) column[m, i] = column_of(names[i])
    }
  }
  function read_row(    m, i, command, matrix) {
    num_cells = split($0, cells, / *\| */)
    if (!match(cells[2], /^`[^`]+`/)) return
    matrix = substr(cells[2], 2, RLENGTH - 2)
    for (m = 1; m <= tables; m++) {
      command = commands[m]
      sub(/SPEC/, matrix, command)
      for (i = 1; i <= count[m]; i++) numbers_of(command, cells[column[m, i]])
    }
    rows++
  }
  function end_of_table() {
    if (tables && !rows) fail("a table without rows after a command")
    tables = rows = headed = 0
  }
  function end_of_paragraph(    i) {
    paragraph = drop_commas(paragraph " ")
    gsub(/[^0-9.]+/, " ", paragraph)
    gsub(/\. /, " ", paragraph)
    for (i = 1; i <= said; i++) {
      if (index(" " paragraph " ", " " wanted[i] " ") == 0) fail("not said: " wanted[i])
    }
    said = 0
    paragraph = ""
  }
  /^<!-- \.\/lab .* \| .* -->$/ {
    sub(/^<!-- \.\/lab /, ""); sub(/ -->$/, "")
    commands[++tables] = substr($0, 1, index($0, " | ") - 1)
    headings[tables] = substr($0, index($0, " | ") + 3)
    next
  }
  /^<!-- \.\/lab .* says .* -->$/ {
    sub(/^<!-- \.\/lab /, ""); sub(/ -->$/, "")
    text = substr($0, index($0, " says ") + 6)
    numbers_of(substr($0, 1, index($0, " says ") - 1), text)
    for (n = split(drop_commas(text), list, / +/); n > 0; n--) wanted[++said] = list[n]
    next
  }
  /^\|/ && tables { if (headed++) read_row(); else read_header(); next }
  /^$/ { end_of_table(); end_of_paragraph(); next }
  said { paragraph = paragraph " " $0 }
  END { end_of_table(); end_of_paragraph(); exit bad }
' "$page" >"$work/asked" || exit 1

status=0
cut -f 1 "$work/asked" | sort -u >"$work/commands"
while read -r command; do
  csv=$work/counters.csv
  : >"$csv"
  # shellcheck disable=SC2046 # words of a command
  "$program" $(printf '%s' "$command" | sed "s|--csv FILE|--csv $csv|") >"$work/printed" 2>&1 \
    </dev/null
  tr , ' ' <"$csv" >>"$work/printed" # commas separate the numbers in this file
  awk -v command="$command" -v page="$page" '
    BEGIN { FS = "\t" }
    FNR == NR {
      while (match($0, /[0-9],[0-9][0-9][0-9]/)) {
        $0 = substr($0, 1, RSTART) substr($0, RSTART + 2)
      }
      count = split($0, words, /[^0-9.]+/)
      for (i = 1; i <= count; i++) printed[words[i]] = 1
      next
    }
    $1 == command && !($2 in printed) {
      print page ": ./lab " command "\n  does not print (any more) " $2
      bad = 1
    }
    END { exit bad }
  ' "$work/printed" "$work/asked" || status=1
done <"$work/commands"
exit $status
