#!/bin/sh
# watch.sh SPARSELAB: watch judges a file each time it is saved, and reports what has changed. It
# runs without a terminal, so keys are not tested.
set -u
unset SL_DEVICE
program=$1
work=$(mktemp -d) || exit 1
watching=''
trap 'if [ -n "$watching" ]; then kill "$watching" 2>/dev/null; fi; rm -rf "$work"' EXIT
failed=0

fail() {
  echo "FAILED: $*"
  failed=1
}

# wait_for TEXT FILE: waits until the file contains the text. Gives up after an hour.
wait_for() {
  tries=0
  until grep -qF -e "$1" "$2" 2>/dev/null; do
    tries=$((tries + 1))
    if [ $tries -gt 18000 ]; then
      fail "no \"$1\" in"
      cat "$2"
      return
    fi
    sleep 0.2
  done
}

cat >"$work/skeleton.cu" <<'CU'
#include "csr-scalar.h"
void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  // TODO(cpu)
}
__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  // TODO(kernel)
}
void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  // TODO(launch)
}
CU
# with_cpu LIMIT: writes the skeleton with a task cpu whose rows end before LIMIT.
with_cpu() {
  sed "s/ *\/\/ TODO(cpu)/for (int i = 0; i < num_rows; i++)\\
    for (int k = row_ptr[i]; k < $1; k++) y[i] += values[k] * x[col_idx[k]];/" \
    "$work/skeleton.cu" >"$work/new.cu"
  mv "$work/new.cu" "$work/mine.cu"
}

cp "$work/skeleton.cu" "$work/mine.cu"
"$program" watch 01 --backend lens --file "$work/mine.cu" >"$work/watched" 2>&1 </dev/null &
watching=$!
wait_for 'Next: write task cpu' "$work/watched"
with_cpu 'row_ptr[i + 1] - 1'
wait_for 'cpu: not written → wrong answer' "$work/watched"
with_cpu 'row_ptr[i + 1]'
wait_for 'cpu: wrong answer → passed' "$work/watched"
wait_for 'Next: write task kernel' "$work/watched"

# with_kernel SUM: writes a complete file, with a kernel that adds to SUM.
with_kernel() {
  cat >"$work/new.cu" <<CU
#include "csr-scalar.h"
void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  for (int i = 0; i < num_rows; i++)
    for (int k = row_ptr[i]; k < row_ptr[i + 1]; k++) y[i] += values[k] * x[col_idx[k]];
}
__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = y[row];
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) $1 += values[k] * x[col_idx[k]];
  $2
}
void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  if (num_rows > 0)
    kernel<<<(num_rows + 255) / 256, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
}
CU
  mv "$work/new.cu" "$work/mine.cu"
}
with_kernel 'y[row]' '(void)sum;'
wait_for 'Predicted for NVIDIA H200' "$work/watched"
with_kernel sum 'y[row] = sum;'
wait_for 'kernel on hpcg:20: predicted ' "$work/watched"
grep -q 'kernel on hpcg:20: predicted .* µs → .* µs (.* to .*) on NVIDIA H200 (verified), .* fast' "$work/watched" ||
  fail "one sum per row is not predicted to be faster than one store per entry"
kill "$watching" && wait "$watching"
[ $? -eq 0 ] || fail "watch ended with status $? after the signal to end"
watching=''
exit $failed
