#!/bin/sh
# measure.sh: makes the committed results anew, on a machine with a GPU and Nsight Compute.
#
#   docs/results/measure.sh PROGRAM FOLDER     PROGRAM is build/bin/sparselab
#
# Writes into FOLDER, under names that hold device, CUDA, driver and date:
#   01-csr-scalar.….csv   judged, timed, with speedups, float and double
#   lens-and-gpu.….csv    the lens's counters beside the hardware's, line by line
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

for precision in f32 f64; do
  "$here/../../common/lens/verify/compare.py" --sparselab "$program" --precision $precision \
    --out "$folder/lens-and-gpu.$tail.csv" hpcg:10 web:2000 rmat:11 uniform:3000 l-shape
done

for tool in memcheck racecheck initcheck synccheck; do
  printf '%s: ' $tool
  compute-sanitizer --tool $tool --target-processes all \
    "$program" run 01 --solution --backend gpu --quick --deadline 600 2>&1 |
    sed -n 's/^========= \(.*SUMMARY.*\)/\1/p'
done | tee "$folder/sanitizers.$tail.txt"
