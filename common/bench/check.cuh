/** @file check.cuh
 *  Checks a contestant's answer on the device. Copying an answer of a hundred million numbers to
 *  the host and checking it there would take longer than the races.
 */
#ifndef SL_BENCH_CHECK_CUH
#define SL_BENCH_CHECK_CUH

#include "bench/contest.h"
#include "bench/convert.cuh"

namespace check {

template <typename IsWrong>
static __global__ void find_wrong(int count, IsWrong is_wrong, int *first) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < (size_t)count && is_wrong((int)i)) atomicMin(first, (int)i);
}

/** Launches a search for the least i of 0 … count − 1 for which is_wrong(i) holds. *first must be
 *  `count` or less before, and stays unchanged if all are right. */
template <typename IsWrong> static void launch_find_wrong(int count, IsWrong is_wrong, int *first) {
  if (count > 0) find_wrong<<<bench_ceil_div(count, 256), 256>>>(count, is_wrong, first);
}

/** A sum in two doubles, as in reference/spmv.c: `low` is the part that rounding removed from
 *  `high`. The intrinsics keep the compiler from fusing operations that must round separately. */
struct check_long_sum {
  double high, low;

  __device__ double rounded() const {
    return __dadd_rn(high, low);
  }
};

static __device__ inline check_long_sum two_sum(double a, double b) {
  double total = __dadd_rn(a, b), b_used = __dadd_rn(total, -a), a_used = __dadd_rn(total, -b_used);
  return {total, __dadd_rn(__dadd_rn(a, -a_used), __dadd_rn(b, -b_used))};
}

/** α p + β y */
static __device__ inline check_long_sum combine(double alpha, double p, double beta, double y) {
  double left = __dmul_rn(alpha, p), right = __dmul_rn(beta, y);
  check_long_sum sum = two_sum(left, right);
  sum.low = __dadd_rn(sum.low, __dadd_rn(__fma_rn(alpha, p, -left), __fma_rn(beta, y, -right)));
  return sum;
}

/** Checks y ← α A x + β y, where A x (`product`) was computed in more than the contestants'
 *  precision. `bound` is the error allowed in A x, `of_y` the error allowed in y per rounding.
 *  The number of roundings in a row is its number of entries plus two. */
struct wrong_product {
  const real *got, *y;
  const double *product, *bound;
  const int *row_ptr;
  double alpha, beta, of_y;

  __device__ bool operator()(int row) const {
    double expected = combine(alpha, product[row], beta, y[row]).rounded();
    int length = row_ptr[row + 1] - row_ptr[row];
    double allowed =
        fabs(alpha) * bound[row] + fabs(beta) * of_y * (length + 2) * fabs((double)y[row]);
    return !(fabs(got[row] - expected) <= allowed); // so that NaN counts as wrong
  }
};

/** Checks the column pointers of a transposed matrix, as far as this is possible without reading
 * its entries. */
struct wrong_col_ptr {
  int num_cols, nnz;
  const int *col_ptr;

  __device__ bool operator()(int col) const {
    int least = col == 0 ? 0 : col_ptr[col - 1];
    int most = col == 0 ? 0 : nnz;
    return col_ptr[col] < least || col_ptr[col] > most || (col == num_cols && col_ptr[col] != nnz);
  }
};

/** Checks the entries of a transposed matrix, if its column pointers ascend. The rows of A are
 *  sorted and contain no column twice. Each entry must match an entry of A, and no two may match
 *  the same one. Both matrices have the same number of entries, so none is missing, and the column
 *  pointers are right too. */
struct wrong_entry {
  bench_csr a; // on the device
  const int *col_ptr, *row_idx;
  const real *values;
  unsigned *seen; // a bit for each entry of A, all 0 before
  bool sorted;    // whether the row numbers must ascend within each column

  __device__ bool operator()(int k) const {
    int col = bench_row_of(col_ptr, 0, a.num_cols - 1, k), row = row_idx[k];
    if (row < 0 || row >= a.num_rows) return true;
    if (sorted && k > col_ptr[col] && row_idx[k - 1] >= row) return true;
    int begin = a.d_row_ptr[row], end = a.d_row_ptr[row + 1];
    if (begin == end) return true;
    int at = bench_row_of(a.d_col_idx, begin, end - 1, col);
    if (a.d_col_idx[at] != col || a.d_values[at] != values[k]) return true;
    unsigned bit = 1u << at % 32;
    return (atomicOr(&seen[at / 32], bit) & bit) != 0;
  }
};

} // namespace check

#endif
