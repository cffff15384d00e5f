#!/bin/sh
# self_test.sh: tests whether counts are exact with this compiler: builds and runs the control-flow
# suite, and prints in one sentence how many of its lines are right. If loads are reported on other
# lines than their own, a second sentence says so.
# usage: self_test.sh LENSCC TESTS INCLUDE COMPILER
set -u
lenscc=$1 tests=$2 include=$3 compiler=$4

work=$(mktemp -d "${TMPDIR:-/tmp}/lens-self-test.XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
name=$("$compiler" --version 2> "$work/version.txt" | sed -n 1p)

fail() {
  echo "counts on this compiler ($name) could not be checked: $1"
  exit 1
}

# annotated_lines SOURCES: sets the number of annotated lines (all), and of right ones (agreed)
annotated_lines() {
  agreed=0 all=0
  for source in "$tests"/$1; do
    "$lenscc" -w "-I$include" "-I$tests" "$source" "$work/check.o" -o "$work/program" \
      2> "$work/messages.txt" || fail "$source does not compile"
    LENS_LEAST_EXACT=0 "$work/program" > "$work/out.txt" 2> "$work/messages.txt" ||
      fail "$source does not run"
    # the program's last line: "58 of 58 test lines agree"
    agreed=$((agreed + $(sed -n 's/^\([0-9]*\) of [0-9]* test lines agree$/\1/p' "$work/out.txt")))
    all=$((all + $(sed -n 's/^[0-9]* of \([0-9]*\) test lines agree$/\1/p' "$work/out.txt")))
  done
}

"$lenscc" -c "-I$include" "$tests/check.c" -o "$work/check.o" 2> "$work/messages.txt" ||
  fail "the self-test does not compile"
annotated_lines 'control_flow*.cu'
if [ "$all" -gt 0 ] && [ "$agreed" -eq "$all" ]; then
  echo "counts on this compiler ($name) are exact: all $all test lines agree"
else
  echo "counts on this compiler ($name) are not exact: $agreed of $all test lines agree;" \
    "use gcc 12 or newer for exact figures"
fi
annotated_lines moved_loads.cu
if [ "$agreed" -lt "$all" ]; then
  echo "lines on this compiler ($name) are not all exact: of $all test lines around loads that" \
    "compilers move out of loops $agreed agree; others may be reported at the line of their loop"
fi
