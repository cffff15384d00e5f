// transpose.cu: CSR to CSC: who takes part, whether they are right, and how long they take.
#include "bench/contests.cuh"

#include "matrix/csc.h"

#include <algorithm>
#include <cstdio>

namespace {

// What is right, and the arrays on the device that everybody writes to.
struct trial {
  sl_csc right = {};
  std::vector<int> row_idx;
  std::vector<real> values;
  std::vector<int> col_ptr;
  device_memory memory;
  int *d_col_ptr, *d_row_idx;
  real *d_values;

  explicit trial(const subject &given);
  ~trial() {
    sl_csc_free(&right);
  }
  void poison();
  void fetch();
  bool is_right(bool sorted, char *trouble, size_t size);

private:
  void sort_columns();
};

trial::trial(const subject &given) {
  const sl_csr *csr = &given.csr;
  if (sl_csr_to_csc(csr, &right) != SL_OK) {
    fprintf(stderr, "bench: %s\n", sl_message());
    exit(3);
  }
  row_idx.resize(csr->nnz);
  values.resize(csr->nnz);
  col_ptr.resize((size_t)csr->num_cols + 1);
  d_col_ptr = memory.take<int>(col_ptr.size());
  d_row_idx = memory.take<int>(row_idx.size());
  d_values = memory.take<real>(values.size());
  if (memory.failed) BENCH_MUST(cudaErrorMemoryAllocation);
}

// Numbers of columns and rows that are none, and values that are not numbers.
void trial::poison() {
  BENCH_MUST(cudaMemset(d_col_ptr, 0xff, col_ptr.size() * sizeof(int)));
  BENCH_MUST(cudaMemset(d_row_idx, 0xff, row_idx.size() * sizeof(int)));
  BENCH_MUST(cudaMemset(d_values, 0xff, values.size() * sizeof(real)));
}

void trial::fetch() {
  const cudaMemcpyKind down = cudaMemcpyDeviceToHost;
  BENCH_MUST(cudaMemcpy(col_ptr.data(), d_col_ptr, col_ptr.size() * sizeof(int), down));
  BENCH_MUST(cudaMemcpy(row_idx.data(), d_row_idx, row_idx.size() * sizeof(int), down));
  BENCH_MUST(cudaMemcpy(values.data(), d_values, values.size() * sizeof(real), down));
}

// No row has two entries of one column, so the rows decide the order.
void trial::sort_columns() {
  bench_in_parts(right.num_cols, [this](int first, int last) {
    std::vector<std::pair<int, real>> column;
    for (int col = first; col < last; col++) {
      column.clear();
      for (int k = right.col_ptr[col]; k < right.col_ptr[col + 1]; k++) {
        column.push_back({row_idx[k], values[k]});
      }
      std::sort(column.begin(), column.end(),
                [](const auto &a, const auto &b) { return a.first < b.first; });
      for (size_t i = 0; i < column.size(); i++) {
        row_idx[right.col_ptr[col] + i] = column[i].first;
        values[right.col_ptr[col] + i] = column[i].second;
      }
    }
  });
}

bool trial::is_right(bool sorted, char *trouble, size_t size) {
  fetch();
  if (!std::equal(col_ptr.begin(), col_ptr.end(), right.col_ptr)) {
    (void)snprintf(trouble, size, "col_ptr is wrong");
    return false;
  }
  if (!sorted) sort_columns();
  int k = bench_first_wrong(right.nnz, [this](int i) {
    return row_idx[i] != right.row_idx[i] || values[i] != (real)right.values[i];
  });
  if (k == right.nnz) return true;
  (void)snprintf(trouble, size, "entry %d has row %d and value %.9g instead of %d and %.9g", k,
                 row_idx[k], (double)values[k], right.row_idx[k], right.values[k]);
  return false;
}

bool passes(const bench_transpose *transpose, const entrant &e, const bench_csr *a, trial &t) {
  char trouble[SL_BENCH_TROUBLE];
  t.poison();
  transpose->run(e.plan, a, t.d_col_ptr, t.d_row_idx, t.d_values);
  if (!contest_ended_well(e.row)) return false;
  bool right = t.is_right(e.row->sorted, trouble, sizeof trouble);
  if (!right) contest_mark(e.row, SL_BENCH_WRONG, trouble);
  return right;
}

entrant enter(const bench_transpose *transpose, sl_bench_row *row, const bench_csr *a, trial &t) {
  entrant e;
  e.row = row;
  e.plan = NULL;
  row->sorted = transpose->sorted != 0;
  e.prepare = [transpose, a](void **plan) { return transpose->prepare(a, plan); };
  e.run = [transpose, a, &t](void *plan) {
    transpose->run(plan, a, t.d_col_ptr, t.d_row_idx, t.d_values);
  };
  e.passes = [transpose, a, &t](const entrant &self) { return passes(transpose, self, a, t); };
  e.release = transpose->release;
  return e;
}

} // namespace

void contest_transpose(const subject &given, const sl_bench_options &options, stopwatch &watch,
                       sl_bench_table *out, spent *time) {
  double start_us = sl_clock_us();
  trial t(given);
  time->check_s += (sl_clock_us() - start_us) * 1e-6;
  std::vector<entrant> entrants;
  for (const bench_list *list = bench_lists; list->spmvs || list->transposes; list++) {
    for (int i = 0; list->transposes && list->transposes[i]; i++) {
      const bench_transpose *transpose = list->transposes[i];
      if (!sl_bench_wants(&options, transpose->file, list->side == SL_BENCH_TEXTBOOK)) continue;
      sl_bench_row *row = contest_add_row(out, *list, transpose->name, transpose->file);
      entrants.push_back(enter(transpose, row, &given.a, t));
    }
  }
  contest_run(entrants, watch, time);
}
