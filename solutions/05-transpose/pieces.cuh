// pieces.cuh: the second pass: each bucket, or each piece of one, is sorted by column.
#ifndef SL_FAST_TRANSPOSE_PIECES_CUH
#define SL_FAST_TRANSPOSE_PIECES_CUH

#include "partition.cuh"

namespace fast_transpose {

// What a block of the second pass works on.
struct piece {
  int bucket, first, n, index, siblings, columns;
};

__device__ inline piece piece_of(const layout &a, const arrays &at, int number) {
  piece p;
  p.bucket = at.piece_bucket[number];
  p.index = number - at.first_piece[p.bucket];
  p.siblings = at.first_piece[p.bucket + 1] - at.first_piece[p.bucket];
  p.first = at.bucket_start[p.bucket] + p.index * a.piece;
  p.n = min(a.piece, at.bucket_start[p.bucket + 1] - p.first);
  p.columns = min(a.width, a.num_cols - p.bucket * a.width);
  return p;
}

// Buckets that do not fit into one block: how many entries of each column each piece has.
template <class S, typename Key>
__global__ void __launch_bounds__(512) count_pieces(layout a, arrays at) {
  __shared__ int count[S::DIGITS];
  const record<Key> *in = (const record<Key> *)at.records;
  for (int number = blockIdx.x; number < at.head->num_pieces; number += gridDim.x) {
    piece p = piece_of(a, at, number);
    if (p.siblings == 1) continue;
    for (int d = threadIdx.x; d < p.columns; d += 512) count[d] = 0;
    __syncthreads();
    unsigned mask = (1u << a.low_bits) - 1;
#pragma unroll 4
    for (int k = threadIdx.x; k < p.n; k += 512) {
      atomicAdd(&count[(unsigned)in[p.first + k].key & mask], 1);
    }
    __syncthreads();
    int *column = at.matrix + at.matrix_start[p.bucket] + p.index;
    for (int d = threadIdx.x; d < a.width; d += 512) {
      column[(size_t)d * p.siblings] = d < p.columns ? count[d] : 0;
    }
    __syncthreads();
  }
}

// The scan of these counts, by blocks that have equal shares.
const int SCAN_BLOCKS = 256, SHARE_THREADS = 512;

__device__ inline int share_of(const arrays &at, int *begin, int *end) {
  int size = at.head->matrix_size;
  int share = (size + SCAN_BLOCKS - 1) / SCAN_BLOCKS;
  share = (share + SHARE_THREADS - 1) / SHARE_THREADS * SHARE_THREADS;
  *begin = min(size, (int)blockIdx.x * share);
  *end = min(size, *begin + share);
  return size;
}

__global__ void __launch_bounds__(SHARE_THREADS) sum_shares(arrays at) {
  __shared__ int sums[WARP + 1];
  int begin, end, sum = 0, all;
  if (share_of(at, &begin, &end) == 0) return;
  for (int i = begin + threadIdx.x; i < end; i += SHARE_THREADS) sum += at.matrix[i];
  sum_before<SHARE_THREADS>(sum, sums, &all);
  if (threadIdx.x == 0) at.sums[blockIdx.x] = all;
}

__global__ void __launch_bounds__(SHARE_THREADS) scan_shares(arrays at) {
  __shared__ int sums[WARP + 1];
  int begin, end, base;
  if (share_of(at, &begin, &end) == 0) return;
  sum_before<SHARE_THREADS>(threadIdx.x < blockIdx.x ? at.sums[threadIdx.x] : 0, sums, &base);
  for (int i = begin; i < end; i += SHARE_THREADS) {
    int k = i + threadIdx.x, all;
    int own = k < end ? at.matrix[k] : 0;
    int before = sum_before<SHARE_THREADS>(own, sums, &all);
    if (k < end) at.matrix[k] = base + before;
    base += all;
  }
}

template <class S, typename Key> struct sort_memory {
  static const size_t COUNTS = (size_t)S::WARPS * S::DIGITS * 2;
  static const size_t STAGED = S::TILE * (sizeof(int) + sizeof(real));
  static const size_t WORK = COUNTS > STAGED ? COUNTS : STAGED;
  static const size_t SHIFT = WORK, DIGIT = SHIFT + S::DIGITS * 4, BEGIN = DIGIT + S::TILE * 2,
                      FIRST_ROW = BEGIN + MOST_STRETCHES * 4, SUMS = FIRST_ROW + MOST_STRETCHES * 4,
                      BYTES = SUMS + (WARP + 1) * 4;
};

// Of each stretch: its first place in the piece, which may lie in front of it, and its first row.
__device__ inline void list_stretches(const layout &a, const arrays &at, const piece &p, int *begin,
                                      int *first_row) {
  int bucket_start = at.bucket_start[p.bucket];
  for (int g = threadIdx.x; g < a.stretches; g += blockDim.x) {
    begin[g] = bucket_start + at.counts[(size_t)g * a.num_buckets + p.bucket] - p.first;
    first_row[g] = row_of_tile(a, at, g * a.tiles_each);
  }
}

// The stretch from which the record at this place is: the last that begins there or before.
__device__ inline int stretch_of(int stretches, const int *begin, int place) {
  int low = 0, high = stretches; // begin[low] <= place < begin[high]
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (begin[middle] <= place)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// Second pass: sorts a bucket, or a piece of one, by columns.
template <class S, typename Key>
__device__ void sort_piece(const layout &a, const arrays &at, const piece &p, char *memory) {
  typedef sort_memory<S, Key> M;
  unsigned *words = (unsigned *)memory;
  int *staged_rows = (int *)(memory + S::TILE * sizeof(real));
  real *staged_values = (real *)memory;
  int *shift = (int *)(memory + M::SHIFT), *sums = (int *)(memory + M::SUMS);
  unsigned short *digit_of = (unsigned short *)(memory + M::DIGIT);
  int *begin = (int *)(memory + M::BEGIN), *first_row = (int *)(memory + M::FIRST_ROW);
  const record<Key> *in = (const record<Key> *)at.records;
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  unsigned short *mine = (unsigned short *)words + warp * S::DIGITS;
  unsigned mask = (1u << a.low_bits) - 1;
  int per = (p.n + S::THREADS - 1) / S::THREADS;
  int own = warp * WARP * per + lane;
  record<Key> r[S::ITEMS];
  unsigned short place[S::ITEMS];
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i < per && own + i * WARP < p.n) r[i] = in[p.first + own + i * WARP];
  }
  clear_counts<S>(words, p.columns);
  if (a.relative) list_stretches(a, at, p, begin, first_row);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i >= per) continue;
    bool valid = own + i * WARP < p.n;
    unsigned digit = valid ? (unsigned)r[i].key & mask : 0xffff;
    place[i] = (unsigned short)rank_in_warp(mine, digit, valid);
  }
  __syncthreads();
  const int *matrix = at.matrix + at.matrix_start[p.bucket];
  int bucket_start = at.bucket_start[p.bucket];
  place_runs<S>(words, p.columns, sums, [&](int digit, int where, int) {
    int to = p.first + where;
    if (p.siblings > 1) {
      to = bucket_start + matrix[(size_t)digit * p.siblings + p.index] - matrix[0];
      shift[digit] = to - where;
    }
    if (p.index == 0) at.col_ptr[p.bucket * a.width + digit] = to;
  });
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i >= per || own + i * WARP >= p.n) continue;
    unsigned digit = (unsigned)r[i].key & mask;
    place[i] += mine[digit];
    if (p.siblings > 1) digit_of[place[i]] = (unsigned short)digit;
  }
  __syncthreads();
  int stretch = a.relative ? stretch_of(a.stretches, begin, own) : 0;
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i >= per || own + i * WARP >= p.n) continue;
    int row = (int)(r[i].key >> a.low_bits);
    if (a.relative) {
      while (stretch + 1 < a.stretches && begin[stretch + 1] <= own + i * WARP) stretch++;
      row += first_row[stretch];
    }
    staged_rows[place[i]] = row;
    staged_values[place[i]] = (real)r[i].value;
  }
  __syncthreads();
#pragma unroll 1 // unrolled, ptxas 13.0 makes wrong addresses of digit_of[j]
  for (int j = t; j < p.n; j += S::THREADS) {
    int to = p.siblings > 1 ? j + shift[digit_of[j]] : p.first + j;
    at.row_idx[to] = staged_rows[j];
    at.csc_values[to] = staged_values[j];
  }
}

template <class S, typename Key>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS) sort_pieces(layout a, arrays at) {
  extern __shared__ uint4 dynamic[];
  sort_piece<S, Key>(a, at, piece_of(a, at, blockIdx.x), (char *)dynamic);
}

} // namespace fast_transpose

#endif
