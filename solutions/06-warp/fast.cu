// Lab 06, tuned: y ← α A x + β y where x is what costs, since each element of it that is gathered
// brings a sector of 32 bytes out of the L2 cache.
//
// A ladder. Each rung is a contestant of `./lab bench`.
//
// 1  vectors: a vector a row, as in task static, with four loads of each lane in flight.
// 2  counter: a warp takes many rows an atomic, about 2,048 entries, where task warp takes one
//    row for each of its vectors.
// 3  equal shares: a block takes 2,048 entries, whatever rows they belong to (bench/shares.cuh).
//    Lab 01 has this contestant.
// 4  tiles: a block has a chunk of rows, whose y is in shared memory, and goes through stretches
//    of columns, whose x is in shared memory too. A column is then 16 bits. Within a tile, rows
//    of equal length stand together, 32 a warp, so little is padded, and no two threads add to
//    the same y but where a row was cut. Where a stretch has too few entries of a chunk to pay
//    for its x, they are gathered from memory as before ("direct").
// 5  hot columns: x is first put into the order of the columns' degrees, so that few stretches
//    have most of the entries of a power-law matrix.
// 6  chosen: 4, 5 or 3, by what each would move. A small simulated cache tells how many sectors
//    an entry of the direct way costs.
//
// Microseconds on an NVIDIA H100 80GB HBM3, CUDA 13.0, 2026-11-25, median of 25, L2 flushed.
// Floor: compulsory bytes of CSR at the copy bandwidth, 3.01 TB/s. Library: the best of cuSPARSE's
// CSR_ALG1, CSR_ALG2, COO_ALG1, COO_ALG2 and SELL in the same run. uniform: 1,000,000 rows of 32
// entries; rail: 4284 × 1,096,894, 11 million entries; rmat: 2^20 rows, 16 million entries.
//
//                                           float                    double
//                                  uniform   rail   rmat         uniform   rail
//   floor                             89.2   30.7   47.0           134.9   46.9
//   library                          278.7  100.2  125.5           299.4  109.0
//   all entries direct                              118.0
//   4 tiles, 33 chunks, two buffers  130.9
//   4 tiles, 33 chunks, one buffer   131.7
//   4 tiles, 44 chunks, one buffer   138.0                         258.9
//   4 tiles, 22 chunks, two buffers  146.0
//   4 tiles, 2 chunks, two buffers            41.6                         68.6
//   4 tiles, 1 chunk, two buffers             42.6                         62.8
//   5 hot columns, one buffer                        99.2
//   5 hot columns, two buffers                      103.0
//
// The shapes above were set by hand, to find the best. Left to
// choose, the planner of that day took 22 chunks for `uniform` (146.0; in double
// 44 chunks and two buffers, 294.1), 3 chunks for `rail` (42.8; double 63.5), two buffers for
// `rmat` (103.0). Its estimate has been given the cost of a tile since, from these figures, and
// what it takes now has not been measured.
//
// `web` (1,000,000 rows of 8 entries, most near the diagonal) was measured with an earlier form of
// the kernel: library 46.4, tiles 129, direct 73.7. There, x is in the caches, and tiles do not
// pay. Rungs 1 to 3 and the choice of rung 6 have not been measured.
//
// What the profiler says of `uniform`, one buffer: 61 % of the memory's peak, 66 % of L2's, 0.9 of
// 4 instructions a cycle. 58 % of the stalls wait for memory, most of them at two of the four
// places of the ring. A guess, not tested: a warp has few counters for loads on their way, so
// loads share them, and who waits for one waits for all of a counter.
//
// Tried before, `uniform` with 33 chunks, two buffers and one buffer: 137.0 and 125.2 where each
// of 1,024 threads had three groups in registers that were moved along; 147.0 and 127.8 where rows
// came by one of three loads into the same register, which wait for each other. All threads adding
// by atomics: 144.0 and not 137.0. 384 threads and a ring of five: 132.5 and 142.1.
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
  double entry = sizeof(real) + 4 + 32 * gathered::sectors_an_entry(a);
  o.limit_us = 0.001 + a->nnz * entry / gathered::L2_RATE;
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

const bench_spmv vectors = {"vectors, four loads in flight", here, prepare_vectors, by_rows::run,
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
