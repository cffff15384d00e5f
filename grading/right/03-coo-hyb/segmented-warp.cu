// Right: a warp adds up the products of neighbouring entries of one row before it adds to y, in
// the HYB part over several iterations. Runs are found by comparing neighbours, so any order works.
#include "coo-hyb.h"

#include <algorithm>
#include <vector>

// The last row that begins at or before an entry, by bisection. Of several, all but the last are
// empty.
void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  for (int k = 0; k < row_ptr[num_rows]; k++) {
    row_idx[k] = (int)(std::upper_bound(row_ptr, row_ptr + num_rows, k) - row_ptr) - 1;
  }
}

int hyb_width(int num_rows, const int *row_ptr) {
  if (num_rows == 0) return 0;
  std::vector<int> lengths(num_rows);
  for (int row = 0; row < num_rows; row++) lengths[row] = row_ptr[row + 1] - row_ptr[row];
  std::sort(lengths.begin(), lengths.end());
  return lengths[num_rows - (num_rows + 2) / 3]; // a third of the rows are at least as long
}

static const unsigned ALL = 0xffffffff;

// Adds up runs of equal rows, beginning with the first lane: the last lane of a run has the sum.
static __device__ real sum_of_run(int row, real sum) {
  const int lane = threadIdx.x % 32, before = __shfl_up_sync(ALL, row, 1);
  const unsigned heads = __ballot_sync(ALL, lane == 0 || before != row);
  const int first = 31 - __clz(heads & ALL >> (31 - lane));
  for (int distance = 1; distance < 32; distance *= 2) {
    const real other = __shfl_up_sync(ALL, sum, distance);
    if (lane - distance >= first) sum += other;
  }
  return sum;
}

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int row = k < nnz ? row_idx[k] : -1; // all lanes are needed for the exchange
  const real sum = sum_of_run(row, k < nnz ? values[k] * x[col_idx[k]] : 0);
  const int next = __shfl_down_sync(ALL, row, 1);
  if (row >= 0 && (lane == 31 || next != row)) atomicAdd(&y[row], sum);
}

enum { TURNS = 16 }; // the number of groups of 32 entries, one group per warp

// The run of the last lane may continue in the next iteration: it is carried over.
static __global__ void coo_part(int nnz, const int *row_idx, const int *col_idx, const real *values,
                                const real *x, real *y) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  int open_row = -1;
  real open_sum = 0;
  for (int turn = 0; turn < TURNS; turn++) {
    const int k = (warp * TURNS + turn) * 32 + lane;
    const int row = k < nnz ? row_idx[k] : -1;
    real sum = k < nnz ? values[k] * x[col_idx[k]] : 0;
    if (lane == 0 && row == open_row) sum += open_sum;
    if (lane == 0 && row != open_row && open_row >= 0) atomicAdd(&y[open_row], open_sum);
    sum = sum_of_run(row, sum);
    const int next = __shfl_down_sync(ALL, row, 1);
    if (row >= 0 && lane < 31 && next != row) atomicAdd(&y[row], sum);
    open_row = __shfl_sync(ALL, row, 31);
    open_sum = __shfl_sync(ALL, sum, 31);
  }
  if (lane == 0 && open_row >= 0) atomicAdd(&y[open_row], open_sum);
}

static __global__ void ell_part(int num_rows, int width, const int *col_idx, const real *values,
                                const real *x, real *y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int slot = row, i = 0; i < width && col_idx[slot] >= 0; i++, slot += num_rows) {
    sum += values[slot] * x[col_idx[slot]];
  }
  y[row] += sum;
}

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  const int rows = 128, entries = 128 * TURNS; // entries of a block
  if (num_rows > 0 && width > 0) {
    ell_part<<<(num_rows + rows - 1) / rows, 128>>>(num_rows, width, d_ell_col_idx, d_ell_values,
                                                    d_x, d_y);
  }
  if (coo_nnz > 0) {
    coo_part<<<(coo_nnz + entries - 1) / entries, 128>>>(coo_nnz, d_coo_row_idx, d_coo_col_idx,
                                                         d_coo_values, d_x, d_y);
  }
}
