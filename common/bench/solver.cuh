/** @file solver.cuh
 *  What a contestant that solves A x = b supplies: conjugate gradients, preconditioned with the
 *  diagonal of A. Source: Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., 9.2.
 */
#ifndef SL_BENCH_SOLVER_CUH
#define SL_BENCH_SOLVER_CUH

#include "bench/bench.h"
#include "bench/contest.h"
#include "bench/convert.cuh"

/** The state that a solver keeps on the device between iterations. */
struct bench_solver_state {
  double rz, rr; /**< r · D⁻¹ r and r · r, both of the last iteration */
  double alpha, beta;
  double limit;     /**< solved when rr is at most this */
  int iterations;   /**< number of iterations so far */
  int solved_after; /**< the first number of iterations with rr <= limit; −1: none yet */
};

/** Called by one thread after p · A p is known. */
static __device__ inline void bench_solver_step(bench_solver_state *s, double p_ap) {
  s->alpha = p_ap > 0 ? s->rz / p_ap : 0; // avoids 0 / 0 after the residual has become 0
}

/** Called by one thread at the end of an iteration, with the new sums. */
static __device__ inline void bench_solver_end(bench_solver_state *s, double rz, double rr) {
  s->beta = s->rz > 0 ? rz / s->rz : 0;
  s->rz = rz;
  s->rr = rr;
  s->iterations++;
  if (s->solved_after < 0 && rr <= s->limit) s->solved_after = s->iterations;
}

/** Called by one thread before the first iteration: x = 0, so r = b. */
static __device__ inline void bench_solver_begin(bench_solver_state *s, double limit, double rz,
                                                 double rr) {
  *s = {rz, rr, 0, 0, limit, 0, rr <= limit ? 0 : -1};
}

/** A contestant with its matrix on the device. All launches are on the default stream, and nothing
 *  waits for them. Vectors are padded to whole groups of 32, with 0 beyond the last row. */
struct bench_solver : device_memory {
  virtual ~bench_solver() {}
  /** Returns NULL, or why the contestant cannot solve systems with this matrix. */
  virtual const char *prepare(const bench_csr *a) = 0;
  /** Sets x to 0, and prepares the first iteration. */
  virtual void start(const real *d_b, real *d_x, double limit) = 0;
  /** Runs `count` more iterations, or fewer if the system is solved earlier. */
  virtual void iterate(int count) = 0;
  /** Number of iterations after which the host should check the residual. */
  virtual int look_every() const {
    return 10;
  }
  virtual const bench_solver_state *state() const = 0; /**< address of the state on the device */
  virtual double bytes() const = 0; /**< bytes that an iteration reads and writes, for matrix and
                                     * vectors */
};

struct bench_solver_entry {
  const char *name, *file;
  sl_bench_side side;
  bench_solver *(*make)();
};

/** A list of contestants; the last one has no name. */
extern const bench_solver_entry bench_library_solvers[], bench_kit_solvers[];

template <typename Solver> static bench_solver *bench_make_solver() {
  return new Solver();
}

/** The number of elements of a vector that the bench passes to solvers. */
static inline size_t bench_padded(int num_rows) {
  return ((size_t)num_rows + 31) / 32 * 32;
}

/** Returns the diagonal of A, or its reciprocals. Elements beyond the last row, up to
 * bench_padded, are 1. */
static inline std::vector<real> bench_solver_diagonal(const bench_csr *a, bool inverse) {
  std::vector<real> diagonal(bench_padded(a->num_rows), (real)1);
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      if (a->col_idx[k] == row) diagonal[row] = inverse ? 1 / a->values[k] : a->values[k];
    }
  }
  return diagonal;
}

#endif
