#!/bin/sh
# integrations_test.sh KIT SAMPLE_CLASS: tests the scripts in grading/integrations, in folders that
# mimic those of the platforms. `lab` is a stub that takes its results from SAMPLE_CLASS.
set -u
kit=$1 sample_class=$2
command -v python3 >/dev/null 2>&1 || exit 77
world=$(mktemp -d "${TMPDIR:-/tmp}/integrations test.XXXXXX")
trap 'rm -rf "$world"' EXIT
failed=0 count=0

fail() {
  echo "FAILED: $test: $1"
  cat "$world/output"
  failed=$((failed + 1))
}

# Makes the platform's copy of the kit: the scripts, and a `lab` that does what the file `does`
# says.
make_kit() { # make_kit FOLDER
  mkdir -p "$1/grading"
  cp -R "$kit/grading/integrations" "$1/grading/integrations"
  cat >"$1/lab" <<STUB
#!/bin/sh
echo "\$*" >"$world/called"
echo '{"scores": {"kernel": 9999}}' # its output must not be taken as a platform's result
echo '::error::a line for the runner'
while [ \$# -gt 0 ]; do
  case \$1 in
    -o) out=\$2 ;;
    --times) cp "\$2" "$world/times" ;;
    */class) cp -RP "\$1" "$world/class" ;;
  esac
  shift
done
[ -z "\${SPY-}" ] || stat -c %a "\$SPY" >"$world/mode"
case \$(cat "$world/does") in
  one | pass | lost) mkdir -p "\$out" && "$sample_class" "\$(cat "$world/does")" "\$out" >/dev/null 2>&1 ;;
  fail) exit 3 ;;
  usage) exit 2 ;;
  wait) echo \$\$ >"$world/waits"; exec sleep 60 ;;
esac
case \$(cat "$world/does") in lost) exit 3 ;; esac
STUB
  chmod +x "$1/lab"
}

begin() { # begin WHAT_LAB_DOES
  rm -rf "${world:?}"/*
  echo "$1" >"$world/does"
  : >"$world/output"
  top=$world/top
}

run() {
  "$@" >"$world/output" 2>&1 </dev/null
  status=$?
}

status_is() { [ "$status" -eq "$1" ] || fail "status is $status, not $1"; }
says() { grep -qF -e "$1" "$world/output" || fail "does not say: $1"; }
holds() { grep -qF -e "$2" "$1" 2>/dev/null || fail "${1##*/} does not hold: $2"; }

# json FILE EXPRESSION: evaluates the expression on the file's value `v`.
json() {
  python3 -c 'import json, sys
v = json.load(open(sys.argv[1], encoding="utf-8"))
sys.exit(not eval(sys.argv[2]))' "$1" "$2" 2>>"$world/output" || fail "of ${1##*/} is not true: $2"
}

# ---- Gradescope --------------------------------------------------------------------------------

gradescope() { # gradescope WHAT_LAB_DOES
  begin "$1"
  mkdir -p "$top/source" "$top/submission" "$top/results"
  make_kit "$top/source/sparselab"
  cp "$kit/grading/integrations/gradescope/settings.sh" "$top/source/"
  cp "$kit/labs/02-ell/ell.cu" "$top/submission/"
  cat >"$top/submission_metadata.json" <<'JSON'
{"id": 1, "users": [{"name": "Eve\", \"created_at\": \"1999-01-01T00:00:00Z", "id": 7}],
 "created_at": "2026-11-30T22:04:11.365935-07:00", "previous_submissions": []}
JSON
  result=$top/results/results.json
}

grade_there() { AUTOGRADER=$top SPY=$top/results run sh "$kit/grading/integrations/gradescope/run_autograder"; }

no_score() {
  json "$result" '"score" not in v and v["tests"] == [] and "through no fault" in v["output"]'
}

test_gradescope_takes_the_result() {
  gradescope one
  ln -s /etc/passwd "$top/submission/link"
  grade_there
  status_is 0
  json "$result" '"score" in v and len(v["tests"]) == 6'
  holds "$world/times" 'submission,2026-11-30T22:04:11-07:00'
  holds "$world/called" '--lab 02 --seed 1'
  [ -f "$world/class/submission/ell.cu" ] || fail 'the file was not handed over'
  [ -L "$world/class/submission/link" ] || fail 'a link was followed'
  [ "$(cat "$world/mode")" = 700 ] || fail 'others can write the results while it is graded'
}

test_gradescope_gets_no_zero() {
  for does in fail usage nothing; do
    gradescope "$does"
    echo '{"score": 13, "tests": []}' >"$result" # left over from an earlier run
    grade_there
    status_is 1
    no_score
  done
  gradescope lost
  grade_there
  json "$result" '"score" not in v and all("score" not in t for t in v["tests"])'
}

test_gradescope_survives_what_is_missing() {
  for missing in submission_metadata.json source/settings.sh source/sparselab/lab \
    source/sparselab/grading submission; do
    gradescope one
    rm -rf "${top:?}/$missing"
    grade_there
    status_is 1
    no_score
  done
  gradescope one
  echo 'LAB=(' >"$top/source/settings.sh"
  grade_there
  status_is 1
  no_score
}

test_gradescope_that_is_ended_leaves_a_result() {
  gradescope wait
  AUTOGRADER=$top sh "$kit/grading/integrations/gradescope/run_autograder" \
    >"$world/output" 2>&1 </dev/null &
  script=$!
  while ! [ -s "$world/waits" ]; do sleep 0.1; done
  kill -TERM $script
  kill -TERM "$(cat "$world/waits")"
  wait $script
  status=$?
  status_is 1
  no_score
}

test_gradescope_takes_a_rubric() {
  gradescope one
  sed 's/^RUBRIC=.*/RUBRIC=mine.txt/' "$kit/grading/integrations/gradescope/settings.sh" \
    >"$top/source/settings.sh"
  grade_there
  status_is 0
  holds "$world/called" "--rubric $top/source/mine.txt"
}

test_gradescope_zip_has_what_is_asked_for() {
  begin one
  git -C "$kit" rev-parse HEAD >/dev/null 2>&1 || return 0 # without history, nothing can be checked
  run sh "$kit/grading/integrations/gradescope/make-zip.sh" "$world/made.zip"
  status_is 0
  run python3 -c 'import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
for name in "setup.sh", "run_autograder", "sparselab/lab":
    assert z.getinfo(name).external_attr >> 16 & 0o100, name
assert "settings.sh" in z.namelist() and "make-zip.sh" not in z.namelist()' "$world/made.zip"
  status_is 0
}

# ---- PrairieLearn ------------------------------------------------------------------------------

prairielearn() {
  begin "$1"
  mkdir -p "$top/student" "$top/data"
  make_kit "$world/kit"
  cp "$kit/labs/02-ell/ell.cu" "$top/student/"
  result=$top/results/results.json # the folder does not exist
}

grade_answer() {
  GRADE=$top LAB=$1 SEED=5 run sh "$world/kit/grading/integrations/prairielearn/entry.sh"
  status_is 0
}

test_prairielearn_takes_the_result() {
  prairielearn one
  mkdir "$top/tests"
  echo 'lab 02-ell' >"$top/tests/rubric.txt"
  grade_answer 02
  json "$result" 'v["gradable"] is True and 0 <= v["score"] <= 1 and len(v["tests"]) == 6'
  holds "$world/called" "--lab 02 --seed 5"
  holds "$world/called" "--rubric $top/tests/rubric.txt"
  [ "$(stat -c %a "$top/results")" = 755 ] || fail 'the platform cannot read the result'
}

test_prairielearn_takes_no_attempt() {
  for does in fail usage lost; do
    prairielearn "$does"
    grade_answer 02
    json "$result" 'v["gradable"] is False and "score" not in v and "through no fault" in v["format_errors"]'
  done
  prairielearn one
  grade_answer ''
  says 'LAB is not set'
  json "$result" 'v["gradable"] is False'
  prairielearn one
  rm -rf "$top/student"
  grade_answer 02
  json "$result" 'v["gradable"] is False'
}

test_prairielearn_question_is_json() {
  begin one
  json "$kit/grading/integrations/prairielearn/info.json" \
    'v["gradingMethod"] == "External" and v["externalGradingOptions"]["timeout"] <= 600'
}

# ---- Autolab -----------------------------------------------------------------------------------

autolab() {
  begin "$1"
  make_kit "$world/kit"
  mkdir "$world/pack" "$top"
  cp "$kit/grading/integrations/autolab/"* "$world/pack/"
  sed "s|^KIT=.*|KIT='$world/kit'|" "$kit/grading/integrations/autolab/settings.sh" \
    >"$world/pack/settings.sh"
  [ -z "${2-}" ] || echo "$2" >>"$world/pack/settings.sh"
  make -s -C "$world/pack" || fail 'autograde.tar cannot be made'
  cp "$world/pack/autograde.tar" "$top/"
  cp "$world/pack/autograde-Makefile" "$top/Makefile"
  cp "$kit/labs/02-ell/ell.cu" "$top/"
}

last_line() { # last_line EXPRESSION: evaluates the expression on the scores in the last line
  tail -n 1 "$world/output" >"$world/last"
  json "$world/last" "$1"
}

test_autolab_ends_in_the_scores() {
  autolab one
  run make -s -C "$top"
  status_is 0
  last_line 'set(v) == {"scores"} and set(v["scores"]) == {"pad", "transpose", "kernel", "row-major", "bar.kernel.1"}'
  grep -q '^{"scores": {"kernel": 9999}}' "$world/output" && fail 'the output contains what lab printed'
  [ -f "$world/class/submission/ell.cu" ] || fail 'the file was not handed over'
}

test_autolab_gives_no_zero() {
  for does in fail usage nothing lost; do
    autolab "$does"
    run make -s -C "$top"
    last_line 'v == {"scores": {}}'
    says 'through no fault of'
  done
  autolab one 'KIT=/nowhere'
  run make -s -C "$top"
  last_line 'v == {"scores": {}}'
}

test_autolab_without_a_file_is_graded_too() {
  autolab one
  rm "$top/ell.cu"
  run make -s -C "$top"
  last_line 'v["scores"] != {}'
}

# ---- GitHub Actions ----------------------------------------------------------------------------

actions() {
  begin "$1"
  make_kit "$world/kit"
  mkdir -p "$top/labs/02-ell" "$top/labs/01-csr-scalar" "$top/.git"
  cp "$kit/labs/02-ell/ell.cu" "$top/labs/02-ell/"
  summary=$world/summary
  GITHUB_STEP_SUMMARY=$summary LAB=02 run sh \
    "$world/kit/grading/integrations/github-actions/grade.sh" "$top" "$world/results"
}

test_actions_keep_and_show_the_results() {
  actions one
  status_is 1 # something failed
  holds "$summary" '# Feedback for submission'
  run python3 -c 'import sys, xml.etree.ElementTree as x
assert x.parse(sys.argv[1]).getroot().tag == "testsuites"' "$world/results/junit.xml"
  status_is 0
  [ -f "$world/results/submission.html" ] || fail 'the page is missing'
  [ "$(ls -A "$world/class/submission")" = 02-ell ] || fail 'more than the lab was handed over'
}

test_actions_are_green_when_all_passes() {
  actions pass
  status_is 0
}

test_actions_tell_what_was_not_graded() {
  for does in fail lost; do
    actions "$does"
    status_is 3
    grep -q '^ *::' "$world/output" && fail 'a line of the log is a command to the runner'
    holds "$summary" 'through no fault of'
  done
}

test_scripts_are_plain_sh() {
  begin one
  for file in "$kit"/grading/integrations/*.sh "$kit"/grading/integrations/*/*.sh \
    "$kit"/grading/integrations/gradescope/run_autograder; do
    run sh -n "$file"
    status_is 0
  done
  run python3 -c 'import sys
text = open(sys.argv[1], encoding="utf-8").read()
assert "\t" not in text
try:
    import yaml
    yaml.safe_load(text)["jobs"]["grade"]["steps"]
except ImportError:
    pass' "$kit/grading/integrations/github-actions/grade.yml"
  status_is 0
}

for test in $(sed -n 's/^\(test_[a-z_]*\)() {.*/\1/p' "$0"); do
  before=$failed
  $test
  count=$((count + 1))
  [ "$failed" -eq "$before" ] && echo "ok $test"
done
echo "$count tests, $failed failures"
[ "$failed" -eq 0 ]
