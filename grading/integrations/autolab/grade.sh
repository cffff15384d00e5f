#!/bin/sh
# grade.sh: grades one submission. Autolab shows all that is printed, and takes the last line for the
# scores: nothing else may print, and the last line is always ours.
set -u
work='' printed=''

# No scores change nothing: a problem without one has no score, and not 0.
finish() {
  if [ -z "$printed" ]; then
    echo 'Your submission could not be graded, through no fault of yours.'
    echo 'Its points are open, not zero. Please tell your instructor.'
    if [ -n "$work" ]; then sed 's/^/  /' "$work/log"; fi
    echo '{"scores": {}}'
  fi
  if [ -n "$work" ]; then rm -rf "$work"; fi
  exit 0
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

# shellcheck source=grading/integrations/autolab/settings.sh
. ./settings.sh
# shellcheck source=grading/integrations/one.sh
. "$KIT/grading/integrations/one.sh"
RUBRIC=''
if [ -f rubric.txt ]; then RUBRIC=$PWD/rubric.txt; fi
work=$(mktemp -d) || exit 1
: >"$work/log"
mkdir "$work/handin"
if [ -e "$FILE" ]; then cp -P "$FILE" "$work/handin/"; fi # without it: not written
grade_one "$work/handin" "$work" || exit 1
[ -s "$work/out/autolab/submission.txt" ] || exit 1
printed=yes
cat "$work/out/autolab/submission.txt"
