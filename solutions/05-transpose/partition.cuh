// partition.cuh: counts the entries of each bucket of columns, and does the first of two passes,
// which moves every entry to its bucket.
#ifndef SL_FAST_TRANSPOSE_PARTITION_CUH
#define SL_FAST_TRANSPOSE_PARTITION_CUH

#include "ranks.cuh"

namespace fast_transpose {

// The records between the passes. The key holds the row and, in its lowest bits, the column's place
// in its bucket. If that needs more than 32 bits, rows are relative to the first row of the stretch
// of entries: the second pass finds the stretch of a record from the record's place. Values are at
// least as wide as keys.
template <size_t BYTES> struct value_of { typedef double type; };
template <> struct value_of<4> { typedef float type; };

template <typename Key> struct alignas(2 * sizeof(Key)) record {
  typedef typename value_of<(sizeof(real) > sizeof(Key) ? sizeof(real) : sizeof(Key))>::type number;
  Key key;
  number value;
};

// The records in memory. A record without a gap is written and read as a whole. Beside a double, a
// narrow key would leave a gap, and partial writes cost L2 more; so keys and values are in two
// separate arrays, one after the other.
template <typename Key> struct record_list {
  typedef typename record<Key>::number number;
  static const bool WHOLE = sizeof(Key) == sizeof(number);
  static const size_t BYTES = sizeof(Key) + sizeof(number); // of a record
  void *memory;                                             // (n + 1) * BYTES
  int n;

  __device__ Key *keys() const {
    return (Key *)memory;
  }
  __device__ number *values() const {
    return (number *)(keys() + ((size_t)n + 1) / 2 * 2);
  }
  __device__ Key key(int i) const {
    return WHOLE ? ((record<Key> *)memory)[i].key : keys()[i];
  }
  __device__ number value(int i) const {
    return WHOLE ? ((record<Key> *)memory)[i].value : values()[i];
  }
  __device__ record<Key> get(int i) const {
    return WHOLE ? ((record<Key> *)memory)[i] : record<Key>{keys()[i], values()[i]};
  }
  __device__ void put(int i, const record<Key> &r) const { // if WHOLE
    ((record<Key> *)memory)[i] = r;
  }
};

// The parameters of the kernels. The columns are cut into buckets of `width`.
struct layout {
  int num_rows, num_cols, nnz;
  int width, num_buckets, low_bits;
  unsigned magic; // col / width is col * magic / 2^(32 + shift)
  int shift;
  int tile, num_tiles;    // entries per tile of the first pass
  int grains, num_grains; // grains per tile, and grains of the matrix
  int stretches, tiles_each;
  int piece;        // entries per piece of the second pass
  int matrix_width; // `width` rounded up to a multiple of 4, because a row is read four counts at a
                    // time
  int few;          // 1: most columns are empty (few.cuh)
  int single;       // 1: a bucket is one column, and the first pass does all the work
  int relative;     // 1: rows in keys count from the first row of their stretch
  int key_bits;     // bits of a key that has relative rows
};

const int MOST_STRETCHES = 512; // if rows are relative
const int FEW_TILE = 1024;      // entries of a bucket that sort_few sorts, at most

// What kernels report to the host to launch the second pass (tell).
struct alignas(8) piece_counts {
  int run; // the run to which the other fields belong
  unsigned pieces : 30;
  unsigned heavy : 1;     // 1: some buckets have several pieces
  unsigned any_large : 1; // 1: some buckets have more than FEW_TILE entries
};

struct arrays {
  const int *row_ptr, *col_idx;
  const real *values;
  int *col_ptr, *row_idx;
  real *csc_values;
  const int *grain_row; // [num_grains + 1] the row in which each grain begins
  int *entry_row;       // [nnz] the row of each entry, if a.few
  int *counts;          // [stretches][num_buckets]
  int *before;          // [num_tiles][num_buckets] entries before the tile in its stretch
  int *totals;          // [num_buckets]
  int *bucket_start;    // [num_buckets + 1]
  int *first_piece;     // [num_buckets + 1]
  int *piece_bucket;    // [pieces at most]
  int *heavy;           // [num_buckets] the heavy ones
  int *num_heavy;       // number of heavy buckets
  int *matrix_row;      // [num_buckets] first row of each heavy bucket in `matrix`
  int *matrix;          // [row][matrix_width] see pieces.cuh
  unsigned *ticket;     // number of finished blocks of scan_stretches
  piece_counts *told;   // in host memory
  void *records;
};

__device__ inline int row_of_tile(const layout &a, const arrays &at, int tile) {
  return at.grain_row[min(tile * a.grains, a.num_grains)];
}

// Returns the beginning of the tile's part of a bucket.
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

const int COUNT_BYTES = 32768; // of shared memory, unless one copy of the counts takes more

const int COUNT_VECTORS = 4; // loads of four entries per thread and tile

// Counts four neighbours; those in one bucket are added together.
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

// Adds up the counts of all copies, which reduce conflicts between threads.
__device__ inline void note_counts(const layout &a, const int *count, int copies, int *out) {
  for (int b = threadIdx.x; b < a.num_buckets; b += COUNT_THREADS) {
    int sum = 0;
    for (int c = 0; c < copies; c++) sum += count[c * a.num_buckets + b];
    out[b] = sum;
  }
}

__global__ void __launch_bounds__(COUNT_THREADS)
    count_buckets(layout a, arrays at, int copies, int aligned) {
  wait_for_kernels();
  extern __shared__ int count[]; // [copies][num_buckets]
  int t = threadIdx.x;
  for (int i = t; i < copies * a.num_buckets; i += COUNT_THREADS) count[i] = 0;
  if (blockIdx.x == 0 && t == 0) *at.ticket = 0;
  __syncthreads();
  int *own = count + (t % copies) * a.num_buckets;
  int end = min((int)(blockIdx.x + 1) * a.tiles_each, a.num_tiles);
  for (int tile = blockIdx.x * a.tiles_each; tile < end; tile++) {
    int first = tile * a.tile, n = min(a.tile, a.nnz - first);
    bool whole = aligned && n == a.tile;
    int4 col[COUNT_VECTORS];
#pragma unroll
    for (int i = 0; i < COUNT_VECTORS; i++) { // loaded before the counts are written, to overlap
                                              // the two
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

// Second kernel: computes the beginning of each stretch's part of each bucket. The last block to
// finish scans the buckets and cuts them into pieces.
const int SCAN_THREADS = 1024;
const int KEPT = 10; // counts in a thread's registers; on up to 160 multiprocessors these are all
                     // of them

// The sizes of a bucket, and the sums over earlier buckets.
struct bucket_sums {
  int entries, pieces, heavy, rows;

  __device__ void add(int n, int piece) {
    int p = n > piece ? (n - 1) / piece + 1 : 1;
    entries += n;
    pieces += p;
    heavy += p > 1;
    rows += p > 1 ? p + 1 : 0;
  }
};

// sum_before of two sums at a time.
__device__ inline void sum_both(int *first, int *second, long long *sums, int *all_first,
                                int *all_second) {
  long long all, both = *first | (long long)*second << 32;
  both = sum_before<SCAN_THREADS>(both, sums, &all);
  *first = (int)both;
  *second = (int)(both >> 32);
  *all_first = (int)all;
  *all_second = (int)(all >> 32);
}

__device__ inline void note_bucket(const layout &a, const arrays &at, int b, int n,
                                   const bucket_sums &before) {
  at.bucket_start[b] = before.entries;
  if (a.single) {
    at.col_ptr[b] = before.entries;
    return;
  }
  bucket_sums own = {};
  own.add(n, a.piece);
  at.first_piece[b] = before.pieces;
  for (int i = 0; i < own.pieces; i++) at.piece_bucket[before.pieces + i] = b;
  if (own.heavy == 0) return;
  at.heavy[before.heavy] = b;
  at.matrix_row[b] = before.rows;
}

__device__ void plan_pieces(const layout &a, const arrays &at, int run, long long *sums) {
  int t = threadIdx.x;
  int each = (a.num_buckets + SCAN_THREADS - 1) / SCAN_THREADS;
  int begin = t * each, end = min(begin + each, a.num_buckets);
  bucket_sums own = {}, all = {};
  bool large = false;
#pragma unroll 4
  for (int b = begin; b < end; b++) {
    int n = __ldcg(&at.totals[b]);
    own.add(n, a.piece);
    large = large || n > FEW_TILE;
  }
  large = __syncthreads_or(large);
  bool heavy = __syncthreads_or(own.heavy > 0);
  sum_both(&own.entries, &own.pieces, sums, &all.entries, &all.pieces);
  if (heavy) sum_both(&own.heavy, &own.rows, sums, &all.heavy, &all.rows);
  for (int b = begin; b < end; b++) {
    int n = __ldcg(&at.totals[b]);
    note_bucket(a, at, b, n, own);
    own.add(n, a.piece);
  }
  if (t > 0) return;
  at.bucket_start[a.num_buckets] = all.entries;
  at.col_ptr[a.num_cols] = all.entries;
  at.first_piece[a.num_buckets] = all.pieces;
  *at.num_heavy = all.heavy;
  tell(at.told, piece_counts{run, (unsigned)all.pieces, heavy, large});
}

__global__ void __launch_bounds__(SCAN_THREADS) scan_stretches(layout a, arrays at, int run) {
  wait_for_kernels();
  __shared__ int part[WARP][WARP + 1];
  __shared__ long long sums[WARP + 1];
  __shared__ bool last;
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  int b = blockIdx.x * WARP + lane;
  int each = (a.stretches + WARP - 1) / WARP;
  int begin = warp * each, end = min(begin + each, a.stretches);
  int *counts = at.counts + (size_t)begin * a.num_buckets + b;
  int n = b < a.num_buckets ? max(end - begin, 0) : 0;
  int kept[KEPT], sum = 0;
#pragma unroll
  for (int i = 0; i < KEPT; i++) {
    kept[i] = i < n ? counts[(size_t)i * a.num_buckets] : 0;
    sum += kept[i];
  }
  for (int i = KEPT; i < n; i++) sum += counts[(size_t)i * a.num_buckets];
  part[warp][lane] = sum;
  __syncthreads();
  int before = 0, total = 0;
  for (int w = 0; w < WARP; w++) {
    if (w == warp) before = total;
    total += part[w][lane];
  }
#pragma unroll
  for (int i = 0; i < KEPT; i++) {
    if (i < n) counts[(size_t)i * a.num_buckets] = before;
    before += kept[i];
  }
  for (int i = KEPT; i < n; i++) {
    int own = counts[(size_t)i * a.num_buckets];
    counts[(size_t)i * a.num_buckets] = before;
    before += own;
  }
  if (warp == 0 && b < a.num_buckets) at.totals[b] = total;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(at.ticket, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  plan_pieces(a, at, run, sums);
}

template <class S, typename Key> struct partition_memory {
  static const size_t COUNTS = (size_t)S::WARPS * S::ROW * 4;
  typedef record_list<Key> list; // if it has two arrays, keys and values are staged one after the
                                 // other
  static const size_t RECORDS = S::TILE * (list::WHOLE ? list::BYTES : sizeof(real));
  static const size_t WORK = COUNTS > RECORDS ? COUNTS : RECORDS;
  static const size_t SHIFT = WORK, DIGIT = SHIFT + S::DIGITS * 4, ROWS = DIGIT + S::TILE * 2,
                      SUMS = ROWS + sizeof(tile_rows<S::TILE>), BYTES = SUMS + (WARP + 1) * 4;
};

// Makes the keys of a thread's entries. Digits replace the columns; missing entries get a separate
// digit after all others.
template <class S, typename Key, bool FEW>
__device__ inline void make_keys(const layout &a, const arrays &at, int tile, int n, int own,
                                 const tile_rows<S::TILE> *rows, const int *row_at, Key *key,
                                 unsigned *digit) {
  int first_row = a.relative ? row_of_tile(a, at, tile / a.tiles_each * a.tiles_each) : 0;
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    int k = own + i * WARP, col = (int)digit[i], bucket = bucket_of(a, col);
    int low = a.single ? 0 : col - bucket * a.width;
    int row = FEW ? at.entry_row[min(tile * S::TILE + k, a.nnz - 1)]
                  : row_at[head_of<S::TILE>(rows, k)] - first_row;
    key[i] = (Key)row << a.low_bits | (Key)low;
    digit[i] = k < n ? bucket : a.num_buckets;
  }
}

const int FEW_ROWS = 1024; // of a tile

// Finds the rows of a tile's entries (tile_rows). If there are few rows, each warp does this for
// its own entries, in the memory of its later counts, without waiting for others. Returns whether
// it did.
template <class S>
__device__ inline bool find_tile_rows(const layout &a, const arrays &at, int tile, int n,
                                      tile_rows<S::TILE> *rows, int **row_at) {
  int first = tile * S::TILE, row = row_of_tile(a, at, tile),
      end_row = row_of_tile(a, at, tile + 1);
  if (end_row - row > FEW_ROWS) {
    find_rows<S::TILE, S::THREADS>(at.row_ptr, first, n, row, end_row, rows, *row_at);
    return false;
  }
  const int MANY = S::ITEMS * WARP; // entries of a warp
  static_assert(S::ROW >= MANY, "a warp's counts must use as much memory as its entries' rows");
  int warp = threadIdx.x / WARP, begin = warp * MANY, end = min(begin + MANY, n);
  *row_at += warp * (S::ROW - MANY);
  if (begin < end) {
    row = at.grain_row[(first + begin) / GRAIN];
    end_row = at.grain_row[min((first + end - 1) / GRAIN + 1, a.num_grains)];
  } else { // no entries, so no rows
    row = end_row + 1;
    if (threadIdx.x % WARP == 0) (*row_at)[begin] = 0;
  }
  find_rows_in_warp<S::ITEMS>(at.row_ptr, first, row, end_row, begin, rows->heads, rows->last_head,
                              *row_at);
  return true;
}

template <class S, typename Key, bool FEW>
__device__ void partition_tile(const layout &a, const arrays &at, int tile, char *memory) {
  typedef partition_memory<S, Key> M;
  typedef typename record<Key>::number number;
  unsigned *words = (unsigned *)memory; // the work region is reused several times
  const record_list<Key> records = {at.records, a.nnz};
  Key *staged_keys = (Key *)memory;
  const bool WHOLE = record_list<Key>::WHOLE;
  number *staged_values = (number *)(memory + (WHOLE ? S::TILE * sizeof(Key) : 0));
  int *row_at = (int *)memory, *shift = (int *)(memory + M::SHIFT);
  unsigned short *digit_of = (unsigned short *)(memory + M::DIGIT);
  tile_rows<S::TILE> *rows = (tile_rows<S::TILE> *)(memory + M::ROWS);
  int t = threadIdx.x, warp = t / WARP;
  unsigned *mine = words + warp * S::ROW;
  int first = tile * S::TILE, n = min(S::TILE, a.nnz - first);
  int own = warp * WARP * S::ITEMS + t % WARP;
  Key key[S::ITEMS];
  unsigned place[S::ITEMS];
  real value[S::ITEMS];
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    int k = own + i * WARP;
    place[i] = k < n ? at.col_idx[first + k] : 0;
  }
  bool alone = FEW ? false : find_tile_rows<S>(a, at, tile, n, rows, &row_at);
  make_keys<S, Key, FEW>(a, at, tile, n, own, rows, row_at, key, place);
  if (alone) {
    __syncwarp();
  } else {
    __syncthreads();
  }
  clear_counts(mine, S::DIGITS); // all of them, which avoids a loop
#pragma unroll
  for (int i = 0; i < S::ITEMS; i += S::RANKED) rank_runs_in_warp<S::RANKED>(mine, place + i);
  int to[2 * S::PER]; // beginnings of the tile's runs for the thread's digits
#pragma unroll
  for (int j = 0; j < 2 * S::PER; j++) {
    int digit = 2 * S::PER * t + j;
    to[j] = digit < a.num_buckets ? place_of_tile(a, at, tile, digit) : 0;
  }
  __syncthreads();
  place_runs<S>(words, a.num_buckets + 1, (int *)(memory + M::SUMS),
                [&](int j, int digit, int where) { shift[digit] = to[j] - where; });
  auto load_values = [&]() {
#pragma unroll
    for (int i = 0; i < S::ITEMS; i++) {
      int k = own + i * WARP;
      value[i] = k < n ? at.values[first + k] : 0;
    }
  };
  if (WHOLE) load_values();
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    place[i] += ((unsigned short *)mine)[place[i] >> 16]; // digit << 16 | place
  }
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    digit_of[place[i] & 0xffff] = (unsigned short)(place[i] >> 16);
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) staged_keys[place[i] & 0xffff] = key[i];
  if (!WHOLE) {
    load_values(); // not earlier, because of registers
    __syncthreads();
#pragma unroll
    for (int i = 0; i < S::ITEMS; i++) {
      int j = t + i * S::THREADS;
      if (j >= n) break;
      int to_j = j + shift[digit_of[j]];
      if (a.single) {
        at.row_idx[to_j] = (int)staged_keys[j];
      } else {
        records.keys()[to_j] = staged_keys[j];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) staged_values[place[i] & 0xffff] = value[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    int j = t + i * S::THREADS;
    if (j >= n) break;
    int to_j = j + shift[digit_of[j]];
    if (a.single) {
      if (WHOLE) at.row_idx[to_j] = (int)staged_keys[j];
      at.csc_values[to_j] = (real)staged_values[j];
    } else if (WHOLE) {
      records.put(to_j, record<Key>{staged_keys[j], staged_values[j]});
    } else {
      records.values()[to_j] = staged_values[j];
    }
  }
}

// First pass: moves every entry to its bucket and keeps their order. Tiles that run at the same
// time are neighbours and write to neighbouring memory, so L2 combines their runs.
template <class S, typename Key, bool FEW>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS) partition(layout a, arrays at) {
  wait_for_kernels();
  extern __shared__ uint4 dynamic[];
  partition_tile<S, Key, FEW>(a, at, blockIdx.x, (char *)dynamic);
}

} // namespace fast_transpose

#endif
