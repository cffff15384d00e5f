# shellcheck shell=sh
# one.sh: grades one submission, for platforms that pass a single one. Sourced, with these variables
# set:
#
#   KIT    the folder of the kit, which is built
#   LAB    the lab: 02
#   SEED   of the hidden cases: the same for the whole class
#   RUBRIC a rubric's file; empty: that of the kit

# grade_one SUBMISSION WORK [TIME]: grades the folder SUBMISSION as that of the student
# "submission", submitted at TIME. The results are in WORK/out, and the output of ./lab grade is in
# WORK/log. Fails if there is no result.
grade_one() {
  mkdir -p "$2/class" || return 1
  # Copies links as links, because the grader must see that a file is not a regular one.
  cp -RP "$1" "$2/class/submission" || return 1
  one_log=$2/log
  if [ -n "${3-}" ]; then
    printf 'student,time\nsubmission,%s\n' "$3" >"$2/times.csv"
    set -- "$2/class" --lab "$LAB" --seed "$SEED" -o "$2/out" --times "$2/times.csv"
  else
    set -- "$2/class" --lab "$LAB" --seed "$SEED" -o "$2/out"
  fi
  if [ -n "$RUBRIC" ]; then set -- "$@" --rubric "$RUBRIC"; fi
  SL_NO_INSTALL=1 "$KIT/lab" grade "$@" >"$one_log" 2>&1 </dev/null
  one_status=$?
  # Status 3: the submission could not be graded, and the files say so.
  [ $one_status -eq 0 ] || [ $one_status -eq 3 ]
}

# publish FILE TARGET: moves a result to its place atomically.
publish() {
  [ -s "$1" ] && cp "$1" "$2.new" && mv "$2.new" "$2"
}
