// fast.cu: the transpose, tuned: from CSR to sorted CSC in two passes over the entries.
//
// The columns are cut into buckets of equal width. Nothing depends on the order in which blocks
// run, so the result is the same on every run. The kernels are in passes.cuh:
//
//   count_buckets    each block counts its stretch of entries by bucket        4 bytes an entry
//   scan_stretches   where each stretch's part of each bucket begins
//   partition        ranks a tile in shared memory and writes it in runs       16 bytes an entry
//   count_pieces …   only for buckets that do not fit into one block            8 bytes an entry
//   sort_pieces      sorts each bucket by column in shared memory              16 bytes an entry
//
// Measured on an H100 against Csr2cscEx2 (float, L2 flushed, ten matrices), geometric mean of the
// speedups, and the least of them, with tiles of 8,192 entries and up to 4,096 buckets:
//
//   ranks by 13 ballots (-DFAST_BALLOT=13)                1.43   1.02
//   ranks by __match_any_sync                             1.52   1.10
//   tiles of 4,096 where there are few entries            1.39   1.03   (dropped)
//
// What held that back, by the profiler: on uniform:1000000,row=32 partition took 1.6 of 2.1 ms and
// moved 1,386 MB, where its entries are 504: each of 257 blocks had a place to write in each of
// some 4,000 buckets, more lines than L2 holds, and lines that are written in part are read again.
//
// So tiles and buckets are chosen by arithmetic now. T entries in a tile and B buckets make runs of
// T / B records of 8 bytes, if columns are random; G blocks have G · B lines of 128 bytes under way.
//
//   T        B        G      run             lines under way
//   8,192    4,096    264    2    16 bytes   138 MB   as measured above; L2 holds 50 MB
//   16,384   2,048    132    8    64 bytes   35 MB
//   16,384   1,024    132    16   128 bytes  17 MB
//
// A tile of 16,384 fills the shared memory of a multiprocessor, with a count of each bucket for each
// of 32 warps. With 2,048 buckets a second pass in tiles of 16,384 sorts 32 million entries. With
// more entries, buckets have several pieces: these are counted first (8 bytes an entry, read side by
// side), and what they write lies within the bucket, so that L2 puts lines together. Only where
// columns are so many that the counts of pieces were larger than the entries there are more buckets.
#include "passes.cuh"

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdlib>

namespace fast_transpose {

// The host's side.

// A layout with its memory.
struct way {
  layout a;
  arrays at;
  void *memory;
  size_t record_bytes;
  int max_pieces, copies;
  void (*run)(const way &);
};

// The second way is for matrices of which a stretch has more rows than a narrow key can tell apart,
// which only the device sees; its kernels then do the work, and otherwise return at once.
struct plan {
  way first, second;
};

struct sizes {
  int num_rows, num_cols, nnz;
  bool single; // a bucket is one column
  int key_bits; // of narrow keys
};

static int bits_of(long long n) { // of numbers below n
  int bits = 0;
  while (1ll << bits < n) bits++;
  return bits;
}

template <class First, class Second, typename Key> static void run_passes(const way &p) {
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

static int count_processors() {
  int device = 0, processors = 1;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  return processors;
}

// Buckets of which an average one fills `fill` percent of a tile of the second pass. Where these
// are more than the first pass has digits, buckets are wider, and have several pieces.
template <class First, class Second> static bool cut_columns(const sizes &s, int fill, bool pieces,
                                                             layout *a) {
  a->piece = Second::TILE;
  a->width = 1;
  a->single = s.single;
  if (!s.single) {
    long long per_bucket = (long long)Second::TILE * fill / 100;
    long long wanted = (s.nnz + per_bucket - 1) / per_bucket;
    long long width = (s.num_cols + wanted - 1) / wanted;
    long long least = (s.num_cols + First::DIGITS - 1) / First::DIGITS;
    if (width < least && pieces) width = least;
    if (width < 2) width = 2;
    if (width > Second::DIGITS) {
      if (least > Second::DIGITS) return false;
      width = Second::DIGITS;
    }
    a->width = (int)width;
    a->low_bits = bits_of(width);
    a->shift = a->low_bits - 1;
    a->magic = (unsigned)(((1ull << (31 + a->low_bits)) + width - 1) / width);
  }
  a->num_buckets = (s.num_cols + a->width - 1) / a->width;
  return a->num_buckets <= First::DIGITS;
}

// A way to lay out both passes, if the matrix fits it.
template <class First, class Second, typename Key>
static bool try_shapes(const sizes &s, int fill, bool pieces, way *out) {
  layout a = {};
  a.num_rows = s.num_rows;
  a.num_cols = s.num_cols;
  a.nnz = s.nnz;
  if (!cut_columns<First, Second>(s, fill, pieces, &a)) return false;
  a.tile = First::TILE;
  a.num_tiles = (s.nnz - 1) / First::TILE + 1;
  int blocks = count_processors() * First::BLOCKS;
  a.tiles_each = (a.num_tiles + blocks - 1) / blocks;
  a.stretches = (a.num_tiles + a.tiles_each - 1) / a.tiles_each;
  a.relative = sizeof(Key) == 4 && bits_of(s.num_rows) + a.low_bits > s.key_bits;
  if (a.relative && (a.stretches > MOST_STRETCHES || a.low_bits < 1)) return false;
  a.key_bits = s.key_bits;
  out->a = a;
  out->copies = 1;
  while (out->copies < 8 && out->copies * 2 * a.num_buckets * 4 <= 32768) out->copies *= 2;
  out->max_pieces = a.num_buckets + s.nnz / Second::TILE;
  out->record_bytes = sizeof(record<Key>);
  out->run = run_passes<First, Second, Key>;
  return true;
}

template <typename T> static void carve(T **array, size_t count, size_t *used, char *base) {
  if (base) *array = (T *)(base + *used);
  *used += (count * sizeof(T) + 255) / 256 * 256;
}

static size_t carve_all(way *p, char *base) {
  const layout &a = p->a;
  arrays &at = p->at;
  size_t used = 0;
  size_t cells = a.single ? 1 : (size_t)2 * (a.nnz / a.piece + 1) * a.width;
  carve((char **)&at.records, a.single ? 1 : a.nnz * p->record_bytes, &used, base);
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

// The layouts in the order in which they are tried. FAST_LAYOUT=N leaves all but one out, for tests.
template <typename Key> static bool choose(const sizes &s, way *out) {
  // Records of 16 bytes take half as many items.
  const int HALF = sizeof(record<Key>) > 8 ? 2 : 1;
  typedef shape<512, 4 / HALF, 1024, 2> tiny;
  typedef shape<512, 16 / HALF, 2048, 2> middle;
  typedef shape<1024, 16 / HALF, 1024, 1> large_1k;
  typedef shape<1024, 16 / HALF, 2048, 1> large_2k;
  typedef shape<512, 32 / HALF, 4096, 1> large_4k;
  typedef shape<256, 32 / HALF, 8192, 1> sparse;
  typedef bool attempt(const sizes &, int fill, bool pieces, way *);
  static const struct {
    attempt *shapes;
    int fill;
    bool pieces; // may buckets have several?
  } layouts[] = {
      {try_shapes<tiny, tiny, Key>, 90, false},
      {try_shapes<large_1k, middle, Key>, 92, false},
      {try_shapes<large_1k, large_1k, Key>, 95, false},
      {try_shapes<large_2k, large_1k, Key>, 95, false},
      {try_shapes<large_2k, large_2k, Key>, 95, false},
      {try_shapes<large_2k, large_1k, Key>, 95, true},
      {try_shapes<large_2k, large_2k, Key>, 95, true},
      {try_shapes<large_4k, large_2k, Key>, 95, false},
      {try_shapes<sparse, large_2k, Key>, 95, false},
      {try_shapes<sparse, large_2k, Key>, 95, true},
      {try_shapes<sparse, sparse, Key>, 95, true},
  };
  const int count = sizeof layouts / sizeof *layouts;
  // A bucket that is one column fits any layout; few blocks of small tiles would take long.
  const int most_of_tiny = 1024 * tiny::TILE;
  for (int i = 0; i < count; i++) {
#ifdef FAST_LAYOUT
    if (i != FAST_LAYOUT) continue;
#else
    if (i == 0 && s.nnz > most_of_tiny) continue;
#endif
    if (layouts[i].shapes(s, layouts[i].fill, layouts[i].pieces, out)) return true;
  }
  return false;
}

#ifndef FAST_KEY_BITS
#define FAST_KEY_BITS 32 // fewer for tests, so that small matrices have relative rows
#endif

static bool choose_both(const bench_csr *a, plan *p) {
  sizes s = {a->num_rows, a->num_cols, a->nnz, a->num_cols <= 2048, FAST_KEY_BITS};
  if (sizeof(real) == 8) return choose<uint64_t>(s, &p->first);
  if (!choose<uint32_t>(s, &p->first)) return choose<uint64_t>(s, &p->first);
  return !p->first.a.relative || choose<uint64_t>(s, &p->second);
}

static bool reserve(way *w) {
  if (!w->run) return true;
  if (cudaMalloc(&w->memory, carve_all(w, NULL)) != cudaSuccess) return false;
  carve_all(w, (char *)w->memory);
  return true;
}

static void release(void *plan_in) {
  plan *p = (plan *)plan_in;
  cudaFree(p->first.memory);
  cudaFree(p->second.memory);
  free(p);
}

static const char *prepare(const bench_csr *a, void **plan_out) {
  plan *p = (plan *)calloc(1, sizeof *p);
  if (!p) return "no memory";
  const char *refusal = NULL;
  if (a->nnz > 0) {
    if (!choose_both(a, p)) {
      refusal = "more than 67 million columns";
    } else if (!reserve(&p->first) || !reserve(&p->second)) {
      refusal = "no device memory";
    }
  }
  if (refusal) {
    release(p);
    return refusal;
  }
  if (p->second.run) p->second.at.gate = &p->first.at.head->too_wide;
  *plan_out = p;
  return NULL;
}

static void run_way(way *w, const bench_csr *a, int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  if (!w->run) return;
  w->at.row_ptr = a->d_row_ptr;
  w->at.col_idx = a->d_col_idx;
  w->at.values = a->d_values;
  w->at.col_ptr = d_col_ptr;
  w->at.row_idx = d_row_idx;
  w->at.csc_values = d_csc_values;
  w->run(*w);
}

static void run(void *plan_in, const bench_csr *a, int *d_col_ptr, int *d_row_idx,
                real *d_csc_values) {
  plan *p = (plan *)plan_in;
  if (a->nnz == 0) {
    cudaMemsetAsync(d_col_ptr, 0, ((size_t)a->num_cols + 1) * sizeof(int), 0);
    return;
  }
  run_way(&p->first, a, d_col_ptr, d_row_idx, d_csc_values);
  run_way(&p->second, a, d_col_ptr, d_row_idx, d_csc_values);
}

static const bench_transpose two_passes = {
    "two passes of buckets", "solutions/05-transpose/fast.cu", prepare, run, release, 1};

} // namespace fast_transpose

extern "C" const bench_transpose *const fast_05_contestants[] = {&fast_transpose::two_passes, NULL};
