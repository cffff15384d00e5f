#!/bin/sh
# export_test.sh: the students' copy holds no answers, builds, and judges its skeletons.
#   export_test.sh ROOT CMAKE
set -u
root=$1 cmake=$2
work=$(mktemp -d "${TMPDIR:-/tmp}/sparselab-export.XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
copy=$work/copy

fail() {
  echo "export_test.sh: $*" >&2
  exit 1
}

"$root/lab" export "$copy" >"$work/said" || fail "export failed: $(cat "$work/said")"
for folder in solutions grading .git .ci; do
  [ ! -e "$copy/$folder" ] || fail "$folder was exported"
done
"$root/lab" export "$copy" >"$work/said" 2>&1 && fail 'a copy was written over another'
"$root/lab" export "$root/inside" >"$work/said" 2>&1 && fail 'a copy was made inside of the kit'
[ ! -e "$root/inside" ] || fail 'a refused copy was left behind'

# No line that only a solution has, outside of comments and of lines that any program may have.
for solution in "$root"/solutions/*/*.cu; do
  name=${solution##*/}
  [ -f "$copy/labs/$(basename "$(dirname "$solution")")/$name" ] || continue
  sed -n '/^ *\/\/\[/,/^ *\/\/\]/p' "$solution" | grep -v '^ *//' | grep -E '.{25,}' >"$work/lines"
  skeleton=$copy/labs/$(basename "$(dirname "$solution")")/$name
  grep -qxF -f "$work/lines" "$skeleton" && fail "$skeleton holds a line of the solution"
done

# Without optimisation: whether the files are all there shows either way, and in half the time.
"$cmake" -S "$copy" -B "$copy/build" -DCMAKE_BUILD_TYPE=Debug -DSL_CUDA=OFF -DBUILD_TESTING=OFF \
  >"$work/said" 2>&1 ||
  fail "the copy does not configure: $(tail -5 "$work/said")"
"$cmake" --build "$copy/build" -j 2 >"$work/said" 2>&1 ||
  fail "the copy does not build: $(tail -20 "$work/said")"
program=$copy/build/bin/sparselab
for lab in "$copy"/labs/*/; do
  lab=$(basename "$lab")
  "$program" run "$lab" --backend lens --quick >"$work/said" 2>&1
  [ $? -eq 1 ] || fail "$lab: the skeleton was not judged: $(cat "$work/said")"
  grep -q 'not written' "$work/said" || fail "$lab: not told \"not written\": $(cat "$work/said")"
done
"$program" run 01 --solution >"$work/said" 2>&1
[ $? -eq 2 ] && grep -q 'no reference solutions' "$work/said" || fail "--solution: $(cat "$work/said")"
"$program" demo >"$work/said" 2>&1
[ $? -eq 1 ] && grep -q 'Your files, judged' "$work/said" || fail "demo: $(cat "$work/said")"
