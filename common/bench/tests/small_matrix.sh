#!/bin/sh
# small_matrix.sh: builds the bench and runs it on small matrices: all contestants take part, and all are right.
#   small_matrix.sh SPARSELAB CMAKE BUILD_FOLDER
set -u
sparselab=$1 cmake=$2 build=$3
csv=$(mktemp "${TMPDIR:-/tmp}/sparselab-bench.XXXXXX") || exit 3
trap 'rm -f "$csv"' EXIT

# Without a GPU there is nothing to build, so the test is skipped.
said=$("$sparselab" bench -m dense:1 --precision f32 2>&1)
case $said in *'bench measures times on a GPU'*) echo "$said" && exit 77 ;; esac

"$cmake" --build "$build" --target bench >"$csv" 2>&1 || { cat "$csv" && exit 1; }
: >"$csv"
"$sparselab" bench --peers -m hpcg:12 -m rail:100x20000 -m gaps:20000,run=100,row=8 -m onedense:3000 \
  --csv "$csv" || exit 1

# has COUNT PATTERN: COUNT rows of the file must match.
has() {
  found=$(grep -c -e "$2" "$csv")
  [ "$found" -eq "$1" ] || { echo "$found rows instead of $1 have $2" && exit 1; }
}
has 0 '"wrong"'
for precision in f32 f64; do
  for matrix in hpcg:12 rail:100x20000 gaps:20000,run=100,row=8 onedense:3000; do
    has 1 "\"$precision\",\"spmv\",\"$matrix\",.*\"CSR_ALG1\",\"cusparse\",,\"measured\""
    has 1 "\"$precision\",\"spmv\",\"$matrix\",.*\"CSR, one thread a row\",.*,\"measured\""
    has 1 "\"$precision\",\"transpose\",\"$matrix\",.*\"Csr2cscEx2\",\"cusparse\",yes,\"measured\""
    has 1 "\"$precision\",\"transpose\",\"$matrix\",.*\"count, scan, scatter\",.*,no,\"measured\""
  done
done
