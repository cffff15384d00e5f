// Lab 06, tuned: y ← α A x + β y for matrices on which reading x takes most of the time, because
// each gathered element brings a sector of 32 bytes from the L2 cache.
//
// A ladder. Each rung is a contestant of `./lab bench`.
//
// 1  vectors: one vector per row, as in task static, with eight or four loads of each lane in
//    flight.
// 2  counter: a warp takes many rows per atomic, up to about 2,048 entries. In task warp it takes
//    one row for each of its vectors.
// 3  equal shares: a block takes 2,048 entries, whatever rows they belong to (bench/shares.cuh).
//    Lab 01 has this contestant.
// 4  tiles: a block has a chunk of rows, whose y is in shared memory, and goes through stretches of
//    columns, whose x is in shared memory too. So a column takes 16 bits. Within a tile, rows of
//    equal length are together, 32 per warp. So there is little padding, and no two threads add to
//    the same y unless a row was cut. If a stretch has too few entries of a chunk, loading its x
//    does not pay, and x is gathered from memory for these entries ("direct").
// 5  hot columns: x is first sorted by the columns' degrees, so that a few stretches have most of
//    the entries of a power-law matrix.
// 6  chosen: 4, 5 or 3, by the bytes that each would move. A small simulated cache estimates how
//    many sectors a direct entry costs.
//
// Microseconds on an H200, cold. Floor: the compulsory bytes of CSR at the copy bandwidth. Library:
// the best of cuSPARSE's ways. uniform: 1,000,000 rows of 32 entries; rail: 4284 × 1,096,894, 11
// million entries; rmat: 2^20 rows, 16 million entries; web: 1,000,000 rows of 8 entries, most near
// the diagonal. From docs/results/bench.
//
//                                 float                           double
//                     uniform   rail   rmat    web     uniform   rail   rmat    web
//   floor                63.2   21.8   33.3   18.6        94.9   33.4   50.3   28.5
//   library             239.3   86.7  120.6   41.2       256.4   93.8  142.7   58.0
//   task static         268.9   98.6  590.2   6327       296.2  110.8   1038  11139
//   1 vectors           254.8   96.7  666.1   6979       288.4  107.9   1103  11037
//   2 counter           298.4  113.5   1278   6959       318.0  124.8   2041  10993
//   3 equal shares      237.2   92.0  130.0   39.1       253.4  100.3  143.1   52.2
//   4 tiles             116.2   36.8  124.5  126.4       254.2   53.2  183.0  141.5
//   5 hot columns       120.5   48.5   97.6  128.1       253.7   65.4  159.7  147.4
//
// On rmat and web the vector with the longest row takes nearly all of the time in rungs 1 and 2,
// and in task static. What matters there is how many loads of x a lane has in flight. nvcc and
// ptxas unroll the plain loop of task static 16 times, and add the rest of a row one entry at a
// time. Here it is eight, then four. The counter is slower if long rows are neighbours: in rmat one
// vector gets rows 0, 4, 8 and 12, of which the first has 39,201 entries and the next two 16,000.
// Tried, rung 1 in float on an H200 (rmat, web, hpcg:96; docs/results/rows-06):
//
//   as it is                                                      650    6855     69
//   the plain loop                                                603    6275     89
//   the plain loop, the matrix by __ldcs                          712    7655    115
//   16 and four loads: ptxas has 32 registers, and splits them    661    6998     71
//   the same by vectors half as wide, except on rmat                –   13400     71
//   four loads                                                    852    9366     70
//   four loads, the matrix by __ldcs                             1229   13798     70
//   the same unrolled: ptxas waits for two loads at a time       1416       –     69
//   before: four loads, __ldcs, a width that nvcc does not know  1091   12474     80
//
// Rung 6 corrects its estimate by measured ratios (MEASURED in layout.cuh). If columns are
// scattered, it takes at most 1.6 % longer than the fastest of rungs 3 to 5. On grids and dense
// matrices, for which tiles are not made, it takes up to 31 % longer: MEASURED comes from R-MAT
// matrices; on grids the estimate is nearer to the measured time (docs/results/choice-06).
//
// A clock in each block showed what tiles wait for. 128 staged entries take 31 to 37 ns of a
// multiprocessor, 128 direct ones 200 ns, a further tile 2.6 to 4.2 µs: in proportion to the bytes
// that they move. But some blocks had twice as much work as others: with 135 parts for 132 blocks,
// three took two of them. Now several sizes of parts are tried (count_parts): rmat:20,shuffle=1 by
// hot columns took 100 µs and takes 79, rail 63 and 49, rmat:19 without a shuffle 76 and 65. Rows
// in different banks are now neighbours (spread_rows): rmat:20,shuffle=1 in double 172 and 166,
// uniform in float 116 and 114. Also tried: ordering the entries of a row so that x, too, comes
// from different banks: the same within 1 %. Counting staged entries as two to four times their
// bytes, for shares and shapes: mostly 5 to 40 % longer. Staging stretches with fewer entries
// (worth times 0.7, 0.5, 0.35): hot columns 2 to 12 % longer.
//
// Shapes set by hand, on an H100, where the library takes 278.7 and 100.2 in float: `uniform` in 33
// chunks 130.9 with two buffers and 131.7 with one, in 44 chunks 138.0, in 22 chunks 146.0; in
// double, in 44 chunks, 258.9. `rail` in 2 chunks 41.6, in 1 chunk 42.6; in double 68.6 and 62.8.
//
// The profiler's figures of `uniform`, one buffer, on an H100: 61 % of the memory's peak, 66 % of
// L2's, 0.9 of 4 instructions per cycle. 58 % of the stalls wait for memory, most of them at two of
// the four places of the ring. A guess, not tested: a warp has few counters for loads under way, so
// several loads share one, and waiting for one of these loads means waiting for all of them.
//
// Tried before, `uniform` with 33 chunks, two buffers and one buffer: 137.0 and 125.2 if each of
// 1,024 threads moved three groups along in registers; 147.0 and 127.8 if rows came by one of three
// loads into the same register, which wait for each other. If all threads add by atomics: 144.0
// instead of 137.0. With 384 threads and a ring of five: 132.5 and 142.1.
#include "bench/shares.cuh"
#include "plan.cuh"
#include "rows.cuh"

namespace {

const char *prepare_vectors(const bench_csr *a, void **plan) {
  return by_rows::prepare(a, plan, false);
}

const char *prepare_counter(const bench_csr *a, void **plan) {
  return by_rows::prepare(a, plan, true);
}

const char *prepare_tiles(const bench_csr *a, void **plan) {
  gathered::options o;
  o.sorted = 0;
  return gathered::prepare(a, plan, o);
}

const char *prepare_hot(const bench_csr *a, void **plan) {
  gathered::options o;
  o.sorted = 1;
  return gathered::prepare(a, plan, o);
}

// ---- rung 6: the choice -------------------------------------------------------------------------

struct chosen {
  bool tiles;
  void *plan;
};

const char *prepare_chosen(const bench_csr *a, void **plan) {
  gathered::options o;
  // The bytes that equal shares request from memory and from L2.
  double entry = sizeof(real) + 4, row = sizeof(real) + 4;
  double dram = a->nnz * entry + a->num_rows * row + a->num_cols * (double)sizeof(real);
  double l2 = a->nnz * (entry + 32 * gathered::sectors_an_entry(a));
  o.limit_us = 0.001 + std::max(dram / gathered::DRAM_RATE, l2 / gathered::L2_RATE);
  chosen *c = new chosen;
  c->tiles = gathered::prepare(a, &c->plan, o) == nullptr;
  const char *refusal = c->tiles ? nullptr : shares::prepare(a, &c->plan);
  if (refusal) {
    delete c;
  } else {
    *plan = c;
  }
  return refusal;
}

void run_chosen(void *plan, real alpha, const real *d_x, real beta, real *d_y) {
  const chosen *c = (const chosen *)plan;
  (c->tiles ? gathered::run : shares::run)(c->plan, alpha, d_x, beta, d_y);
}

void release_chosen(void *plan) {
  chosen *c = (chosen *)plan;
  (c->tiles ? bench_delete<gathered::plan> : bench_delete<shares::plan>)(c->plan);
  delete c;
}

const char here[] = "solutions/06-warp/fast.cu";

const bench_spmv vectors = {"vectors, eight loads in flight", here, prepare_vectors, by_rows::run,
                            bench_delete<by_rows::plan>};
const bench_spmv counter = {"many rows an atomic", here, prepare_counter, by_rows::run,
                            bench_delete<by_rows::plan>};
const bench_spmv in_tiles = {"tiles, x in shared memory", here, prepare_tiles, gathered::run,
                             bench_delete<gathered::plan>};
const bench_spmv hot = {"tiles of hot columns", here, prepare_hot, gathered::run,
                        bench_delete<gathered::plan>};
const bench_spmv choice = {"tiles or shares, chosen", here, prepare_chosen, run_chosen,
                           release_chosen};

} // namespace

extern "C" const bench_spmv *const fast_06_contestants[] = {&vectors, &counter, &in_tiles,
                                                            &hot,     &choice,  NULL};
