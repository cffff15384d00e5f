#!/bin/sh
# test_ladder.sh ROOT: each lab's ladder is complete: every included file is in it or in the
# students' copy. Errors in the command are reported.
set -u
root=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/sparselab-ladder-test.XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
failed=''

complain() {
  echo "$*"
  failed=yes
}

export_ladder() { sh "$root/lab" export --ladder "$@" >"$work/said" 2>&1; }

(cd "$root" && find common labs solutions -type f | LC_ALL=C sort) >"$work/files"
awk -f "$root/common/export/wanted.awk" "$root/common/export/left_out.txt" \
  "$root/common/export/compiled.txt" "$work/files" | sed 's/^[a-z]* //' >"$work/copied"

for judged in "$root"/solutions/*/judged.cmake; do
  lab=$(basename "$(dirname "$judged")")
  export_ladder "${lab%%-*}" "$work/$lab" || complain "no ladder of $lab: $(cat "$work/said")"
  for file in step-1.cu README.md; do
    [ -f "$work/$lab/$file" ] || complain "$lab has no $file"
  done
  find "$work/$lab" -name '*.*' -type f >"$work/ladder"
  while read -r file; do
    sed -n 's/^#include "\(.*\)".*/\1/p' "$file" | while read -r name; do
      [ -f "$(dirname "$file")/$name" ] && continue
      grep -qE "^(common|labs/[^/]*)/$name\$" "$work/copied" && continue
      echo "${file#"$work"/} includes $name, which students do not have"
    done
  done <"$work/ladder" >"$work/missing"
  [ ! -s "$work/missing" ] || complain "$(cat "$work/missing")"
done

export_ladder 02 "$work/02-ell" && complain 'a folder that is not empty was taken'
export_ladder 99 "$work/99" && complain 'there is a ladder of lab 99'
grep -q 'no lab "99"' "$work/said" || complain "lab 99: $(cat "$work/said")"
export_ladder 00 "$work/00" && complain 'lab 00 has a ladder'
grep -q '01-csr-scalar' "$work/said" || complain "lab 00: $(cat "$work/said")"
export_ladder 02 && complain 'a ladder without a folder'
[ -z "$failed" ]
