#!/bin/sh
# graded.sh SPARSELAB [OPTION…]: hands in every hostile file of the folders beside it, and what the
# gate is to let through, each as a student of its own, and grades them: no hostile one passes its lab,
# no honest one is refused, and nothing is left to the machine. Options are those of grade, such as
# -j 2.
set -u
LC_ALL=C
export LC_ALL
sparselab=$1
shift
folder=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# hand_in KIND FILE: for lab 01, or the lab whose number its name begins with. What several of them
# begin with is put into the file, as students hand in one alone.
hand_in() {
  name=${2##*/} lab=01-csr-scalar
  case $name in
    0[2-9]-*) lab=$(ls -d "$folder/../../labs/${name%%-*}"-*) lab=${lab##*/} ;;
  esac
  group=$(dirname "$2")
  mkdir -p "$work/class/$1.${group##*/}.${name%.cu}/$lab"
  awk -v rest="$folder/evidence/rest.h" '
    $0 == "#include \"rest.h\"" || $0 == "#include \"../rest.h\"" {
      while ((getline line < rest) > 0) print line
      next
    }
    { print }' "$2" > "$work/class/$1.${group##*/}.${name%.cu}/$lab/${lab#*-}.cu"
}

# What is in timing/ does nothing wrong but on a GPU: grading/class/paced.py hands it in there.
for file in "$folder"/*/*.cu; do
  case $file in "$folder"/timing/*) continue ;; esac
  hand_in hostile "$file"
done
for file in "$folder"/gate/right/*.cu; do hand_in honest "$file"; done

"$sparselab" grade "$work/class" -o "$work/grades" --seed 1 --no-search "$@" > "$work/said" 2>&1
status=$?
if [ "$status" -eq 3 ] && grep -q 'there is no sandbox' "$work/said"; then
  cat "$work/said"
  exit 77
fi

seen=0 count=0
for class in "$work"/class/*; do
  student=${class##*/} lab=$(ls "$class") count=$((count + 1))
  record=$(grep -lF "\"student\": \"$student\"" "$work"/grades/records/*.json |
    xargs grep -lF "\"lab\": \"$lab\"")
  [ -n "$record" ] || continue
  seen=$((seen + 1))
  verdict=$(awk '/^  "verdict": / { sub(/^  "verdict": "/, ""); sub(/".*/, ""); print }' "$record")
  case $student:$verdict in
    *:infrastructure | *:review | hostile.*:pass | honest.*:forbidden) ;;
    *:?*) continue ;;
  esac
  echo "$student: $verdict"
  grep -m 3 '"message"\|"what": "[^"]' "$record"
  failed=$((failed + 1))
done
echo "$seen of $count files graded, $failed of them not as expected"
[ "$status" -eq 0 ] || tail -3 "$work/said"
[ "$status" -eq 0 ] && [ "$failed" -eq 0 ] && [ "$seen" -eq "$count" ]
