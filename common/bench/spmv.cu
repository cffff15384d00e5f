// spmv.cu: y ← α A x + β y: who takes part, whether they are right, and how long they take.
#include "bench/contests.cuh"

#include "base/random.h"
#include "reference/spmv.h"

#include <cmath>
#include <cstdio>

namespace {

const sl_precision precision = sizeof(real) == 8 ? SL_F64 : SL_F32;

// Of either sign and away from zero, so that a lost term shows.
void fill(std::vector<real> *values, uint64_t seed) {
  bench_in_parts((int)values->size(), [=](int first, int last) {
    for (int i = first; i < last; i++) {
      sl_random random = sl_random_make(seed, (uint64_t)i);
      double magnitude = 0.25 + 0.75 * sl_random_unit(&random);
      (*values)[i] = (real)(sl_random_bits(&random) >> 63 ? -magnitude : magnitude);
    }
  });
}

// The vectors, what A x is in more than double precision, and what is allowed to be lost of it.
struct trial {
  std::vector<real> x, y, got;
  std::vector<double> product, bound;
  device_memory memory;
  real *d_x, *d_y;
  const sl_csr *csr;

  explicit trial(const subject &given);
  bool is_right(real alpha, real beta, char *trouble, size_t size);
};

trial::trial(const subject &given) : csr(&given.csr) {
  x.resize(csr->num_cols);
  y.resize(csr->num_rows);
  got.resize(csr->num_rows);
  product.resize(csr->num_rows);
  bound.resize(csr->num_rows);
  fill(&x, 1);
  fill(&y, 2);
  d_x = memory.upload(x);
  d_y = memory.take<real>(csr->num_rows);
  if (memory.failed) BENCH_MUST(cudaErrorMemoryAllocation);
  std::vector<double> wide_x(x.begin(), x.end()), zeros(csr->num_rows, 0.0);
  sl_reference_spmv(csr, wide_x.data(), zeros.data(), precision, product.data(), bound.data());
}

// What is in d_y, beside α A x + β y. The bound is that of the judge for these labs.
bool trial::is_right(real alpha, real beta, char *trouble, size_t size) {
  double u = sl_precision_unit_roundoff(precision);
  cudaError_t error =
      cudaMemcpy(got.data(), d_y, got.size() * sizeof(real), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    (void)snprintf(trouble, size, "%s", cudaGetErrorString(error));
    return false;
  }
  auto expect = [&](int row) {
    return (double)((long double)alpha * product[row] + (long double)beta * y[row]);
  };
  int row = bench_first_wrong(csr->num_rows, [&](int i) {
    double of_y = SL_BOUND_C * (sl_csr_row_length(csr, i) + 2) * u * std::fabs((double)y[i]);
    double allowed = std::fabs((double)alpha) * bound[i] + std::fabs((double)beta) * of_y;
    return !sl_within(got[i], expect(i), allowed);
  });
  if (row == csr->num_rows) return true;
  (void)snprintf(trouble, size, "y[%d] is %.9g instead of %.9g with alpha %g, beta %g", row,
                 (double)got[row], expect(row), (double)alpha, (double)beta);
  return false;
}

// y is NaN beforehand where it is not to be read: 0xff in every byte.
bool passes(const bench_spmv *spmv, const entrant &e, trial &t, real alpha, real beta) {
  char trouble[SL_BENCH_TROUBLE];
  size_t bytes = t.y.size() * sizeof(real);
  if (beta == 0) {
    BENCH_MUST(cudaMemset(t.d_y, 0xff, bytes));
  } else {
    BENCH_MUST(cudaMemcpy(t.d_y, t.y.data(), bytes, cudaMemcpyHostToDevice));
  }
  spmv->run(e.plan, alpha, t.d_x, beta, t.d_y);
  if (!contest_ended_well(e.row)) return false;
  bool right = t.is_right(alpha, beta, trouble, sizeof trouble);
  if (!right) contest_mark(e.row, SL_BENCH_WRONG, trouble);
  return right;
}

entrant enter(const bench_spmv *spmv, sl_bench_row *row, const bench_csr *a, trial &t) {
  entrant e;
  e.row = row;
  e.plan = NULL;
  e.prepare = [spmv, a](void **plan) { return spmv->prepare(a, plan); };
  e.run = [spmv, &t](void *plan) { spmv->run(plan, (real)1, t.d_x, (real)0, t.d_y); };
  e.passes = [spmv, &t](const entrant &self) {
    return passes(spmv, self, t, (real)1, (real)0) && passes(spmv, self, t, (real)0.7, (real)-0.45);
  };
  e.release = spmv->release;
  return e;
}

} // namespace

void contest_spmv(const subject &given, const sl_bench_options &options, stopwatch &watch,
                  sl_bench_table *out, spent *time) {
  double start_us = sl_clock_us();
  trial t(given);
  time->check_s += (sl_clock_us() - start_us) * 1e-6;
  std::vector<entrant> entrants;
  for (const bench_list *list = bench_lists; list->spmvs || list->transposes; list++) {
    bool converts = list->side == SL_BENCH_TEXTBOOK && !list->plain;
    for (int i = 0; list->spmvs && list->spmvs[i]; i++) {
      const bench_spmv *spmv = list->spmvs[i];
      if (!sl_bench_wants(&options, spmv->file, converts)) continue;
      sl_bench_row *row = contest_add_row(out, *list, spmv->name, spmv->file);
      entrants.push_back(enter(spmv, row, &given.a, t));
    }
  }
  contest_run(entrants, watch, time);
}
