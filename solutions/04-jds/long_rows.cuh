// long_rows.cuh: rows that are longer than LONG_ROW, in pieces of up to PIECE entries. Blocks for
// pieces come before the others of a launch.
#ifndef FAST_04_LONG_ROWS_CUH
#define FAST_04_LONG_ROWS_CUH
#include "../02-ell/slices.cuh"

namespace jagged {
namespace {

using slices::ALL_LANES;
using slices::LANES;

enum { WINDOW = 256, LONG_ROW = 256, PIECE = 8192 };

struct piece {
  int row, begin, end; // the row, and the range of its entries
  int first, count;    // index of the row's first piece, and number of its pieces
  int row_number;      // index among the long rows
};

struct long_rows {
  int num_pieces, num_rows;
  piece *pieces;
  real *sums;         // sum of each piece
  int *arrived;       // pieces of each long row that are done; 0 between launches
  unsigned *lanes;    // for each 32 rows: which of them are long
  const int *col_idx; // the matrix's own
  const real *values;
};

__device__ __forceinline__ real sum_of_block(real sum, real *of_warps) {
  for (int d = LANES / 2; d > 0; d /= 2) sum += __shfl_down_sync(ALL_LANES, sum, d);
  if (threadIdx.x % LANES == 0) of_warps[threadIdx.x / LANES] = sum;
  __syncthreads();
  sum = 0;
  for (int warp = 0; warp < WINDOW / LANES; warp++) sum += of_warps[warp];
  return sum;
}

// One block per piece. The block that finishes a row's last piece adds up all pieces in order, so
// the sum is the same on every run.
__device__ __forceinline__ void add_piece(const long_rows &all, int number, real alpha,
                                          const real *x, real beta, real *y) {
  enum { UNROLL = 4 };
  __shared__ real of_warps[WINDOW / LANES];
  __shared__ bool is_last;
  piece p = all.pieces[number];
  real sum = 0;
  for (int first = p.begin + threadIdx.x; first < p.end; first += UNROLL * WINDOW) {
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
      int i = first + u * WINDOW;
      if (i < p.end) sum += __ldcs(all.values + i) * __ldg(x + __ldcs(all.col_idx + i));
    }
  }
  sum = sum_of_block(sum, of_warps);
  if (threadIdx.x > 0 && p.count == 1) return;
  if (threadIdx.x == 0 && p.count > 1) {
    all.sums[number] = sum;
    __threadfence();
    is_last = atomicAdd(&all.arrived[p.row_number], 1) == p.count - 1;
  }
  if (p.count > 1) {
    __syncthreads();
    if (!is_last || threadIdx.x > 0) return;
    __threadfence();
    sum = 0;
    for (int i = 0; i < p.count; i++) sum += *(volatile real *)&all.sums[p.first + i];
    all.arrived[p.row_number] = 0; // for the next launch
  }
  slices::store(alpha, sum, beta, y + p.row);
}

__device__ __forceinline__ int length_of(int row, int num_rows, const int *row_ptr) {
  return row < num_rows ? row_ptr[row + 1] - row_ptr[row] : 0;
}

// Lists the pieces of long rows. It is called twice: with `pieces` NULL it counts, then it writes.
// `used`: the numbers of pieces and of rows.
__global__ void list_long_rows(int num_rows, const int *row_ptr, int *used, piece *pieces,
                               unsigned *lanes) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, length = length_of(row, num_rows, row_ptr);
  bool is_long = length > LONG_ROW;
  unsigned which = __ballot_sync(ALL_LANES, is_long);
  if (lanes && threadIdx.x % LANES == 0 && row < num_rows) lanes[row / LANES] = which;
  if (!is_long) return;
  int count = (length + PIECE - 1) / PIECE, first = atomicAdd(&used[0], count);
  int number = atomicAdd(&used[1], 1);
  for (int i = 0; pieces && i < count; i++) {
    int begin = row_ptr[row] + i * PIECE, end = i == count - 1 ? row_ptr[row + 1] : begin + PIECE;
    pieces[first + i] = {row, begin, end, first, count, number};
  }
}

const char *list_them(const bench_csr *a, int *used, device_memory *memory, long_rows *out) {
  unsigned blocks = slices::blocks_for(a->num_rows, 256);
  int count[2];
  (void)cudaMemset(used, 0, sizeof count);
  list_long_rows<<<blocks, 256>>>(a->num_rows, a->d_row_ptr, used, NULL, NULL);
  (void)cudaMemcpy(count, used, sizeof count, cudaMemcpyDeviceToHost);
  out->num_pieces = count[0];
  out->num_rows = count[1];
  if (count[0] == 0) return NULL;
  if (!memory->take(&out->pieces, count[0]) || !memory->take(&out->sums, count[0]) ||
      !memory->take(&out->arrived, count[1]) ||
      !memory->take(&out->lanes, slices::blocks_for(a->num_rows, LANES))) {
    return memory->trouble();
  }
  (void)cudaMemset(out->arrived, 0, count[1] * sizeof(int));
  (void)cudaMemset(used, 0, sizeof count);
  list_long_rows<<<blocks, 256>>>(a->num_rows, a->d_row_ptr, used, out->pieces, out->lanes);
  return NULL;
}

const char *make_long(const bench_csr *a, device_memory *memory, long_rows *out) {
  *out = {};
  out->col_idx = a->d_col_idx;
  out->values = a->d_values;
  device_memory scratch;
  int *used;
  if (a->num_rows == 0) return NULL;
  if (!scratch.take(&used, 2)) return scratch.trouble();
  return list_them(a, used, memory, out);
}

__device__ __forceinline__ bool is_long(const long_rows &all, int row) {
  return all.lanes && all.lanes[row / LANES] >> row % LANES & 1;
}

} // namespace
} // namespace jagged
#endif
