#!/bin/sh
# measure.sh: measures how well the search finds the lines of known mistakes without the catalogue.
#
#   sh common/repair/measure.sh [-s SECONDS] [-d FOLDER] [-e N] SPARSELAB [LAB…] > result.csv
#
# Takes one program of each mistake of each task (each Nth with -e), and searches for SECONDS (15).
# Each search has two cores, and as many run in parallel as there are cores. One row per search:
# lab, task, mistake, the line that the judge names, first and last changed line, line found (0:
# none), kind of defect, repairs tried and passed, seconds, "late" if the time was over. The line is
# right if it is the named one or a changed one. If lines were removed, it is right if it is one of
# the two lines around them, not counting comments. Standard error says how many were right. With
# -d, the output of each search is kept in FOLDER, with the repairs that pass.
set -u
LC_ALL=C
export LC_ALL

# Prints the changed lines "FIRST,LAST" of the program in $1, compared with the most similar file of
# lab $2.
markers='/^ *\/\/[][|]/d' # compares with the solution, because the skeleton has no code
changed() {
  least=''
  for base in "$root/solutions/$2"/*.cu "$root/grading/right/$2"/*.cu; do
    size=$(sed "$markers" "$base" | diff - "$1" | grep -c '^[<>]')
    if [ -z "$least" ] || [ "$size" -lt "$least" ]; then least=$size nearest=$base; fi
  done
  sed "$markers" "$nearest" | diff - "$1" | sed -n 's/^[0-9,]*\([acd]\)\([0-9,]*\)$/\1 \2/p' | awk '
    NR == FNR { comment[NR] = /^ *\/\// || /^ *$/; next }
    $2 != 1 {
      n = split($2, at, ",")
      from = at[1]
      to = $1 == "d" ? from + 1 : at[n]
      while ($1 == "d" && comment[from]) from--
      while ($1 == "d" && comment[to]) to++
      if (!first || from < first) first = from
      if (to > last) last = to
    }
    END { print first + 0 "," last + 0 }' "$1" -
}

one() { # SPARSELAB SECONDS FOLDER LAB TASK/NAME/NUMBER
  task=${5%%/*} name=${5#*/}
  name=${name%/*}
  folder=$3/$4/$task.$name
  mkdir -p "$folder"
  "$1" fingerprint "$4" --program "$5" "$folder/program.cu" || exit
  line=$(sed -n '1s/^.*, line \([0-9]*\).*$/\1/p' "$folder/program.cu")
  first=$((MEASURE_SLOT * 2))
  taskset -c "$first,$((first + 1))" "$1" explain "$4" "$task" --file "$folder/program.cu" \
    --search --repair --deadline "$2" --csv "$folder/row.csv" > "$folder/said.txt" 2>&1
  [ -s "$folder/row.csv" ] || echo "$task,,failed,,,," > "$folder/row.csv"
  sed "s/^[^,]*,/$4,$task,$name,${line:-0},$(changed "$folder/program.cu" "$4"),/" "$folder/row.csv"
}

root=$(cd "$(dirname "$0")/../.." && pwd)

if [ "${1:-}" = --one ]; then
  shift
  one "$@"
  exit 0
fi

seconds=15 folder='' each=1
while getopts s:d:e: option; do
  case $option in
    s) seconds=$OPTARG ;;
    d) folder=$OPTARG ;;
    e) each=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
program=${1:?which sparselab}
shift
[ $# -gt 0 ] || set -- $(ls "$root/labs")
kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
jobs=$(($(nproc) / 2))
echo lab,task,mistake,line,first,last,found,kind,tried,passed,seconds,late
for lab do
  awk -f "$root/common/cmake/mistakes.awk" "$root/grading/mistakes/$lab.txt" |
    sed -n "s|^\([^ ]*/1\) .*|$lab \1|p"
done | awk "NR % $each == 0" |
  xargs -P "$((jobs > 1 ? jobs : 1))" --process-slot-var=MEASURE_SLOT -L 1 \
    sh "$0" --one "$program" "$seconds" "${folder:-$kept}" | tee "$kept/rows"
awk -F, '{ n++; silent += $7 == 0; right += $7 && ($7 == $4 || $7 >= $5 && $7 <= $6)
  if ($11 > max) max = $11 }
  END { if (n) printf "%d searches: right line %d (%.0f %%), wrong line %d (%.0f %%), silent %d, longest %.1f s\n",
    n, right, 100 * right / n, n - right - silent, 100 * (n - right - silent) / n, silent, max }' \
  "$kept/rows" >&2
