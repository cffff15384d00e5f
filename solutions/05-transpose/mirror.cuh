// mirror.cuh: the transpose of a matrix whose pattern is symmetric, in one pass.
//
// If the matrix has an entry (j, i) for each entry (i, j), then the transpose has the same row_ptr
// and col_idx, and only values change places: entry k, in row i and column j, gets the value of
// (j, i), which is found by searching row j for column i. No entry need be sorted. Most matrices
// that come from grids and meshes are of this kind, but CSR does not say so, and we must not
// assume it: the search for each entry is the proof. Rows must also ascend strictly, so that no two
// entries find the same one. If a single search fails, the passes do the work.
#ifndef SL_FAST_TRANSPOSE_MIRROR_CUH
#define SL_FAST_TRANSPOSE_MIRROR_CUH

#include "tiles.cuh"

namespace fast_transpose {

// The result that kernels report to the host (tell).
struct alignas(8) verdict {
  int run;                // the run to which the other fields belong
  short failed, too_wide; // 1: the pattern is not symmetric; a stretch has too many rows
};

// The same result while kernels determine it.
struct finding {
  int failed, too_wide; // the last run that found this
  int long_row;         // the last run that found a row of LONG_ROW entries or more
  int told;             // the last run reported to the host
  unsigned done;        // blocks
  int taken;            // grains taken, except the first of each block
};

struct mirror_arrays {
  int num_rows, nnz, num_grains;
  const int *row_ptr, *col_idx;
  const real *values;
  int *col_ptr, *row_idx;
  real *csc_values;
  int *grain_row; // [num_grains + 1] the row in which each grain begins
  finding *found;
  verdict *told; // of the host
  int run;
  int square;      // 0: only find the rows of grains
  int sample_bits; // one row in 2^sample_bits is checked
  // For the passes that follow if the pattern is not symmetric: a stretch of entries must not have
  // more than `most_rows` rows, if that is not 0.
  int stretches, grains_each, most_rows;
};

// Returns the first place in [low, high) of a row whose column is at least `wanted`.
__device__ inline int search(const int *col_idx, int low, int high, int wanted) {
  while (low < high) {
    int middle = (int)(((unsigned)low + (unsigned)high) / 2); // the sum may not fit into an int
    if (col_idx[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const int SEARCH_PARTS = 8;

// Like search, for a thread that has no other work: it probes several places at a time.
__device__ inline int search_in_parts(const int *col_idx, int low, int high, int wanted) {
  while (low < high) {
    int step = (high - low - 1) / SEARCH_PARTS + 1, less = 0;
#pragma unroll
    for (int i = 1; i <= SEARCH_PARTS; i++) {
      less += col_idx[min(low + i * step, high) - 1] < wanted;
    }
    low = min(low + less * step, high);
    high = max(low, min(low + step, high) - 1);
  }
  return low;
}

// Reports the result to the host. Called by one thread.
__device__ inline void write_verdict(const mirror_arrays &at, bool failed, bool too_wide) {
  at.found->told = at.run;
  tell(at.told, verdict{at.run, failed, too_wide});
}

// Checks one entry in each of a few rows, so that matrices that are far from symmetric are detected
// before the values move. If nothing else must be determined, it reports to the host at once.
__device__ inline void ask_sample(const mirror_arrays &at, int row, int first, int end) {
  unsigned hash = (unsigned)row * 2654435761u;
  if (hash >> (32 - at.sample_bits)) return;
  int col = at.col_idx[first + (hash & 0xffff) % (unsigned)(end - first)];
  int col_end = at.row_ptr[col + 1];
  int place = search_in_parts(at.col_idx, at.row_ptr[col], col_end, row);
  if (place < col_end && at.col_idx[place] == row) return;
  bool first_one = atomicExch(&at.found->failed, at.run) != at.run;
  if (first_one && at.most_rows == 0) write_verdict(at, true, false);
}

__device__ inline bool has_failed(const mirror_arrays &at) {
  return *(volatile int *)&at.found->failed == at.run;
}

// Whether this block is the last one of its kernel to get here, so that it sees the findings of all
// blocks.
__device__ inline bool is_last_block(const mirror_arrays &at) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  // The last block sets the count back to 0.
  if (threadIdx.x == 0) last = atomicInc(&at.found->done, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  __threadfence();
  return last;
}

// Reports to the host what the blocks have found. Called by all threads of a block.
__device__ inline void tell_host(const mirror_arrays &at) {
  __syncthreads();
  if (threadIdx.x > 0) return;
  write_verdict(at, has_failed(at), *(volatile int *)&at.found->too_wide == at.run);
}

__device__ inline void check_stretches(const mirror_arrays &at) {
  for (int g = threadIdx.x; g < at.stretches; g += blockDim.x) {
    int begin = g * at.grains_each, end = min(begin + at.grains_each, at.num_grains);
    if (__ldcg(at.grain_row + end) - __ldcg(at.grain_row + begin) >= at.most_rows) {
      atomicExch(&at.found->too_wide, at.run);
    }
  }
}

const int LOOK_THREADS = 256, LOOK_ROWS = 8; // rows per thread, if there are many

const int LONG_ROW = 1 << 20; // entries

// Writes a row to the grains that begin in it, and records whether the row is long. Called by all
// threads of a warp, each with a row. A thread without a row passes an empty row that begins at 0.
__device__ inline void note_rows(const mirror_arrays &at, int row, int first, int end) {
  int grain = first / GRAIN + (first % GRAIN > 0), many = 0;
  if (first < end) many = (end - 1) / GRAIN + 1 - grain;
  write_row(at.grain_row, grain, many, row);
  if (end - first >= LONG_ROW) atomicExch(&at.found->long_row, at.run);
}

__device__ inline void copy_start(const mirror_arrays &at, int row, int first, int end) {
  if (at.square) at.col_ptr[row] = first;
  if (row < at.num_rows - 1) return;
  at.grain_row[at.num_grains] = row;
  if (at.square) at.col_ptr[at.num_rows] = end;
}

// Finds the rows in which grains begin, copies row_ptr, and checks the samples, for ROWS rows per
// thread. If the pattern is not symmetric, and a stretch might have too many rows, the last block
// reports it.
template <int ROWS> __global__ void __launch_bounds__(LOOK_THREADS) look(mirror_arrays at) {
  int own = blockIdx.x * LOOK_THREADS * ROWS + threadIdx.x;
  int first[ROWS], end[ROWS];
#pragma unroll
  for (int i = 0; i < ROWS; i++) {
    int row = min(own + i * LOOK_THREADS, at.num_rows - 1);
    first[i] = at.row_ptr[row];
    end[i] = at.row_ptr[row + 1];
  }
  // The samples come first, because the host waits for their result.
#pragma unroll
  for (int i = 0; i < ROWS; i++) {
    int row = own + i * LOOK_THREADS;
    if (at.square && row < at.num_rows && first[i] < end[i]) ask_sample(at, row, first[i], end[i]);
  }
#pragma unroll
  for (int i = 0; i < ROWS; i++) {
    int row = own + i * LOOK_THREADS;
    bool real_row = row < at.num_rows;
    note_rows(at, row, real_row ? first[i] : 0, real_row ? end[i] : 0);
    if (real_row) copy_start(at, row, first[i], end[i]);
  }
  if (!at.square && own == 0) at.found->failed = at.run;
  if (own == 0) at.found->taken = 0;
  if (at.most_rows == 0 || !is_last_block(at) || !has_failed(at)) return;
  check_stretches(at);
  tell_host(at);
}

// An entry, and what is known about its mirror entry.
struct mirrored {
  int place, row, col;
  int begin, end;   // the beginning and end of row `col`
  int guess, found; // a place in that row, and the column there
  real value;
};

// Loads the data for the start of the search. The guess is that the third entry of a row mirrors
// the third from the end of the other row. Inside a grid this is right, and then no search is
// needed.
__device__ inline bool fetch_guess(const mirror_arrays &at, int row_start, mirrored *e) {
  bool possible = e->begin < e->end;
  e->guess = possible ? max(e->begin, e->end - 1 - (e->place - row_start)) : 0;
  e->found = at.col_idx[e->guess];
  e->value = at.values[e->guess];
  return possible;
}

const int LONG_SEARCH = 64; // places

// Narrows the search in rows that several lanes search: a dense row has an entry for nearly every
// row here. The warp searches 32 places at a time for the first lane's entry; the others are close
// to it.
__device__ inline void narrow_together(const mirror_arrays &at, const mirrored &e, bool open,
                                       int *low, int *high) {
  int lane = threadIdx.x % WARP;
  unsigned left = __ballot_sync(ALL, open && *high - *low > LONG_SEARCH);
  while (left) {
    int leader = __ffs(left) - 1;
    int col = __shfl_sync(ALL, e.col, leader), row = __shfl_sync(ALL, e.row, leader);
    int begin = __shfl_sync(ALL, *low, leader), end = __shfl_sync(ALL, *high, leader);
    while (end - begin > WARP) {
      int step = (end - begin - 1) / WARP + 1;
      bool less = at.col_idx[min(begin + (lane + 1) * step, end) - 1] < row;
      begin = min(begin + __popc(__ballot_sync(ALL, less)) * step, end);
      end = max(begin, min(begin + step, end) - 1);
    }
    bool same = left >> lane & 1 && e.col == col;
    if (same) {
      *low = max(*low, begin);
      *high = min(*high, end + e.row - row); // columns ascend
    }
    left &= ~__ballot_sync(ALL, same);
  }
}

// Finds the mirror entry of an active entry, and moves its value. Called by all threads of a warp.
// Returns whether the mirror entry was found.
template <bool LONG_ROWS>
__device__ inline bool move_value(const mirror_arrays &at, mirrored *e, bool active) {
  bool open = active && e->found != e->row;
  int low = 0, high = 0;
  if (open) {
    low = e->found < e->row ? e->guess + 1 : e->begin;
    high = e->found < e->row ? e->end : e->guess;
    // If columns are consecutive, as in blocks and dense rows, this is the place.
    long long next = (long long)e->guess + e->row - e->found;
    bool follows = next >= low && next < high && at.col_idx[next] == e->row;
    if (follows) low = high = (int)next;
  }
  if (LONG_ROWS) narrow_together(at, *e, open, &low, &high);
  if (open) {
    int place = search(at.col_idx, low, high, e->row);
    if (place == e->end || at.col_idx[place] != e->row) return false;
    e->value = at.values[place];
  }
  if (!active) return true;
  __stcs(at.row_idx + e->place, e->col);
  __stcs(at.csc_values + e->place, e->value);
  return true;
}

const int MOVE_THREADS = 256, MOVE_BLOCKS = 6, MOVE_ITEMS = GRAIN / MOVE_THREADS;
const int IN_FLIGHT = 2; // entries that a thread loads at a time

// A block moves the values of a grain. Returns whether the thread found all its entries.
template <bool LONG_ROWS>
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
      bool active = own + i * MOVE_THREADS < n;
      if (!LONG_ROWS && !active) continue;
      if (!move_value<LONG_ROWS>(at, &e[i], active)) good = false;
    }
  }
  return good;
}

// Blocks take grains in turn, so that all of them work in the same part of the matrix at a time:
// data that one of them loads from nearby rows are in L2 when others need them. A counter hands out
// the grains, so that no block gets ahead of others; a block requests the next one while it works.
template <bool LONG_ROWS>
__device__ bool move_grains(const mirror_arrays &at, tile_rows<GRAIN> *rows, int *row_at) {
  __shared__ int next;
  bool good = true;
  int grain = blockIdx.x;
  while (grain < at.num_grains) {
    int coming = threadIdx.x == 0 ? gridDim.x + atomicAdd(&at.found->taken, 1) : 0;
    if (!move_grain<LONG_ROWS>(at, grain, rows, row_at)) good = false;
    if (threadIdx.x == 0) next = coming; // move_grain has barriers: all have read the last one
    __syncthreads();
    grain = next;
  }
  return good;
}

__global__ void __launch_bounds__(MOVE_THREADS, MOVE_BLOCKS) move_values(mirror_arrays at) {
  wait_for_kernels();
  __shared__ tile_rows<GRAIN> rows;
  __shared__ int row_at[GRAIN];
  if (at.found->told == at.run) return; // `look` has already reported
  bool long_rows = at.found->long_row == at.run;
  bool good =
      long_rows ? move_grains<true>(at, &rows, row_at) : move_grains<false>(at, &rows, row_at);
  if (!good) atomicExch(&at.found->failed, at.run);
  if (!is_last_block(at)) return;
  if (has_failed(at) && at.most_rows > 0) check_stretches(at);
  tell_host(at);
}

} // namespace fast_transpose

#endif
