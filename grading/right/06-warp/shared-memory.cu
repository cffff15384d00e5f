// Right: no shuffles. The lanes of a vector exchange data through shared memory, and __syncwarp
// with the vector's mask orders it. Parts are added up one after the other.
#include "warp.h"

int choose_vector_width(int num_rows, int nnz) {
  double mean = num_rows > 0 ? (double)nnz / num_rows : 0;
  return mean >= 64 ? 32 : mean >= 4 ? 8 : mean >= 2 ? 4 : 2;
}

enum { THREADS = 256 };

static __device__ void row_in_shared(int width, unsigned mask, real *part, int row,
                                     const int *row_ptr, const int *col_idx, const real *values,
                                     real alpha, const real *x, real beta, real *y) {
  int lane = threadIdx.x % width;
  real sum = 0;
  for (int k = row_ptr[row + 1] - 1 - lane; k >= row_ptr[row]; k -= width) {
    sum += values[k] * x[col_idx[k]];
  }
  part[lane] = sum;
  __syncwarp(mask);
  if (lane == 0) {
    for (int i = 1; i < width; i++) sum += part[i];
    y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
  }
  __syncwarp(mask); // before any lane writes the next part
}

// The first of each `takers` lanes takes rows for all their vectors. NULL next_row: fixed rows.
__global__ void spmv_any(int width, int takers, int num_rows, const int *row_ptr,
                         const int *col_idx, const real *values, real alpha, const real *x,
                         real beta, real *y, int *next_row) {
  __shared__ real parts[THREADS];
  __shared__ int rows[THREADS];
  int first_lane = threadIdx.x / width * width;
  unsigned of_vector = (0xffffffffu >> (32 - width)) << (first_lane % 32);
  if (!next_row) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / width;
    if (row < num_rows) {
      row_in_shared(width, of_vector, parts + first_lane, row, row_ptr, col_idx, values, alpha, x,
                    beta, y);
    }
    return;
  }
  int first_taker = threadIdx.x / takers * takers;
  unsigned of_takers = (0xffffffffu >> (32 - takers)) << (first_taker % 32);
  for (;;) {
    if ((int)threadIdx.x == first_taker) rows[first_taker] = atomicAdd(next_row, takers / width);
    __syncwarp(of_takers);
    int first = rows[first_taker], row = first + ((int)threadIdx.x - first_taker) / width;
    __syncwarp(of_takers); // all have read it
    if (first >= num_rows) return;
    if (row < num_rows) {
      row_in_shared(width, of_vector, parts + first_lane, row, row_ptr, col_idx, values, alpha, x,
                    beta, y);
    }
  }
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  int rows_a_block = THREADS / vector_width;
  int blocks = (num_rows + rows_a_block - 1) / rows_a_block;
  if (!blocks) return;
  spmv_any<<<blocks, THREADS>>>(vector_width, vector_width, num_rows, d_row_ptr, d_col_idx,
                                d_values, alpha, d_x, beta, d_y, NULL);
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  spmv_any<<<30, THREADS>>>(vector_width, vector_width, num_rows, d_row_ptr, d_col_idx, d_values,
                            alpha, d_x, beta, d_y, d_next_row);
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  spmv_any<<<30, THREADS>>>(vector_width, 32, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x,
                            beta, d_y, d_next_row);
}
