/* table.c: one matrix, its contestants from the fastest to those that could not take part. */
#include "bench/table.h"

#include "report/paint.h"

#include <math.h>
#include <stdlib.h>

enum { NAME_WIDTH = 38 };

static int by_time(const void *left, const void *right) {
  const sl_bench_row *a = *(const sl_bench_row *const *)left,
                     *b = *(const sl_bench_row *const *)right;
  bool a_timed = a->state == SL_BENCH_MEASURED, b_timed = b->state == SL_BENCH_MEASURED;
  if (a_timed != b_timed) return a_timed ? -1 : 1;
  double a_us = a->cold.median_us, b_us = b->cold.median_us;
  if (a_timed && a_us != b_us) return a_us < b_us ? -1 : 1;
  return (a > b) - (a < b);
}

static void print_figure(FILE *stream, int width, int digits, double value) {
  if (value > 0) {
    (void)fprintf(stream, " %*.*f", width, digits, value);
  } else {
    (void)fprintf(stream, " %*s", width, "-");
  }
}

static void print_pays(FILE *stream, double pays) {
  if (isnan(pays) || pays == 0) {
    (void)fprintf(stream, " %8s", "-");
  } else if (pays < 0) {
    (void)fprintf(stream, " %8s", "never");
  } else {
    (void)fprintf(stream, " %8.0f", pays);
  }
}

static void print_measured(FILE *stream, const sl_bench_table *table, const sl_bench_row *row) {
  double gbps = sl_bench_gbps(table, row);
  char spread[48];
  (void)snprintf(spread, sizeof spread, "%.1f-%.1f", row->cold.p10_us, row->cold.p90_us);
  (void)fprintf(stream, " %10.1f %19s", row->cold.median_us, spread);
  print_figure(stream, 10, 1, row->hot.median_us);
  print_figure(stream, 7, 0, gbps);
  print_figure(stream, 6, 1, table->copy_gbps > 0 ? 100 * gbps / table->copy_gbps : 0);
  if (table->kind == SL_BENCH_SPMV) print_figure(stream, 7, 0, sl_bench_gflops(table, row));
  print_figure(stream, 9, 1, row->prepare_us * 1e-3);
  if (table->kind == SL_BENCH_SPMV) print_pays(stream, sl_bench_pays_after(table, row));
  if (table->kind == SL_BENCH_TRANSPOSE) (void)fputs(row->sorted ? "" : "  not sorted", stream);
  (void)fputc('\n', stream);
}

static void print_head(FILE *stream, const sl_bench_table *table) {
  bool spmv = table->kind == SL_BENCH_SPMV;
  (void)fprintf(stream, "\n%s%s%s (%s), %d × %d, %d entries: %s in %s\n",
                sl_paint_code(stream, SL_BOLD), table->matrix, sl_paint_code(stream, SL_PLAIN),
                table->spec, table->num_rows, table->num_cols, table->nnz,
                spmv ? "y ← A x" : "CSR to CSC", sl_spmv_precision_name(table->precision));
  (void)fprintf(stream, "  compulsory %.1f MB, %.1f µs at the copy bandwidth of %.0f GB/s\n",
                sl_bench_bytes(table) * 1e-6,
                table->copy_gbps > 0 ? sl_bench_bytes(table) / table->copy_gbps * 1e-3 : 0,
                table->copy_gbps);
}

static void print_columns(FILE *stream, bool spmv) {
  (void)fputs("  ", stream);
  sl_paint_padded(stream, "", NAME_WIDTH);
  (void)fprintf(stream, " %10s %19s %10s %7s %6s", "cold µs", "10-90 %", "hot µs", "GB/s", "copy%");
  if (spmv) (void)fprintf(stream, " %7s", "GFLOP/s");
  (void)fprintf(stream, " %9s", "ready ms");
  if (spmv) (void)fprintf(stream, " %8s", "pays at");
  (void)fputc('\n', stream);
}

/* Tuned kernels carry the lab's number, because several labs may have one with the same name. */
static void print_name(FILE *stream, const sl_bench_row *row) {
  char name[2 * SL_BENCH_NAME];
  int lab = 0;
  if (sscanf(row->file, "solutions/%2d-", &lab) == 1) {
    (void)snprintf(name, sizeof name, "%02d%s %s", lab, row->side == SL_BENCH_TUNED ? " fast:" : "",
                   row->name);
  } else {
    (void)snprintf(name, sizeof name, "%s %s", row->file, row->name);
  }
  (void)fputs("  ", stream);
  sl_paint_padded(stream, name, NAME_WIDTH);
}

static void print_trouble(FILE *stream, const sl_bench_row *row) {
  bool wrong = row->state == SL_BENCH_WRONG;
  (void)fprintf(stream, " %s%s%s: %s\n", sl_paint_code(stream, wrong ? SL_BAD : SL_DIM),
                sl_bench_state_name(row->state), sl_paint_code(stream, SL_PLAIN), row->trouble);
}

void sl_bench_table_print(FILE *stream, const sl_bench_table *table) {
  const sl_bench_row *order[SL_BENCH_MAX_ROWS];
  for (int i = 0; i < table->count; i++) order[i] = &table->rows[i];
  qsort(order, (size_t)table->count, sizeof *order, by_time);
  print_head(stream, table);
  print_columns(stream, table->kind == SL_BENCH_SPMV);
  for (int i = 0; i < table->count; i++) {
    print_name(stream, order[i]);
    if (order[i]->state == SL_BENCH_MEASURED) {
      print_measured(stream, table, order[i]);
    } else {
      print_trouble(stream, order[i]);
    }
  }
  if (table->chosen) {
    (void)fprintf(stream, "  chosen by rows and columns alone: %s, %.1f %% of the kit's best\n",
                  table->chosen->name, 100 * sl_bench_choice_share(table));
  }
  const sl_bench_row *plain = sl_bench_plain(table);
  if (plain && table->kind == SL_BENCH_SPMV) {
    (void)fprintf(stream,
                  "  pays at: number of SpMVs after which the format, conversion included, is "
                  "faster than the fastest one without conversion (%s)\n",
                  plain->name);
  }
}

/* ---- a ladder -------------------------------------------------------------------------------- */

static const sl_bench_row *fastest_textbook(const sl_bench_table *table) {
  const sl_bench_row *best = NULL;
  for (int i = 0; i < table->count; i++) {
    const sl_bench_row *row = &table->rows[i];
    if (row->side != SL_BENCH_TEXTBOOK || row->state != SL_BENCH_MEASURED) continue;
    if (!best || row->cold.median_us < best->cold.median_us) best = row;
  }
  return best;
}

static void print_gain(FILE *stream, const sl_bench_row *slower, const sl_bench_row *row) {
  if (slower && slower != row) {
    (void)fprintf(stream, " %9.2f×", slower->cold.median_us / row->cold.median_us);
  } else {
    (void)fprintf(stream, " %10s", "-");
  }
}

/* Prints one step of the ladder. `before` is the previous step that was measured, or NULL if
 * there is none. */
static void print_rung(FILE *stream, const sl_bench_table *table, const sl_bench_row *row,
                       const sl_bench_row *before) {
  char spread[48];
  print_name(stream, row);
  if (row->state != SL_BENCH_MEASURED) {
    print_trouble(stream, row);
    return;
  }
  (void)snprintf(spread, sizeof spread, "%.1f-%.1f", row->cold.p10_us, row->cold.p90_us);
  (void)fprintf(stream, " %10.1f %19s", row->cold.median_us, spread);
  print_gain(stream, before, row);
  print_gain(stream, fastest_textbook(table), row);
  print_gain(stream, sl_bench_best(table, true), row);
  (void)fputc('\n', stream);
}

void sl_bench_table_print_rungs(FILE *stream, const sl_bench_table *table) {
  const sl_bench_row *before = NULL, *library = sl_bench_best(table, true);
  print_head(stream, table);
  (void)fputs("  ", stream);
  sl_paint_padded(stream, "", NAME_WIDTH);
  (void)fprintf(stream, " %10s %19s %10s %10s %10s\n", "cold µs", "10-90 %", "step", "textbook",
                "library");
  for (int i = 0; i < table->count; i++) {
    const sl_bench_row *row = &table->rows[i];
    if (row->side == SL_BENCH_LIBRARY) continue;
    print_rung(stream, table, row, row->side == SL_BENCH_TUNED ? before : NULL);
    if (row->state == SL_BENCH_MEASURED) before = row;
  }
  if (library) print_rung(stream, table, library, NULL);
  (void)fputs("  times as fast as the previous step, the lab's fastest textbook kernel and the "
              "library's best\n",
              stream);
}
