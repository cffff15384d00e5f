// fast.cu: the transpose, tuned: from CSR to sorted CSC.
//
// A ladder. Which rungs help depends on the matrix.
//
// 1  two passes of buckets (partition.cuh, pieces.cuh). The columns are cut into buckets of equal
//    width. The first pass sorts tiles of entries by bucket in shared memory and writes them in
//    runs; the second sorts each bucket by column. Counting reads 4 bytes per entry, and each pass
//    moves 16.
// 2  places for tiles, not for blocks. For each tile, the counts say how many entries of each
//    bucket come before it, so tiles can be processed in order. Those under way at a time write to
//    neighbouring memory, and two small blocks fit on a multiprocessor instead of a large one.
// 3  ranks by atomic counters (rank_in_warp). Both passes are stable, so each entry must know how
//    many of its digit come before it. A counter per warp gives the number. It is read again to
//    find lanes that used the same counter; only these must be ordered.
// 4  symmetric patterns (mirror.cuh). If there is an entry (j, i) for each (i, j), only values
//    change places: one pass of 16 bytes per entry, which also checks the symmetry.
// 5  full matrices (full.cuh): dense ones in CSR.
// 6  reports from the device. The host must know what the device has found before it can choose, so
//    kernels write it to the host's memory: whether the pattern is symmetric and, during the first
//    pass, how many pieces there are and whether a bucket has several.
// 7  columns that are mostly empty (few.cuh). Most of the work is on the pointers: row_ptr is read
//    once, for a list of the entries' rows, and the second pass, which has little to sort, keeps
//    one counter per column instead of one per warp. hypersparse:20000000 took 311 µs and takes 129
//    (cuSPARSE: 374).
// 8  kernels that start early (overlap.cuh). Small matrices spend most of their time between
//    kernels: qcd:8 took 85 µs and takes 76.
// 9  narrow keys in double (record_list, choose). If keys were as wide as the values, a tile held
//    few entries, and its runs were short: rmat:20 took 696 µs and takes 616, rmat:22 2,970 and
//    2,710, uniform:1000000,row=32 1,364 and 1,197.
// 10 runs (rank_runs_in_warp). The columns of a row ascend, so neighbouring entries often go to the
//    same bucket. In the first pass one lane counts for the whole run, so two lanes seldom use the
//    same counter: web:1000000 took 244 µs and takes 225, rail:4284x1096894,column=10 277 and 259.
// 11 shorter chains of loads (look, search_in_parts). `look` does little work, but each load of a
//    binary search waits for the one before. It probes eight places at a time, and reports to the
//    host at the first sample that fails: qcd:8 took 76 µs and takes 69, hpcg:32 34 and 30. Samples
//    come before everything else: web:1000005,row=4,most=4700 took 105 and takes 104.
// 12 grains from a counter (move_grains). With a fixed order some blocks got ahead of others, and
//    used data that were not in L2: hpcg:160 took 1,030 to 1,130 µs and takes 961, fem:64 796 and
//    722.
// 13 sums of heavy buckets by independent warps (sum_pieces): gaps:4000000,run=1000,row=8 in double
//    took 840 µs and takes 800, rmat:22 1,970 and 1,890.
// 14 no unnecessary launches (run_passes). During the first pass the device reports to the host how
//    many pieces there are: qcd:8 took 68 µs and takes 65, hypersparse:20000000 121 and 117.
// 15 registers. If 1,024 threads share a multiprocessor, each has 64 registers, and what does not
//    fit goes through memory. A place and its digit share a register, and what is needed late is
//    loaded late: the beginnings of runs, and in the second pass the values. That leaves room for
//    each warp to clear its own counts, with no loop and no barrier: uniform:1000000,row=32 took
//    748 µs and takes 712, in double 1,175 and 1,060, gaps:4000000,run=1000,row=8 in double 812 and
//    740.
// 16 tiles for a few million entries (small). With ten entries per thread and 1,024 digits all stay
//    in registers: web:1000005,row=4,most=4700 took 118 µs and takes 103.
// 17 keys and values one after the other (partition_tile, sort_piece). In double they are in two
//    arrays, and need not be in shared memory at the same time. So tiles are as large as in float:
//    uniform:1000000,row=32 took 1,058 µs and takes 920, gaps:4000000,run=1000,row=8 742 and 634,
//    rmat:20,shuffle=1 583 and 537.
// 18 each warp finds its own rows (find_tile_rows), without a barrier, if a tile has few rows:
//    uniform:1000000,row=32 took 716 µs and takes 669, rmat:22 1,867 and 1,805.
// 19 large tiles if buckets are heavy (tall, wide), as in double: rmat:22,shuffle=1 took 2,075 µs
//    and takes 1,930, but rmat:22 1,812 and 1,860.
// 20 less waiting between kernels. A report to the host is one word, which needs no fence (tell),
//    and scan_stretches reads its counts once: qcd:8 took 60 µs and takes 58, rail:4284x1096894,
//    column=10 236 and 233, web:1000005,row=4,most=4700 105 and 103.
//
// Nothing in the result depends on the order in which blocks or threads run.
//
// tried.md lists what was tried and left out, with figures.
#include "bench/convert.cuh"
#include "few.cuh"
#include "full.cuh"
#include "mirror.cuh"
#include "partition.cuh"
#include "pieces.cuh"

#include <cuda_runtime.h>

#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace fast_transpose {

// The host's side.

// A layout with its memory.
struct way {
  layout a;
  arrays at;
  void *memory;
  size_t record_bytes;
  int max_pieces, copies;
  void (*run)(const way &, int run);
};

// The second way is for matrices with a stretch of more rows than a narrow key can distinguish;
// only the device detects this.
struct plan {
  way first, second;
  mirror_arrays mirror;
  piece_counts *told; // in host memory, for both ways
  int run;            // how many times the plan has run
};

struct sizes {
  int num_rows, num_cols, nnz;
  bool single;  // a bucket is one column
  int key_bits; // of narrow keys
  size_t room;  // bytes of shared memory that a block may have
};

static int bits_of(long long n) { // bits of numbers below n
  int bits = 0;
  while (1ll << bits < n) bits++;
  return bits;
}

static int count_processors() {
  return bench_device_attribute(cudaDevAttrMultiProcessorCount, 1);
}

// Returns as many blocks as the device holds at once, or as the work needs.
static int grid_for(int work, int each) {
  int most = count_processors() * each;
  return work < most ? work : most;
}

template <typename Kernel> static void allow_memory(Kernel kernel, size_t bytes) {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
}

// Waits until kernels have reported on run number `run`. Returns false if one has failed, because
// then they never report.
template <typename Told> static bool wait_for(const Told *told, int run, Told *out) {
  auto read = [&]() {
    unsigned long long word = *(const volatile unsigned long long *)told;
    memcpy(out, &word, sizeof word);
    return out->run == run;
  };
  while (!read()) {
    if (cudaStreamQuery(0) != cudaErrorNotReady) return read();
  }
  return true;
}

template <class First, class Second, typename Key, bool FEW>
static void run_passes(const way &p, int run) {
  const layout &a = p.a;
  if (FEW) {
    int blocks = (a.num_rows - 1) / (LIST_THREADS * LIST_ROWS) + 1;
    list_rows<<<blocks, LIST_THREADS>>>(p.at.row_ptr, a.num_rows, p.at.entry_row);
  }
  size_t bytes = (size_t)p.copies * a.num_buckets * sizeof(int);
  launch_next(count_buckets, a.stretches, COUNT_THREADS, bytes, a, p.at, p.copies,
              (uintptr_t)p.at.col_idx % 16 == 0);
  launch_next(scan_stretches, (a.num_buckets + WARP - 1) / WARP, SCAN_THREADS, 0, a, p.at, run);
  launch_next(partition<First, Key, FEW>, a.num_tiles, First::THREADS,
              partition_memory<First, Key>::BYTES, a, p.at);
  piece_counts n;
  if (a.single || !wait_for(p.at.told, run, &n)) return;
  int pieces = n.pieces;
  if (n.heavy) {
    launch_next(count_pieces<Second, Key>, grid_for(pieces, 4), COUNT_PIECE_THREADS, 0, a, p.at,
                pieces);
    launch_next(sum_pieces, count_processors() * 4, SUM_THREADS, 0, a, p.at);
  }
  size_t sort_bytes = sort_memory<Second, Key>::BYTES;
  if (!FEW) {
    launch_next(sort_pieces<Second, Key>, pieces, Second::THREADS, sort_bytes, a, p.at);
    return;
  }
  launch_next(sort_few<Key>, pieces, FEW_THREADS, 0, a, p.at);
  if (!n.any_large) return;
  launch_next(sort_large<Second, Key>, grid_for(pieces, Second::BLOCKS), Second::THREADS,
              sort_bytes, a, p.at, pieces);
}

template <class First, class Second, typename Key, bool FEW> static void allow_passes() {
  static_assert(First::DIGITS * sizeof(int) <= 48 * 1024, "counts need no permission");
  allow_memory(partition<First, Key, FEW>, partition_memory<First, Key>::BYTES);
  size_t sort_bytes = sort_memory<Second, Key>::BYTES;
  if constexpr (FEW) {
    allow_memory(sort_large<Second, Key>, sort_bytes);
  } else {
    allow_memory(sort_pieces<Second, Key>, sort_bytes);
  }
}

// Chooses buckets so that an average one fills `fill` percent of a tile of the second pass, or more
// if the first pass has too few digits, but at most `most`.
template <class First, class Second>
static bool cut_columns(const sizes &s, int fill, int most, layout *a) {
  a->piece = Second::TILE;
  a->width = 1;
  a->single = s.single;
  if (!s.single) {
    long long per_bucket = (long long)Second::TILE * fill / 100;
    long long wanted = (s.nnz + per_bucket - 1) / per_bucket;
    long long width = (s.num_cols + wanted - 1) / wanted;
    long long least = (s.num_cols + First::DIGITS - 2) / (First::DIGITS - 1);
    const int most_width = Second::DIGITS > 8192 ? 8192 : Second::DIGITS - 1; // few bits of a key
    if (least > most_width) return false;
    if (width < least) width = least;
    if (width < 2) width = 2;
    if (width > most_width) width = most_width;
    a->width = (int)width;
    a->low_bits = bits_of(width);
    a->shift = a->low_bits - 1;
    a->magic = (unsigned)(((1ull << (31 + a->low_bits)) + width - 1) / width);
  }
  a->matrix_width = (a->width + 3) / 4 * 4;
  a->num_buckets = (s.num_cols + a->width - 1) / a->width;
  if (a->num_buckets >= First::DIGITS) return false;
  return s.single || (long long)s.nnz * 100 <= (long long)a->num_buckets * Second::TILE * most;
}

// Finds a way to lay out both passes, if the matrix fits it.
template <class First, class Second, typename Key, bool FEW = false>
static bool try_shapes(const sizes &s, int fill, int most, way *out) {
  if (partition_memory<First, Key>::BYTES > s.room || sort_memory<Second, Key>::BYTES > s.room) {
    return false;
  }
  layout a = {};
  a.num_rows = s.num_rows;
  a.num_cols = s.num_cols;
  a.nnz = s.nnz;
  if (!cut_columns<First, Second>(s, fill, most, &a)) return false;
  a.tile = First::TILE;
  a.num_tiles = (s.nnz - 1) / First::TILE + 1;
  a.grains = First::TILE / GRAIN;
  a.num_grains = (s.nnz - 1) / GRAIN + 1;
  int blocks = count_processors() * 2; // blocks of the kernel that counts
  a.tiles_each = (a.num_tiles + blocks - 1) / blocks;
  a.stretches = (a.num_tiles + a.tiles_each - 1) / a.tiles_each;
  a.relative = sizeof(Key) == 4 && bits_of(s.num_rows) + a.low_bits > s.key_bits;
  if (a.relative && (FEW || a.stretches > MOST_STRETCHES || a.low_bits < 1)) return false;
  a.few = FEW;
  a.key_bits = s.key_bits;
  out->a = a;
  out->copies = 1;
  while (out->copies < 8 && out->copies * 2 * a.num_buckets * 4 <= COUNT_BYTES) out->copies *= 2;
  out->max_pieces = a.num_buckets + s.nnz / Second::TILE;
  out->record_bytes = record_list<Key>::BYTES;
  out->run = run_passes<First, Second, Key, FEW>;
  allow_passes<First, Second, Key, FEW>();
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
  size_t cells = a.single ? 1 : (size_t)3 * (a.nnz / a.piece + 1) * a.matrix_width;
  carve((char **)&at.records, a.single ? 1 : ((size_t)a.nnz + 1) * p->record_bytes, &used, base);
  if (a.few) carve(&at.entry_row, a.nnz, &used, base);
  carve(&at.counts, (size_t)a.stretches * a.num_buckets, &used, base);
  carve(&at.before, (size_t)a.num_tiles * a.num_buckets, &used, base);
  carve(&at.totals, a.num_buckets, &used, base);
  carve(&at.bucket_start, a.num_buckets + 1, &used, base);
  carve(&at.first_piece, a.num_buckets + 1, &used, base);
  carve(&at.heavy, a.num_buckets, &used, base);
  carve(&at.matrix_row, a.num_buckets, &used, base);
  carve(&at.piece_bucket, p->max_pieces, &used, base);
  carve(&at.matrix, cells, &used, base);
  carve(&at.num_heavy, 1, &used, base);
  carve(&at.ticket, 1, &used, base);
  return used;
}

// The layouts to compile, one bit each. Tests use few, so that small matrices take the paths of
// large ones.
#ifndef FAST_LAYOUTS
#define FAST_LAYOUTS 255
#endif

// Like try_shapes, if this layout is compiled.
template <int NUMBER, class First, class Second, typename Key, bool FEW = false>
static bool try_layout(const sizes &s, int fill, int most, way *out) {
  if constexpr (FAST_LAYOUTS >> NUMBER & 1) {
    return try_shapes<First, Second, Key, FEW>(s, fill, most, out);
  }
  return false;
}

// Tries the layout for matrices with fewer entries than columns.
template <typename Key> static bool choose_few(const sizes &s, way *out) {
  const int HALF = sizeof(Key) == 8 ? 2 : 1; // keys of 8 bytes take half as many items
  typedef shape<256, 20, 4160, 2> first;
  typedef shape<128, 32 / HALF, 8256, 2> second;
  return s.nnz < s.num_cols &&
         try_layout<0, first, second, Key, true>(s, 12 * HALF, 15 * HALF, out);
}

// Tries the other layouts in this order: those in which an average bucket is one piece, then those
// for more entries, then those for more columns. A thread has fewer entries if keys are wide.
template <typename Key> static bool choose(const sizes &s, way *out) {
  constexpr bool WIDE = sizeof(Key) == 8;
  typedef shape<512, WIDE ? 4 : 8, 1024, 2> tiny;
  typedef shape<512, WIDE ? 6 : 10, 1024, 2> small;
  typedef shape<512, WIDE ? 8 : 16, 2048, 2> middle;
  typedef shape<512, WIDE ? 8 : 16, 2112, 2> wide;
  typedef shape<512, WIDE ? 16 : 32, 4160, 1> large;
  typedef shape<256, WIDE ? 16 : 32, 8256, 1> huge;
  typedef shape<1024, WIDE ? 8 : 16, 1152, 1> sort_1k;
  typedef shape<128, WIDE ? 16 : 32, 8256, 2> sort_8k;
  typedef shape<1024, WIDE ? 10 : 16, 2048, 1> tall;
  const int ANY = 1 << 20;
  // A bucket of one column fits any layout; but few blocks with small tiles would take long.
  const int most_of_tiny = 512 * tiny::TILE, most_of_small = 1000 * small::TILE;
  // In double large tiles pay, for their longer runs, once there are a few for each multiprocessor.
  const int least_of_tall = sizeof(real) == 8 ? 10000000 : INT_MAX;
  return (s.nnz <= most_of_tiny && try_layout<1, tiny, tiny, Key>(s, 90, 97, out)) ||
         (s.nnz <= most_of_small && try_layout<7, small, small, Key>(s, 90, 97, out)) ||
         (s.nnz >= least_of_tall && try_layout<3, tall, sort_1k, Key>(s, 95, 98, out)) ||
         try_layout<2, middle, middle, Key>(s, 92, 97, out) ||
         try_layout<3, tall, sort_1k, Key>(s, 95, 98, out) ||
         try_layout<4, tall, wide, Key>(s, 92, ANY, out) ||
         try_layout<5, large, sort_8k, Key>(s, 92, ANY, out) ||
         try_layout<6, huge, sort_8k, Key>(s, 92, ANY, out);
}

#ifndef FAST_KEY_BITS
#define FAST_KEY_BITS 32 // fewer in tests, so that small matrices use relative rows
#endif

// If columns are mostly empty, keys are wide if narrow ones would need relative rows, because
// records do not take most of the time there.
static bool choose_both(const bench_csr *a, plan *p) {
  sizes s = {a->num_rows,
             a->num_cols,
             a->nnz,
             a->num_cols <= 2048,
             FAST_KEY_BITS,
             (size_t)bench_device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, 48 * 1024)};
  if (sizeof(real) == 4 && choose_few<uint32_t>(s, &p->first)) return true;
  if (choose_few<uint64_t>(s, &p->first)) return true;
  if (!choose<uint32_t>(s, &p->first)) return choose<uint64_t>(s, &p->first);
  return !p->first.a.relative || choose<uint64_t>(s, &p->second);
}

static bool reserve(way *w, piece_counts *told) {
  w->at.told = told;
  if (!w->run) return true;
  if (cudaMalloc(&w->memory, carve_all(w, NULL)) != cudaSuccess) return false;
  carve_all(w, (char *)w->memory);
  return true;
}

static bool reserve_mirror(const bench_csr *a, const layout &l, mirror_arrays *m) {
  m->num_rows = a->num_rows;
  m->nnz = a->nnz;
  m->num_grains = (a->nnz - 1) / GRAIN + 1;
  // If most rows are empty, the pattern is hardly ever symmetric, and row_ptr is long.
  m->square = a->num_rows == a->num_cols && a->nnz >= a->num_rows;
  m->sample_bits = 9; // one row in 512, or with many rows, 2,000 to 4,000 rows
  while (a->num_rows >> m->sample_bits > 4096) m->sample_bits++;
  m->stretches = l.stretches;
  m->grains_each = l.tiles_each * l.grains;
  m->most_rows = l.relative ? 1 << (l.key_bits - l.low_bits) : 0;
  size_t words = m->num_grains + 1;
  if (cudaMalloc((void **)&m->grain_row, words * sizeof(int)) != cudaSuccess) return false;
  if (cudaMalloc((void **)&m->found, sizeof(finding)) != cudaSuccess) return false;
  if (cudaMallocHost((void **)&m->told, sizeof(verdict)) != cudaSuccess) return false;
  m->told->run = 0;
  return cudaMemset(m->found, 0, sizeof(finding)) == cudaSuccess;
}

static void release(void *plan_in) {
  plan *p = (plan *)plan_in;
  cudaFree(p->first.memory);
  cudaFree(p->second.memory);
  cudaFree(p->mirror.grain_row);
  cudaFree(p->mirror.found);
  cudaFreeHost(p->mirror.told);
  cudaFreeHost(p->told);
  free(p);
}

static const char *prepare(const bench_csr *a, void **plan_out) {
  plan *p = (plan *)calloc(1, sizeof *p);
  if (!p) return "no memory";
  const char *refusal = NULL;
  if (a->nnz > 0) {
    if (!choose_both(a, p)) {
      refusal = "more than 67 million columns, or this card has too little shared memory";
    } else if (cudaMallocHost((void **)&p->told, sizeof *p->told) != cudaSuccess ||
               !reserve(&p->first, p->told) || !reserve(&p->second, p->told) ||
               !reserve_mirror(a, p->first.a, &p->mirror)) {
      refusal = "no device memory";
    }
    p->first.at.grain_row = p->second.at.grain_row = p->mirror.grain_row;
    if (p->told) p->told->run = 0;
  }
  if (refusal) {
    release(p);
    return refusal;
  }
  *plan_out = p;
  return NULL;
}

// Finds the rows of grains, and checks if the matrix is of a kind that needs no passes; if so,
// transposes it.
static verdict run_mirror(mirror_arrays *m, const bench_csr *a, int *d_col_ptr, int *d_row_idx,
                          real *d_csc_values) {
  m->row_ptr = a->d_row_ptr;
  m->col_idx = a->d_col_idx;
  m->values = a->d_values;
  m->col_ptr = d_col_ptr;
  m->row_idx = d_row_idx;
  m->csc_values = d_csc_values;
  verdict v = {};
  if ((long long)a->num_rows * a->num_cols == a->nnz) {
    int tiles = ((a->num_rows - 1) / FULL_TILE + 1) * ((a->num_cols - 1) / FULL_TILE + 1);
    turn_full<<<tiles, FULL_THREADS>>>(*m, a->num_cols);
    if (!wait_for(m->told, m->run, &v) || !v.failed) return v;
    m->run = -m->run; // a different number for the following kernels
  }
  bool few_rows = m->num_rows < count_processors() * LOOK_THREADS * LOOK_ROWS;
  int block_rows = LOOK_THREADS * (few_rows ? 1 : LOOK_ROWS);
  auto look_at = few_rows ? look<1> : look<LOOK_ROWS>;
  look_at<<<(m->num_rows - 1) / block_rows + 1, LOOK_THREADS>>>(*m);
  if (!m->square && m->most_rows == 0) return verdict{m->run, 1, 0};
  if (m->square) {
    launch_next(move_values, grid_for(m->num_grains, MOVE_BLOCKS), MOVE_THREADS, 0, *m);
  }
  wait_for(m->told, m->run, &v);
  return v;
}

static void run_way(way *w, int run, const bench_csr *a, int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  w->at.row_ptr = a->d_row_ptr;
  w->at.col_idx = a->d_col_idx;
  w->at.values = a->d_values;
  w->at.col_ptr = d_col_ptr;
  w->at.row_idx = d_row_idx;
  w->at.csc_values = d_csc_values;
  w->run(*w, run);
}

static void run(void *plan_in, const bench_csr *a, int *d_col_ptr, int *d_row_idx,
                real *d_csc_values) {
  plan *p = (plan *)plan_in;
  if (a->nnz == 0) {
    cudaMemsetAsync(d_col_ptr, 0, ((size_t)a->num_cols + 1) * sizeof(int), 0);
    return;
  }
  p->run++;
  if (p->first.a.few) {
    run_way(&p->first, p->run, a, d_col_ptr, d_row_idx, d_csc_values);
    return;
  }
  p->mirror.run = p->run;
  verdict v = run_mirror(&p->mirror, a, d_col_ptr, d_row_idx, d_csc_values);
  if (!v.failed) return;
  way *w = v.too_wide ? &p->second : &p->first;
  run_way(w, p->run, a, d_col_ptr, d_row_idx, d_csc_values);
}

static const bench_transpose tuned = {
    "mirror or two passes", "solutions/05-transpose/fast.cu", prepare, run, release, 1};

} // namespace fast_transpose

extern "C" const bench_transpose *const fast_05_contestants[] = {&fast_transpose::tuned, NULL};
