// spmv.cu: y ← α A x + β y: contestants, checks and times.
#include "bench/check.cuh"
#include "bench/contests.cuh"

#include "base/random.h"
#include "reference/spmv.h"

#include <cstdio>
#include <memory>

namespace {

const sl_precision precision = sizeof(real) == 8 ? SL_F64 : SL_F32;

// Fills with values of either sign that are not near zero, so that a lost term is detected.
void fill(std::vector<real> *values, uint64_t seed) {
  bench_in_parts((int)values->size(), 8 * (long long)values->size(), [=](int first, int last) {
    for (int i = first; i < last; i++) {
      sl_random random = sl_random_make(seed, (uint64_t)i);
      double magnitude = 0.25 + 0.75 * sl_random_unit(&random);
      (*values)[i] = (real)(sl_random_bits(&random) >> 63 ? -magnitude : magnitude);
    }
  });
}

// The vectors, A x in more than double precision, and the error allowed in A x.
struct spmv_trial {
  const subject &given;
  std::vector<real> x, y;
  std::unique_ptr<double[]> product;
  device_memory memory;
  real *d_x, *d_y, *d_first_y;
  double *d_product, *d_bound;
  int *d_wrong;

  explicit spmv_trial(const subject &of);
  bool is_right(real alpha, real beta, char *trouble, size_t size);

private:
  void multiply();
};

spmv_trial::spmv_trial(const subject &of) : given(of), x(of.csr.num_cols), y(of.csr.num_rows) {
  fill(&x, 1);
  fill(&y, 2);
  d_x = memory.upload(x);
  d_y = memory.take<real>(y.size());
  d_first_y = memory.upload(y);
  d_wrong = memory.take<int>(1);
  multiply();
  if (memory.failed) BENCH_MUST(cudaErrorMemoryAllocation);
}

void spmv_trial::multiply() {
  size_t rows = y.size();
  // new double[] does not clear the memory, so that all cores touch it first, not only one.
  std::unique_ptr<double[]> bound(new double[rows]);
  product.reset(new double[rows]);
  std::vector<double> wide_x(x.begin(), x.end()), zeros(rows, 0.0);
  sl_reference_spmv(&given.csr, wide_x.data(), zeros.data(), precision, product.get(), bound.get());
  d_product = memory.upload(product.get(), rows);
  d_bound = memory.upload(bound.get(), rows);
}

// Compares d_y with α A x + β y. The error bound is the one that the judge uses for these labs.
bool spmv_trial::is_right(real alpha, real beta, char *trouble, size_t size) {
  int rows = given.csr.num_rows, row = rows;
  double of_y = SL_BOUND_C * sl_spmv_unit_roundoff(precision);
  BENCH_MUST(cudaMemcpy(d_wrong, &row, sizeof row, cudaMemcpyHostToDevice));
  check::wrong_product is_wrong = {d_y,   d_first_y, d_product, d_bound, given.a.d_row_ptr,
                                   alpha, beta,      of_y};
  check::launch_find_wrong(rows, is_wrong, d_wrong);
  BENCH_MUST(cudaGetLastError());
  BENCH_MUST(cudaMemcpy(&row, d_wrong, sizeof row, cudaMemcpyDeviceToHost));
  if (row == rows) return true;
  real got;
  BENCH_MUST(cudaMemcpy(&got, d_y + row, sizeof got, cudaMemcpyDeviceToHost));
  (void)snprintf(trouble, size, "y[%d] is %.9g instead of %.9g with alpha %g, beta %g", row,
                 (double)got, (double)alpha * product[row] + (double)beta * y[row], (double)alpha,
                 (double)beta);
  return false;
}

// Launches the contestant and checks y. If β is 0, y must not be read, so all its bytes are 0xff
// (NaN) before the launch.
bool passes(const bench_spmv *spmv, const entrant &e, spmv_trial &t, real alpha, real beta) {
  char trouble[SL_BENCH_TROUBLE];
  size_t bytes = t.y.size() * sizeof(real);
  if (beta == 0) {
    BENCH_MUST(cudaMemset(t.d_y, 0xff, bytes));
  } else {
    BENCH_MUST(cudaMemcpy(t.d_y, t.d_first_y, bytes, cudaMemcpyDeviceToDevice));
  }
  spmv->run(e.plan, alpha, t.d_x, beta, t.d_y);
  if (!contest_ended_well(e.row)) return false;
  bool right = t.is_right(alpha, beta, trouble, sizeof trouble);
  if (!right) contest_mark(e.row, SL_BENCH_WRONG, trouble);
  return right;
}

} // namespace

void contest_spmv(const subject &given, const sl_bench_options &options, stopwatch &watch,
                  sl_bench_table *out, spent *time) {
  double start_us = sl_clock_us();
  spmv_trial t(given);
  time->check_s += (sl_clock_us() - start_us) * 1e-6;
  auto set = [&t](const bench_spmv *spmv, entrant *e) {
    e->run = [spmv, &t](void *plan) { spmv->run(plan, (real)1, t.d_x, (real)0, t.d_y); };
    e->passes = [spmv, &t](const entrant &self) {
      return passes(spmv, self, t, (real)1, (real)0) &&
             passes(spmv, self, t, (real)0.7, (real)-0.45);
    };
  };
  std::vector<entrant> entrants = contest_enter(&bench_list::spmvs, &given.a, options, out, set);
  contest_run(entrants, watch, time);
}
