// tiles.cuh: what all kernels of the tuned transpose share: tiles of entries and the rows in them.
#ifndef SL_FAST_TRANSPOSE_TILES_CUH
#define SL_FAST_TRANSPOSE_TILES_CUH

#include "bench/contest.h"
#include "overlap.cuh"

#include <cuda_runtime.h>

#include <cstdint>

namespace fast_transpose {

const int WARP = 32;
const unsigned ALL = 0xffffffffu;

// The unit of entries for which the row of its first entry is stored. Tiles are multiples of it.
const int GRAIN = 1024;

__device__ inline unsigned lanes_below() {
  return (1u << (threadIdx.x % WARP)) - 1;
}

// Called by all threads of a warp, each with a row: writes it to rows[begin] and the `many` - 1
// places after it.
__device__ inline void write_row(int *rows, int begin, int many, int row) {
  if (many <= WARP) {
    for (int i = 0; i < many; i++) rows[begin + i] = row;
  }
  for (unsigned left = __ballot_sync(ALL, many > WARP); left; left &= left - 1) {
    int from = __ffs(left) - 1; // this row is for all lanes
    int its_row = __shfl_sync(ALL, row, from), its_begin = __shfl_sync(ALL, begin, from);
    int its_many = __shfl_sync(ALL, many, from);
    for (int i = threadIdx.x % WARP; i < its_many; i += WARP) rows[its_begin + i] = its_row;
  }
}

// Returns the sum of x over this lane and the lanes before it.
template <typename T> __device__ inline T sum_in_warp(T x) {
  int lane = threadIdx.x % WARP;
  for (int step = 1; step < WARP; step *= 2) {
    T left = __shfl_up_sync(ALL, x, step);
    if (lane >= step) x += left;
  }
  return x;
}

// Returns the sum of x over the threads before this one, and stores the sum over all. `sums` has 33
// elements.
template <int THREADS, typename T> __device__ T sum_before(T x, T *sums, T *total_out) {
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  T sum = sum_in_warp(x);
  if (lane == WARP - 1) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    T own = lane < THREADS / WARP ? sums[lane] : 0, all = sum_in_warp(own);
    sums[lane] = all - own;
    if (lane == WARP - 1) sums[WARP] = all;
  }
  __syncthreads();
  *total_out = sums[WARP];
  T before = sums[warp] + sum - x;
  __syncthreads();
  return before;
}

// The row of each entry of a tile. Bit k of `heads` is set if a row begins at entry k, and
// row_at[k], an array elsewhere, is that row; other elements of row_at have no meaning.
template <int TILE> struct tile_rows {
  static const int EACH = (TILE + WARP * WARP - 1) / (WARP * WARP);
  unsigned heads[EACH * WARP];
  int last_head[EACH * WARP]; // the last head before these 32 entries, 0 if there is none
};

// The first warp turns heads into last_head: a scan with max.
template <int TILE> __device__ void scan_heads(tile_rows<TILE> *rows) {
  const int EACH = tile_rows<TILE>::EACH;
  int lane = threadIdx.x, last = 0, before[EACH];
#pragma unroll
  for (int j = 0; j < EACH; j++) {
    int w = lane * EACH + j;
    unsigned word = rows->heads[w];
    before[j] = last;
    if (word) last = w * WARP + 31 - __clz(word);
  }
  for (int step = 1; step < WARP; step *= 2) {
    int left = __shfl_up_sync(ALL, last, step);
    if (lane >= step) last = max(last, left);
  }
  int left = __shfl_up_sync(ALL, last, 1);
  if (lane == 0) left = 0;
#pragma unroll
  for (int j = 0; j < EACH; j++) rows->last_head[lane * EACH + j] = max(left, before[j]);
}

// Notes a row that begins in the tile, at another entry than the first, and is not empty.
__device__ inline void mark_row(int row, int start, int end, int n, unsigned *heads, int *row_at) {
  if (start <= 0 || start >= n || end <= start) return;
  atomicOr(&heads[start / WARP], 1u << start % WARP);
  row_at[start] = row;
}

// Loads the beginnings and ends of MANY rows, `step` rows apart, from `row` on; none is after
// `end`.
template <int MANY>
__device__ inline void load_rows(const int *row_ptr, int row, int step, int end, int *from,
                                 int *to) {
#pragma unroll
  for (int i = 0; i < MANY; i++) {
    int r = min(row + i * step, end);
    from[i] = row_ptr[r];
    to[i] = row_ptr[r + 1];
  }
}

const int ROWS_AT_A_TIME = 8; // rows that a thread loads at a time

// Finds the rows of the tile that begins at entry `first`, in row `begin`, and whose successor
// begins in row `end`. Called by all threads of a block.
template <int TILE, int THREADS>
__device__ void find_rows(const int *row_ptr, int first, int n, int begin, int end,
                          tile_rows<TILE> *rows, int *row_at) {
  int t = threadIdx.x;
  for (int i = t; i < tile_rows<TILE>::EACH * WARP; i += THREADS) rows->heads[i] = 0;
  __syncthreads();
  for (int row = begin + 1 + t; row <= end; row += ROWS_AT_A_TIME * THREADS) {
    int from[ROWS_AT_A_TIME], to[ROWS_AT_A_TIME];
    load_rows<ROWS_AT_A_TIME>(row_ptr, row, THREADS, end, from, to);
#pragma unroll
    for (int i = 0; i < ROWS_AT_A_TIME; i++) {
      if (row + i * THREADS > end) break;
      mark_row(row + i * THREADS, from[i] - first, to[i] - first, n, rows->heads, row_at);
    }
  }
  if (t == 0) row_at[0] = begin;
  __syncthreads();
  if (t < WARP) scan_heads<TILE>(rows);
  __syncthreads();
}

const int WARP_ROWS = 2; // rows that a lane loads at a time in find_rows_in_warp

// Like find_rows, but called by one warp for its own entries, [begin, begin + 32 ITEMS) of the
// tile. Only rows `row` to `end` have any of these.
template <int ITEMS>
__device__ inline void find_rows_in_warp(const int *row_ptr, int first, int row, int end, int begin,
                                         unsigned *heads, int *last_head, int *row_at) {
  int lane = threadIdx.x % WARP;
  heads += begin / WARP;
  if (lane < ITEMS) heads[lane] = 0;
  __syncwarp();
#pragma unroll 1
  for (row += lane; row <= end; row += WARP_ROWS * WARP) {
    int from[WARP_ROWS], to[WARP_ROWS];
    load_rows<WARP_ROWS>(row_ptr, row, WARP, end, from, to);
#pragma unroll
    for (int i = 0; i < WARP_ROWS; i++) {
      int start = max(from[i] - first - begin, 0), stop = to[i] - first - begin;
      if (row + i * WARP > end || start >= ITEMS * WARP || stop <= start) continue;
      if (start > 0) atomicOr(&heads[start / WARP], 1u << start % WARP);
      row_at[begin + start] = row + i * WARP;
    }
  }
  __syncwarp();
  unsigned word = lane < ITEMS ? heads[lane] : 0;
  unsigned in_front = __ballot_sync(ALL, word) & lanes_below();
  int last = begin + lane * WARP + 31 - __clz(word);
  last = __shfl_sync(ALL, last, in_front ? 31 - __clz(in_front) : 0);
  if (lane < ITEMS) last_head[begin / WARP + lane] = in_front ? last : begin;
  __syncwarp();
}

// Returns the head of the row that entry k of the tile belongs to; k % WARP is the thread's lane.
template <int TILE> __device__ inline int head_of(const tile_rows<TILE> *rows, int k) {
  unsigned word = rows->heads[k / WARP] & (lanes_below() | 1u << k % WARP);
  int last = rows->last_head[k / WARP]; // always loaded, because a branch costs more
  return word ? k / WARP * WARP + 31 - __clz(word) : last;
}

} // namespace fast_transpose

#endif
