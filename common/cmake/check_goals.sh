#!/bin/sh
# check_goals.sh: checks that each bonus goal of a lab can be reached, and that the reference
# solution does not reach it.
#
#   check_goals.sh PROGRAM LAB      PROGRAM is build/bin/sparselab, LAB such as 01-csr-scalar
#
# For each goal in labs/LAB/goals.txt the program that it names must reach it. The reference
# solution, or the other program that it names, must pass the task and miss the goal. If a bound is a
# share of the reference solution's predicted time, that time must be as stated, within 2 percent.
set -u
program=$1 lab=$2
export NO_COLOR=1 SL_DEVICE=h200
unset COLUMNS LENS_SEED LENS_WARP LENS_MULTIPROCESSORS LENS_DEVICE
cd "$(dirname -- "$0")/../.." || exit 3
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
number=${lab%%-*}
solution=solutions/$lab/${lab#*-}.cu
bad=0

complain() {
  echo "labs/$lab/goals.txt: $*"
  bad=1
}

# judge TASK MATRICES FILE: judges the program. The output goes to the file "out".
judge() {
  # shellcheck disable=SC2086 # each -m and its matrix are words
  "$program" run "$number" "$1" --backend lens $2 --file "$3" >"$work/out" 2>&1
}

# Prints a line per goal: TASK, the matrices with "-m" before each, the program that reaches the
# goal, the one that does not, the predicted time of the reference solution or "-", and the first
# matrix.
awk '
  function flush() {
    if (task != "") print task "|" matrices "|" reached "|" missed "|" predicted "|" first
    matrices = reached = missed = first = ""
    predicted = "-"
  }
  $1 == "goal" { flush(); task = $2 }
  $1 == "bound" {
    for (i = 2; i < NF; i++) if ($i == "with") { matrix = $(i + 1) }
    matrices = matrices " -m " matrix
    if (first == "") first = matrix
    if ($2 == "predicted") predicted = $8
  }
  $1 == "reached" { reached = $2 }
  $1 == "missed" { missed = $2 }
  END { flush() }
' "labs/$lab/goals.txt" >"$work/goals"
[ -s "$work/goals" ] || complain "there is no goal"

while IFS='|' read -r task matrices reached missed predicted first; do
  [ -n "$reached" ] || { complain "$task, $first: no program is named that reaches it"; continue; }
  judge "$task" "$matrices" "$reached"
  grep -q "^  $task (.*) reached: .* with $first\$" "$work/out" ||
    complain "$task, $first: $reached does not reach it: $(grep "^  $task (" "$work/out")"
  judge "$task" "$matrices" "${missed:-$solution}"
  grep -q "^  $task (.*) not reached: [0-9].* with $first\$" "$work/out" ||
    complain "$task, $first: ${missed:-$solution} does not miss it: $(grep "^  $task (" "$work/out")"
  [ "$predicted" = - ] && continue
  value=$(sed -n "s/^  $task (.*) not reached: \([0-9.]*\) of .* predicted with $first\$/\1/p" \
    "$work/out")
  awk -v got="$value" -v stated="$predicted" \
    'BEGIN { exit !(got > 0.98 * stated && got < 1.02 * stated) }' ||
    complain "$task, $first: the reference solution is predicted at $value us, not at $predicted us"
done <"$work/goals"
exit $bad
