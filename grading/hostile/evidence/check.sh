#!/bin/sh
# check.sh SPARSELAB: tests that no file of this folder passes. Some files whose names begin with
# blame- may pass: they try to make the grader blame the machine, and would also pass without that
# attempt. Each file is judged on the lens, on the worked example of lab 01, or on the small cases
# of the lab whose number its name begins with. Its first line gives the expected result: "// TASK
# VERDICT WORDS", or "// - WORDS" if it cannot be built. The files of right/ must pass.
set -u
LC_ALL=C
export LC_ALL
export SL_DEVICE=none # predicted times are not needed
sparselab=$1
folder=$(dirname "$0")
failed=0 seen=0

judge() {
  lab=01 cases="-m example-4x4"
  case ${1##*/} in
    0[2-9]-*) lab=${1##*/} lab=${lab%%-*} cases=--quick ;;
  esac
  # shellcheck disable=SC2086 # two words
  said=$("$sparselab" run "$lab" --file "$1" --backend lens $cases 2>&1)
  flat=$(printf '%s' "$said" | tr '\n' ' ' | tr -s ' ')
}

for file in "$folder"/*.cu; do
  read -r _ task verdict words < "$file"
  case $verdict in
    no-answer) verdict="no answer" ;;
    CUDA-error) verdict="CUDA error" ;;
  esac
  [ "$task" != - ] || words="$verdict $words"
  seen=$((seen + 1))
  judge "$file"
  case $task$flat in
    -*"error: "*"$words"*"It does not compile"* | -*"error: "*"$words"*"The grader would refuse this file"*) continue ;;
    -*) ;;
    *" $task "*" $verdict "*"$words"*) continue ;;
  esac
  echo "$file: not \"$verdict\" with \"$words\" in task $task, but:"
  printf '%s\n' "$said" | head -n 12
  failed=$((failed + 1))
done

for file in "$folder"/right/*.cu; do
  seen=$((seen + 1))
  judge "$file"
  case $flat in
    *": 10 of 10 points"*) continue ;;
  esac
  echo "$file is right, but:"
  printf '%s\n' "$said" | head -n 12
  failed=$((failed + 1))
done

echo "$seen files, $failed of them not as expected"
[ "$failed" -eq 0 ] && [ "$seen" -gt 20 ]
