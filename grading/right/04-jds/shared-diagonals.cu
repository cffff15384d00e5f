/* The bounds of the diagonals, and the sums of a section, are kept in shared memory. */
#include "jds.h"

#include <algorithm>
#include <numeric>

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  std::iota(perm, perm + num_rows, 0);
  std::sort(perm, perm + num_rows, [row_ptr](int a, int b) {
    int difference = row_ptr[a + 1] - row_ptr[a] - (row_ptr[b + 1] - row_ptr[b]);
    return difference ? difference > 0 : a < b;
  });
}

void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  diag_ptr[0] = 0;
  int rows = num_rows; /* rows that have not ended */
  for (int d = 0; d < num_diags; d++) {
    while (rows > 0 && row_ptr[perm[rows - 1] + 1] - row_ptr[perm[rows - 1]] <= d) rows--;
    for (int place = 0; place < rows; place++) {
      jds_col_idx[diag_ptr[d] + place] = col_idx[row_ptr[perm[place]] + d];
      jds_values[diag_ptr[d] + place] = values[row_ptr[perm[place]] + d];
    }
    diag_ptr[d + 1] = diag_ptr[d] + rows;
  }
}

__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  const int tile = 128;
  __shared__ int bounds[tile + 1];
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  real sum = 0;
  for (int begin = 0; begin < num_diags; begin += tile) {
    int diags = num_diags - begin < tile ? num_diags - begin : tile;
    for (int i = threadIdx.x; i <= diags; i += blockDim.x) bounds[i] = diag_ptr[begin + i];
    __syncthreads();
    for (int d = 0; d < diags && bounds[d] + place < bounds[d + 1]; d++) {
      sum += values[bounds[d] + place] * x[col_idx[bounds[d] + place]];
    }
    /* The first place of a block has its longest row. */
    bool ended = bounds[diags] - bounds[diags - 1] <= (int)(blockIdx.x * blockDim.x);
    __syncthreads();
    if (ended) break;
  }
  if (place < num_rows) y[perm[place]] += sum;
}

__global__ void spmv_section(int num_rows, int width, const int *perm, const int *col_idx,
                             const real *values, const real *x, real *y) {
  __shared__ real sums[64];
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = 0;
  for (int i = 0; i < width && j < num_rows; i++) {
    sums[threadIdx.x] += values[i * num_rows + j] * x[col_idx[i * num_rows + j]];
  }
  if (j < num_rows) y[perm[j]] += sums[threadIdx.x];
}

void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  for (int s = 0; s < num_sections && section_ptr[s] < section_ptr[s + 1]; s++) {
    int rows = section_row[s + 1] - section_row[s];
    spmv_section<<<rows / 64 + 1, 64>>>(rows, (section_ptr[s + 1] - section_ptr[s]) / rows,
                                        d_perm + section_row[s], d_col_idx + section_ptr[s],
                                        d_values + section_ptr[s], d_x, d_y);
  }
}
