// fast.cu: the transpose, tuned: from CSR to sorted CSC in two passes over the entries.
//
// The columns are cut into buckets of equal width. Nothing depends on the order in which blocks
// run, so the result is the same on every run.
//
//   count_buckets    each block counts its stretch of entries by bucket        4 bytes an entry
//   scan_stretches   where each stretch's part of each bucket begins
//   partition        ranks a tile in shared memory and writes it in runs       16 bytes an entry
//   count_pieces …   only for buckets that do not fit into one block
//   sort_pieces      sorts each bucket by column in shared memory              16 bytes an entry
//
// Measured on an H100 against Csr2cscEx2 (float, L2 flushed, ten matrices), geometric mean of the
// speedups, and the least of them:
//
//   ranks by 13 ballots (-DFAST_BALLOT=13)                1.43   1.02
//   ranks by __match_any_sync, as it stands               1.52   1.10
//   tiles of 4,096 where there are few entries            1.39   1.03   (dropped)
//
// What holds it back, by the profiler: on uniform:1000000,row=32 partition takes 1.6 of 2.1 ms and
// moves 1,386 MB, where its entries are 504: each of 257 blocks has a place to write in each of
// some 4,000 buckets, more lines than L2 holds, and lines that are written in part are read
// again. On hpcg:128 it takes 0.9 of 1.7 ms, with shared memory busy for 59 % of the time.
#include "bench/contest.h"

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdlib>

namespace fast_transpose {

const int WARP = 32;
const unsigned ALL = 0xffffffffu;

// What goes through memory between the passes. The key holds the row and, in its lowest bits, the
// column's place in its bucket.
template <typename Key> struct record {
  Key key;
  real value;
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
};

// What the second pass learns from the first.
struct header {
  int num_pieces, matrix_size;
  unsigned ticket;
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
  void *records;
};

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
const int COUNT_THREADS = 512;

__device__ inline void add(int *count, int digit, int many) {
  atomicAdd(&count[digit], many);
}

__global__ void __launch_bounds__(COUNT_THREADS, 2)
    count_buckets(layout a, arrays at, int copies, int aligned) {
  extern __shared__ int count[]; // [copies][num_buckets]
  int t = threadIdx.x;
  for (int i = t; i < copies * a.num_buckets; i += COUNT_THREADS) count[i] = 0;
  if (blockIdx.x == 0 && t == 0) {
    at.head->ticket = 0;
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

__global__ void __launch_bounds__(SCAN_THREADS) scan_stretches(layout a, arrays at) {
  __shared__ int part[WARP][WARP + 1];
  __shared__ int sums[WARP + 1];
  __shared__ bool last;
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
      key[i] = (Key)row << a.low_bits | low;
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
        at.csc_values[to] = r.value;
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
  for (int number = blockIdx.x; number < at.head->num_pieces; number += gridDim.x) {
    piece p = piece_of(a, at, number);
    if (p.siblings == 1) continue;
    for (int d = threadIdx.x; d < p.columns; d += 512) count[d] = 0;
    __syncthreads();
    unsigned mask = (1u << a.low_bits) - 1;
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
  static const size_t RECORDS = S::TILE * sizeof(record<Key>);
  static const size_t WORK = COUNTS > RECORDS ? COUNTS : RECORDS;
  static const size_t SHIFT = WORK, SUMS = SHIFT + S::DIGITS * 4, BYTES = SUMS + (WARP + 1) * 4;
};

// Second pass: sorts a bucket, or a piece of one, by columns.
template <class S, typename Key>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS) sort_pieces(layout a, arrays at) {
  typedef sort_memory<S, Key> M;
  extern __shared__ uint4 dynamic[];
  char *memory = (char *)dynamic;
  unsigned *words = (unsigned *)memory;
  Key *staged_keys = (Key *)memory;
  real *staged_values = (real *)(memory + S::TILE * sizeof(Key));
  int *shift = (int *)(memory + M::SHIFT), *sums = (int *)(memory + M::SUMS);
  const record<Key> *in = (const record<Key> *)at.records;

  if (blockIdx.x >= at.head->num_pieces) return;
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
    place[i] += mine[(unsigned)r[i].key & mask];
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i >= per || own + i * WARP >= p.n) continue;
    staged_keys[place[i]] = r[i].key;
    staged_values[place[i]] = r[i].value;
  }
  __syncthreads();
  for (int j = t; j < p.n; j += S::THREADS) {
    Key key = staged_keys[j];
    int to = p.siblings > 1 ? j + shift[(unsigned)key & mask] : p.first + j;
    at.row_idx[to] = (int)(key >> a.low_bits);
    at.csc_values[to] = staged_values[j];
  }
}

// The host's side.

struct plan {
  layout a;
  arrays at;
  void *memory;
  int max_pieces, copies;
  void (*run)(const plan &);
};

static int bits_of(long long n) { // of numbers below n
  int bits = 0;
  while (1ll << bits < n) bits++;
  return bits;
}

template <class First, class Second, typename Key> static void run_passes(const plan &p) {
  typedef partition_memory<First, Key> M1;
  typedef sort_memory<Second, Key> M2;
  const layout &a = p.a;
  size_t count_bytes = (size_t)p.copies * a.num_buckets * sizeof(int);
  cudaFuncSetAttribute(count_buckets, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       (int)count_bytes);
  cudaFuncSetAttribute(partition<First, Key>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       (int)M1::BYTES);
  int aligned = (uintptr_t)p.at.col_idx % 16 == 0;
  count_buckets<<<a.stretches, COUNT_THREADS, count_bytes>>>(a, p.at, p.copies, aligned);
  scan_stretches<<<(a.num_buckets + WARP - 1) / WARP, SCAN_THREADS>>>(a, p.at);
  partition<First, Key><<<a.stretches, First::THREADS, M1::BYTES>>>(a, p.at);
  if (a.single) return;
  cudaFuncSetAttribute(sort_pieces<Second, Key>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       (int)M2::BYTES);
  int count_grid = p.max_pieces < 1056 ? p.max_pieces : 1056;
  count_pieces<Second, Key><<<count_grid, 512>>>(a, p.at);
  sum_shares<<<SCAN_BLOCKS, SHARE_THREADS>>>(p.at);
  scan_shares<<<SCAN_BLOCKS, SHARE_THREADS>>>(p.at);
  sort_pieces<Second, Key><<<p.max_pieces, Second::THREADS, M2::BYTES>>>(a, p.at);
}

// A way to lay out both passes, if the matrix fits it.
template <class First, class Second, typename Key>
static bool try_shapes(int num_rows, int num_cols, int nnz, int fill, bool single, plan *out) {
  layout a = {};
  a.num_rows = num_rows;
  a.num_cols = num_cols;
  a.nnz = nnz;
  a.single = single;
  a.piece = Second::TILE;
  a.width = 1;
  if (!single) {
    long long per_bucket = (long long)Second::TILE * fill / 100;
    long long wanted = (nnz + per_bucket - 1) / per_bucket;
    long long width = (num_cols + wanted - 1) / wanted;
    if (width < 2) width = 2;
    if (width > Second::DIGITS) width = Second::DIGITS;
    a.width = (int)width;
    a.low_bits = bits_of(width);
    a.shift = a.low_bits - 1;
    a.magic = (unsigned)(((1ull << (31 + a.low_bits)) + width - 1) / width);
  }
  a.num_buckets = (num_cols + a.width - 1) / a.width;
  if (a.num_buckets > First::DIGITS) return false;
  if (sizeof(Key) == 4 && bits_of(num_rows) + a.low_bits > 32) return false;
  a.tile = First::TILE;
  a.num_tiles = (nnz - 1) / First::TILE + 1;
  int device = 0, processors = 1;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  int blocks = processors * First::BLOCKS;
  a.tiles_each = (a.num_tiles + blocks - 1) / blocks;
  a.stretches = (a.num_tiles + a.tiles_each - 1) / a.tiles_each;
  out->a = a;
  out->copies = 1;
  while (out->copies < 8 && out->copies * 2 * a.num_buckets * 4 <= 32768) out->copies *= 2;
  out->max_pieces = a.num_buckets + nnz / Second::TILE;
  out->run = run_passes<First, Second, Key>;
  return true;
}

template <typename T> static void carve(T **array, size_t count, size_t *used, char *base) {
  if (base) *array = (T *)(base + *used);
  *used += (count * sizeof(T) + 255) / 256 * 256;
}

static size_t carve_all(plan *p, size_t record_bytes, char *base) {
  const layout &a = p->a;
  arrays &at = p->at;
  size_t used = 0;
  size_t cells = a.single ? 1 : (size_t)2 * (a.nnz / a.piece + 1) * a.width;
  carve((char **)&at.records, a.single ? 1 : a.nnz * record_bytes, &used, base);
  carve(&at.tile_row, a.num_tiles + 1, &used, base);
  carve(&at.counts, (size_t)a.stretches * a.num_buckets, &used, base);
  carve(&at.totals, a.num_buckets, &used, base);
  carve(&at.bucket_start, a.num_buckets + 1, &used, base);
  carve(&at.first_piece, a.num_buckets + 1, &used, base);
  carve(&at.matrix_start, a.num_buckets, &used, base);
  carve(&at.piece_bucket, p->max_pieces, &used, base);
  carve(&at.matrix, cells, &used, base);
  carve(&at.sums, SCAN_BLOCKS, &used, base);
  carve(&at.head, 1, &used, base);
  return used;
}

template <typename Key> static bool choose(int m, int n, int nnz, bool single, plan *p) {
  // Records of 16 bytes take half as many items.
  const int HALF = sizeof(record<Key>) > 8 ? 2 : 1;
  typedef shape<512, 4 / HALF, 1024, 2> tiny;
  typedef shape<512, 16 / HALF, 2048, 2> middle;
  typedef shape<256, 32 / HALF, 4096, 2> many;
  typedef shape<1024, 16 / HALF, 1024, 1> dense;
  typedef shape<256, 32 / HALF, 8192, 1> sparse;
  return try_shapes<tiny, tiny, Key>(m, n, nnz, 90, single, p) ||
         try_shapes<middle, middle, Key>(m, n, nnz, 92, single, p) ||
         try_shapes<many, middle, Key>(m, n, nnz, 95, single, p) ||
         try_shapes<many, dense, Key>(m, n, nnz, 95, single, p) ||
         try_shapes<sparse, sparse, Key>(m, n, nnz, 95, single, p);
}

static const char *prepare(const bench_csr *a, void **plan_out) {
  plan *p = (plan *)calloc(1, sizeof *p);
  if (!p) return "no memory";
  *plan_out = p;
  if (a->nnz == 0) return NULL;
  bool single = a->num_cols <= 2048, narrow_keys = sizeof(real) == 4;
  size_t record_bytes = narrow_keys ? 8 : 16;
  bool fits = false;
  if (narrow_keys) fits = choose<uint32_t>(a->num_rows, a->num_cols, a->nnz, single, p);
  if (!fits) {
    record_bytes = 16;
    fits = choose<uint64_t>(a->num_rows, a->num_cols, a->nnz, single, p);
  }
  if (fits && cudaMalloc(&p->memory, carve_all(p, record_bytes, NULL)) == cudaSuccess) {
    carve_all(p, record_bytes, (char *)p->memory);
    return NULL;
  }
  free(p);
  return fits ? "no device memory" : "no layout of the two passes fits it";
}

static void run(void *plan_in, const bench_csr *a, int *d_col_ptr, int *d_row_idx,
                real *d_csc_values) {
  plan &p = *(plan *)plan_in;
  if (a->nnz == 0) {
    cudaMemsetAsync(d_col_ptr, 0, ((size_t)a->num_cols + 1) * sizeof(int), 0);
    return;
  }
  p.at.row_ptr = a->d_row_ptr;
  p.at.col_idx = a->d_col_idx;
  p.at.values = a->d_values;
  p.at.col_ptr = d_col_ptr;
  p.at.row_idx = d_row_idx;
  p.at.csc_values = d_csc_values;
  p.run(p);
}

static void release(void *plan_in) {
  plan *p = (plan *)plan_in;
  cudaFree(p->memory);
  free(p);
}

static const bench_transpose two_passes = {
    "two passes of buckets", "solutions/05-transpose/fast.cu", prepare, run, release, 1};

} // namespace fast_transpose

extern "C" const bench_transpose *const fast_05_contestants[] = {&fast_transpose::two_passes, NULL};
