#!/bin/sh
# check.sh SPARSELAB right: the gate refuses no solution and no right file.
# check.sh SPARSELAB names: it refuses every name of the worker. (What else it refuses, ../graded.sh
# checks.)
set -u
LC_ALL=C
export LC_ALL
sparselab=$1
folder=$(dirname "$0")
failed=0 seen=0

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

# Honest ones at full length: the solutions, and the right files of each lab. A tuned solution
# (fast.cu) is not a submission: it is a program of the bench and includes the bench's headers.
if [ "$2" = right ]; then
  for file in "$folder"/../../../solutions/*/*.cu "$folder"/../../right/*/*.cu; do
    [ "${file##*/}" = fast.cu ] || pass "$(basename "$(dirname "$file")")" "$file"
  done
  echo "$seen files, $failed of them not as expected"
  [ "$failed" -eq 0 ] && [ "$seen" -gt 30 ]
  exit
fi

# What the worker and the drives define with sl_ must not be called: a submission is linked with it. What
# replaces malloc and other functions of the C library may be.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
build=$(dirname "$sparselab")/..
find "$build/common/worker" "$build/drives" "$build/common/lens" \( -name 'lib*.a' -o -name '*.o' \) \
  ! -path '*/CMakeFiles/*' -exec nm -g --defined-only {} + 2>"$work/ignored" |
  awk '$3 ~ /^sl_/ && $3 !~ /^sl_(checked_|own_memory_(malloc|calloc|realloc|free)$)/ { print $3 }' |
  sort -u >"$work/names"
count=$(grep -c . "$work/names")
[ "$count" -gt 40 ] || { echo "only $count names of the worker were found"; failed=$((failed + 1)); }
split -l 6 "$work/names" "$work/part."
for part in "$work"/part.*; do
  awk '{ printf "extern \"C\" int %s();\nint use_%s() { return %s(); }\n", $1, $1, $1 }' "$part" >"$work/name.cu"
  "$sparselab" gate 01 "$work/name.cu" >"$work/said" 2>&1
  while read -r name; do
    grep -q "forbidden: $name" "$work/said" && continue
    echo "$name is a name of the worker, and may be called"
    failed=$((failed + 1))
  done <"$part"
done

echo "$count names, $failed of them not as expected"
[ "$failed" -eq 0 ]
