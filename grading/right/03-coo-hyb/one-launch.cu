// Right: both parts of HYB in one launch, some blocks for each; an atomic addition made from
// compare-and-swap; templates for float and double.
#include "coo-hyb.h"

#include <numeric>

// Each row marks its first entry, and a running sum gives the row of each entry. An empty row adds
// another mark to the first entry of the next row.
void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  const int nnz = row_ptr[num_rows];
  for (int k = 0; k < nnz; k++) row_idx[k] = 0;
  for (int row = 1; row < num_rows; row++) {
    if (row_ptr[row] < nnz) row_idx[row_ptr[row]]++;
  }
  std::partial_sum(row_idx, row_idx + nnz, row_idx);
}

// A word as wide as the number, for compare-and-swap.
template <int bytes> struct word;
template <> struct word<4> { typedef unsigned type; };
template <> struct word<8> { typedef unsigned long long type; };

template <typename T> static __device__ void add(T *to, T term) {
  typedef typename word<sizeof(T)>::type bits;
  union {
    T number;
    bits all;
  } before, after;
  bits seen = atomicCAS((bits *)to, bits(0), bits(0)); // reads the current value
  do {
    before.all = seen;
    after.number = before.number + term;
    seen = atomicCAS((bits *)to, before.all, after.all);
  } while (seen != before.all);
}

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz && values[k] != 0) add(y + row_idx[k], values[k] * x[col_idx[k]]);
}

// Bisection over the widths.
int hyb_width(int num_rows, const int *row_ptr) {
  int low = 0, high = num_rows > 0 ? row_ptr[num_rows] : 0;
  while (low < high) {
    const int middle = high - (high - low) / 2;
    long long filled = 0;
    for (int row = 0; row < num_rows; row++) filled += row_ptr[row + 1] - row_ptr[row] >= middle;
    if (filled * 3 >= num_rows) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

struct Ell {
  int num_rows, width;
  const int *col_idx;
  const real *values;
};

struct Coo {
  int nnz;
  const int *row_idx, *col_idx;
  const real *values;
};

template <typename T>
static __global__ void both_parts(Ell ell, Coo coo, int ell_blocks, const T *x, T *y) {
  if ((int)blockIdx.x < ell_blocks) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    for (int slot = row; row < ell.num_rows && slot < ell.num_rows * ell.width;
         slot += ell.num_rows) {
      if (ell.col_idx[slot] != HYB_PADDING) sum += ell.values[slot] * x[ell.col_idx[slot]];
    }
    if (sum != 0) atomicAdd(&y[row], sum); // atomic, because blocks of the other part run at the
                                          // same time
  } else {
    const int k = (blockIdx.x - ell_blocks) * blockDim.x + threadIdx.x;
    if (k < coo.nnz) atomicAdd(&y[coo.row_idx[k]], coo.values[k] * x[coo.col_idx[k]]);
  }
}

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  const int threads = 192, ell_blocks = width ? (num_rows + threads - 1) / threads : 0;
  const int blocks = ell_blocks + (coo_nnz + threads - 1) / threads;
  const Ell ell = {num_rows, width, d_ell_col_idx, d_ell_values};
  const Coo coo = {coo_nnz, d_coo_row_idx, d_coo_col_idx, d_coo_values};
  if (blocks) both_parts<real><<<blocks, threads>>>(ell, coo, ell_blocks, d_x, d_y);
}
