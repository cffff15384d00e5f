#!/bin/sh
# mistakes.sh SPARSELAB SOURCE LAB [PATTERN]: grades every program of the lab's known mistakes
# (those whose TASK/NAME/NUMBER fits the pattern). Each must lose the points of its task and no
# others, except for tasks that run the same kernel in the solution.
set -u
sparselab=$1 source=$2 lab=$3 pattern=${4-.}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
name=${lab#*-}
failed=0
alone='' # the program that has no other tasks
case $lab in
  04-*) same='' alone='sections/permutation-forgotten/1' ;;
  03-*) same='kernel hyb' ;;  # hyb launches the kernel of COO for entries outside of ELL
  05-*) same='scan sorted' ;; # the task sorted begins with the scan
  *) same='' ;;
esac

awk -f "$source/common/cmake/mistakes.awk" "$source/grading/mistakes/$lab.txt" |
  grep -v ' varied' | cut -d ' ' -f 1 | grep "$pattern" | grep -vxF "${alone:-none}" \
  >"$work/programs"
while read -r which; do
  student=$(echo "$which" | tr / ,)
  mkdir -p "$work/class/$student"
  "$sparselab" fingerprint "$lab" --program "$which" "$work/class/$student/$name.cu" || exit 1
done <"$work/programs"

"$sparselab" grade "$work/class" -o "$work/grades" --lab "$lab" --seed 7 --no-search >"$work/said" 2>&1
status=$?
[ "$status" -eq 0 ] || { cat "$work/said"; exit 1; }

# items: prints the items of a record, one per line: "task points possible mistake".
items() {
  awk -F '"' '
    /^      "id"/ { id = $4 }
    /^      "points"/ { points = $3; gsub(/[^0-9.]/, "", points) }
    /^      "possible"/ { possible = $3; gsub(/[^0-9.]/, "", possible) }
    /^      "mistake"/ { print id, points, possible, $4 }' "$1"
}

while read -r which; do
  student=$(echo "$which" | tr / ,)
  record=$(grep -l "\"student\": \"$student\"" "$work"/grades/records/*.json)
  task=${which%%/*} mistake=${which#*/}
  mistake=${mistake%/*}
  items "$record" | awk -v task="$task" -v mistake="$mistake" -v which="$which" -v same="$same" '
    function is_same() { return index(same, task) && index(same, $1) }
    $1 == task && ($2 != 0 || $4 != mistake) { print which ": " $0; bad = 1 }
    $1 ~ /^bonus\./ { next }
    $1 != task && $2 != $3 && !is_same() { print which ": loses points of another task: " $0; bad = 1 }
    END { exit bad || NR == 0 }' || failed=1
done <"$work/programs"
echo "$(wc -l <"$work/programs") programs"
exit $failed
