// main.cu: the program of the bench, once for float and once for double. It takes the options of
// ./lab bench except --precision, which selects the program.
#include "bench/choose.h"
#include "bench/contests.cuh"
#include "bench/summary.h"
#include "bench/table.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

static const sl_precision precision = sizeof(real) == 8 ? SL_F64 : SL_F32;

// Memory freed by cudaFreeAsync stays with the program, so that a contestant's time does not
// include getting it from the system again after each synchronisation.
static void keep_freed_memory() {
  cudaMemPool_t pool;
  int device = 0;
  unsigned long long all = ~0ull;
  BENCH_MUST(cudaGetDevice(&device));
  if (cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess) {
    (void)cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
  }
  (void)cudaGetLastError();
}

static void begin_table(sl_bench_table *table, sl_bench_kind kind, const sl_bench_matrix *matrix,
                        const subject &given, double copy_gbps) {
  memset(table, 0, sizeof *table);
  table->kind = kind;
  table->matrix = matrix->name ? matrix->name : matrix->spec;
  table->spec = matrix->spec;
  table->precision = precision;
  table->num_rows = given.csr.num_rows;
  table->num_cols = given.csr.num_cols;
  table->nnz = given.csr.nnz;
  table->copy_gbps = copy_gbps;
}

typedef void main_contest(const subject &given, const sl_bench_options &options, stopwatch &watch,
                          sl_bench_table *out, spent *time);

struct main_program {
  sl_bench_options options;
  sl_bench_run run;
  sl_bench_summary spmv, transpose;
  bool all_right = true;
};

static sl_status choose(const sl_csr &csr, sl_bench_table *table) {
  sl_bench_shape shape;
  sl_bench_choice choice;
  SL_TRY(sl_bench_choose_shape(&csr, sizeof(real), &shape));
  sl_bench_choose(&shape, sizeof(real), &choice);
  table->chosen = sl_bench_choose_name(&choice, table);
  return SL_OK;
}

static sl_status run_contest(main_program *self, main_contest *contest, sl_bench_kind kind,
                             const sl_bench_matrix *matrix, const subject &given, stopwatch &watch,
                             sl_bench_summary *summary, spent *time) {
  static sl_bench_table table; // large
  begin_table(&table, kind, matrix, given, watch.copy_gbps());
  contest(given, self->options, watch, &table, time);
  if (kind == SL_BENCH_SPMV) SL_TRY(choose(given.csr, &table));
  (self->options.rungs ? sl_bench_table_print_rungs : sl_bench_table_print)(stdout, &table);
  sl_bench_summary_add(summary, &table);
  for (int i = 0; i < table.count; i++) {
    self->all_right = self->all_right && table.rows[i].state != SL_BENCH_WRONG;
  }
  return self->options.csv ? sl_bench_table_csv(self->options.csv, &self->run, &table) : SL_OK;
}

static sl_status measure(main_program *self, const sl_bench_matrix *matrix, stopwatch &watch) {
  subject given;
  spent time;
  double load_s = 0;
  {
    spending loading(&load_s);
    SL_TRY(subject_load(matrix->spec, SL_BENCH_CACHE, &given));
  }
  if (sl_bench_options_want_spmv(&self->options)) {
    SL_TRY(
        run_contest(self, contest_spmv, SL_BENCH_SPMV, matrix, given, watch, &self->spmv, &time));
  }
  if (sl_bench_options_want_transpose(&self->options)) {
    SL_TRY(run_contest(self, contest_transpose, SL_BENCH_TRANSPOSE, matrix, given, watch,
                       &self->transpose, &time));
  }
  printf("  seconds: loading %.1f, preparing %.1f, checking %.1f, measuring %.1f\n", load_s,
         time.prepare_s, time.check_s, time.race_s);
  (void)fflush(stdout);
  return SL_OK;
}

// Creates handles and loads kernels beforehand, so that no contestant's conversion includes this.
static void warm_up(main_program *self, stopwatch &watch) {
  static const sl_bench_matrix small = {"warm-up", "banded:100", NULL};
  static sl_bench_table table; // large
  subject given;
  spent time;
  if (subject_load(small.spec, SL_BENCH_CACHE, &given) != SL_OK) return; // reported below
  begin_table(&table, SL_BENCH_SPMV, &small, given, 0);
  contest_spmv(given, self->options, watch, &table, &time);
  begin_table(&table, SL_BENCH_TRANSPOSE, &small, given, 0);
  contest_transpose(given, self->options, watch, &table, &time);
}

int main(int argc, char **argv) {
  static main_program self;
  sl_status status = sl_bench_options_parse(argc, argv, &self.options);
  if (status == SL_OK) status = bench_find_device();
  if (status != SL_OK) {
    fprintf(stderr, "bench: %s\n", sl_status_message());
  } else {
    self.run = bench_describe_run();
    keep_freed_memory();
    printf("%s, driver %s, CUDA %s, %s, %s\n", self.run.device, self.run.driver, self.run.cuda,
           self.run.date, sl_spmv_precision_name(precision));
    stopwatch watch;
    warm_up(&self, watch);
    for (size_t i = 0; i < self.options.num_matrices; i++) {
      sl_status measured = measure(&self, &self.options.matrices[i], watch);
      if (measured == SL_OK) continue;
      status = measured; // the other matrices are still measured
      fprintf(stderr, "bench: %s: %s\n", self.options.matrices[i].spec, sl_status_message());
    }
    sl_bench_summary_print(stdout, &self.spmv);
    sl_bench_summary_print(stdout, &self.transpose);
  }
  return status != SL_OK ? sl_status_exit(status) : self.all_right ? 0 : 1;
}
