#!/bin/sh
# graded.sh SPARSELAB [OPTION…]: submits every hostile file of the other folders here, and the files
# that the gate must accept, each as a different student, and grades them. No hostile file may pass
# its lab, no honest one may be refused, and no failure may be attributed to the machine. Files that
# the gate must refuse must be refused with the line and the words in the file's first line: "//
# forbidden LINE WORDS". Files that try to use up the machine must get the verdict in their first
# line, "// expect VERDICT". Options are those of grade, such as -j 2. grading.evidence judges all
# of evidence/; of these only every third is graded, too, unless SL_LONG_TESTS is in the
# environment.
set -u
LC_ALL=C
export LC_ALL
sparselab=$1
shift
folder=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# hand_in KIND FILE: submits the file for lab 01, or for the lab whose number its name begins with.
# Text that several files include is copied into the file, because students submit one file.
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

# Files in timing/ do something wrong only on a GPU; grading/class/paced.py submits them there.
# Files in work/ have one task each, and only nvcc reads those in gpu/; the check.sh of these
# folders judges them.
count=0
for file in "$folder"/*/*.cu; do
  case ${file#"$folder"/} in
    timing/* | work/* | gpu/*) continue ;;
    evidence/*)
      count=$((count + 1))
      if [ -z "${SL_LONG_TESTS-}" ] && [ $((count % 3)) -ne 0 ]; then continue; fi
      ;;
  esac
  hand_in hostile "$file"
done
for file in "$folder"/gate/right/*.cu; do hand_in honest "$file"; done

"$sparselab" grade "$work/class" -o "$work/grades" --seed 1 --no-search "$@" > "$work/said" 2>&1
status=$?
if [ "$status" -eq 3 ] && grep -q 'there is no sandbox' "$work/said"; then
  cat "$work/said"
  exit 77
fi

# For each student, prints lab, verdict, line and message of the record.
awk -F '": ' '
  function text(value) { sub(/^"/, "", value); sub(/",?$/, "", value); return value }
  function tell() { if (student) print student "\t" lab "\t" verdict "\t" line "\t" message }
  FNR == 1 { tell(); student = "" }
  /^  "student": / { student = text($2) }
  /^  "lab": / { lab = text($2) }
  /^  "verdict": / { verdict = text($2) }
  /^  "line": / { line = $2 + 0 }
  /^  "message": / { message = substr($0, length("  \"message\": ") + 1) }
  END { tell() }' "$work"/grades/records/*.json > "$work/records"

# is_refused FILE LINE MESSAGE: checks the line and the words that the file's first line names. A
# record has only the first of several reasons, but the gate reports all.
is_refused() {
  expected=$(head -n 1 "$1" | tr -d '\000')
  wanted=$(printf '%s\n' "$expected" | awk '$2 == "forbidden" { print $3 }')
  words=${expected#"// forbidden $wanted "}
  case $wanted:$3 in
    :*) return 1 ;;
    *' more)"'*)
      "$sparselab" gate 01 "$1" 2>&1 | grep -F ":$wanted: forbidden: " | grep -qF -e "$words"
      return ;;
  esac
  [ "$2" = "$wanted" ] && printf '%s\n' "$3" | grep -qF -e "$words"
}

seen=0 count=$(find "$work/class" -mindepth 1 -maxdepth 1 | wc -l)
tab=$(printf '\t')
while IFS=$tab read -r student lab verdict line message; do
  [ -d "$work/class/$student/$lab" ] || continue
  seen=$((seen + 1))
  case $student:$verdict in
    hostile.evidence.blame-*:pass) continue ;; # as it would without the attack
    *:infrastructure | *:review | hostile.*:pass | honest.*:forbidden) ;;
    hostile.gate.*:forbidden)
      is_refused "$folder/gate/${student#hostile.gate.}.cu" "$line" "$message" && continue ;;
    hostile.gate.*) ;;
    hostile.limits.*)
      read -r _ _ wanted < "$folder/limits/${student#hostile.limits.}.cu"
      [ "$verdict" = "$wanted" ] && continue ;;
    *:?*) continue ;;
  esac
  echo "$student: $verdict, line $line: $message"
  failed=$((failed + 1))
done < "$work/records"
echo "$seen of $count files graded, $failed of them not as expected"
[ "$status" -eq 0 ] || tail -3 "$work/said"
[ "$status" -eq 0 ] && [ "$failed" -eq 0 ] && [ "$seen" -eq "$count" ] && [ "$seen" -gt 120 ]
