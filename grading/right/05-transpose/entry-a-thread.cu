// Right: one thread per entry, which searches its row; warps count together; a scan by shuffles;
// the numbers of entries are scattered, and each column is then sorted by insertion.
#include "transpose.h"

/* If several threads of a warp have entries in the same column, the first of them adds for all. */
__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned there = __ballot_sync(0xffffffffu, k < nnz);
  if (k >= nnz) return;
  unsigned same = __match_any_sync(there, col_idx[k]);
  int first = __ffs(same) - 1, lane = threadIdx.x % 32;
  if (lane == first) atomicAdd(&count[col_idx[k]], __popc(same));
}

static __device__ int warp_scan(int own) {
  int lane = threadIdx.x % 32, sum = own;
  for (int step = 1; step < 32; step *= 2) {
    int left = __shfl_up_sync(0xffffffffu, sum, step);
    if (lane >= step) sum += left;
  }
  return sum; // inclusive
}

static __global__ void scan_blocks(int n, const int *in, int *out, int *sums) {
  __shared__ int of_warps[32];
  int i = blockIdx.x * 1024 + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int own = i < n ? in[i] : 0;
  int sum = warp_scan(own);
  if (lane == 31) of_warps[warp] = sum;
  __syncthreads();
  if (warp == 0) of_warps[lane] = warp_scan(of_warps[lane]);
  __syncthreads();
  if (warp > 0) sum += of_warps[warp - 1];
  if (i <= n) out[i] = sum - own;
  if (threadIdx.x == 1023) sums[blockIdx.x] = sum;
}

static __global__ void add_offsets(int n, const int *offsets, int *out) {
  int i = blockIdx.x * 1024 + threadIdx.x;
  if (i <= n) out[i] += offsets[blockIdx.x];
}

void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  int blocks = n / 1024 + 1, *memory;
  cudaMalloc((void **)&memory, (2 * blocks + 1) * sizeof(int));
  scan_blocks<<<blocks, 1024>>>(n, d_in, d_out, memory);
  if (blocks > 1) {
    launch_exclusive_scan(blocks, memory, memory + blocks);
    add_offsets<<<blocks, 1024>>>(n, memory + blocks, d_out);
  }
  cudaFree(memory);
}

/* Bisection: finds the last row that begins at or before entry k. */
static __device__ int search_row(int k, int num_rows, const int *row_ptr) {
  int low = 0, high = num_rows;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    *(row_ptr[middle] <= k ? &low : &high) = middle;
  }
  return low;
}

static __global__ void scatter(int num_rows, int nnz, const int *row_ptr, const int *col_idx,
                               const real *values, int *next, int *row_idx, real *csc_values) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < nnz; k += gridDim.x * blockDim.x) {
    int slot = atomicAdd(next + col_idx[k], 1);
    row_idx[slot] = search_row(k, num_rows, row_ptr);
    csc_values[slot] = values[k];
  }
}

void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  int *next;
  cudaMalloc((void **)&next, (num_cols + 1) * sizeof(int));
  cudaMemcpy(next, d_col_ptr, (num_cols + 1) * sizeof(int), cudaMemcpyDeviceToDevice);
  scatter<<<3, 96>>>(num_rows, nnz, d_row_ptr, d_col_idx, d_values, next, d_row_idx, d_csc_values);
  cudaFree(next);
}

static __global__ void scatter_numbers(int nnz, const int *col_idx, int *next, int *entries) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) entries[atomicAdd(next + col_idx[k], 1)] = k;
}

/* No two entries have the same number, so the order after the scatter makes no difference. */
static __global__ void sort_columns(int num_rows, int num_cols, const int *row_ptr,
                                    const real *values, const int *col_ptr, int *entries,
                                    int *row_idx, real *csc_values) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= num_cols) return;
  for (int i = col_ptr[col]; i < col_ptr[col + 1]; i++) {
    int entry = entries[i], to = i;
    for (; to > col_ptr[col] && entries[to - 1] > entry; to--) entries[to] = entries[to - 1];
    entries[to] = entry;
  }
  for (int i = col_ptr[col]; i < col_ptr[col + 1]; i++) {
    row_idx[i] = search_row(entries[i], num_rows, row_ptr);
    csc_values[i] = values[entries[i]];
  }
}

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  int *next, *entries;
  cudaMalloc((void **)&next, (num_cols + 1) * sizeof(int));
  cudaMalloc((void **)&entries, (nnz + 1) * sizeof(int));
  cudaMemset(next, 0, (num_cols + 1) * sizeof(int));
  count_columns<<<nnz / 256 + 1, 256>>>(nnz, d_col_idx, next);
  launch_exclusive_scan(num_cols, next, d_col_ptr);
  cudaMemcpy(next, d_col_ptr, (num_cols + 1) * sizeof(int), cudaMemcpyDeviceToDevice);
  scatter_numbers<<<nnz / 128 + 1, 128>>>(nnz, d_col_idx, next, entries);
  sort_columns<<<num_cols / 32 + 1, 32>>>(num_rows, num_cols, d_row_ptr, d_values, d_col_ptr,
                                          entries, d_row_idx, d_csc_values);
  cudaFree(next);
  cudaFree(entries);
}
