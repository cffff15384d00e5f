// partition.cuh: the counts and the first of two passes: every entry to its bucket of columns.
#ifndef SL_FAST_TRANSPOSE_PARTITION_CUH
#define SL_FAST_TRANSPOSE_PARTITION_CUH

#include "tiles.cuh"

namespace fast_transpose {

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
  int tile, num_tiles;    // entries a tile of the first pass
  int grains, num_grains; // of a tile, and of the matrix
  int stretches, tiles_each;
  int piece;    // entries a piece of the second pass
  int single;   // 1: a bucket is one column, and the first pass does it all
  int relative; // 1: rows in keys count from the first row of their stretch
  int key_bits; // of a key that has relative rows
};

const int MOST_STRETCHES = 512; // where rows are relative

// What the second pass learns from the first.
struct header {
  int num_pieces, matrix_size;
  unsigned ticket;
  int touched;  // pairs of a stretch and a bucket that it has entries of
  int too_wide; // 1: a stretch has too many rows for relative ones
};

struct arrays {
  const int *row_ptr, *col_idx;
  const real *values;
  int *col_ptr, *row_idx;
  real *csc_values;
  const int *grain_row; // [num_grains + 1] the row in which a grain begins
  int *counts;          // [stretches][num_buckets]
  int *before;          // [num_tiles][num_buckets] entries in front of the tile in its stretch
  int *totals;          // [num_buckets]
  int *bucket_start;    // [num_buckets + 1]
  int *first_piece;     // [num_buckets + 1]
  int *matrix_start;    // [num_buckets]
  int *piece_bucket;    // [pieces at most]
  int *matrix;          // counts of buckets that have several pieces, [digit][piece]
  int *sums;            // [SCAN_BLOCKS]
  header *head;
  void *records;
};

__device__ inline int row_of_tile(const layout &a, const arrays &at, int tile) {
  return at.grain_row[min(tile * a.grains, a.num_grains)];
}

// Where the tile's part of a bucket begins.
__device__ inline int place_of_tile(const layout &a, const arrays &at, int tile, int bucket) {
  int stretch = tile / a.tiles_each;
  return at.bucket_start[bucket] + at.counts[(size_t)stretch * a.num_buckets + bucket] +
         at.before[(size_t)tile * a.num_buckets + bucket];
}

__device__ inline int bucket_of(const layout &a, int col) {
  return a.single ? col : (int)(__umulhi((unsigned)col, a.magic) >> a.shift);
}

// First kernel: counts of a stretch's entries by bucket.
const int COUNT_THREADS = 1024;

const int COUNT_VECTORS = 4; // of four entries, for a thread and a tile

// Counts four neighbours; those in one bucket are added at a time.
__device__ inline void add_four(const layout &a, int *count, int4 col) {
  int digit[4] = {bucket_of(a, col.x), bucket_of(a, col.y), bucket_of(a, col.z),
                  bucket_of(a, col.w)};
  int many = 1;
#pragma unroll
  for (int i = 1; i < 4; i++) {
    if (digit[i] == digit[i - 1]) {
      many++;
    } else {
      atomicAdd(&count[digit[i - 1]], many);
      many = 1;
    }
  }
  atomicAdd(&count[digit[3]], many);
}

// The counts of all copies, which are kept so that fewer threads meet at one.
__device__ inline void note_counts(const layout &a, const int *count, int copies, int *out) {
  for (int b = threadIdx.x; b < a.num_buckets; b += COUNT_THREADS) {
    int sum = 0;
    for (int c = 0; c < copies; c++) sum += count[c * a.num_buckets + b];
    out[b] = sum;
  }
}

__global__ void __launch_bounds__(COUNT_THREADS)
    count_buckets(layout a, arrays at, int copies, int aligned) {
  extern __shared__ int count[]; // [copies][num_buckets]
  int t = threadIdx.x;
  for (int i = t; i < copies * a.num_buckets; i += COUNT_THREADS) count[i] = 0;
  if (blockIdx.x == 0 && t == 0) {
    at.head->ticket = 0;
    at.head->touched = 0;
    at.head->too_wide = 0;
  }
  __syncthreads();
  int *own = count + (t % copies) * a.num_buckets;
  int end = min((int)(blockIdx.x + 1) * a.tiles_each, a.num_tiles);
  for (int tile = blockIdx.x * a.tiles_each; tile < end; tile++) {
    int first = tile * a.tile, n = min(a.tile, a.nnz - first);
    bool whole = aligned && n == a.tile;
    int4 col[COUNT_VECTORS];
#pragma unroll
    for (int i = 0; i < COUNT_VECTORS; i++) { // before the counts are written: both take a while
      int k = 4 * (t + i * COUNT_THREADS);
      if (whole && k < n) col[i] = *(const int4 *)(at.col_idx + first + k);
    }
    note_counts(a, count, copies, at.before + (size_t)tile * a.num_buckets);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < COUNT_VECTORS; i++) {
      if (whole && 4 * (t + i * COUNT_THREADS) < n) add_four(a, own, col[i]);
    }
    for (int k = whole ? n : t; k < n; k += COUNT_THREADS) {
      atomicAdd(&own[bucket_of(a, at.col_idx[first + k])], 1);
    }
    __syncthreads();
  }
  note_counts(a, count, copies, at.counts + (size_t)blockIdx.x * a.num_buckets);
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
    unsigned rows = row_of_tile(a, at, end) - row_of_tile(a, at, begin);
    if (rows >> (a.key_bits - a.low_bits)) atomicExch(&at.head->too_wide, 1);
  }
}

__global__ void __launch_bounds__(SCAN_THREADS) scan_stretches(layout a, arrays at) {
  __shared__ int part[WARP][WARP + 1];
  __shared__ int sums[WARP + 1];
  __shared__ bool last;
  __shared__ int touched;
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
  if (threadIdx.x == 0) touched = 0;
  __syncthreads();
  int run = 0, total = 0, used = 0;
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
      used += own > 0;
    }
    if (warp == 0) at.totals[b] = total;
  }
  atomicAdd(&touched, used);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&at.head->touched, touched);
    last = atomicAdd(&at.head->ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  plan_pieces(a, at, sums);
  if (a.relative) check_spans(a, at);
}

// Both passes rank alike: warp_counts [WARPS][DIGITS] tells how many of a digit a warp has seen.
__device__ inline int rank_in_warp(unsigned short *counts, unsigned digit, bool valid) {
  unsigned peers = __match_any_sync(ALL, digit);
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

template <class S, typename Key> struct partition_memory {
  static const size_t COUNTS = (size_t)S::WARPS * S::DIGITS * 2;
  static const size_t RECORDS = S::TILE * sizeof(record<Key>);
  static const size_t WORK = COUNTS > RECORDS ? COUNTS : RECORDS;
  static const size_t SHIFT = WORK, DIGIT = SHIFT + S::DIGITS * 4, ROWS = DIGIT + S::TILE * 2,
                      SUMS = ROWS + sizeof(tile_rows<S::TILE>), BYTES = SUMS + (WARP + 1) * 4;
};

// What a thread of the first pass holds of its entries: the warp has `per` times 32 of them.
template <class S, typename Key> struct held {
  Key key[S::ITEMS];
  unsigned place[S::ITEMS];
};

template <class S, typename Key>
__device__ inline void make_keys(const layout &a, const arrays &at, int tile, int n, int own,
                                 int per, const tile_rows<S::TILE> *rows, const int *row_at,
                                 held<S, Key> *h) {
  int first_row = a.relative ? row_of_tile(a, at, tile / a.tiles_each * a.tiles_each) : 0;
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    int k = own + i * WARP;
    if (i >= per || k >= n) continue;
    int col = h->place[i], digit = bucket_of(a, col);
    int low = a.single ? 0 : col - digit * a.width;
    h->key[i] = (Key)(row_at[head_of<S::TILE>(rows, k)] - first_row) << a.low_bits | low;
    h->place[i] = digit;
  }
}

template <class S, typename Key>
__device__ void partition_tile(const layout &a, const arrays &at, int tile, char *memory) {
  typedef partition_memory<S, Key> M;
  unsigned *words = (unsigned *)memory; // the work region is used for four things in turn
  record<Key> *staged = (record<Key> *)memory;
  int *row_at = (int *)memory, *shift = (int *)(memory + M::SHIFT);
  unsigned short *digit_of = (unsigned short *)(memory + M::DIGIT);
  tile_rows<S::TILE> *rows = (tile_rows<S::TILE> *)(memory + M::ROWS);
  int t = threadIdx.x, warp = t / WARP;
  unsigned short *mine = (unsigned short *)words + warp * S::DIGITS;
  int first = tile * S::TILE, n = min(S::TILE, a.nnz - first);
  int per = (n + S::THREADS - 1) / S::THREADS, own = warp * WARP * per + t % WARP;
  held<S, Key> h;
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    int k = own + i * WARP;
    h.place[i] = i < per && k < n ? at.col_idx[first + k] : 0;
  }
  find_rows<S::TILE, S::THREADS>(at.row_ptr, first, n, row_of_tile(a, at, tile),
                                 row_of_tile(a, at, tile + 1), rows, row_at);
  make_keys<S, Key>(a, at, tile, n, own, per, rows, row_at, &h);
  __syncthreads();
  clear_counts<S>(words, a.num_buckets);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i >= per) continue;
    bool valid = own + i * WARP < n;
    unsigned digit = valid ? h.place[i] : 0xffff;
    h.place[i] = digit << 16 | rank_in_warp(mine, digit, valid);
  }
  __syncthreads();
  place_runs<S>(words, a.num_buckets, (int *)(memory + M::SUMS), [&](int digit, int where, int) {
    shift[digit] = place_of_tile(a, at, tile, digit) - where;
  });
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i >= per || own + i * WARP >= n) continue;
    unsigned digit = h.place[i] >> 16;
    h.place[i] = mine[digit] + (h.place[i] & 0xffff);
    digit_of[h.place[i]] = (unsigned short)digit;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (i >= per || own + i * WARP >= n) continue;
    record<Key> r;
    r.key = h.key[i];
    r.value = at.values[first + own + i * WARP];
    staged[h.place[i]] = r;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    int j = t + i * S::THREADS;
    if (j >= n) continue;
    int to = j + shift[digit_of[j]];
    record<Key> r = staged[j];
    if (a.single) {
      at.row_idx[to] = (int)r.key;
      at.csc_values[to] = (real)r.value;
    } else {
      ((record<Key> *)at.records)[to] = r;
    }
  }
}

// First pass: every entry to its bucket, in its order. Tiles under way at a time are neighbours and
// write side by side: L2 puts their runs together.
template <class S, typename Key>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS) partition(layout a, arrays at) {
  extern __shared__ uint4 dynamic[];
  partition_tile<S, Key>(a, at, blockIdx.x, (char *)dynamic);
}

} // namespace fast_transpose

#endif
