// transpose.cu: CSR to CSC: contestants, checks and times.
#include "bench/check.cuh"
#include "bench/contests.cuh"

#include <cstdio>

namespace {

// The device arrays that all contestants write to, and the data to check them.
struct transpose_trial {
  const bench_csr &a;
  device_memory memory;
  int *d_col_ptr, *d_row_idx, *d_wrong;
  real *d_values;
  unsigned *d_seen;

  explicit transpose_trial(const bench_csr &of);
  void poison();
  bool is_right(bool sorted, char *trouble, size_t size);

private:
  size_t ptr_bytes() const {
    return ((size_t)a.num_cols + 1) * sizeof(int);
  }
  size_t seen_bytes() const {
    return ((size_t)a.nnz / 32 + 1) * sizeof(unsigned);
  }
  template <typename IsWrong> int first_wrong(int count, IsWrong is_wrong);
};

transpose_trial::transpose_trial(const bench_csr &of) : a(of) {
  d_col_ptr = memory.take<int>((size_t)a.num_cols + 1);
  d_row_idx = memory.take<int>(a.nnz);
  d_values = memory.take<real>(a.nnz);
  d_seen = memory.take<unsigned>((size_t)a.nnz / 32 + 1);
  d_wrong = memory.take<int>(1);
  if (memory.failed) BENCH_MUST(cudaErrorMemoryAllocation);
}

// Fills the arrays with invalid column and row numbers, and with NaN.
void transpose_trial::poison() {
  BENCH_MUST(cudaMemset(d_col_ptr, 0xff, ptr_bytes()));
  BENCH_MUST(cudaMemset(d_row_idx, 0xff, a.nnz * sizeof(int)));
  BENCH_MUST(cudaMemset(d_values, 0xff, a.nnz * sizeof(real)));
}

// Finds the smallest index for which is_wrong holds. Returns `count` if there is none.
template <typename IsWrong> int transpose_trial::first_wrong(int count, IsWrong is_wrong) {
  int first = count;
  BENCH_MUST(cudaMemcpy(d_wrong, &first, sizeof first, cudaMemcpyHostToDevice));
  check::launch_find_wrong(count, is_wrong, d_wrong);
  BENCH_MUST(cudaGetLastError());
  BENCH_MUST(cudaMemcpy(&first, d_wrong, sizeof first, cudaMemcpyDeviceToHost));
  return first;
}

bool transpose_trial::is_right(bool sorted, char *trouble, size_t size) {
  int col = first_wrong(a.num_cols + 1, check::wrong_col_ptr{a.num_cols, a.nnz, d_col_ptr});
  if (col <= a.num_cols) {
    (void)snprintf(trouble, size, "col_ptr[%d] is wrong", col);
    return false;
  }
  BENCH_MUST(cudaMemset(d_seen, 0, seen_bytes()));
  int k = first_wrong(a.nnz, check::wrong_entry{a, d_col_ptr, d_row_idx, d_values, d_seen, sorted});
  if (k == a.nnz) return true;
  int row;
  real value;
  BENCH_MUST(cudaMemcpy(&row, d_row_idx + k, sizeof row, cudaMemcpyDeviceToHost));
  BENCH_MUST(cudaMemcpy(&value, d_values + k, sizeof value, cudaMemcpyDeviceToHost));
  (void)snprintf(
      trouble, size,
      "entry %d has row %d and value %.9g: it is in the wrong column, repeated, or out of order", k,
      row, (double)value);
  return false;
}

bool passes(const bench_transpose *transpose, const entrant &e, transpose_trial &t) {
  char trouble[SL_BENCH_TROUBLE];
  t.poison();
  transpose->run(e.plan, &t.a, t.d_col_ptr, t.d_row_idx, t.d_values);
  if (!contest_ended_well(e.row)) return false;
  bool right = t.is_right(e.row->sorted, trouble, sizeof trouble);
  if (!right) contest_mark(e.row, SL_BENCH_WRONG, trouble);
  return right;
}

} // namespace

void contest_transpose(const subject &given, const sl_bench_options &options, stopwatch &watch,
                       sl_bench_table *out, spent *time) {
  double start_us = sl_clock_us();
  transpose_trial t(given.a);
  time->check_s += (sl_clock_us() - start_us) * 1e-6;
  auto set = [&t](const bench_transpose *transpose, entrant *e) {
    e->row->sorted = transpose->sorted != 0;
    e->run = [transpose, &t](void *plan) {
      transpose->run(plan, &t.a, t.d_col_ptr, t.d_row_idx, t.d_values);
    };
    e->passes = [transpose, &t](const entrant &self) { return passes(transpose, self, t); };
  };
  std::vector<entrant> entrants =
      contest_enter(&bench_list::transposes, &given.a, options, out, set);
  contest_run(entrants, watch, time);
}
