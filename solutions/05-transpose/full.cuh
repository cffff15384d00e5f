// full.cuh: the transpose of a matrix that has an entry in every place.
//
// If there are as many entries as places, and the columns of each row are 0, 1, 2, …, values move
// as in a dense matrix: through tiles in shared memory, so that rows are read and columns are
// written contiguously. The kernel checks col_idx while it works; if the matrix is not full, the
// passes do the work.
#ifndef SL_FAST_TRANSPOSE_FULL_CUH
#define SL_FAST_TRANSPOSE_FULL_CUH

#include "mirror.cuh"

namespace fast_transpose {

const int FULL_TILE = 64, FULL_THREADS = 512, FULL_STEP = FULL_THREADS / FULL_TILE;

__global__ void __launch_bounds__(FULL_THREADS) turn_full(mirror_arrays at, int num_cols) {
  __shared__ real tile[FULL_TILE][FULL_TILE + 1];
  int tiles = (num_cols - 1) / FULL_TILE + 1; // side by side
  int row = blockIdx.x / tiles * FULL_TILE, col = blockIdx.x % tiles * FULL_TILE;
  int near = threadIdx.x % FULL_TILE, far = threadIdx.x / FULL_TILE;
  bool good = true;
#pragma unroll
  for (int i = far; i < FULL_TILE; i += FULL_STEP) {
    if (row + i >= at.num_rows || col + near >= num_cols) continue;
    int k = (row + i) * num_cols + col + near;
    if (__ldcs(at.col_idx + k) != col + near) good = false;
    tile[i][near] = __ldcs(at.values + k);
  }
  if (far == 0 && col == 0 && row + near < at.num_rows) {
    if (at.row_ptr[row + near] != (row + near) * num_cols) good = false;
  }
  if (far == 0 && row == 0 && col + near < num_cols) {
    at.col_ptr[col + near] = (col + near) * at.num_rows;
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) at.col_ptr[num_cols] = at.nnz;
  if (!good) atomicExch(&at.found->failed, at.run);
  __syncthreads();
#pragma unroll
  for (int i = far; i < FULL_TILE; i += FULL_STEP) {
    if (row + near >= at.num_rows || col + i >= num_cols) continue;
    int k = (col + i) * at.num_rows + row + near;
    __stcs(at.row_idx + k, row + near);
    __stcs(at.csc_values + k, tile[near][i]);
  }
  if (is_last_block(at)) tell_host(at);
}

} // namespace fast_transpose

#endif
