#!/bin/sh
# known_lines.sh SPARSELAB PROGRAM…: tests that lines are looked up only once. The programs have
# findings whose lines they check. The judge also gets a file for lab 01 whose worker is ended after
# each case.
set -u
sparselab=$1
shift
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir "$work/none" "$work/tools" || exit 3

fail() {
  echo "known_lines.sh: $1"
  cat "$work/out"
  exit 1
}

for program; do
  rm -f "$work/lines"
  if PATH=$work/none "$program" > "$work/out" 2>&1; then fail "$program has lines without a tool"; fi
  LENS_LINES=$work/lines "$program" > "$work/out" 2>&1 || fail "$program: the first run"
  LENS_LINES=$work/lines PATH=$work/none "$program" > "$work/out" 2>&1 || fail "$program: the second run"
  ! grep 'can be run' "$work/out" || fail "$program: the second run asks again"
done

# Tools that count how often they are started.
for tool in llvm-symbolizer addr2line; do
  real=$(command -v $tool) || continue
  printf '#!/bin/sh\necho >> "%s/starts"\nexec "%s" "$@"\n' "$work" "$real" > "$work/tools/$tool"
  chmod +x "$work/tools/$tool"
done
wrong=$work/wrong.cu
"$sparselab" fingerprint 01 --program kernel/block-forgotten "$wrong" > "$work/out" 2>&1 ||
  fail 'no wrong file'
PATH=$work/tools:$PATH "$sparselab" run 01 --file "$wrong" --backend lens --quick > "$work/out" 2>&1
[ $? -eq 1 ] || fail 'the judge'
starts=$(wc -l < "$work/starts")
echo "$starts starts"
[ "$starts" -le 6 ] || fail "the judge's workers asked $starts times"
