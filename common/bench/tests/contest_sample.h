/* contest_sample.h: a table for the tests of the bench. */
#ifndef SL_BENCH_TESTS_CONTEST_SAMPLE_H
#define SL_BENCH_TESTS_CONTEST_SAMPLE_H

#include "bench/bench.h"

#include <stdio.h>
#include <string.h>

static inline sl_bench_row *add_row(sl_bench_table *table, sl_bench_side side, const char *name,
                                    double cold_us) {
  sl_bench_row *row = &table->rows[table->count++];
  row->side = side;
  row->cold = (sl_bench_spread){cold_us, cold_us - 1, cold_us + 2, 31};
  (void)snprintf(row->name, sizeof row->name, "%s", name);
  (void)snprintf(row->file, sizeof row->file, "%s",
                 side == SL_BENCH_LIBRARY ? "cusparse" : "solutions/02-ell/ell.cu");
  return row;
}

/* 1000 × 500 with 8000 entries in float: 70,004 bytes to move. */
static inline void make_table(sl_bench_table *table, sl_bench_kind kind) {
  memset(table, 0, sizeof *table);
  table->kind = kind;
  table->matrix = "sample";
  table->spec = "uniform:1000x500";
  table->precision = SL_F32;
  table->num_rows = 1000;
  table->num_cols = 500;
  table->nnz = 8000;
  table->copy_gbps = 4000;
}

#endif
