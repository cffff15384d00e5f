#!/bin/sh
# entry.sh: run by PrairieLearn in its container, for one submission. LAB and SEED come from the
# question's info.json; a rubric of your own is the question's tests/rubric.txt.
set -u
top=${GRADE:-/grade}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
KIT=${KIT:-$here/../../..}
results=$top/results/results.json
work=''

# Leaves a result however this script ends. If `gradable` is false, this costs the student no
# attempt.
finish() {
  if [ -n "$work" ]; then cat "$work/log"; fi
  if ! [ -s "$results" ]; then
    message='Your submission could not be graded, through no fault of yours. No attempt is used up.'
    message="$message Please tell your instructor."
    printf '{"gradable": false, "format_errors": "%s", "tests": []}\n' "$message" >"$results"
  fi
  chmod 755 "$top/results"
  if [ -n "$work" ]; then rm -rf "$work"; fi
  exit 0
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

mkdir -p "$top/results"
chmod 700 "$top/results"
rm -f "$results"
work=$(mktemp -d) || exit 1
: >"$work/log"
# shellcheck source=grading/integrations/one.sh
. "$here/../one.sh"
LAB=${LAB-} SEED=${SEED:-1} RUBRIC=''
if [ -f "$top/tests/rubric.txt" ]; then RUBRIC=$top/tests/rubric.txt; fi
if [ -z "$LAB" ]; then
  echo 'LAB is not set: name the lab in the "environment" of info.json' >"$work/log"
  exit 1
fi
grade_one "$top/student" "$work" || exit 1
publish "$work/out/prairielearn/submission.json" "$results"
