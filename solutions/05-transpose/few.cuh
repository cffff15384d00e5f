// few.cuh: the second pass for many columns and few entries: most columns are empty.
//
// Writing the beginnings of columns takes most of the time, not sorting entries. So the warps of a
// block share one counter per column, and more blocks fit on a multiprocessor. A shared counter
// does not keep the order of entries. But a column has few of them, so each entry counts how many
// come before it.
#ifndef SL_FAST_TRANSPOSE_FEW_CUH
#define SL_FAST_TRANSPOSE_FEW_CUH

#include "pieces.cuh"

namespace fast_transpose {

const int FEW_THREADS = 256, FEW_ITEMS = FEW_TILE / FEW_THREADS;
const int FEW_DIGITS = 8192, FEW_WORDS = FEW_DIGITS / 2 + 1; // number of columns + 1
const int FEW_EACH = (FEW_WORDS + FEW_THREADS - 1) / FEW_THREADS;

struct few_memory {
  unsigned words[FEW_WORDS]; // counts of two columns, then their beginnings
  unsigned short order[FEW_TILE];
  int row[FEW_TILE];
  real value[FEW_TILE];
  int sums[WARP + 1];
};

__device__ inline int half_of(const unsigned *words, int d) {
  return (int)(words[d / 2] >> d % 2 * 16 & 0xffff);
}

// Turns the counts of all columns into the places at which they begin.
__device__ inline void start_few_columns(unsigned *words, int used, int *sums) {
  int first = threadIdx.x * FEW_EACH, end = min(first + FEW_EACH, used), sum = 0, all;
  for (int w = first; w < end; w++) sum += (int)((words[w] & 0xffff) + (words[w] >> 16));
  unsigned place = (unsigned)sum_before<FEW_THREADS>(sum, sums, &all);
  for (int w = first; w < end; w++) {
    unsigned low = words[w] & 0xffff, high = words[w] >> 16;
    words[w] = place | (place + low) << 16;
    place += low + high;
  }
}

// Returns the place of entry k of the piece in its column, whose entries are at begin to end - 1 in
// any order.
__device__ inline int place_in_column(const unsigned short *order, int begin, int end, int k) {
  int place = begin;
  for (int j = begin; j < end; j++) place += order[j] < k;
  return place;
}

template <typename Key>
__device__ void sort_few_entries(const layout &a, const arrays &at, const piece &p, few_memory *m) {
  const record_list<Key> records = {at.records, a.nnz};
  int t = threadIdx.x, used = p.columns / 2 + 1;
  unsigned mask = (1u << a.low_bits) - 1;
  record<Key> r[FEW_ITEMS];
  int arrival[FEW_ITEMS];
#pragma unroll
  for (int i = 0; i < FEW_ITEMS; i++) {
    int k = t + i * FEW_THREADS;
    if (k < p.n) r[i] = records.get(p.first + k);
  }
  for (int w = t; w < used; w += FEW_THREADS) m->words[w] = 0;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < FEW_ITEMS; i++) {
    if (t + i * FEW_THREADS >= p.n) continue;
    unsigned d = (unsigned)r[i].key & mask, half = d % 2 * 16;
    arrival[i] = (int)(atomicAdd(&m->words[d / 2], 1u << half) >> half & 0xffff);
  }
  __syncthreads();
  start_few_columns(m->words, used, m->sums);
  __syncthreads();
  for (int d = t; d < p.columns; d += FEW_THREADS) {
    at.col_ptr[p.bucket * a.width + d] = p.first + half_of(m->words, d);
  }
#pragma unroll
  for (int i = 0; i < FEW_ITEMS; i++) {
    int k = t + i * FEW_THREADS;
    if (k >= p.n) continue;
    int d = (int)((unsigned)r[i].key & mask);
    m->order[half_of(m->words, d) + arrival[i]] = (unsigned short)k;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < FEW_ITEMS; i++) {
    int k = t + i * FEW_THREADS;
    if (k >= p.n) continue;
    int d = (int)((unsigned)r[i].key & mask);
    int to = place_in_column(m->order, half_of(m->words, d), half_of(m->words, d + 1), k);
    m->row[to] = (int)(r[i].key >> a.low_bits);
    m->value[to] = (real)r[i].value;
  }
  __syncthreads();
  for (int j = t; j < p.n; j += FEW_THREADS) {
    at.row_idx[p.first + j] = m->row[j];
    at.csc_values[p.first + j] = m->value[j];
  }
}

__device__ inline bool is_few(const piece &p) {
  return p.siblings == 1 && p.n <= FEW_TILE;
}

template <typename Key>
__global__ void __launch_bounds__(FEW_THREADS) sort_few(layout a, arrays at) {
  wait_for_kernels();
  __shared__ few_memory memory;
  piece p = piece_of(a, at, blockIdx.x);
  if (is_few(p)) sort_few_entries<Key>(a, at, p, &memory);
}

// Sorts the pieces that are too large for sort_few.
template <class S, typename Key>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS)
    sort_large(layout a, arrays at, int num_pieces) {
  wait_for_kernels();
  extern __shared__ uint4 dynamic[];
  for (int number = blockIdx.x; number < num_pieces; number += gridDim.x) {
    piece p = piece_of(a, at, number);
    if (is_few(p)) continue;
    sort_piece<S, Key>(a, at, p, (char *)dynamic);
    __syncthreads();
  }
}

// Writes the row of each entry. If only some of thousands of rows have an entry, the first pass
// cannot find the rows from row_ptr efficiently: it would read row_ptr again, with too few blocks.
const int LIST_THREADS = 256, LIST_ROWS = 8; // rows per thread

__global__ void __launch_bounds__(LIST_THREADS)
    list_rows(const int *row_ptr, int num_rows, int *entry_row) {
  int lane = threadIdx.x % WARP, warp = blockIdx.x * (LIST_THREADS / WARP) + threadIdx.x / WARP;
  int begin = warp * WARP * LIST_ROWS + lane, first[LIST_ROWS + 1];
#pragma unroll
  for (int i = 0; i <= LIST_ROWS; i++) first[i] = row_ptr[min(begin + i * WARP, num_rows)];
#pragma unroll
  for (int i = 0; i < LIST_ROWS; i++) {
    int row = begin + i * WARP, end = __shfl_down_sync(ALL, first[i], 1);
    int next = __shfl_sync(ALL, first[i + 1], 0);
    if (lane == WARP - 1) end = next;
    write_row(entry_row, first[i], end - first[i], row);
  }
}

} // namespace fast_transpose

#endif
