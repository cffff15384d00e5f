#!/bin/sh
# test_copy.sh: the students' copy contains no answers and mentions nothing that it does not have;
# it builds, judges, and tests itself.
#   test_copy.sh ROOT CMAKE SL_LEAKS GENERATOR [PYTHON]
# shellcheck disable=SC2013,SC2015 # no blanks in links; fail ends it
set -u
root=$1 cmake=$2 leaks=$3 generator=$4 python=${5-}
work=$(mktemp -d "${TMPDIR:-/tmp}/sparselab-export.XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
copy="$work/my copy, dänisch" # the copy must build and run in a folder with such a name
unset SL_BUILD_DIR CC CXX

fail() {
  echo "test_copy.sh: $*" >&2
  exit 1
}

# ---- It is complete, or not made at all --------------------------------------------------------

"$root/lab" export "$copy" >"$work/said" 2>&1 || fail "export failed: $(cat "$work/said")"
"$root/lab" export "$copy" >"$work/said" 2>&1 && fail 'a copy was written over another'
"$root/lab" export "$root/inside" >"$work/said" 2>&1 && fail 'a copy was made inside of the kit'
[ ! -e "$root/inside" ] || fail 'a refused copy was left behind'

# ---- It holds no answers -----------------------------------------------------------------------

for path in solutions grading .ci common/bench common/peers/cusparse_formats.cuh \
  common/lens/verify common/export common/matrix/csr.c labs/01-csr-scalar/lab.c \
  labs/06-warp/rows.h common/judge/tests; do
  [ ! -e "$copy/$path" ] || fail "$path was exported"
done
set --
for file in "$root"/solutions/*/*.cu "$root"/grading/right/*/*.cu; do
  # The handout shows the loop of naive-hyb.cu, to explain why that program is slow.
  case $file in */naive-hyb.cu) ;; *) set -- "$@" "$file" ;; esac
done
"$leaks" "$copy" "$@" >"$work/said" 2>&1 || fail "it holds: $(cat "$work/said")"
# The search must read every file, and find a solution in any of them, with other names and in any
# layout.
mkdir -p "$work/planted/common"
cat >"$work/planted/common/notes.md" <<'PLANTED'
A hint from last year:

    double total = 0;
    for (int j = begin[i]; j < begin[i + 1]; j++) { total += a[j] * in[where[j]]; }
PLANTED
"$leaks" "$work/planted" "$@" >"$work/said" 2>&1 && fail 'what was planted was not found'
grep -q '^common/notes.md:3 contains the code of .*/[0-9][0-9]-[a-z-]*/[a-z-]*\.cu:[0-9]*$' \
  "$work/said" || fail "what was planted was found elsewhere: $(cat "$work/said")"
# A lab may give students the solution of an earlier lab, but only in its given.cuh.
mkdir -p "$work/planted/labs/97-later"
cp "$work/planted/common/notes.md" "$work/planted/labs/97-later/given.cuh"
"$leaks" "$work/planted" "$@" >"$work/said" 2>&1 || fail "what a lab gives is refused: $(cat "$work/said")"
mv "$work/planted/labs/97-later/given.cuh" "$work/planted/labs/97-later/kept.cuh"
"$leaks" "$work/planted" "$@" >"$work/said" 2>&1 && fail 'what a lab does not give was not found'
# Object files must reveal neither lines of the source nor its path.
for object in $(cd "$copy" && find compiled -name '*.o'); do
  LC_ALL=C grep -qaF -e "$root" -e .debug_ "$copy/$object" && fail "$object has debug information"
done
# The objects must work with any glibc, so they may call only functions that have existed for twenty
# years.
if command -v nm >/dev/null 2>&1; then
  old='ceil|fabs|floor|fma|fmax|ldexp|round|sqrt|log2|isnan|memcmp|memcpy|memmove|memset|strchr|strcmp|strlen|strncmp'
  old="$old|strstr|snprintf|fprintf|fputc|fputs|fwrite|ferror|qsort|malloc|calloc|free|sysconf|madvise"
  old="$old|newlocale|uselocale|freelocale|__errno_location|_GLOBAL_OFFSET_TABLE_"
  find "$copy/compiled" -name '*.o' -exec nm -u {} + | sed -n 's/^ *U //p' |
    grep -vxE "sl_.*|$old" >"$work/said" && fail "the objects call $(cat "$work/said")"
fi

# ---- It mentions nothing that it does not have -------------------------------------------------

grep -rnIiE 'solutions/|--solution|grading|--repair|sparselab (fingerprint|gate)|lab export|verify/' \
  --exclude-dir=.git "$copy" >"$work/said" && fail "it mentions: $(cat "$work/said")"
grep -rnI -e 'kit-only' -e 'copy-only' --exclude-dir=.git "$copy" >"$work/said" &&
  fail "marks of the kit were left: $(cat "$work/said")"
follow() { "$python" "$root/docs/check_references.py" "$@"; }
if [ -n "$python" ]; then
  follow "$copy" "$root" >"$work/said" || fail "references lead nowhere: $(cat "$work/said")"
  # The check must find each kind of reference that leads nowhere.
  mkdir -p "$work/lost/docs" && cp "$copy/lab" "$work/lost/"
  while read -r line; do
    printf '# Page\n\n%s\n' "$line" >"$work/lost/docs/page.md"
    follow "$work/lost" "$root" >"$work/said" && fail "this leads nowhere and was not found: $line"
  done <<'LOST'
[a page](other.md)
![a picture](picture.svg)
[a heading](#not-here)
See `docs/results/bench.csv` and solutions/01-csr-scalar/fast.cu.
The times are those of the run `forms-06`.
(`bench` in the results)
`./lab grade DIR`
LOST
fi

# ---- It is a repository, and its first page describes it ---------------------------------------

"$copy/lab" --version >"$work/said" && grep -q "^Sparselab [0-9.]*.*students' copy of 20" "$work/said" ||
  fail "--version: $(cat "$work/said")"
if command -v git >/dev/null 2>&1; then
  [ "$(git -C "$copy" rev-list --count HEAD)" = 1 ] || fail 'it has not one commit'
  [ -z "$(git -C "$copy" status --porcelain --ignored)" ] || fail 'its commit has not all files'
fi
sums=$(sed -n 's/.*file: \([^,]*\), untouched: \([0-9a-f]*\) }/\2  \1/p' "$copy/.github/workflows/labs.yml")
[ "$(echo "$sums" | wc -l)" -eq "$(find "$copy/labs" -name drive.cu | wc -l)" ] ||
  fail 'its workflow does not have every lab'
(cd "$copy" && echo "$sums" | sha256sum -c --quiet) || fail 'its workflow knows other files'

# ---- It builds, and works ----------------------------------------------------------------------

# Built without optimisation, because it takes half the time and still shows whether all files are
# there.
"$cmake" -S "$copy" -B "$copy/build" -G "$generator" -DCMAKE_BUILD_TYPE=None -DSL_CUDA=OFF >"$work/said" 2>&1 ||
  fail "the copy does not configure: $(tail -5 "$work/said")"
"$cmake" --build "$copy/build" -j 2 >"$work/said" 2>&1 ||
  fail "the copy does not build: $(tail -20 "$work/said")"
grep -q 'warning:' "$work/said" && fail "the copy builds with warnings: $(grep 'warning:' "$work/said")"
program=$copy/build/bin/sparselab

# expect STATUS WORDS ARGUMENT…: checks the program's status and output.
expect() {
  status=$1 words=$2
  shift 2
  "$program" "$@" >"$work/said" 2>&1 </dev/null
  [ $? -eq "$status" ] && tr -s '\n ' ' ' <"$work/said" | grep -qF -e "$words" ||
    fail "$* does not end with $status and $words: $(cat "$work/said")"
}

for lab in "$copy"/labs/*/; do
  expect 1 'not written' run "$(basename "$lab")" --backend lens --quick
done
for refused in --solution --repair; do expect 2 "there is no option $refused" explain 01 $refused; done
expect 2 'there is no option --solution' run 01 --solution
for command in fingerprint gate; do expect 2 'there is no command' "$command" 01; done
expect 1 'Your files, judged' demo --backend lens
expect 0 'Try it.' hint 01 kernel
cat >"$work/wrong.cu" <<'WRONG'
#include "csr-scalar.h"
void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  for (int row = 0; row < num_rows; row++) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
    y[row] = sum;
  }
}
__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {}
void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {}
WRONG
expect 1 'wrong.cu:7: [overwritten]' run 01 --file "$work/wrong.cu" --task cpu --backend lens
expect 1 'Line 7' explain 01 cpu --file "$work/wrong.cu" --search --deadline 600
# A file that would get no points must not be packed. A file that would get some must be packed.
ours=$copy/labs/01-csr-scalar/csr-scalar.cu
cp "$ours" "$work/skeleton.cu"
expect 1 'Nothing was packed: no task is written' submit 01 -o "$work/packed.tar.gz"
printf ' \n\n' >"$ours"
expect 1 'csr-scalar.cu is empty' submit 01 -o "$work/packed.tar.gz"
[ ! -e "$work/packed.tar.gz" ] || fail 'an empty file was packed'
# If a task in the packed file fails, this must be reported. Without libarchive nothing is packed,
# but everything else works.
printf '// Nothing but words.\n' >"$ours"
not_compiled=1 not_passed=0
if "$program" submit 01 -o "$work/packed.tar.gz" 2>&1 | grep -q 'built without libarchive'; then
  not_compiled=3 not_passed=3
fi
expect "$not_compiled" 'It does not compile' submit 01 -o "$work/packed.tar.gz"
cp "$work/wrong.cu" "$ours"
expect "$not_passed" 'Does not pass yet: cpu' submit 01 -o "$work/packed.tar.gz"
cp "$work/skeleton.cu" "$ours"
# Right programs must pass in the copy, which has the kit's judge.
for solution in "$root"/solutions/*/; do
  lab=$(basename "$solution")
  [ -d "$root/labs/$lab" ] || continue # no lab; the folder has only contestants of the bench
  expect 0 points run "$lab" --file "$solution${lab#*-}.cu" --backend lens --quick
done
ctest=$(dirname "$cmake")/ctest
[ -x "$ctest" ] || ctest=ctest
"$ctest" --test-dir "$copy/build" --no-tests=error --output-on-failure >"$work/said" 2>&1 ||
  fail "its own tests fail: $(cat "$work/said")"

# If Doxygen is installed, the tests above have made the site. It must be about the labs, not about
# the judge.
if [ -d "$copy/build/docs/html" ]; then
  [ -f "$copy/build/docs/html/ell_8h.html" ] || fail 'its site has no page of a contract'
  [ ! -e "$copy/build/docs/html/judge_8h.html" ] || fail "its site has the judge's pages"
fi
# On a machine of another architecture, the copy must refuse to build and say why.
mv "$copy/compiled/$(uname -m)" "$copy/compiled/vax"
"$cmake" -S "$copy" -B "$work/elsewhere" -DSL_CUDA=OFF >"$work/said" 2>&1 && fail 'a copy for a vax was accepted'
grep -q 'was made for vax' "$work/said" || fail "on another machine: $(cat "$work/said")"
