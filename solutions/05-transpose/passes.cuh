// passes.cuh: the kernels of the tuned transpose; fast.cu tells what they do together.
#ifndef SL_FAST_TRANSPOSE_PASSES_CUH
#define SL_FAST_TRANSPOSE_PASSES_CUH

#include "bench/contest.h"

#include <cuda_runtime.h>

#include <cstdint>

namespace fast_transpose {

const int WARP = 32;
const unsigned ALL = 0xffffffffu;

// What goes through memory between the passes. The key holds the row and, in its lowest bits, the
// column's place in its bucket. Where that is more than 32 bits, rows count from the first one of
// the stretch of entries: the second pass knows which stretch a record is from by its place.
// Values are as wide as keys, as a record without a gap is read whole.
template <size_t BYTES> struct value_of { typedef double type; };
template <> struct value_of<4> { typedef float type; };

template <typename Key> struct record {
  Key key;
  typename value_of<(sizeof(real) > sizeof(Key) ? sizeof(real) : sizeof(Key))>::type value;
};

// How a kernel is laid out: a block of THREADS sorts THREADS * ITEMS entries by DIGITS digits.
template <int T, int I, int D, int B> struct shape {
  static const int THREADS = T, ITEMS = I, DIGITS = D, BLOCKS = B;
  static const int TILE = T * I, WARPS = T / WARP;
};

// The columns are cut into buckets of `width`; all that the kernels need to know.
struct layout {
  int num_rows, num_cols, nnz;
  int width, num_buckets, low_bits;
  unsigned magic; // col / width is col * magic / 2^(32 + shift)
  int shift;
  int tile, num_tiles; // entries a tile of the first pass
  int stretches, tiles_each;
  int piece; // entries a piece of the second pass
  int single; // 1: a bucket is one column, and the first pass does it all
  int relative; // 1: rows in keys count from the first row of their stretch
  int key_bits; // of a key that has relative rows
};

const int MOST_STRETCHES = 512; // where rows are relative

// What the second pass learns from the first.
struct header {
  int num_pieces, matrix_size;
  unsigned ticket;
  int too_wide; // 1: a stretch has too many rows for relative ones
};

struct arrays {
  const int *row_ptr, *col_idx;
  const real *values;
  int *col_ptr, *row_idx;
  real *csc_values;
  int *tile_row;     // [num_tiles + 1] the row in which a tile begins
  int *counts;       // [stretches][num_buckets]
  int *totals;       // [num_buckets]
  int *bucket_start; // [num_buckets + 1]
  int *first_piece;  // [num_buckets + 1]
  int *matrix_start; // [num_buckets]
  int *piece_bucket; // [pieces at most]
  int *matrix;       // counts of buckets that have several pieces, [digit][piece]
  int *sums;         // [SCAN_BLOCKS]
  header *head;
  const int *gate; // not NULL: all that follows is for the case that this is 1
  void *records;
};

__device__ inline bool is_idle(const arrays &at) {
  return at.gate && *at.gate == 0;
}

__device__ inline int bucket_of(const layout &a, int col) {
  return a.single ? col : (int)(__umulhi((unsigned)col, a.magic) >> a.shift);
}

__device__ inline unsigned lanes_below() {
  return (1u << (threadIdx.x % WARP)) - 1;
}

__device__ inline unsigned peers_of(unsigned digit) {
#ifdef FAST_BALLOT
  unsigned peers = ALL;
  for (int bit = 0; bit < FAST_BALLOT; bit++) {
    bool one = digit >> bit & 1;
    unsigned with = __ballot_sync(ALL, one);
    peers &= one ? with : ~with;
  }
  return peers;
#else
  return __match_any_sync(ALL, digit);
#endif
}

// The sum of x of the threads in front, and of all. `sums` has 33 elements.
template <int THREADS> __device__ int sum_before(int x, int *sums, int *total_out) {
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int sum = x;
  for (int step = 1; step < WARP; step *= 2) {
    int left = __shfl_up_sync(ALL, sum, step);
    if (lane >= step) sum += left;
  }
  if (lane == WARP - 1) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    int own = lane < THREADS / WARP ? sums[lane] : 0, all = own;
    for (int step = 1; step < WARP; step *= 2) {
      int left = __shfl_up_sync(ALL, all, step);
      if (lane >= step) all += left;
    }
    sums[lane] = all - own;
    if (lane == WARP - 1) sums[WARP] = all;
  }
  __syncthreads();
  *total_out = sums[WARP];
  int before = sums[warp] + sum - x;
  __syncthreads();
  return before;
}

// First kernel: counts of a stretch's entries by bucket, and the rows in which tiles begin.
const int COUNT_THREADS = 1024;

__device__ inline void add(int *count, int digit, int many) {
  atomicAdd(&count[digit], many);
}

__global__ void __launch_bounds__(COUNT_THREADS)
    count_buckets(layout a, arrays at, int copies, int aligned) {
  extern __shared__ int count[]; // [copies][num_buckets]
  if (is_idle(at)) return;
  int t = threadIdx.x;
  for (int i = t; i < copies * a.num_buckets; i += COUNT_THREADS) count[i] = 0;
  if (blockIdx.x == 0 && t == 0) {
    at.head->ticket = 0;
    at.head->too_wide = 0;
    at.tile_row[a.num_tiles] = a.num_rows - 1;
  }
  for (int row = blockIdx.x * COUNT_THREADS + t; row < a.num_rows;
       row += gridDim.x * COUNT_THREADS) {
    int first = at.row_ptr[row], end = at.row_ptr[row + 1];
    if (first == end) continue;
    for (int tile = (first + a.tile - 1) / a.tile; tile < a.num_tiles; tile++) {
      if (tile * (long long)a.tile >= end) break;
      at.tile_row[tile] = row;
    }
  }
  __syncthreads();
  int *own = count + (t % copies) * a.num_buckets;
  long long first = (long long)blockIdx.x * a.tiles_each * a.tile;
  long long end = first + (long long)a.tiles_each * a.tile;
  if (end > a.nnz) end = a.nnz;
  long long vectors_end = aligned ? end - (end - first) % 4 : first;
  for (long long k = first + 4 * t; k < vectors_end; k += 4 * COUNT_THREADS) {
    int4 col = *(const int4 *)(at.col_idx + k);
    int d0 = bucket_of(a, col.x), d1 = bucket_of(a, col.y);
    int d2 = bucket_of(a, col.z), d3 = bucket_of(a, col.w);
    int many = 1;
    if (d1 == d0) many++; else { add(own, d0, many); many = 1; }
    if (d2 == d1) many++; else { add(own, d1, many); many = 1; }
    if (d3 == d2) many++; else { add(own, d2, many); many = 1; }
    add(own, d3, many);
  }
  for (long long k = vectors_end + t; k < end; k += COUNT_THREADS) {
    add(own, bucket_of(a, at.col_idx[k]), 1);
  }
  __syncthreads();
  for (int b = t; b < a.num_buckets; b += COUNT_THREADS) {
    int sum = 0;
    for (int c = 0; c < copies; c++) sum += count[c * a.num_buckets + b];
    at.counts[(size_t)blockIdx.x * a.num_buckets + b] = sum;
  }
}

// Second kernel: where each stretch's part of each bucket begins. The last block to finish scans
// the buckets and cuts them into pieces.
const int SCAN_THREADS = 1024;

__device__ void plan_pieces(const layout &a, const arrays &at, int *sums) {
  int t = threadIdx.x;
  int each = (a.num_buckets + SCAN_THREADS - 1) / SCAN_THREADS;
  int begin = t * each, end = min(begin + each, a.num_buckets);
  int entries = 0, pieces = 0, cells = 0;
  for (int b = begin; b < end; b++) {
    int n = __ldcg(&at.totals[b]), p = n > a.piece ? (n - 1) / a.piece + 1 : 1;
    entries += n;
    pieces += p;
    cells += p > 1 ? p * a.width : 0;
  }
  int all_entries, all_pieces, all_cells;
  entries = sum_before<SCAN_THREADS>(entries, sums, &all_entries);
  pieces = sum_before<SCAN_THREADS>(pieces, sums, &all_pieces);
  cells = sum_before<SCAN_THREADS>(cells, sums, &all_cells);
  for (int b = begin; b < end; b++) {
    int n = __ldcg(&at.totals[b]), p = n > a.piece ? (n - 1) / a.piece + 1 : 1;
    at.bucket_start[b] = entries;
    if (a.single) {
      at.col_ptr[b] = entries;
    } else {
      at.first_piece[b] = pieces;
      at.matrix_start[b] = cells;
      for (int i = 0; i < p; i++) at.piece_bucket[pieces + i] = b;
    }
    entries += n;
    pieces += p;
    cells += p > 1 ? p * a.width : 0;
  }
  if (t == 0) {
    at.bucket_start[a.num_buckets] = all_entries;
    at.col_ptr[a.num_cols] = all_entries;
    at.first_piece[a.num_buckets] = all_pieces;
    at.head->num_pieces = all_pieces;
    at.head->matrix_size = all_cells;
  }
}

// Whether the rows of each stretch can be told apart by the bits that a key has for them.
__device__ void check_spans(const layout &a, const arrays &at) {
  for (int g = threadIdx.x; g < a.stretches; g += SCAN_THREADS) {
    int begin = g * a.tiles_each, end = min(begin + a.tiles_each, a.num_tiles);
    unsigned rows = at.tile_row[end] - at.tile_row[begin];
    if (rows >> (a.key_bits - a.low_bits)) atomicExch(&at.head->too_wide, 1);
  }
}

__global__ void __launch_bounds__(SCAN_THREADS) scan_stretches(layout a, arrays at) {
  __shared__ int part[WARP][WARP + 1];
  __shared__ int sums[WARP + 1];
  __shared__ bool last;
  if (is_idle(at)) return;
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int b = blockIdx.x * WARP + lane;
  int each = (a.stretches + WARP - 1) / WARP;
  int begin = warp * each, end = min(begin + each, a.stretches);
  int sum = 0;
  if (b < a.num_buckets) {
#pragma unroll 8
    for (int g = begin; g < end; g++) sum += at.counts[(size_t)g * a.num_buckets + b];
  }
  part[warp][lane] = sum;
  __syncthreads();
  int run = 0, total = 0;
  for (int w = 0; w < WARP; w++) {
    if (w == warp) run = total;
    total += part[w][lane];
  }
  if (b < a.num_buckets) {
#pragma unroll 8
    for (int g = begin; g < end; g++) {
      int *c = &at.counts[(size_t)g * a.num_buckets + b], own = *c;
      *c = run;
      run += own;
    }
    if (warp == 0) at.totals[b] = total;
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&at.head->ticket, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  plan_pieces(a, at, sums);
  if (a.relative) check_spans(a, at);
}

// Both passes rank alike: warp_counts [WARPS][DIGITS] tells how many of a digit a warp has seen.
__device__ inline int rank_in_warp(unsigned short *counts, unsigned digit, bool valid) {
  unsigned peers = peers_of(digit);
  int before = __popc(peers & lanes_below());
  int seen = valid ? counts[digit] : 0;
  __syncwarp();
  if (valid && before == 0) counts[digit] = (unsigned short)(seen + __popc(peers));
  __syncwarp();
  return seen + before;
}

template <class S> __device__ void clear_counts(unsigned *words, int digits) {
  int used = (digits + 1) / 2;
  for (int w = 0; w < S::WARPS; w++) {
    for (int i = threadIdx.x; i < used; i += S::THREADS) words[w * (S::DIGITS / 2) + i] = 0;
  }
}

// Turns the warps' counts into the places in the tile at which the warps' runs begin. Calls
// done(digit, place, count) for each digit.
template <class S, typename Done>
__device__ void place_runs(unsigned *words, int digits, int *sums, Done done) {
  const int ROW = S::DIGITS / 2, PER = ROW / S::THREADS > 0 ? ROW / S::THREADS : 1;
  int first = threadIdx.x * PER, used = (digits + 1) / 2;
  unsigned total[PER];
  int sum = 0, all;
#pragma unroll
  for (int j = 0; j < PER; j++) {
    total[j] = 0;
    if (first + j < used) {
#pragma unroll
      for (int w = 0; w < S::WARPS; w++) total[j] += words[w * ROW + first + j];
    }
    sum += (total[j] & 0xffff) + (total[j] >> 16);
  }
  int place = sum_before<S::THREADS>(sum, sums, &all);
#pragma unroll
  for (int j = 0; j < PER; j++) {
    if (first + j < used) {
      int low = total[j] & 0xffff, high = total[j] >> 16;
      done(2 * (first + j), place, low);
      if (2 * (first + j) + 1 < digits) done(2 * (first + j) + 1, place + low, high);
      unsigned run = (unsigned)place | (unsigned)(place + low) << 16;
      place += low + high;
#pragma unroll
      for (int w = 0; w < S::WARPS; w++) {
        unsigned own = words[w * ROW + first + j];
        words[w * ROW + first + j] = run;
        run += own;
      }
    }
  }
}

__device__ inline void mark_row(const arrays &at, int row, int tile_first, int n,
                                unsigned *heads, const int *heads_before, int *row_list) {
  int start = at.row_ptr[row] - tile_first;
  if (start <= 0 || start >= n || at.row_ptr[row + 1] - tile_first <= start) return;
  unsigned bit = 1u << start % WARP;
  if (!row_list) {
    atomicOr(&heads[start / WARP], bit);
  } else {
    row_list[heads_before[start / WARP] + __popc(heads[start / WARP] & (bit | (bit - 1)))] = row;
  }
}

// row_list[i] is the row of the entries that have i heads of rows in front of them or are one.
template <class S>
__device__ void list_rows(const layout &a, const arrays &at, int tile, int n, unsigned *heads,
                          int *heads_before, int *row_list, int *sums) {
  int t = threadIdx.x, all;
  int begin = at.tile_row[tile], end = at.tile_row[tile + 1];
  int first = tile * S::TILE;
  for (int i = t; i < S::TILE / WARP; i += S::THREADS) heads[i] = 0;
  __syncthreads();
  for (int row = begin + 1 + t; row <= end; row += S::THREADS) {
    mark_row(at, row, first, n, heads, heads_before, NULL);
  }
  __syncthreads();
  int own = t < S::TILE / WARP ? __popc(heads[t]) : 0;
  int before = sum_before<S::THREADS>(own, sums, &all);
  if (t < S::TILE / WARP) heads_before[t] = before;
  if (t == 0) row_list[0] = begin;
  __syncthreads();
  for (int row = begin + 1 + t; row <= end; row += S::THREADS) {
    mark_row(at, row, first, n, heads, heads_before, row_list);
  }
  __syncthreads();
}

template <class S, typename Key> struct partition_memory {
  static const size_t COUNTS = (size_t)S::WARPS * S::DIGITS * 2;
  static const size_t RECORDS = S::TILE * sizeof(record<Key>);
  static const size_t WORK = COUNTS > RECORDS ? COUNTS : RECORDS;
  static const size_t SHIFT = WORK, END = SHIFT + S::DIGITS * 4, DIGIT = END + S::DIGITS * 2,
                      HEADS = DIGIT + S::TILE * 2, BEFORE = HEADS + S::TILE / WARP * 4,
                      SUMS = BEFORE + S::TILE / WARP * 4, BYTES = SUMS + (WARP + 1) * 4;
};

// First pass: every entry to its bucket, tile by tile of the block's stretch.
template <class S, typename Key>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS) partition(layout a, arrays at) {
  typedef partition_memory<S, Key> M;
  extern __shared__ uint4 dynamic[];
  char *memory = (char *)dynamic;
  unsigned *words = (unsigned *)memory;
  record<Key> *staged = (record<Key> *)memory;
  int *row_list = (int *)memory;
  int *shift = (int *)(memory + M::SHIFT);
  unsigned short *run_end = (unsigned short *)(memory + M::END);
  unsigned short *digit_of = (unsigned short *)(memory + M::DIGIT);
  unsigned *heads = (unsigned *)(memory + M::HEADS);
  int *heads_before = (int *)(memory + M::BEFORE), *sums = (int *)(memory + M::SUMS);
  record<Key> *out = (record<Key> *)at.records;

  if (is_idle(at) || at.head->too_wide) return;
  int first_row = a.relative ? at.tile_row[blockIdx.x * a.tiles_each] : 0;
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  unsigned short *mine = (unsigned short *)words + warp * S::DIGITS;
  for (int b = t; b < a.num_buckets; b += S::THREADS) {
    shift[b] = at.bucket_start[b] + at.counts[(size_t)blockIdx.x * a.num_buckets + b];
    run_end[b] = 0;
  }
  int tile_end = min((int)(blockIdx.x + 1) * a.tiles_each, a.num_tiles);
  for (int tile = blockIdx.x * a.tiles_each; tile < tile_end; tile++) {
    int first = tile * S::TILE, n = min(S::TILE, a.nnz - first);
    int per = (n + S::THREADS - 1) / S::THREADS;
    int own = warp * WARP * per + lane;
    Key key[S::ITEMS];
    unsigned place[S::ITEMS];
#pragma unroll
    for (int i = 0; i < S::ITEMS; i++) {
      int k = own + i * WARP;
      place[i] = i < per && k < n ? at.col_idx[first + k] : 0;
    }
    list_rows<S>(a, at, tile, n, heads, heads_before, row_list, sums);
#pragma unroll
    for (int i = 0; i < S::ITEMS; i++) {
      int k = own + i * WARP;
      if (i >= per || k >= n) continue;
      int col = place[i], digit = bucket_of(a, col);
      int low = a.single ? 0 : col - digit * a.width;
      int row = row_list[heads_before[k / WARP] +
                         __popc(heads[k / WARP] & (lanes_below() | 1u << k % WARP))];
      key[i] = (Key)(row - first_row) << a.low_bits | low;
      place[i] = digit;
    }
    __syncthreads();
    clear_counts<S>(words, a.num_buckets);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < S::ITEMS; i++) {
      if (i >= per) continue;
      bool valid = own + i * WARP < n;
      unsigned digit = valid ? place[i] : 0xffff;
      place[i] = digit << 16 | rank_in_warp(mine, digit, valid);
    }
    __syncthreads();
    place_runs<S>(words, a.num_buckets, sums, [&](int digit, int where, int count) {
      shift[digit] += run_end[digit] - where;
      run_end[digit] = (unsigned short)(where + count);
    });
    __syncthreads();
#pragma unroll
    for (int i = 0; i < S::ITEMS; i++) {
      if (i >= per || own + i * WARP >= n) continue;
      unsigned digit = place[i] >> 16;
      place[i] = mine[digit] + (place[i] & 0xffff);
      digit_of[place[i]] = (unsigned short)digit;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < S::ITEMS; i++) {
      if (i >= per || own + i * WARP >= n) continue;
      record<Key> r;
      r.key = key[i];
      r.value = at.values[first + own + i * WARP];
      staged[place[i]] = r;
    }
    __syncthreads();
    for (int j = t; j < n; j += S::THREADS) {
      int to = j + shift[digit_of[j]];
      record<Key> r = staged[j];
      if (a.single) {
        at.row_idx[to] = (int)r.key;
        at.csc_values[to] = (real)r.value;
      } else {
        out[to] = r;
      }
    }
    __syncthreads();
  }
}

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
  if (is_idle(at) || at.head->too_wide) return;
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
  int size = is_idle(at) || at.head->too_wide ? 0 : at.head->matrix_size;
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
    first_row[g] = at.tile_row[g * a.tiles_each];
  }
}

// The stretch from which the record at this place is: the last that begins there or before.
__device__ inline int stretch_of(int stretches, const int *begin, int place) {
  int low = 0, high = stretches; // begin[low] <= place < begin[high]
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (begin[middle] <= place) low = middle; else high = middle;
  }
  return low;
}

// Second pass: sorts a bucket, or a piece of one, by columns.
template <class S, typename Key>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS) sort_pieces(layout a, arrays at) {
  typedef sort_memory<S, Key> M;
  extern __shared__ uint4 dynamic[];
  char *memory = (char *)dynamic;
  unsigned *words = (unsigned *)memory;
  int *staged_rows = (int *)(memory + S::TILE * sizeof(real));
  real *staged_values = (real *)memory;
  int *shift = (int *)(memory + M::SHIFT), *sums = (int *)(memory + M::SUMS);
  unsigned short *digit_of = (unsigned short *)(memory + M::DIGIT);
  int *begin = (int *)(memory + M::BEGIN), *first_row = (int *)(memory + M::FIRST_ROW);
  const record<Key> *in = (const record<Key> *)at.records;

  if (is_idle(at) || at.head->too_wide || blockIdx.x >= at.head->num_pieces) return;
  piece p = piece_of(a, at, blockIdx.x);
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
  for (int j = t; j < p.n; j += S::THREADS) {
    int to = p.siblings > 1 ? j + shift[digit_of[j]] : p.first + j;
    at.row_idx[to] = staged_rows[j];
    at.csc_values[to] = staged_values[j];
  }
}

} // namespace fast_transpose

#endif
