// mirror.cuh: the transpose of a matrix whose pattern is symmetric, in one pass.
//
// If the matrix has an entry (j, i) for each entry (i, j), then the transpose has the same row_ptr
// and col_idx, and only values change places: entry k, in row i and column j, gets the value of
// (j, i), which is found by searching row j for column i. No entry need be sorted. Most matrices
// that come from grids and meshes are of this kind, but CSR does not say so, and we must not
// believe it: the search of each entry is the proof. Rows must also ascend strictly, so that no two
// entries find the same one. If a single search fails, the passes do the work.
#ifndef SL_FAST_TRANSPOSE_MIRROR_CUH
#define SL_FAST_TRANSPOSE_MIRROR_CUH

#include "tiles.cuh"

namespace fast_transpose {

struct mirror_arrays {
  int num_rows, nnz, num_grains;
  const int *row_ptr, *col_idx;
  const real *values;
  int *col_ptr, *row_idx;
  real *csc_values;
  int *grain_row; // [num_grains + 1] the row in which a grain begins
  int *failed;    // the last run that found the pattern unsymmetric
  int run;
  int square; // 0: nothing is looked for but the rows of grains
};

// The first place in [low, high) of a row with a column that is not less than `wanted`.
__device__ inline int search(const int *col_idx, int low, int high, int wanted) {
  while (low < high) {
    int middle = (low + high) / 2;
    if (col_idx[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// One row in 512 is asked for one of its entries, so that matrices that are far from symmetric are
// found out before the values move.
__device__ inline void ask_sample(const mirror_arrays &at, int row, int first, int end) {
  unsigned hash = (unsigned)row * 2654435761u;
  if (hash >> 23) return;
  int col = at.col_idx[first + (hash & 0xffff) % (unsigned)(end - first)];
  int place = search(at.col_idx, at.row_ptr[col], at.row_ptr[col + 1], row);
  if (place == at.row_ptr[col + 1] || at.col_idx[place] != row) atomicExch(at.failed, at.run);
}

const int LOOK_THREADS = 256, LOOK_ROWS = 8; // rows of a thread

__device__ inline void note_row(const mirror_arrays &at, int row, int first, int end) {
  int grain = first / GRAIN + (first % GRAIN > 0);
  for (; grain * (long long)GRAIN < end; grain++) {
    at.grain_row[grain] = row;
  }
  if (at.square) at.col_ptr[row] = first;
  if (row < at.num_rows - 1) return;
  at.grain_row[at.num_grains] = row;
  if (at.square) at.col_ptr[at.num_rows] = end;
}

// The rows in which grains begin, the copy of row_ptr, and the samples.
__global__ void __launch_bounds__(LOOK_THREADS) look(mirror_arrays at) {
  int own = blockIdx.x * LOOK_THREADS * LOOK_ROWS + threadIdx.x;
  int first[LOOK_ROWS], end[LOOK_ROWS];
#pragma unroll
  for (int i = 0; i < LOOK_ROWS; i++) {
    int row = min(own + i * LOOK_THREADS, at.num_rows - 1);
    first[i] = at.row_ptr[row];
    end[i] = at.row_ptr[row + 1];
  }
#pragma unroll
  for (int i = 0; i < LOOK_ROWS; i++) {
    int row = own + i * LOOK_THREADS;
    if (row < at.num_rows) note_row(at, row, first[i], end[i]);
  }
  if (!at.square) return;
#pragma unroll
  for (int i = 0; i < LOOK_ROWS; i++) {
    int row = own + i * LOOK_THREADS;
    if (row < at.num_rows && first[i] < end[i]) ask_sample(at, row, first[i], end[i]);
  }
}

// An entry, and what is known of the one that mirrors it.
struct mirrored {
  int place, row, col;
  int begin, end;   // of row `col`
  int guess, found; // a place in that row, and the column there
  real value;
};

// Fetches what the search begins with. The guess: an entry that is third in its row is the third
// from the end in the other. Inside a grid it is right, and then nothing is left to search.
__device__ inline bool fetch_guess(const mirror_arrays &at, int row_start, mirrored *e) {
  bool possible = e->begin < e->end;
  e->guess = possible ? max(e->begin, e->end - 1 - (e->place - row_start)) : 0;
  e->found = at.col_idx[e->guess];
  e->value = at.values[e->guess];
  return possible;
}

__device__ inline bool move_value(const mirror_arrays &at, mirrored *e) {
  if (e->found != e->row) {
    int low = e->found < e->row ? e->guess + 1 : e->begin;
    int high = e->found < e->row ? e->end : e->guess;
    // Where columns follow each other, as in blocks and dense rows, this is the place.
    long long next = (long long)e->guess + e->row - e->found;
    bool follows = next >= low && next < high && at.col_idx[next] == e->row;
    int place = follows ? (int)next : search(at.col_idx, low, high, e->row);
    if (place == e->end || at.col_idx[place] != e->row) return false;
    e->value = at.values[place];
  }
  __stcs(at.row_idx + e->place, e->col);
  __stcs(at.csc_values + e->place, e->value);
  return true;
}

const int MOVE_THREADS = 256, MOVE_BLOCKS = 6, MOVE_ITEMS = GRAIN / MOVE_THREADS;
const int IN_FLIGHT = 2; // entries for which a thread waits at a time

// A block moves the values of a grain. Returns what a thread knows: whether all were found.
__device__ bool move_grain(const mirror_arrays &at, int grain, tile_rows<GRAIN> *rows,
                           int *row_at) {
  int first = grain * GRAIN, n = min(GRAIN, at.nnz - first);
  int begin = at.grain_row[grain], begin_start = at.row_ptr[begin];
  find_rows<GRAIN, MOVE_THREADS>(at.row_ptr, first, n, begin, at.grain_row[grain + 1], rows,
                                 row_at);
  bool good = true;
#pragma unroll 1
  for (int round = 0; round < MOVE_ITEMS; round += IN_FLIGHT) {
    mirrored e[IN_FLIGHT];
    int own = threadIdx.x + round * MOVE_THREADS;
#pragma unroll
    for (int i = 0; i < IN_FLIGHT; i++) {
      int k = own + i * MOVE_THREADS;
      e[i].place = first + k;
      e[i].col = k < n ? __ldcs(at.col_idx + first + k) : 0;
    }
#pragma unroll
    for (int i = 0; i < IN_FLIGHT; i++) {
      e[i].begin = at.row_ptr[e[i].col];
      e[i].end = at.row_ptr[e[i].col + 1];
    }
#pragma unroll
    for (int i = 0; i < IN_FLIGHT; i++) {
      int k = own + i * MOVE_THREADS, head = k < n ? head_of<GRAIN>(rows, k) : 0;
      int row_start = head == 0 ? begin_start : first + head;
      e[i].row = row_at[head];
      int left = __shfl_up_sync(ALL, e[i].col, 1);
      if (k >= n) continue;
      bool inside = e[i].place > row_start;
      if (inside && k % WARP == 0) left = at.col_idx[e[i].place - 1];
      if (inside && left >= e[i].col) good = false;
      if (!fetch_guess(at, row_start, &e[i])) good = false;
    }
#pragma unroll
    for (int i = 0; i < IN_FLIGHT; i++) {
      if (own + i * MOVE_THREADS < n && !move_value(at, &e[i])) good = false;
    }
  }
  return good;
}

// Blocks take grains in turn, so that all of them work in the same part of the matrix at a time:
// what one of them fetches from rows nearby is in L2 when others ask for it.
__global__ void __launch_bounds__(MOVE_THREADS, MOVE_BLOCKS) move_values(mirror_arrays at) {
  __shared__ tile_rows<GRAIN> rows;
  __shared__ int row_at[GRAIN];
  if (*(volatile int *)at.failed == at.run) return;
  bool good = true;
  for (int grain = blockIdx.x; grain < at.num_grains; grain += gridDim.x) {
    if (!move_grain(at, grain, &rows, row_at)) good = false;
    __syncthreads();
  }
  if (!good) atomicExch(at.failed, at.run);
}

} // namespace fast_transpose

#endif
