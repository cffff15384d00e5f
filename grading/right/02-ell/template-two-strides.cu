// Right: one template for both orders; padding is known by its value; the last slot comes first.
#include "ell.h"

#include <algorithm>
#include <functional>

int ell_width(int num_rows, const int *row_ptr) {
  int width = 0;
  std::for_each(row_ptr, row_ptr + num_rows,
                [&](const int &begin) { width = std::max(width, (&begin)[1] - begin); });
  return width;
}

// The place of slot i of a row.
struct Strides {
  int row, slot;
  __host__ __device__ int operator()(int r, int i) const { return r * row + i * slot; }
};

void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  for (int row = 0; row < num_rows; row++) {
    const int begin = row_ptr[row], end = row_ptr[row + 1];
    int *cols = std::copy(col_idx + begin, col_idx + end, ell_col_idx + row * width);
    real *vals = std::copy(values + begin, values + end, ell_values + row * width);
    std::fill(cols, ell_col_idx + (row + 1) * width, -1);
    std::fill(vals, ell_values + (row + 1) * width, real(0));
  }
}

void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  const Strides from{width, 1}, to{1, num_rows};
  for (int slot = 0; slot < num_rows * width; slot++) {
    const int row = slot / width, i = slot % width;
    col_idx[to(row, i)] = row_major_col_idx[from(row, i)];
    values[to(row, i)] = row_major_values[from(row, i)];
  }
}

template <typename Sum>
__device__ static void spmv(Strides at, int num_rows, int width, const int *col_idx,
                            const real *values, const real *x, real *y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  Sum sum = 0; // more precision than requested is not a mistake
  for (int i = width; i-- > 0;) {
    const real value = values[at(row, i)];
    // A value of 0 adds nothing, whether it is padding or an entry.
    if (value != 0) sum += Sum(value) * Sum(x[col_idx[at(row, i)]]);
  }
  y[row] = real(Sum(y[row]) + sum);
}

__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  spmv<double>(Strides{1, num_rows}, num_rows, width, col_idx, values, x, y);
}

__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y) {
  spmv<double>(Strides{width, 1}, num_rows, width, col_idx, values, x, y);
}
