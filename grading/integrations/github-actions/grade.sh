#!/bin/sh
# grade.sh WORK RESULTS: grades the lab in the folder WORK, puts junit.xml and the feedback into
# RESULTS, and shows the feedback as the summary of the job. LAB, SEED and RUBRIC are environment
# variables. Exit status: 0 if everything passed, 1 if something did not, 3 if it was not graded.
set -u
if [ $# -ne 2 ] || [ -z "${LAB-}" ]; then
  echo 'usage: LAB=02 grade.sh WORK RESULTS' >&2
  exit 2
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
KIT=${KIT:-$here/../../..}
SEED=${SEED:-1} RUBRIC=${RUBRIC-}
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
# shellcheck source=grading/integrations/one.sh
. "$here/../one.sh"

not_graded() {
  sed 's/^/| /' "$work/log" >&2 # GitHub's runner must not take a line of the log as a command
  echo 'The submission could not be graded, through no fault of its author.' | tee -a "$summary"
  exit 3
}

work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
: >"$work/log"
mkdir -p "$work/handin" "$2" || not_graded
# Copies only the lab's folder, because a repository contains much else, such as its history.
for folder in "$1"/labs/* "$1"/*; do
  case ${folder##*/} in
    "$LAB" | "$LAB"-* | *-"$LAB") if [ -d "$folder" ]; then cp -RP "$folder" "$work/handin/"; fi ;;
  esac
done
grade_one "$work/handin" "$work" || not_graded
for file in junit.xml feedback/submission.md feedback/submission.html; do
  publish "$work/out/$file" "$2/${file##*/}" || not_graded
done
cat "$2/submission.md" >>"$summary"
# An error of the grader is neither a failure nor a success of the student.
totals=$(sed -n 's/^<testsuites \(.*\)>$/\1/p' "$2/junit.xml")
case $totals in
  *' errors="0"'*) ;;
  *) exit 3 ;;
esac
case $totals in
  *' failures="0"'*) exit 0 ;;
  *) exit 1 ;;
esac
