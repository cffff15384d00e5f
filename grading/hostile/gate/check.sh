#!/bin/sh
# check.sh SPARSELAB: tests that the gate refuses every name of the worker. (../graded.sh tests what
# else the gate refuses.)
set -u
LC_ALL=C
export LC_ALL
sparselab=$1
failed=0

# A submission is linked with the worker and the drives, but must not call their functions that
# begin with sl_. It may call those that replace malloc and other functions of the C library.
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
