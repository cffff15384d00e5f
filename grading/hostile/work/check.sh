#!/bin/sh
# check.sh SPARSELAB: tests whether the required kernels do the work. Each file of this folder has
# one task of the lab whose number its name begins with. Its first line is "// TASK OUTCOME WORDS":
# the verdict `faulty` or `wrong`, or `review` for a pass that a person must check. Files of right/
# begin with "// TASK" and pass without a review.
set -u
LC_ALL=C
export LC_ALL
export SL_DEVICE=none # predicted times are not needed
sparselab=$1
only=${2:-}
folder=$(dirname "$0")
failed=0 seen=0

judge() {
  lab=${1##*/} lab=${lab%%-*} given=laplace2d5:48
  if [ "$lab" = 08 ]; then given=size:5000; fi # this lab has no matrices
  said=$("$sparselab" run "$lab" "$2" --file "$1" --backend lens -m "$given" 2>&1)
  flat=$(printf '%s' "$said" | tr '\n' ' ' | tr -s ' ')
}

complain() {
  echo "$1: $2, but:"
  printf '%s\n' "$said" | head -n 14
  failed=$((failed + 1))
}

for file in "$folder"/"$only"*.cu; do
  read -r _ task outcome words < "$file"
  seen=$((seen + 1))
  judge "$file" "$task"
  case $outcome/$flat in
    faulty/*" faulty "*"$words"*) ;;
    review/*" passed "*"a person will check this"*"$words"*) ;;
    wrong/*" wrong answer "*"$words"*) ;;
    *) complain "$file" "not \"$outcome\" with \"$words\"" ;;
  esac
done

for file in "$folder"/right/"$only"*.cu; do
  [ -e "$file" ] || continue
  read -r _ task < "$file"
  seen=$((seen + 1))
  judge "$file" "$task"
  case $flat in
    *"a person will check this"*) complain "$file" "should need no review" ;;
    *" passed "*) ;;
    *) complain "$file" "is right" ;;
  esac
done

echo "$seen files, $failed of them not as expected"
[ "$failed" -eq 0 ] && [ "$seen" -gt 0 ]
