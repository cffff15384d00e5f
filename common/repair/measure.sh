#!/bin/sh
# measure.sh: how well the search finds the lines of known mistakes, with the catalogue left aside.
#
#   sh common/repair/measure.sh SPARSELAB [-j JOBS] [-s SECONDS] [-d FOLDER] FILE.cu… > result.csv
#
# Each FILE.cu lies in a folder named after its lab, and its first line is "// mistake: NAME, line N":
# so are those of grading/wrong. One row for each task that fails: lab, file, name of the mistake, its
# line, task, line found (0: none), kind of defect, repairs tried and passed, seconds, "late" where the
# time was over. With -d what each search said is kept in FOLDER, with the repairs that pass.
set -u
LC_ALL=C
export LC_ALL

one() { # SPARSELAB SECONDS FOLDER FILE
  lab=$(basename "$(dirname "$4")")
  stem=$(basename "$4" .cu)
  head=$(head -n 1 "$4")
  name=$(printf '%s\n' "$head" | sed -n 's/^.*mistake: \([a-z0-9-]*\).*$/\1/p')
  line=$(printf '%s\n' "$head" | sed -n 's/^.*, line \([0-9]*\).*$/\1/p')
  rows=$(mktemp)
  "$1" explain "$lab" --file "$4" --search --repair --deadline "$2" --csv "$rows" \
    > "${3:-$rows}${3:+/$lab.$stem}.txt" 2>&1
  [ -s "$rows" ] || echo ,,,,,,failed > "$rows"
  sed "s/^/$lab,$stem,$name,${line:-0},/" "$rows"
  rm -f "$rows" "$rows.txt"
}

if [ "${1:-}" = --one ]; then
  shift
  one "$@"
  exit 0
fi

program=${1:?say which sparselab}
shift
jobs=1 seconds=14 folder=
while getopts j:s:d: option; do
  case $option in
    j) jobs=$OPTARG ;;
    s) seconds=$OPTARG ;;
    d) folder=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
echo lab,file,mistake,line,task,found,kind,tried,passed,seconds,late
printf '%s\n' "$@" | xargs -P "$jobs" -I FILE sh "$0" --one "$program" "$seconds" "$folder" FILE
