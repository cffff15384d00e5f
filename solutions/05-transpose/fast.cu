// fast.cu: the transpose, tuned: from CSR to sorted CSC.
//
// A ladder. What a matrix is like decides how far it must be climbed.
//
// 1  two passes of buckets (partition.cuh, pieces.cuh). The columns are cut into buckets of equal
//    width. The first pass sorts tiles of entries by bucket in shared memory and writes them in
//    runs; the second sorts each bucket by column. 4 bytes an entry to count, 16 in each pass.
// 2  places for tiles, not for blocks. Counting notes how many entries of each bucket lie in front
//    of each tile, so tiles can be taken in order: those under way at a time write side by side,
//    and two small blocks fit on a multiprocessor where one large one did.
// 3  evenly spread columns (even.cuh). If each bucket fits into a block, the second pass needs no
//    stable sort: an atomic counter gives an entry a place in its column, and counting the smaller
//    rows gives the right one. In banded matrices the first pass can do the same.
// 4  symmetric patterns (mirror.cuh). If there is an entry (j, i) for each (i, j), only values
//    change places: one pass of 16 bytes an entry, which proves the symmetry as it goes.
//
// Nothing in the result depends on the order in which blocks run, if a row has no column twice.
//
// The host must know what the device has found before it can choose: it waits once for the pattern,
// and once for the counts. Launching all kernels, each of which returns at once if it is not
// wanted, was tried first: on laplace2d5:2048 fourteen such launches took 94 µs, and look and
// move_values together 194.
//
// Tried, on the same card:
//   a warp for 256 entries, and for each multiprocessor a stretch of the matrix of its own, in
//   place of move_values: 628 µs on hpcg:96 and not 261. 132 stretches are too far apart for L2:
//   944 MB were read, not 223.
//   tiles of 2,048, 4,096 or 1,024 entries in move_values, with 128 to 1,024 threads: 241 to
//   346 µs on hpcg:96, 163 to 224 on laplace2d5:2048.
//   ranks by 11 ballots in place of __match_any_sync: 334 µs for partition on hpcg:96, not 246.
//   one tile of 16,384 entries on a multiprocessor in place of two of 8,192: 292 and not 246; on
//   uniform:1000000,row=32 714 and not 563.
//   4,096 buckets in tiles of 8,192: 1,008 µs for partition on uniform:1000000,row=32. A run is
//   two entries long then, and nearly all that L2 gets are parts of sectors.
//   prefetching the values into L2: 240 and not 246, but 615 and not 563.
//   atomic places for all matrices (scatter): 84 µs and not 137 on the upper half of hpcg:96, but
//   1,570 and not 721 on uniform:1000000,row=32, and 488 and not 242 on rmat:20,16, where many
//   threads want one counter.
#include "even.cuh"
#include "mirror.cuh"
#include "partition.cuh"
#include "pieces.cuh"

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
  bool short_columns; // on average
  void (*count)(const way &);
  void (*finish)(const way &, const header &);
};

// What the device tells the host, in pinned memory: from there a copy comes at once.
struct told {
  int failed;
  header head;
};

static void fetch(void *to, const void *from, size_t bytes) {
  cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, 0);
  cudaStreamSynchronize(0);
}

// The second way is for matrices of which a stretch has more rows than a narrow key can tell apart,
// which only the device sees.
struct plan {
  way first, second;
  mirror_arrays mirror;
  told *host;
  int run; // how many times the plan has run
};

struct sizes {
  int num_rows, num_cols, nnz;
  bool single;  // a bucket is one column
  int key_bits; // of narrow keys
};

static int bits_of(long long n) { // of numbers below n
  int bits = 0;
  while (1ll << bits < n) bits++;
  return bits;
}

static int count_processors() {
  int device = 0, processors = 1;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  return processors;
}

// As many blocks as the device holds at a time, or as there is work for.
static int grid_for(int work, int each) {
  int most = count_processors() * each;
  return work < most ? work : most;
}

template <typename Kernel> static void allow_memory(Kernel kernel, size_t bytes) {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
}

static void run_count(const way &p) {
  const layout &a = p.a;
  size_t bytes = (size_t)p.copies * a.num_buckets * sizeof(int);
  allow_memory(count_buckets, bytes);
  count_buckets<<<a.stretches, COUNT_THREADS, bytes>>>(a, p.at, p.copies,
                                                       (uintptr_t)p.at.col_idx % 16 == 0);
  scan_stretches<<<(a.num_buckets + WARP - 1) / WARP, SCAN_THREADS>>>(a, p.at);
}

template <class S, typename Key> static void run_partition(const way &p) {
  typedef partition_memory<S, Key> M;
  allow_memory(partition<S, Key>, M::BYTES);
  partition<S, Key><<<p.a.num_tiles, S::THREADS, M::BYTES>>>(p.a, p.at);
}

template <class S, typename Key> static void run_scatter(const way &p) {
  size_t bytes = sizeof(scatter_memory<S>);
  allow_memory(scatter<S, Key>, bytes);
  scatter<S, Key><<<p.a.num_tiles, S::THREADS, bytes>>>(p.a, p.at);
}

template <class S, typename Key> static void run_order(const way &p) {
  size_t bytes = sizeof(order_memory<S>);
  allow_memory(order_buckets<S, Key>, bytes);
  order_buckets<S, Key><<<p.a.num_buckets, S::THREADS, bytes>>>(p.a, p.at);
}

template <class S, typename Key> static void run_sort(const way &p, const header &head) {
  typedef sort_memory<S, Key> M;
  if (head.matrix_size > 0) {
    count_pieces<S, Key><<<grid_for(head.num_pieces, 4), 512>>>(p.a, p.at);
    sum_shares<<<SCAN_BLOCKS, SHARE_THREADS>>>(p.at);
    scan_shares<<<SCAN_BLOCKS, SHARE_THREADS>>>(p.at);
  }
  allow_memory(sort_pieces<S, Key>, M::BYTES);
  sort_pieces<S, Key><<<head.num_pieces, S::THREADS, M::BYTES>>>(p.a, p.at);
}

// What follows the counts depends on them.
template <class First, class Scatter, class Second, typename Key>
static void finish(const way &p, const header &head) {
  const layout &a = p.a;
  bool even = !a.single && p.short_columns && head.num_pieces == a.num_buckets;
  bool long_runs = (double)head.touched * a.tiles_each * LONG_RUN <= a.nnz;
  if (even && long_runs) {
    run_scatter<Scatter, Key>(p);
  } else {
    run_partition<First, Key>(p);
  }
  if (a.single) return;
  if (even) {
    run_order<Second, Key>(p);
  } else {
    run_sort<Second, Key>(p, head);
  }
}

// Buckets of which an average one fills `fill` percent of a tile of the second pass. Where these
// are more than the first pass has digits, buckets are wider, and have several pieces.
template <class First, class Second>
static bool cut_columns(const sizes &s, int fill, bool pieces, layout *a) {
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
template <class First, class Scatter, class Second, typename Key>
static bool try_shapes(const sizes &s, int fill, bool pieces, way *out) {
  layout a = {};
  a.num_rows = s.num_rows;
  a.num_cols = s.num_cols;
  a.nnz = s.nnz;
  if (!cut_columns<First, Second>(s, fill, pieces, &a)) return false;
  a.tile = First::TILE;
  a.num_tiles = (s.nnz - 1) / First::TILE + 1;
  a.grains = First::TILE / GRAIN;
  a.num_grains = (s.nnz - 1) / GRAIN + 1;
  int blocks = count_processors() * 2; // of the kernel that counts
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
  out->short_columns = s.nnz / s.num_cols < MOST_PER_COLUMN;
  out->count = run_count;
  out->finish = finish<First, Scatter, Second, Key>;
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
  carve(&at.counts, (size_t)a.stretches * a.num_buckets, &used, base);
  carve(&at.before, (size_t)a.num_tiles * a.num_buckets, &used, base);
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

// The layouts in the order in which they are tried. FAST_LAYOUT=N leaves all but one out, for
// tests.
template <typename Key> static bool choose(const sizes &s, way *out) {
  // Records of 16 bytes take half as many items.
  const int HALF = sizeof(record<Key>) > 8 ? 2 : 1;
  typedef shape<512, 8 / HALF, 1024, 2> tiny, scatter_tiny;
  typedef shape<512, 16 / HALF, 2048, 2> middle;
  typedef shape<512, 16 / HALF, 2048, 3> scatter_2k;
  typedef shape<512, 32 / HALF, 4096, 1> large;
  typedef shape<1024, 16 / HALF, 4096, 1> scatter_4k;
  typedef shape<256, 32 / HALF, 8192, 1> sparse;
  typedef shape<512, 16 / HALF, 8192, 2> scatter_8k;
  typedef shape<1024, 16 / HALF, 1024, 1> sort_1k;
  typedef shape<1024, 16 / HALF, 2048, 1> sort_2k;
  typedef bool attempt(const sizes &, int fill, bool pieces, way *);
  static const struct {
    attempt *shapes;
    int fill;
    bool pieces; // may buckets have several?
  } layouts[] = {
      {try_shapes<tiny, scatter_tiny, tiny, Key>, 90, false},
      {try_shapes<middle, scatter_2k, middle, Key>, 92, false},
      {try_shapes<middle, scatter_2k, sort_1k, Key>, 96, false},
      {try_shapes<large, scatter_4k, middle, Key>, 92, false},
      {try_shapes<large, scatter_4k, sort_1k, Key>, 95, false},
      {try_shapes<large, scatter_4k, sort_2k, Key>, 95, true},
      {try_shapes<middle, scatter_2k, middle, Key>, 92, true},
      {try_shapes<sparse, scatter_8k, sort_2k, Key>, 95, false},
      {try_shapes<sparse, scatter_8k, sort_2k, Key>, 95, true},
      {try_shapes<sparse, scatter_8k, sparse, Key>, 95, true},
  };
  const int count = sizeof layouts / sizeof *layouts;
  // A bucket that is one column fits any layout; few blocks of small tiles would take long.
  const int most_of_tiny = 512 * tiny::TILE;
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
  if (!w->count) return true;
  if (cudaMalloc(&w->memory, carve_all(w, NULL)) != cudaSuccess) return false;
  carve_all(w, (char *)w->memory);
  return true;
}

static bool reserve_mirror(const bench_csr *a, mirror_arrays *m) {
  m->num_rows = a->num_rows;
  m->nnz = a->nnz;
  m->num_grains = (a->nnz - 1) / GRAIN + 1;
  m->square = a->num_rows == a->num_cols;
  size_t words = m->num_grains + 2;
  if (cudaMalloc((void **)&m->grain_row, words * sizeof(int)) != cudaSuccess) return false;
  m->failed = m->grain_row + m->num_grains + 1;
  return cudaMemset(m->failed, 0, sizeof(int)) == cudaSuccess;
}

static void release(void *plan_in) {
  plan *p = (plan *)plan_in;
  cudaFree(p->first.memory);
  cudaFree(p->second.memory);
  cudaFree(p->mirror.grain_row);
  cudaFreeHost(p->host);
  free(p);
}

static const char *prepare(const bench_csr *a, void **plan_out) {
  plan *p = (plan *)calloc(1, sizeof *p);
  if (!p) return "no memory";
  const char *refusal = NULL;
  if (a->nnz > 0) {
    if (!choose_both(a, p)) {
      refusal = "more than 67 million columns";
    } else if (!reserve(&p->first) || !reserve(&p->second) || !reserve_mirror(a, &p->mirror) ||
               cudaMallocHost((void **)&p->host, sizeof(told)) != cudaSuccess) {
      refusal = "no device memory";
    }
  }
  if (refusal) {
    release(p);
    return refusal;
  }
  *plan_out = p;
  return NULL;
}

// Returns whether that was all.
static bool run_mirror(mirror_arrays *m, told *host, const bench_csr *a, int *d_col_ptr,
                       int *d_row_idx, real *d_csc_values) {
  m->row_ptr = a->d_row_ptr;
  m->col_idx = a->d_col_idx;
  m->values = a->d_values;
  m->col_ptr = d_col_ptr;
  m->row_idx = d_row_idx;
  m->csc_values = d_csc_values;
  look<<<(m->num_rows - 1) / (LOOK_THREADS * LOOK_ROWS) + 1, LOOK_THREADS>>>(*m);
  if (!m->square) return false;
  move_values<<<grid_for(m->num_grains, MOVE_BLOCKS), MOVE_THREADS>>>(*m);
  fetch(&host->failed, m->failed, sizeof host->failed);
  return host->failed != m->run;
}

static void take_inputs(arrays *at, const bench_csr *a) {
  at->row_ptr = a->d_row_ptr;
  at->col_idx = a->d_col_idx;
  at->values = a->d_values;
}

// Returns false if a stretch has more rows than keys can tell apart: then nothing is done.
static bool run_way(way *w, told *host, const bench_csr *a, const int *grain_row, int *d_col_ptr,
                    int *d_row_idx, real *d_csc_values) {
  take_inputs(&w->at, a);
  w->at.col_ptr = d_col_ptr;
  w->at.row_idx = d_row_idx;
  w->at.csc_values = d_csc_values;
  w->at.grain_row = grain_row;
  w->count(*w);
  fetch(&host->head, w->at.head, sizeof host->head);
  if (host->head.too_wide) return false;
  w->finish(*w, host->head);
  return true;
}

static void run(void *plan_in, const bench_csr *a, int *d_col_ptr, int *d_row_idx,
                real *d_csc_values) {
  plan *p = (plan *)plan_in;
  if (a->nnz == 0) {
    cudaMemsetAsync(d_col_ptr, 0, ((size_t)a->num_cols + 1) * sizeof(int), 0);
    return;
  }
  p->mirror.run = ++p->run;
  if (run_mirror(&p->mirror, p->host, a, d_col_ptr, d_row_idx, d_csc_values)) return;
  const int *grain_row = p->mirror.grain_row;
  if (run_way(&p->first, p->host, a, grain_row, d_col_ptr, d_row_idx, d_csc_values)) return;
  run_way(&p->second, p->host, a, grain_row, d_col_ptr, d_row_idx, d_csc_values);
}

static const bench_transpose tuned = {
    "mirror or two passes", "solutions/05-transpose/fast.cu", prepare, run, release, 1};

} // namespace fast_transpose

extern "C" const bench_transpose *const fast_05_contestants[] = {&fast_transpose::tuned, NULL};
