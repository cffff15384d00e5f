#!/bin/sh
# check.sh SPARSELAB: the gate refuses each file of this folder, with the line and the words that its
# first line names, "// forbidden LINE WORDS"; of right/ it refuses none. All are compiled for lab 01.
# Nor does it refuse solutions and right files.
set -u
LC_ALL=C
export LC_ALL
sparselab=$1
folder=$(dirname "$0")
failed=0 seen=0

for file in "$folder"/*.cu; do
  expected=$(head -n 1 "$file" | tr -d '\000')
  line=$(printf '%s\n' "$expected" | awk '$2 == "forbidden" { print $3 }')
  words=${expected#"// forbidden $line "}
  seen=$((seen + 1))
  said=$("$sparselab" gate 01 "$file" 2>&1)
  status=$?
  if [ "$status" -ne 1 ] || [ -z "$line" ] ||
    ! printf '%s\n' "$said" | grep -F "${file##*/}:$line: forbidden: " | grep -qF -- "$words"; then
    echo "$file: not refused at line $line for \"$words\", but (exit status $status):"
    printf '%s\n' "$said" | head -n 3
    failed=$((failed + 1))
  fi
done

# pass LAB FILE: it must not be refused
pass() {
  seen=$((seen + 1))
  said=$("$sparselab" gate "$1" "$2" 2>&1)
  status=$?
  case $status:$said in
    *'does not compile'*) ;;
    0:*) return ;;
  esac
  echo "$2 is right, but (exit status $status):"
  printf '%s\n' "$said" | head -n 3
  failed=$((failed + 1))
}

for file in "$folder"/right/*.cu; do pass 01 "$file"; done

# Honest ones at full length: the solutions, and the right files of each lab. A tuned solution
# (fast.cu) is no submission: it is a program of the bench and includes the bench's headers.
for file in "$folder"/../../../solutions/*/*.cu "$folder"/../../right/*/*.cu; do
  [ "${file##*/}" = fast.cu ] || pass "$(basename "$(dirname "$file")")" "$file"
done

echo "$seen files, $failed of them not as expected"
[ "$failed" -eq 0 ] && [ "$seen" -gt 100 ]
