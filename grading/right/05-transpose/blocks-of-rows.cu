// Right: a scan up and down a tree in padded shared memory; columns filled from their ends; a
// stable transpose without atomics, in which each slice of rows has its own places in every
// column.
#include "transpose.h"

/* Threads take the entries from the other end. */
__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  int stride = gridDim.x * blockDim.x, backwards = stride - 1 - blockIdx.x * blockDim.x;
  for (int k = backwards - (int)threadIdx.x; k < nnz; k += stride) {
    atomicAdd(count + col_idx[k], +1);
  }
}

enum { HALF = 128, WHOLE = 2 * HALF };

/* One unused word after every 32 lets accesses with a power-of-two stride use different banks. */
static __device__ int padded(int i) {
  return i + i / 32;
}

/* Two elements per thread. Sums go up the tree, then the sums to the left of each node go down.
 */
static __global__ void scan_tree(int n, const int *in, int *out, int *sums) {
  __shared__ int tree[WHOLE + WHOLE / 32];
  int t = threadIdx.x, begin = blockIdx.x * WHOLE;
  for (int i = t; i < WHOLE; i += HALF) tree[padded(i)] = begin + i < n ? in[begin + i] : 0;
  for (int step = 1; step < WHOLE; step *= 2) {
    __syncthreads();
    int right = (t + 1) * 2 * step - 1;
    if (right < WHOLE) tree[padded(right)] += tree[padded(right - step)];
  }
  __syncthreads();
  if (t == 0) {
    sums[blockIdx.x] = tree[padded(WHOLE - 1)];
    tree[padded(WHOLE - 1)] = 0;
  }
  for (int step = HALF; step > 0; step /= 2) {
    __syncthreads();
    int right = (t + 1) * 2 * step - 1;
    if (right >= WHOLE) continue;
    int left = tree[padded(right - step)];
    tree[padded(right - step)] = tree[padded(right)];
    tree[padded(right)] += left;
  }
  __syncthreads();
  for (int i = t; i < WHOLE; i += HALF) {
    if (begin + i <= n) out[begin + i] = tree[padded(i)];
  }
}

static __global__ void add_in_front(int n, const int *in_front, int *out) {
  int i = blockIdx.x * WHOLE + threadIdx.x;
  if (i <= n) out[i] += in_front[blockIdx.x];
}

void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  int blocks = n / WHOLE + 1, *sums, *in_front;
  cudaMalloc((void **)&sums, blocks * sizeof(int));
  cudaMalloc((void **)&in_front, (blocks + 1) * sizeof(int));
  scan_tree<<<blocks, HALF>>>(n, d_in, d_out, sums);
  if (blocks > 1) {
    launch_exclusive_scan(blocks, sums, in_front);
    add_in_front<<<blocks, WHOLE>>>(n, in_front, d_out);
  }
  cudaFree(sums);
  cudaFree(in_front);
}

/* One warp per row; `left` holds how many slots of each column are still free. */
static __global__ void scatter_from_end(int num_rows, const int *row_ptr, const int *col_idx,
                                        const real *values, const int *col_ptr, int *left,
                                        int *row_idx, real *csc_values) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= num_rows) return;
  for (int k = row_ptr[row] + threadIdx.x % 32; k < row_ptr[row + 1]; k += 32) {
    int col = col_idx[k];
    int slot = col_ptr[col] + atomicSub(&left[col], 1) - 1;
    row_idx[slot] = row;
    csc_values[slot] = values[k];
  }
}

static __global__ void lengths(int num_cols, const int *col_ptr, int *left) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col < num_cols) left[col] = col_ptr[col + 1] - col_ptr[col];
}

void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  if (nnz == 0) return;
  int *left;
  cudaMalloc((void **)&left, num_cols * sizeof(int));
  lengths<<<num_cols / 128 + 1, 128>>>(num_cols, d_col_ptr, left);
  scatter_from_end<<<num_rows / 4 + 1, 128>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_col_ptr,
                                              left, d_row_idx, d_csc_values);
  cudaFree(left);
}

/* Slice s holds the rows s·num_rows/SLICES to (s+1)·num_rows/SLICES − 1. One thread counts it, and
 * later moves it, row by row. In `place` a column's slices stand side by side. */
enum { SLICES = 32 };

static __device__ int slice_begin(int slice, int num_rows) {
  return (int)((long long)slice * num_rows / SLICES);
}

static __global__ void count_slices(int num_rows, const int *row_ptr, const int *col_idx,
                                    int *place) {
  int slice = threadIdx.x;
  int end = row_ptr[slice_begin(slice + 1, num_rows)];
  for (int k = row_ptr[slice_begin(slice, num_rows)]; k < end; k++) {
    place[(size_t)col_idx[k] * SLICES + slice]++; // no other thread has this slice
  }
}

static __global__ void move_slices(int num_rows, const int *row_ptr, const int *col_idx,
                                   const real *values, int *place, int *row_idx, real *csc_values) {
  int slice = threadIdx.x;
  for (int row = slice_begin(slice, num_rows); row < slice_begin(slice + 1, num_rows); row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      int slot = place[(size_t)col_idx[k] * SLICES + slice]++;
      row_idx[slot] = row;
      csc_values[slot] = values[k];
    }
  }
}

static __global__ void take_col_ptr(int num_cols, const int *place, int *col_ptr) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col <= num_cols) col_ptr[col] = place[(size_t)col * SLICES];
}

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  (void)nnz;
  int *count, *place;
  cudaMalloc((void **)&count, (num_cols * SLICES + 1) * sizeof(int));
  cudaMalloc((void **)&place, (num_cols * SLICES + 1) * sizeof(int));
  cudaMemset(count, 0, (num_cols * SLICES + 1) * sizeof(int));
  count_slices<<<1, SLICES>>>(num_rows, d_row_ptr, d_col_idx, count);
  launch_exclusive_scan(num_cols * SLICES, count, place);
  take_col_ptr<<<num_cols / 64 + 1, 64>>>(num_cols, place, d_col_ptr);
  move_slices<<<1, SLICES>>>(num_rows, d_row_ptr, d_col_idx, d_values, place, d_row_idx,
                             d_csc_values);
  cudaFree(count);
  cudaFree(place);
}
