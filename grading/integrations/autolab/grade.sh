#!/bin/sh
# grade.sh: grades one submission. Autolab shows all output, and reads the scores from the last
# line. So the last line must always come from this script, and no other command may print after it.
set -u
work='' printed=''

# If the list of scores is empty, Autolab changes nothing: a problem without a score stays without
# one, instead of getting 0.
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
if [ -e "$FILE" ]; then cp -P "$FILE" "$work/handin/"; fi # without it, nothing was submitted
grade_one "$work/handin" "$work" || exit 1
[ -s "$work/out/autolab/submission.txt" ] || exit 1
printed=yes
cat "$work/out/autolab/submission.txt"
