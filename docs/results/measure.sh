#!/bin/sh
# measure.sh: makes the committed results anew, on a machine with a GPU and Nsight Compute.
#
#   docs/results/measure.sh PROGRAM FOLDER     PROGRAM is build/bin/sparselab
#
# Writes into FOLDER, under names that hold device, CUDA, driver and date:
#   01-csr-scalar.….csv   judged, timed, with speedups, float and double
#   lens-and-gpu.….csv    the lens's counters beside the hardware's, line by line, of lab 01
#   lens-kernels.….csv    the same of the programs in common/lens/verify/kernels
#   lens-patterns.….csv   the same of single instructions
#   sanitizers.….txt      the summary of each tool of compute-sanitizer
set -eu
program=$1 folder=$2
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

device=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1 | tr ' A-Z' '-a-z')
driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)
cuda=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
tail=$device.cuda-$cuda.driver-$driver.$(date +%Y-%m-%d)

for precision in f32 f64; do
  "$program" run 01 --solution --backend gpu --precision $precision \
    --csv "$folder/01-csr-scalar.$tail.csv"
done

verify=$here/../../common/lens/verify
lenscc=$(dirname -- "$program")/lenscc
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for precision in f32 f64; do
  "$verify/compare.py" --sparselab "$program" --precision $precision \
    --out "$folder/lens-and-gpu.$tail.csv" hpcg:10 web:2000 rmat:11 uniform:3000 l-shape
done

"$verify/kernels.py" gpu --out "$work/gpu.csv"
"$verify/kernels.py" lens --lenscc "$lenscc" --out "$work/lens.csv"
"$verify/kernels.py" join "$work/gpu.csv" "$work/lens.csv" --out "$folder/lens-kernels.$tail.csv"

# patterns GROUP STEP METRIC…: what Nsight Compute counts of each STEP-th pattern of a group
patterns() {
  group=$1 step=$2
  shift 2
  ncu --csv --page raw --print-units base --clock-control none --cache-control none \
    --metrics "$(echo "$@" | tr ' ' ,)" --log-file "$work/$group.csv" "$work/patterns" "$group" "$step"
}
nvcc -arch=native -std=c++17 "$verify/patterns.cu" -o "$work/patterns"
"$lenscc" -I"$here/../../common" "$verify/patterns.cu" "$verify/dump.c" -o "$work/patterns.lens"
wavefronts=l1tex__data_pipe_lsu_wavefronts_mem_shared_op
conflicts=l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op
sectors=l1tex__t_sectors_pipe_lsu_mem_global_op
requests=l1tex__t_requests_pipe_lsu_mem_global_op
issued=smsp__inst_executed_op_shared
patterns shared 1 ${wavefronts}_ld.sum ${wavefronts}_st.sum ${conflicts}_ld.sum \
  ${conflicts}_st.sum ${issued}_ld.sum ${issued}_st.sum
patterns shared-atomic 4 ${wavefronts}_ld.sum ${wavefronts}_atom.sum ${issued}_ld.sum \
  ${issued}_atom.sum
patterns global 4 ${sectors}_ld.sum ${sectors}_st.sum
patterns global-atomic 3 ${sectors}_red.sum ${sectors}_atom.sum ${requests}_red.sum \
  ${requests}_atom.sum
# not equal where a 64-bit atomicMax ends early, see verify/README.md
"$verify/patterns.py" --lens "$work/patterns.lens" --out "$folder/lens-patterns.$tail.csv" \
  "shared:1:$work/shared.csv" "shared-atomic:4:$work/shared-atomic.csv" \
  "global:4:$work/global.csv" "global-atomic:3:$work/global-atomic.csv" || true

for tool in memcheck racecheck initcheck synccheck; do
  printf '%s: ' $tool
  compute-sanitizer --tool $tool --target-processes all \
    "$program" run 01 --solution --backend gpu --quick --deadline 600 2>&1 |
    sed -n 's/^========= \(.*SUMMARY.*\)/\1/p'
done | tee "$folder/sanitizers.$tail.txt"
