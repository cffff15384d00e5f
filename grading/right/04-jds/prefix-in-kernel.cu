/* Right, but quadratic in the rows: one launch for all sections, and no pointers. The thread of
 * each place adds up the lengths of all rows before it to find its entries. */
#include "jds.h"

#include <algorithm>
#include <numeric>
#include <vector>

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  std::iota(perm, perm + num_rows, 0);
  std::stable_sort(perm, perm + num_rows, [row_ptr](int a, int b) {
    return row_ptr[a + 1] - row_ptr[a] > row_ptr[b + 1] - row_ptr[b];
  });
}

/* Where diagonal d begins is computed again each time, from the lengths of all rows. */
static int begin_of(int d, int num_rows, const int *row_ptr) {
  int begin = 0;
  for (int row = 0; row < num_rows; row++) begin += std::min(d, row_ptr[row + 1] - row_ptr[row]);
  return begin;
}

void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  for (int d = 0; d <= num_diags; d++) diag_ptr[d] = begin_of(d, num_rows, row_ptr);
  for (int d = 0; d < num_diags; d++) {
    for (int place = 0; place < diag_ptr[d + 1] - diag_ptr[d]; place++) {
      jds_col_idx[diag_ptr[d] + place] = col_idx[row_ptr[perm[place]] + d];
      jds_values[diag_ptr[d] + place] = values[row_ptr[perm[place]] + d];
    }
  }
}

__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= num_rows) return;
  real sum = 0;
  for (int d = 0, begin = 0; d < num_diags; d++) {
    int length = diag_ptr[d + 1] - diag_ptr[d];
    if (place >= length) break;
    sum += values[begin + place] * x[col_idx[begin + place]];
    begin += length;
  }
  y[perm[place]] += sum;
}

/* The rows are in sections, entries column by column; `length` is the length of each place's
 * row. */
__global__ void spmv_by_prefix(int places, const int *length, const int *perm, const int *col_idx,
                               const real *values, const real *x, real *y) {
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= places) return;
  int width = length[place];
  int begin = 0, first = 0;
  for (int before = 0; before < place; before++) {
    int other = length[before];
    if (other == width) break; /* here our own section begins */
    begin += other;
    first++;
  }
  int rows = 0;
  while (first + rows < places && length[first + rows] == width) rows++;
  real sum = 0;
  for (int i = 0; i < width; i++) {
    int entry = begin + i * rows + place - first;
    sum += values[entry] * x[col_idx[entry]];
  }
  y[perm[place]] += sum;
}

void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  std::vector<int> length;
  for (int s = 0; s < num_sections && section_ptr[s] < section_ptr[s + 1]; s++) {
    int rows = section_row[s + 1] - section_row[s];
    length.resize((size_t)section_row[s + 1], (section_ptr[s + 1] - section_ptr[s]) / rows);
  }
  int places = (int)length.size();
  if (places == 0) return;
  int *d_length;
  cudaMalloc((void **)&d_length, length.size() * sizeof *d_length);
  cudaMemcpy(d_length, length.data(), length.size() * sizeof *d_length, cudaMemcpyHostToDevice);
  spmv_by_prefix<<<(places + 255) / 256, 256>>>(places, d_length, d_perm, d_col_idx, d_values, d_x,
                                                d_y);
  cudaDeviceSynchronize();
  cudaFree(d_length);
}
