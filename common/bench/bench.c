/* bench.c: bytes, spreads, bandwidths, and the comparison of contestants. */
#include "bench/bench.h"

#include "judge/figures.h"

#include <math.h>

double sl_bench_spmv_bytes(double num_rows, double num_cols, double nnz, double value_bytes) {
  return nnz * (value_bytes + 4) + 4 * (num_rows + 1) + value_bytes * (num_cols + num_rows);
}

double sl_bench_transpose_bytes(double num_rows, double num_cols, double nnz, double value_bytes) {
  return 2 * nnz * (value_bytes + 4) + 4 * (num_rows + 1) + 4 * (num_cols + 1);
}

void sl_bench_spread_of(double *samples, int count, sl_bench_spread *out) {
  *out = (sl_bench_spread){.median_us = sl_figures_quantile(samples, count, 0.5),
                           .p10_us = sl_figures_quantile(samples, count, 0.1),
                           .p90_us = sl_figures_quantile(samples, count, 0.9),
                           .samples = count};
}

const char *sl_bench_side_name(sl_bench_side side) {
  static const char *const names[] = {"textbook", "tuned", "library"};
  return names[side];
}

const char *sl_bench_state_name(sl_bench_state state) {
  static const char *const names[] = {"measured", "skipped", "wrong"};
  return names[state];
}

const char *sl_bench_kind_name(sl_bench_kind kind) {
  static const char *const names[] = {"spmv", "transpose"};
  return names[kind];
}

static bool is_measured(const sl_bench_row *row) {
  return row->state == SL_BENCH_MEASURED && row->cold.median_us > 0;
}

double sl_bench_bytes(const sl_bench_table *table) {
  double value_bytes = (double)sl_spmv_precision_bytes(table->precision);
  return table->kind == SL_BENCH_SPMV
             ? sl_bench_spmv_bytes(table->num_rows, table->num_cols, table->nnz, value_bytes)
             : sl_bench_transpose_bytes(table->num_rows, table->num_cols, table->nnz, value_bytes);
}

double sl_bench_gbps(const sl_bench_table *table, const sl_bench_row *row) {
  return is_measured(row) ? sl_bench_bytes(table) / row->cold.median_us * 1e-3 : 0;
}

double sl_bench_gflops(const sl_bench_table *table, const sl_bench_row *row) {
  bool computes = table->kind == SL_BENCH_SPMV && is_measured(row);
  return computes ? 2.0 * table->nnz / row->cold.median_us * 1e-3 : 0;
}

static const sl_bench_row *faster(const sl_bench_row *best, const sl_bench_row *row) {
  return !best || row->cold.median_us < best->cold.median_us ? row : best;
}

const sl_bench_row *sl_bench_plain(const sl_bench_table *table) {
  const sl_bench_row *best = NULL;
  for (int i = 0; i < table->count; i++) {
    const sl_bench_row *row = &table->rows[i];
    if (row->plain && is_measured(row)) best = faster(best, row);
  }
  return best;
}

double sl_bench_pays_after(const sl_bench_table *table, const sl_bench_row *row) {
  const sl_bench_row *plain = sl_bench_plain(table);
  if (!plain || !is_measured(row)) return NAN;
  if (row->plain) return 0;
  double gain_us = plain->cold.median_us - row->cold.median_us;
  return gain_us > 0 ? ceil(row->prepare_us / gain_us) : -1;
}

const sl_bench_row *sl_bench_best(const sl_bench_table *table, bool of_library) {
  const sl_bench_row *best = NULL;
  for (int i = 0; i < table->count; i++) {
    const sl_bench_row *row = &table->rows[i];
    if ((row->side == SL_BENCH_LIBRARY) != of_library || !is_measured(row)) continue;
    if (table->kind == SL_BENCH_TRANSPOSE && !row->sorted) continue;
    best = faster(best, row);
  }
  return best;
}

double sl_bench_choice_share(const sl_bench_table *table) {
  const sl_bench_row *best = sl_bench_best(table, false);
  return best && table->chosen ? best->cold.median_us / table->chosen->cold.median_us : 0;
}

double sl_bench_lead(const sl_bench_table *table) {
  const sl_bench_row *library = sl_bench_best(table, true), *kit = sl_bench_best(table, false);
  return library && kit ? library->cold.median_us / kit->cold.median_us : 0;
}
