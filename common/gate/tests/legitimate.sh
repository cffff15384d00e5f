#!/bin/sh
# legitimate.sh SPARSELAB SNIPPETS SOLUTION CONFINES [NAME]: puts the pieces of SNIPPETS, 24 at a
# time, into lab 01's solution, whose first task calls them. The gate must accept each file, and it
# must pass. If a file with 24 pieces fails, each piece is tried alone. With NAME, only that piece is
# tried. Pieces marked "confined" are tried if CONFINES is 1: code before main must be confined.
set -u
sparselab=$1 snippets=$2 solution=$3 confines=$4 only=${5-}
work=$(mktemp -d "${TMPDIR:-/tmp}/sparselab-legitimate.XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 SL_DEVICE=none
failed=0
awk -v confines="$confines" '/^\/\/\/\/ / && (confines || $3 != "confined") { print $2 }' "$snippets" \
  >"$work/names"
if [ -n "$only" ]; then echo "$only" >"$work/names"; fi

# put NAME...: writes $work/csr-scalar.cu with these pieces
put() {
  {
    echo '#include "csr-scalar.h"'
    for header in algorithm array bitset cassert cfloat chrono climits cmath complex cstdarg cstdio \
      cstdlib cstring deque exception functional iomanip iostream limits list map memory numeric \
      optional queue random set sstream stdexcept string tuple unordered_map vector \
      cooperative_groups.h; do
      echo "#include <$header>"
    done
    echo 'static void must(bool right) {'
    echo '  if (!right) abort();'
    echo '}'
    for name do
      awk -v name="$name" '/^\/\/\/\/ / { on = $2 == name; next } on' "$snippets"
    done
    echo 'static void all_pieces() {'
    echo '  static bool done;'
    echo '  if (done) return;'
    echo '  done = true;'
    for name do echo "  $name();"; done
    echo '}'
    sed -e '/^ *\/\/[][|]/d' -e '/^#include/d' "$solution" |
      awk '{ print } /^void spmv_csr_cpu/ { in_head = 1 } in_head && /{$/ { print "  all_pieces();"; in_head = 0 }'
  } >"$work/csr-scalar.cu"
}

# try NAME...: succeeds if the file with these pieces is accepted and passes
try() {
  put "$@"
  "$sparselab" run 01 --file "$work/csr-scalar.cu" --backend lens --precision f32 --quick \
    >"$work/said" 2>&1 && ! grep -q 'The grader would refuse' "$work/said" &&
    "$sparselab" gate 01 "$work/csr-scalar.cu" >"$work/said" 2>&1
}

while [ -s "$work/names" ]; do
  group=$(head -n 24 "$work/names" | tr '\n' ' ')
  sed -i 1,24d "$work/names"
  # shellcheck disable=SC2086 # names
  try $group && continue
  cp "$work/said" "$work/said-together"
  before=$failed
  for name in $group; do
    try "$name" && continue
    echo "$name:"
    cat "$work/said"
    failed=$((failed + 1))
  done
  [ "$failed" -gt "$before" ] && continue
  echo "together, but not one by one: $group"
  cat "$work/said-together"
  failed=$((failed + 1))
done
echo "$failed pieces are refused or fail"
[ "$failed" -eq 0 ]
