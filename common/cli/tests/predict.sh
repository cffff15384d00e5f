#!/bin/sh
# predict.sh SPARSELAB SOLUTION: tests predicted times in the output of ./lab run, ./lab lens and
# ./lab devices. SOLUTION is the right file of lab 01.
set -u
unset SL_DEVICE

lab=$1 solution=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
  printf 'predict.sh: %s\n' "$1"
  cat "$work/out"
  failed=1
}

# run WORD…: writes the output to $work/out; the exit status is that of the command.
run() {
  "$lab" "$@" > "$work/out" 2>&1
}

has() { grep -q -- "$1" "$work/out" || fail "no \"$1\" from $2"; }
lacks() { ! grep -qi -- "$1" "$work/out" || fail "\"$1\" from $2"; }

judge="run 01 --backend lens --precision f32 -m hpcg:5 -m web:300 --file $solution"

# shellcheck disable=SC2086 # words
{
  run $judge || fail "run of a right file fails"
  has 'Predicted for NVIDIA H200 (verified): [0-9]* % within a factor' run
  has 'kernel: predicted' run
  has '1 core, .* cores, your cpu: measured' run
  # entries and the predicted time, which comes before the speedups
  grep '×' "$work/out" | sed -n 's/^  \([a-z]*:[0-9]*\) .* \([0-9.]*\)  *×.*×.*/\1 \2/p' > "$work/first"
  [ "$(wc -l < "$work/first")" -eq 2 ] || fail "the table has not two rows"
  LENS_THREADS=1 run $judge
  grep '×' "$work/out" | sed -n 's/^  \([a-z]*:[0-9]*\) .* \([0-9.]*\)  *×.*×.*/\1 \2/p' > "$work/second"
  cmp -s "$work/first" "$work/second" || fail "another prediction on one thread"

  has '^    range  *[0-9.]*–[0-9.]* *$' run
  run run 01 --backend lens --precision f32 --file "$solution" || fail "run of all cases fails"
  has '^  hpcg:32 ' 'run without a matrix: the larger one takes less than seconds'
  has '^  web:100000 ' 'run without a matrix'

  run $judge --device t4
  has 'Predicted for Tesla T4 (not verified' '--device t4'
  SL_DEVICE=h100 run $judge
  has 'Predicted for NVIDIA H100' 'SL_DEVICE=h100'
  SL_DEVICE=h100 run $judge --device l4
  has 'Predicted for NVIDIA L4' '--device l4 with SL_DEVICE'

  for off in --untimed '--device none'; do
    run $judge $off
    lacks predicted "$off"
  done
  SL_DEVICE=none run $judge
  lacks predicted SL_DEVICE=none

  run $judge --device voodoo
  [ $? -eq 2 ] || fail "an unknown device has not exit status 2"
  has 'no device "voodoo"; there are a100, h100, h200' '--device voodoo'
  SL_DEVICE=voodoo run $judge
  [ $? -eq 2 ] || fail "an unknown SL_DEVICE has not exit status 2"
}

sed 's/k < row_ptr\[row + 1\]/k < row_ptr[row + 1] - 1/' "$solution" > "$work/wrong.cu"
cmp -s "$solution" "$work/wrong.cu" && fail "the wrong file is the right one"
run run 01 --backend lens --precision f32 -m hpcg:5 --file "$work/wrong.cu"
[ $? -eq 1 ] || fail "a wrong file passes"
lacks predicted 'a wrong file'

run lens 01 -m hpcg:5 --file "$solution" --html "$work/page.html"
has 'Predicted time on NVIDIA H200 (verified)' lens
has 'In brackets: the range that contains nine of ten measured times' lens
has 'predicted .* µs (.* to ' lens
grep -q 'Predicted: ' "$work/page.html" || fail "no prediction on the page"
grep -q 'Predicted timeline of the launch, from its first to its last block' "$work/page.html" || fail "no timeline"
run lens 01 -m hpcg:5 --file "$solution" --device none --html "$work/page.html"
lacks predicted 'lens --device none'
grep -q 'Predicted: ' "$work/page.html" && fail "a prediction on the page without a device"

export SL_PROGRESS_DIR="$work/progress"
run report 01 --solution --backend lens --precision f32 --html "$work/report.html" ||
  fail "report fails"
for text in 'Predicted for NVIDIA H200 (verified)' 'Predicted: ' 'Measured on an NVIDIA H200 on 20'; do
  grep -q "$text" "$work/report.html" || fail "no \"$text\" in the report"
done

run devices || fail "devices fails"
has '^\* h200 .* 132 .* verified$' devices
has '^  t4 .* not verified$' devices
run devices h200 && fail "devices takes an argument"

exit "$failed"
