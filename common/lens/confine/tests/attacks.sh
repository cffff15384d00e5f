#!/bin/sh
# attacks.sh LENSCC WORKER FIRST LAST CC FILE…: each file is a list of attacks on a confined
# program, with some right programs. No attack may reach the harness's memory, and no right program
# may be stopped.
set -u
LC_ALL=C
export LC_ALL
lenscc=$1 worker=$2 first=$3 last=$4 cc=$5
shift 5
common=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

"$cc" -O1 "-I$common" "-I$common/lens/include" -c "$common/lens/confine/tests/harness.c" \
  -o "$work/harness.o" || exit 1

# attack NAME FILE [OPTION…]: runs attacks; stores the harness's output in $work/said, and its exit
# status in $status
attack() {
  name=$1 file=$2
  shift 2
  if "$lenscc" --confine -w -std=c++17 "-I$common" "-I$common/lens/confine/tests" \
    -include "$common/worker/own_memory.h" -include "$common/worker/checked.h" "$@" \
    -c "$file" -o "$work/$name.o" &&
    "$lenscc" "$first" "$work/$name.o" "$last" "$work/harness.o" "$worker" -o "$work/$name"; then
    "$work/$name" > "$work/said" 2> "$work/errors"
    status=$?
    return
  fi
  status=compile
}

for file do
  name=${file##*/} name=${name%.cu}
  attack "$name" "$file"
  if [ "$status" = 0 ]; then continue; fi
  echo "$file: $status"
  cat "$work/said"
  failed=$((failed + 1))
done

# Runs attacks before main, one at a time. Each must end the process, except an attack in a kernel,
# where only the launch fails.
attack early "$common/lens/confine/tests/early.cu"
for name in constructor call initialiser copy table placement template inline thread lambda \
  exception library return callers runtime kernel sort format stream function deleter local; do
  EARLY=$name "$work/early" > "$work/said" 2>&1
  status=$?
  grep -q "is(\"$name\")" "$common/lens/confine/tests/early.cu" &&
    [ "$status" -ne 1 ] && { [ "$status" -ne 0 ] || [ "$name" = kernel ]; } && continue
  echo "early.cu, attack $name: $status"
  failed=$((failed + 1))
done
echo "$failed files not as expected"
[ "$failed" -eq 0 ]
