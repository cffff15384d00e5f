#!/bin/sh
# measure.sh: makes the committed results again, on a machine with a GPU and Nsight Compute.
#
#   docs/results/measure.sh PROGRAM FOLDER [PART]...     PROGRAM is build/bin/sparselab
#
# Writes all parts, or those named, into FOLDER, under names that contain device, CUDA, driver and
# date:
#   first        01-csr-scalar.….csv       lab 01 judged, timed, with speedups, float and double
#   timing       labs-and-cusparse.….csv   all labs and cuSPARSE on the same matrices, float; two in
#                                          double; $TIMED names others, as PRECISION:MATRIX …
#   dense        dense-transposes.….txt    what labs/05-transpose/dense.cu prints
#   bench        bench.….csv               the bench with cuSPARSE, float and double (./lab bench has
#                                          built it)
#   solve        solve.….csv               solvers beside cuSPARSE and cuBLAS, float and double (the
#                                          target `solve` has built them)
#   labs         lens-labs.….csv           the lens's counters beside the hardware's, of every solution
#   kernels      lens-kernels.….csv        the same of the programs in common/lens/verify/kernels
#   patterns     lens-patterns.….csv       the same of single instructions
#   sanitizers   sanitizers.….txt          the summary of each tool of compute-sanitizer
#   tuned        sanitizers-tuned.….txt    the same of the tuned kernels (./lab bench has built them)
set -eu
program=$1 folder=$2
shift 2
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)

device=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1 | tr ' A-Z' '-a-z')
driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)
cuda=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
tail=$device.cuda-$cuda.driver-$driver.$(date +%Y-%m-%d)
verify=$root/common/lens/verify
lenscc=$(dirname -- "$program")/lenscc
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

first() {
  for precision in f32 f64; do
    "$program" run 01 --solution --backend gpu --precision $precision \
      --csv "$folder/01-csr-scalar.$tail.csv"
  done
}

# the numbers of all labs
labs=$(cd "$root/labs" && for drive in */drive.cu; do printf '%.2s ' "$drive"; done)

# run_all PRECISION OPTION…: measures every solution, and cuSPARSE's programs, which are in
# common/peers.
run_all() {
  precision=$1
  shift
  for lab in $labs; do
    "$program" run "$lab" --solution --backend gpu --precision "$precision" "$@" || true
  done
  for peer in csr csr_alg2 coo sell; do
    "$program" run 06 --file "$root/common/peers/cusparse_$peer.cu" \
      --task static --backend gpu --precision "$precision" "$@" || true
  done
  "$program" run 05 --file "$root/common/peers/cusparse_csr2csc.cu" \
    --task sorted --backend gpu --precision "$precision" "$@" || true
}

timed="f32:hpcg:96 f32:web:1000000 f32:road:1700 f32:fem:48 f32:circuit:1000000
  f32:rail:4000x1000000 f32:rmat:20 f64:hpcg:96 f64:web:1000000"

timing() {
  for one in ${TIMED:-$timed}; do
    run_all "${one%%:*}" -m "${one#*:}" --csv "$folder/labs-and-cusparse.$tail.csv"
  done
}

dense() {
  nvcc -O3 -arch=native "$root/labs/05-transpose/dense.cu" -o "$work/dense"
  "$work/dense" 8192 30 | tee "$folder/dense-transposes.$tail.txt"
}

bench() {
  "$program" bench --peers --csv "$folder/bench.$tail.csv"
}

solve() {
  for precision in f32 f64; do
    "$(dirname -- "$program")/sl-solve-$precision" 07 --csv "$folder/solve.$tail.csv"
  done
}

labs() {
  "$verify/compare.py" gpu --sparselab "$program" --out "$work/gpu.csv"
  "$verify/compare.py" lens --sparselab "$program" --out "$work/lens.csv"
  "$verify/compare.py" join "$work/gpu.csv" "$work/lens.csv" --out "$folder/lens-labs.$tail.csv"
}

kernels() {
  "$verify/kernels.py" gpu --out "$work/gpu.csv"
  "$verify/kernels.py" lens --lenscc "$lenscc" --out "$work/lens.csv"
  "$verify/kernels.py" join "$work/gpu.csv" "$work/lens.csv" --out "$folder/lens-kernels.$tail.csv"
}

# pattern_group GROUP STEP METRIC…: runs Nsight Compute on each STEP-th pattern of a group
pattern_group() {
  group=$1 step=$2
  shift 2
  ncu --csv --page raw --print-units base --clock-control none --cache-control none \
    --metrics "$(echo "$@" | tr ' ' ,)" --log-file "$work/$group.csv" "$work/patterns" "$group" "$step"
}

patterns() {
  nvcc -arch=native -std=c++17 "$verify/patterns.cu" -o "$work/patterns"
  "$lenscc" -I"$root/common" "$verify/patterns.cu" "$verify/dump.c" -o "$work/patterns.lens"
  wavefronts=l1tex__data_pipe_lsu_wavefronts_mem_shared_op
  conflicts=l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op
  sectors=l1tex__t_sectors_pipe_lsu_mem_global_op
  requests=l1tex__t_requests_pipe_lsu_mem_global_op
  issued=smsp__inst_executed_op_shared
  pattern_group shared 1 ${wavefronts}_ld.sum ${wavefronts}_st.sum ${conflicts}_ld.sum \
    ${conflicts}_st.sum ${issued}_ld.sum ${issued}_st.sum
  pattern_group shared-atomic 4 ${wavefronts}_ld.sum ${wavefronts}_atom.sum ${issued}_ld.sum \
    ${issued}_atom.sum
  pattern_group global 4 ${sectors}_ld.sum ${sectors}_st.sum
  pattern_group global-atomic 3 ${sectors}_red.sum ${sectors}_atom.sum ${requests}_red.sum \
    ${requests}_atom.sum
  # fails if a 64-bit atomicMax ends early: see verify/README.md
  "$verify/patterns.py" --lens "$work/patterns.lens" --out "$folder/lens-patterns.$tail.csv" \
    "shared:1:$work/shared.csv" "shared-atomic:4:$work/shared-atomic.csv" \
    "global:4:$work/global.csv" "global-atomic:3:$work/global-atomic.csv" || true
}

# sanitize LAB PRECISION TOOL: runs the tool on the small cases, and on a few matrices with more
# than one block.
sanitize() {
  for cases in --quick "-m hpcg:10 -m web:2000 -m rail:40x4000"; do
    # shellcheck disable=SC2086 # the options are words
    compute-sanitizer --tool "$3" --target-processes all "$program" run "$1" --solution \
      --backend gpu --precision "$2" --untimed --deadline 600 $cases 2>&1 |
      sed -n "s/^========= \(.*SUMMARY.*\)/$1 $2 $3 ${cases%% *}: \1/p"
  done >"$work/$1.$2.$3"
}

sanitizers() {
  for lab in $labs; do
    for precision in f32 f64; do
      "$program" run "$lab" --solution --backend gpu --precision $precision --quick >/dev/null
      for tool in memcheck racecheck initcheck synccheck; do sanitize "$lab" "$precision" "$tool" & done
    done
    wait
  done
  cat "$work"/0?.f??.*check >"$folder/sanitizers.$tail.txt"
  cat "$folder/sanitizers.$tail.txt"
}

kinds="-m hpcg:12 -m rmat:13 -m rail:100x20000,column=10 -m web:20000 -m dense:300
  -m gaps:20000,run=100,row=8 -m hypersparse:200000 -m traffic:20000"

# sanitize_tuned PRECISION TOOL: runs the tool on a small matrix of each kind that a tuned kernel
# treats differently.
sanitize_tuned() {
  # shellcheck disable=SC2086 # the options are words
  compute-sanitizer --tool "$2" "$(dirname -- "$program")/sl-bench-$1" --tuned $kinds 2>&1 |
    sed -n "s/^========= \(.*SUMMARY.*\)/$1 $2: \1/p" >"$work/tuned.$1.$2"
  [ -s "$work/tuned.$1.$2" ] || echo "$1 $2: no summary" >"$work/tuned.$1.$2"
}

tuned() {
  for precision in f32 f64; do
    for tool in memcheck racecheck initcheck synccheck; do sanitize_tuned $precision $tool & done
    wait
  done
  cat "$work"/tuned.f??.*check >"$folder/sanitizers-tuned.$tail.txt"
  cat "$folder/sanitizers-tuned.$tail.txt"
}

[ $# -gt 0 ] || set -- first timing dense bench solve labs kernels patterns sanitizers tuned
for part in "$@"; do $part; done
