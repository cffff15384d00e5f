// Right: the counts of `width` in memory that grows with the longest row so far, beside many small
// blocks: all the ways to take memory of one's own and to give it back.
#include "coo-hyb.h"

#include <cstdlib>
#include <memory>

void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  int **rows = (int **)std::malloc(num_rows * sizeof(int *));
  for (int row = 0; row < num_rows; row++) { // more blocks than are guarded
    rows[row] = (int *)malloc(sizeof(int));
    *rows[row] = row;
  }
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) row_idx[k] = *rows[row];
  }
  for (int row = 0; row < num_rows; row++) free(rows[row]);
  std::free(rows);
}

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(&y[row_idx[k]], values[k] * x[col_idx[k]]);
}

int hyb_width(int num_rows, const int *row_ptr) {
  int longest = 0;
  int *rows_of_length = (int *)calloc(1, sizeof(int));
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > longest) {
      rows_of_length = (int *)realloc(rows_of_length, (length + 1) * sizeof(int));
      for (int i = longest + 1; i <= length; i++) rows_of_length[i] = 0;
      longest = length;
    }
    rows_of_length[length]++;
  }
  std::unique_ptr<int, decltype(&free)> given_back(rows_of_length, free);
  free(NULL);
  int width = longest;
  long long filled = 0;
  for (; width > 0; width--) {
    filled += rows_of_length[width];
    if (3 * filled >= num_rows) break;
  }
  return width;
}

#define COO
#define KERNEL
#define WIDTH
#include "../../wrong/03-coo-hyb/rest.h"
