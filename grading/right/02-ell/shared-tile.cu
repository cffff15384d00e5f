// Right: threads copy neighbouring row-major slots into shared memory, some of each row at a time;
// then each thread reads those of its own row.
#include "ell.h"

int ell_width(int num_rows, const int *row_ptr) {
  int width = 0;
  for (int row = 1; row <= num_rows; row++) {
    if (row_ptr[row] - row_ptr[row - 1] > width) width = row_ptr[row] - row_ptr[row - 1];
  }
  return width;
}

void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  for (int i = 0; i < width; i++) { // all first slots, then all second slots
    for (int row = num_rows - 1; row >= 0; row--) {
      const int k = row_ptr[row] + i, slot = row * width + i;
      ell_col_idx[slot] = ELL_PADDING;
      ell_values[slot] = 0;
      if (k >= row_ptr[row + 1]) continue;
      ell_col_idx[slot] = col_idx[k];
      ell_values[slot] = values[k];
    }
  }
}

void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  for (int slot = 0; slot < num_rows * width; slot++) { // separate, so that one pass has one stride
    col_idx[slot % width * num_rows + slot / width] = row_major_col_idx[slot];
  }
  for (int slot = 0; slot < num_rows * width; slot++) {
    values[slot % width * num_rows + slot / width] = row_major_values[slot];
  }
}

__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  real sum = 0;
  bool more = row < num_rows;
  for (int i = 0; i < width; i++) {
    more = more && col_idx[i * num_rows + row] != ELL_PADDING;
    if (more) sum += values[i * num_rows + row] * x[col_idx[i * num_rows + row]];
  }
  if (row < num_rows) y[row] += sum;
}

enum { CHUNK = 8, THREADS = 256 }; // slots of each row at a time; at most this many threads per block

__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y) {
  __shared__ int cols[THREADS][CHUNK + 1]; // one column more, so that rows begin in different banks
  __shared__ real vals[THREADS][CHUNK + 1];
  const int first = blockIdx.x * blockDim.x, row = first + threadIdx.x;
  real sum = 0;
  for (int chunk = 0; chunk < width; chunk += CHUNK) {
    for (int t = threadIdx.x; t < (int)blockDim.x * CHUNK; t += blockDim.x) {
      const int r = t / CHUNK, i = chunk + t % CHUNK;
      const bool exists = first + r < num_rows && i < width;
      cols[r][t % CHUNK] = exists ? col_idx[(first + r) * width + i] : ELL_PADDING;
      vals[r][t % CHUNK] = exists ? values[(first + r) * width + i] : real(0);
    }
    __syncthreads();
    for (int i = 0; i < CHUNK; i++) {
      const int col = cols[threadIdx.x][i];
      if (col >= 0) sum += vals[threadIdx.x][i] * x[col];
    }
    __syncthreads(); // before the next chunk overwrites this one
  }
  if (row < num_rows) y[row] += sum;
}
