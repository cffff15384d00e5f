// Right: the host clears arrays that kernels add to, and copies arrays on the device. Kernels write
// only what they must.
#include "transpose.h"

enum { THREADS = 128 };

static int blocks_of(int n) {
  return (n + THREADS - 1) / THREADS;
}

__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(&count[col_idx[k]], 1);
}

// One step of an inclusive scan: the first `step` elements do not change.
static __global__ void add_neighbour(int n, int step, const int *from, int *to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= step && i < n) to[i] = from[i] + from[i - step];
}

void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  int zero = 0, *before;
  cudaMemcpy(d_out, &zero, sizeof(int), cudaMemcpyHostToDevice);
  if (n == 0) return;
  cudaMemcpy(d_out + 1, d_in, n * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMalloc((void **)&before, n * sizeof(int));
  for (int step = 1; step < n; step *= 2) {
    cudaMemcpy(before, d_out + 1, n * sizeof(int), cudaMemcpyDeviceToDevice);
    add_neighbour<<<blocks_of(n), THREADS>>>(n, step, before, d_out + 1);
  }
  cudaFree(before);
}

static __global__ void move_rows(int num_rows, const int *row_ptr, const int *col_idx,
                                 const real *values, int *next, int *row_idx, real *csc_values) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
    int slot = atomicAdd(&next[col_idx[k]], 1);
    row_idx[slot] = row;
    csc_values[slot] = values[k];
  }
}

// Uses the column pointers themselves as counters, and then restores them.
void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  if (nnz == 0) return;
  int *kept, *next = const_cast<int *>(d_col_ptr);
  size_t bytes = (num_cols + 1) * sizeof(int);
  cudaMalloc((void **)&kept, bytes);
  cudaMemcpy(kept, d_col_ptr, bytes, cudaMemcpyDeviceToDevice);
  move_rows<<<blocks_of(num_rows), THREADS>>>(num_rows, d_row_ptr, d_col_idx, d_values, next,
                                              d_row_idx, d_csc_values);
  cudaMemcpy(next, kept, bytes, cudaMemcpyDeviceToDevice);
  cudaFree(kept);
}

static __global__ void move_columns(int num_rows, int num_cols, const int *row_ptr,
                                    const int *col_idx, const real *values, const int *col_ptr,
                                    int *row_idx, real *csc_values) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= num_cols || col_ptr[col] == col_ptr[col + 1]) return;
  int slot = col_ptr[col];
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      if (col_idx[k] != col) continue;
      row_idx[slot] = row;
      csc_values[slot++] = values[k];
    }
  }
}

// Counts in the array of the column pointers, and copies the entries of a single row unchanged.
void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  int *count;
  cudaMalloc((void **)&count, (num_cols + 1) * sizeof(int));
  cudaMemset(count, 0, (num_cols + 1) * sizeof(int));
  if (nnz > 0) count_columns<<<blocks_of(nnz), THREADS>>>(nnz, d_col_idx, count);
  launch_exclusive_scan(num_cols, count, d_col_ptr);
  cudaFree(count);
  if (num_rows == 1 && nnz == num_cols) { // dense
    cudaMemset(d_row_idx, 0, nnz * sizeof(int));
    cudaMemcpy(d_csc_values, d_values, nnz * sizeof(real), cudaMemcpyDeviceToDevice);
  } else if (nnz > 0) {
    move_columns<<<blocks_of(num_cols), THREADS>>>(num_rows, num_cols, d_row_ptr, d_col_idx,
                                                   d_values, d_col_ptr, d_row_idx, d_csc_values);
  }
}
