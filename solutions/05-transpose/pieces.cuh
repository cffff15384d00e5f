// pieces.cuh: the second pass, which sorts each bucket, or each piece of one, by column.
#ifndef SL_FAST_TRANSPOSE_PIECES_CUH
#define SL_FAST_TRANSPOSE_PIECES_CUH

#include "partition.cuh"

namespace fast_transpose {

// The work of a block in the second pass.
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

// Heavy buckets do not fit into one block. The matrix has the number of entries of each column in
// each piece: one row per piece, and after the rows of a bucket one row for the sums.
__device__ inline int *matrix_row(const layout &a, const arrays &at, int bucket, int index) {
  return at.matrix + (size_t)(at.matrix_row[bucket] + index) * a.matrix_width;
}

const int COUNT_PIECE_THREADS = 512;

template <class S, typename Key>
__global__ void __launch_bounds__(COUNT_PIECE_THREADS)
    count_pieces(layout a, arrays at, int num_pieces) {
  wait_for_kernels();
  __shared__ int count[S::DIGITS];
  const record_list<Key> records = {at.records, a.nnz};
  unsigned mask = (1u << a.low_bits) - 1;
  for (int number = blockIdx.x; number < num_pieces; number += gridDim.x) {
    piece p = piece_of(a, at, number);
    if (p.siblings == 1) continue;
    for (int d = threadIdx.x; d < a.matrix_width; d += COUNT_PIECE_THREADS) count[d] = 0;
    __syncthreads();
#pragma unroll 8
    for (int k = threadIdx.x; k < p.n; k += COUNT_PIECE_THREADS) {
      atomicAdd(&count[(unsigned)records.key(p.first + k) & mask], 1);
    }
    __syncthreads();
    int *row = matrix_row(a, at, p.bucket, p.index);
    for (int d = threadIdx.x; d < a.matrix_width; d += COUNT_PIECE_THREADS) row[d] = count[d];
    __syncthreads();
  }
}

// Turns counts into sums over earlier pieces. Most heavy buckets have few pieces, so a warp takes
// 128 columns of one bucket, without waiting for others.
const int SUM_THREADS = 256;
const int SUMMED = 16; // pieces that a thread loads at a time

// `width` is that of the matrix, in int4.
__device__ inline void sum_columns(int4 *column, int siblings, int width) {
  int4 run = make_int4(0, 0, 0, 0);
  int left = siblings;
  for (; left > 0; left -= SUMMED, column += SUMMED * width) {
    int4 count[SUMMED];
#pragma unroll
    for (int i = 0; i < SUMMED; i++) {
      if (i < left) count[i] = column[i * width];
    }
#pragma unroll
    for (int i = 0; i < SUMMED; i++) {
      if (i >= left) break;
      column[i * width] = run;
      run.x += count[i].x;
      run.y += count[i].y;
      run.z += count[i].z;
      run.w += count[i].w;
    }
  }
  column[left * width] = run; // `left` is not positive: the last round overshot
}

__global__ void __launch_bounds__(SUM_THREADS) sum_pieces(layout a, arrays at) {
  wait_for_kernels();
  int width = a.matrix_width / 4, strips = (width - 1) / WARP + 1;
  int warps = gridDim.x * (SUM_THREADS / WARP);
  int own = (blockIdx.x * SUM_THREADS + threadIdx.x) / WARP;
  int jobs = *at.num_heavy * strips;
  for (int i = own; i < jobs; i += warps) {
    int bucket = at.heavy[i / strips], d = i % strips * WARP + threadIdx.x % WARP;
    int siblings = at.first_piece[bucket + 1] - at.first_piece[bucket];
    int4 *rows = (int4 *)matrix_row(a, at, bucket, 0);
    if (d < width) sum_columns(rows + d, siblings, width);
  }
}

template <class S, typename Key> struct sort_memory {
  static const size_t COUNTS = (size_t)S::WARPS * S::ROW * 4;
  static const bool TOGETHER = sizeof(real) == 4; // rows and values are staged together, or one
                                                  // after the other
  static const size_t STAGED = S::TILE * 8;
  static const size_t WORK = COUNTS > STAGED ? COUNTS : STAGED;
  static const size_t SHIFT = WORK, DIGIT = SHIFT + S::DIGITS * 4, BEGIN = DIGIT + S::TILE * 2,
                      FIRST_ROW = BEGIN + MOST_STRETCHES * 4, SUMS = FIRST_ROW + MOST_STRETCHES * 4,
                      BYTES = SUMS + (WARP + 1) * 4;
};

// Computes for each stretch its first place in the piece, which may be before the piece, and its
// first row.
__device__ inline void list_stretches(const layout &a, const arrays &at, const piece &p, int *begin,
                                      int *first_row) {
  int bucket_start = at.bucket_start[p.bucket];
  for (int g = threadIdx.x; g < a.stretches; g += blockDim.x) {
    begin[g] = bucket_start + at.counts[(size_t)g * a.num_buckets + p.bucket] - p.first;
    first_row[g] = row_of_tile(a, at, g * a.tiles_each);
  }
}

// Returns the stretch of the record at this place: the last one that begins at or before it.
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

// Computes where a heavy bucket's columns begin in this piece, for a thread's digits in place_runs.
template <class S>
__device__ inline void start_columns(const layout &a, const arrays &at, const piece &p, int *sums,
                                     int *to) {
  const int *of_all = matrix_row(a, at, p.bucket, p.siblings);
  const int *in_front = matrix_row(a, at, p.bucket, p.index);
  int first = threadIdx.x * 2 * S::PER, total[2 * S::PER], sum = 0, all;
#pragma unroll
  for (int j = 0; j < 2 * S::PER; j++) {
    int d = first + j;
    total[j] = d < p.columns ? of_all[d] : 0;
    to[j] = d < p.columns ? in_front[d] : 0;
    sum += total[j];
  }
  int place = at.bucket_start[p.bucket] + sum_before<S::THREADS>(sum, sums, &all);
#pragma unroll
  for (int j = 0; j < 2 * S::PER; j++) {
    to[j] += place;
    place += total[j];
  }
}

// Second pass: sorts a bucket, or a piece of one, by columns.
template <class S, typename Key>
__device__ void sort_piece(const layout &a, const arrays &at, const piece &p, char *memory) {
  typedef sort_memory<S, Key> M;
  unsigned *words = (unsigned *)memory;
  int *staged_rows = (int *)(memory + (M::TOGETHER ? S::TILE * sizeof(real) : 0));
  real *staged_values = (real *)memory;
  int *shift = (int *)(memory + M::SHIFT), *sums = (int *)(memory + M::SUMS);
  unsigned short *digit_of = (unsigned short *)(memory + M::DIGIT);
  int *begin = (int *)(memory + M::BEGIN), *first_row = (int *)(memory + M::FIRST_ROW);
  const record_list<Key> records = {at.records, a.nnz};
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  unsigned *mine = words + warp * S::ROW;
  unsigned mask = (1u << a.low_bits) - 1;
  int per = (p.n + S::THREADS * S::RANKED - 1) / (S::THREADS * S::RANKED) * S::RANKED;
  int own = warp * WARP * per + lane;
  Key key[S::ITEMS];
  real value[S::ITEMS];
  unsigned place[S::ITEMS];
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i < per && own + i * WARP < p.n) key[i] = records.key(p.first + own + i * WARP);
  }
  clear_counts(mine, p.columns + 1);
  if (a.relative) list_stretches(a, at, p, begin, first_row);
  int to[2 * S::PER];
  if (p.siblings > 1) start_columns<S>(a, at, p, sums, to);
#pragma unroll
  for (int i = 0; i < S::ITEMS; i += S::RANKED) {
    if (i >= per) continue;
#pragma unroll
    for (int j = i; j < i + S::RANKED; j++) {
      place[j] = own + j * WARP < p.n ? (unsigned)key[j] & mask : p.columns;
    }
    rank_in_warp<S::RANKED>(mine, place + i);
  }
  __syncthreads();
  place_runs<S>(words, p.columns + 1, sums, [&](int j, int digit, int where) {
    if (digit >= p.columns) return;
    shift[digit] = p.siblings > 1 ? to[j] - where : p.first + where;
    if (p.siblings > 1 && p.index == 0) at.col_ptr[p.bucket * a.width + digit] = to[j];
  });
  __syncthreads();
  auto load_values = [&]() { // as late as possible, to save registers
#pragma unroll
    for (int i = 0; i < S::ITEMS; i++) {
      if (i < per && own + i * WARP < p.n) value[i] = (real)records.value(p.first + own + i * WARP);
    }
  };
  if (M::TOGETHER) load_values();
  if (p.siblings == 1) { // these are the starts of the columns
    for (int d = t; d < p.columns; d += S::THREADS) at.col_ptr[p.bucket * a.width + d] = shift[d];
  }
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i >= per) continue;
    unsigned digit = place[i] >> 16;
    place[i] = ((unsigned short *)mine)[digit] + (place[i] & 0xffff);
    if (p.siblings > 1) digit_of[place[i]] = (unsigned short)digit;
  }
  __syncthreads();
  int stretch = a.relative ? stretch_of(a.stretches, begin, own) : 0;
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i >= per || own + i * WARP >= p.n) continue;
    int row = (int)(key[i] >> a.low_bits);
    if (a.relative) {
      while (stretch + 1 < a.stretches && begin[stretch + 1] <= own + i * WARP) stretch++;
      row += first_row[stretch];
    }
    staged_rows[place[i]] = row;
    if (M::TOGETHER) staged_values[place[i]] = value[i];
  }
  if (!M::TOGETHER) {
    load_values();
    __syncthreads();
#pragma unroll 1
    for (int j = t; j < p.n; j += S::THREADS) {
      at.row_idx[p.siblings > 1 ? j + shift[digit_of[j]] : p.first + j] = staged_rows[j];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < S::ITEMS; i++) {
      if (i < per && own + i * WARP < p.n) staged_values[place[i]] = value[i];
    }
  }
  __syncthreads();
#pragma unroll 1 // if unrolled, ptxas 13.0 generates wrong addresses for digit_of[j]
  for (int j = t; j < p.n; j += S::THREADS) {
    int to_j = p.siblings > 1 ? j + shift[digit_of[j]] : p.first + j;
    if (M::TOGETHER) at.row_idx[to_j] = staged_rows[j];
    at.csc_values[to_j] = staged_values[j];
  }
}

// Sorts all pieces, one block per piece.
template <class S, typename Key>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS) sort_pieces(layout a, arrays at) {
  wait_for_kernels();
  extern __shared__ uint4 dynamic[];
  sort_piece<S, Key>(a, at, piece_of(a, at, blockIdx.x), (char *)dynamic);
}

} // namespace fast_transpose

#endif
