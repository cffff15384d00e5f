#!/bin/sh
# class.sh SPARSELAB SOLUTION SKELETON: grades a small class of lab 01 whose marks are known: with
# one process, with two, and with graders that are killed again and again. The records must be the
# same.
set -u
sparselab=$1 solution=$2 skeleton=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
failed=0

complain() {
  echo "$*"
  failed=1
}

# ---- the class -----------------------------------------------------------------------------------

# hand_in STUDENT [CLASS]: stores standard input as the file that this student submits
hand_in() {
  mkdir -p "$work/${2-class}/$1/01-csr-scalar"
  cat >"$work/${2-class}/$1/01-csr-scalar/csr-scalar.cu"
}

plain() { sed '/^ *\/\/[][|]/d' "$solution"; }

# at_start STATEMENT: prints the solution with a statement before the loop of the task `cpu`
at_start() {
  echo '#include <stdlib.h>'
  plain | awk -v statement="$1" \
    '/for \(int row = 0/ && !done { print statement; done = 1 } { print }'
}

plain | hand_in right
hand_in unwritten <"$skeleton"
plain | awk '/y\[row\] \+= sum/ && !done { sub(/\+=/, "="); done = 1 } { print }' | hand_in overwrites
plain | sed 's/if (row >= num_rows)/if (row > num_rows)/' | hand_in too-far
plain | sed 's/real sum = 0;/real sum = 0/' | hand_in no-semicolon
{ echo '#include <unistd.h>'; plain; } | hand_in forbidden
at_start 'for (volatile int i = 0;; i++) continue;' | hand_in loop-on-host slow
plain | sed 's/if (row >= num_rows) return;/if (row >= num_rows) return; for (;;) continue;/' |
  hand_in loop-in-kernel slow
at_start 'exit(0);' | hand_in exits
at_start 'row_ptr = (const int *)8;' | hand_in crashes
plain | awk '/sum \+= values\[k\]/ && ++n == 2 { sub(/\+= values/, "+= values[k] + values") } { print }' |
  hand_in unheard-of slow
mkdir -p "$work/class/empty" "$work/one/01-csr-scalar"
plain >"$work/one/01-csr-scalar/csr-scalar.cu"
tar -C "$work/one" -czf "$work/class/packed.tar.gz" 01-csr-scalar
head -c 2000 "$sparselab" >"$work/class/garbage.zip"

cat >"$work/expected" <<'END'
crashes: partial, 8 points
empty: not written, 0 points
exits: partial, 8 points
forbidden: forbidden, 0 points
garbage: needs attention, 0 points
no-semicolon: does not compile, 0 points
overwrites: partial, 8 points
packed: pass, 10 points
right: pass, 10 points
too-far: partial, 5 points
unwritten: not written, 0 points
END
cat >"$work/expected-slow" <<'END'
loop-in-kernel: partial, 5 points
loop-on-host: partial, 8 points
unheard-of: partial, 5 points
END

# ---- grading -------------------------------------------------------------------------------------

cat >"$work/rubric" <<'END'
lab 01
END

# grade OUT OPTION…: grades the class, or the submissions in $of
of=class
grade() {
  out=$1
  shift
  "$sparselab" grade "$work/$of" -o "$work/$out" --rubric "$work/rubric" --seed 7 "$@" \
    >"$work/said" 2>&1
}

# The slow submissions (endless loops, and a failure that needs a search) are graded in parallel
# with everything else.
"$sparselab" grade "$work/slow" -o "$work/slow-marks" --rubric "$work/rubric" --seed 7 -j 2 \
  >"$work/said-slow" 2>&1 &
slow=$!

# marks OUT: prints the marks from the log, one line per student
marks() {
  sed -n 's/^[^ ]* graded \([^ ]*\) 01-csr-scalar\(: .* points\), .*/\1\2/p' "$work/$1/log.txt" |
    sort
}

# record OUT STUDENT: prints the path of the student's record
record() { grep -l "\"student\": \"$2\"" "$work/$1"/records/*.json; }

# says STUDENT WORDS [OUT]: checks the words in the student's record, by default of the first
# grading
says() {
  tr -s ' \n' '  ' <"$(record "${3-one}" "$1")" | grep -q "$2" || complain "$1: the record does not say: $2"
}

grade one -j 1 --no-search
status=$?
if grep -q 'there is no sandbox' "$work/said"; then
  cat "$work/said"
  wait "$slow"
  [ "$status" -eq 3 ] || exit 1
  exit 77
fi
[ "$status" -eq 0 ] || { complain "exit status $status"; cat "$work/said"; }
marks one >"$work/marks"
cmp -s "$work/marks" "$work/expected" || { complain 'other marks:'; diff "$work/expected" "$work/marks"; }

says overwrites '"mistake": "overwritten"'
says too-far '"mistake": "bound-too-far"'
says no-semicolon '"line": [1-9]'
says forbidden 'unistd.h'
says exits '"verdict": "crashed"'
says crashes 'SIGSEGV'
says garbage 'the archive cannot be read'
says empty 'was not submitted'
tr -d '\n' <"$work/one/report.html" | grep -q '<b>10</b><span>submissions.*<b>1</b><span>not submitted' ||
  complain 'the report does not tell what was handed in'
if grep -q "$work" "$work"/one/records/*.json; then complain 'records depend on the folder'; fi

# A second run must not grade anything again.
grade one -j 2 --no-search || complain 'the second time fails'
marks one | cmp -s - "$work/expected" || complain 'something was graded twice'

# A change of another lab changes the program, but must make no difference to this lab.
cp "$sparselab" "$work/with-another-lab"
echo 'another lab' >>"$work/with-another-lab"
"$work/with-another-lab" grade "$work/class" -o "$work/one" --rubric "$work/rubric" --seed 7 --no-search \
  >"$work/said" 2>&1 || { complain 'another lab closes the gradebook'; cat "$work/said"; }
marks one | cmp -s - "$work/expected" || complain 'with another lab something was graded twice'

# Files cannot grow beyond 4 KiB, as on a full disk. This must be reported, and the records must be
# kept.
(ulimit -f 8 && grade one --no-search)
status=$?
if [ "$status" -ne 3 ] || ! grep -q 'cannot be written (File too large)' "$work/said"; then
  complain "where no file may grow: exit status $status"
  cat "$work/said"
fi
[ "$(find "$work/one/records" -name '*.json' | wc -l)" -eq 11 ] || complain 'records are lost'

# Grading again with other settings in the same folder must be refused.
"$sparselab" grade "$work/class" -o "$work/one" --rubric "$work/rubric" --seed 8 --no-search \
  >"$work/said" 2>&1
if [ $? -ne 2 ] || ! grep -q 'began with the seed 7' "$work/said"; then
  complain 'another seed is taken'
  cat "$work/said"
fi

# A part of the class is graded with two processes, which are killed after each new record,
# alternately with a signal that allows cleaning up and with one that does not. Then the grader runs
# to its end. Incomplete files are kept for a while, because another grader may still be writing
# them.
mkdir "$work/few"
for student in crashes forbidden no-semicolon overwrites right too-far; do
  cp -a "$work/class/$student" "$work/few/"
done
of=few
have_records() { # have_records NUMBER
  number=$1
  set -- "$work/killed/records"/*.json
  [ -e "$1" ] && [ $# -ge "$number" ]
}
for number in 1 2 3; do
  "$sparselab" grade "$work/few" -o "$work/killed" --rubric "$work/rubric" --seed 7 -j 2 \
    --no-search >"$work/said" 2>&1 &
  grader=$!
  until have_records "$number"; do sleep 0.05; done
  if [ $((number % 2)) -eq 0 ]; then kill -TERM "$grader"; else kill -KILL "$grader"; fi
  wait "$grader" 2>"$work/ignored"
  status=$?
  [ "$status" -gt 128 ] ||
    complain "killed at $number records, it ended with exit status $status"
done
grade killed -j 2 --no-search || complain 'after kills it fails'
grep -q 'graded, .* of them before' "$work/said" || complain 'nothing was kept over the kills'
[ "$(find "$work/killed/records" -name '*.json' | wc -l)" -eq 6 ] || complain 'six records were expected'
for record in "$work"/killed/records/*.json; do
  cmp "$record" "$work/one/records/${record##*/}" || complain 'the records after kills differ'
done
marks killed | sort | uniq -d | grep . && complain 'graded twice after kills'

wait "$slow" || { complain 'slow ones fail'; cat "$work/said-slow"; }
marks slow-marks | cmp -s - "$work/expected-slow" ||
  { complain 'other marks:'; marks slow-marks | diff "$work/expected-slow" -; }
says loop-on-host '"verdict": "timed out"' slow-marks
says loop-in-kernel '"verdict": "timed out"' slow-marks
says unheard-of '"searched": true' slow-marks
exit $failed
