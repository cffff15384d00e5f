/* regret.c: how good the choice of format and kernel is on the matrices of a CSV file of the bench.
 *
 *   cmake --build build --target regret
 *   build/bin/sl-regret docs/results/bench-tuned.….csv
 *
 * Makes each matrix again and chooses a format; the times come from the file. */
#include "bench/choose.h"

#include "base/memory.h"
#include "base/table.h"
#include "load/load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATRIX, SPEC, PRECISION, KIND, SIDE, CONTESTANT, STATE, COLD, NUM_COLUMNS };

typedef struct regret_contest {
  char matrix[SL_BENCH_NAME], spec[SL_BENCH_NAME];
  sl_bench_table table;
} regret_contest;

typedef struct contests {
  regret_contest *items;
  size_t count;
} contests;

static sl_status contest_of(contests *all, const char *const *fields, regret_contest **out) {
  sl_precision precision = strcmp(fields[PRECISION], "f64") == 0 ? SL_F64 : SL_F32;
  for (size_t i = 0; i < all->count; i++) {
    *out = &all->items[i];
    bool same = strcmp((*out)->spec, fields[SPEC]) == 0 && (*out)->table.precision == precision;
    if (same) return SL_OK;
  }
  SL_TRY(sl_resize(all->count + 1, sizeof *all->items, "contests", &all->items));
  *out = &all->items[all->count++];
  memset(*out, 0, sizeof **out);
  (void)snprintf((*out)->matrix, SL_BENCH_NAME, "%s", fields[MATRIX]);
  (void)snprintf((*out)->spec, SL_BENCH_NAME, "%s", fields[SPEC]);
  (*out)->table.precision = precision;
  return SL_OK;
}

static sl_status take_row(void *context, const char *const *fields) {
  regret_contest *of;
  if (strcmp(fields[KIND], "spmv") != 0 || strcmp(fields[STATE], "measured") != 0) return SL_OK;
  SL_TRY(contest_of(context, fields, &of));
  if (of->table.count == SL_BENCH_MAX_ROWS) return SL_OK;
  sl_bench_row *row = &of->table.rows[of->table.count++];
  (void)snprintf(row->name, sizeof row->name, "%s", fields[CONTESTANT]);
  row->side = strcmp(fields[SIDE], "library") == 0 ? SL_BENCH_LIBRARY : SL_BENCH_TUNED;
  row->cold.median_us = strtod(fields[COLD], NULL);
  return SL_OK;
}

/* Computes the speed of the chosen contestant relative to the best of the kit; 0 if it was not
 * measured. */
static sl_status judge(const regret_contest *of, double *share_out) {
  sl_csr csr;
  sl_bench_shape shape;
  sl_bench_choice choice;
  size_t value_bytes = sl_spmv_precision_bytes(of->table.precision);
  SL_TRY(sl_load_matrix(of->spec, NULL, &csr));
  sl_status status = sl_bench_choose_shape(&csr, value_bytes, &shape);
  sl_csr_free(&csr);
  if (status != SL_OK) return status;
  sl_bench_choose(&shape, value_bytes, &choice);
  const sl_bench_row *best = sl_bench_best(&of->table, false),
                     *chosen = sl_bench_choose_name(&choice, &of->table);
  *share_out = best && chosen ? best->cold.median_us / chosen->cold.median_us : 0;
  (void)printf("%-16s %s %7.1f %5.3f %6.3f %7.3f %6.3f   %-24s %-24s %9.1f  %-30s %9.1f  %5.3f\n",
               of->matrix, sl_spmv_precision_name(of->table.precision), shape.mean_length,
               shape.long_share, shape.slice_padding, shape.window_padding, shape.gather_sectors,
               choice.names[0], chosen ? chosen->name : "-", chosen ? chosen->cold.median_us : 0,
               best ? best->name : "-", best ? best->cold.median_us : 0, *share_out);
  (void)fflush(stdout);
  return SL_OK;
}

int main(int argc, char **argv) {
  static const char *const columns[NUM_COLUMNS] = {"matrix", "spec",       "precision", "kind",
                                                   "side",   "contestant", "state",     "cold_us"};
  contests all = {0};
  double logarithms = 0, worst = 1;
  size_t judged = 0;
  sl_status status =
      argc == 2 ? sl_table_read(argv[1], columns, NUM_COLUMNS, take_row, &all)
                : sl_fail(SL_ERR_USAGE, "usage: sl-regret FILE.csv, a file of ./lab bench");
  if (status == SL_OK) {
    (void)puts("matrix                 mean  long slices windows gather   first choice             "
               "measured "
               "choice                  µs  best of the kit                       µs  share");
  }
  for (size_t i = 0; status == SL_OK && i < all.count; i++) {
    double share = 0;
    status = judge(&all.items[i], &share);
    if (!(share > 0)) continue;
    logarithms += log(share);
    worst = fmin(worst, share);
    judged++;
  }
  sl_free(all.items);
  if (status != SL_OK) {
    (void)fprintf(stderr, "sl-regret: %s\n", sl_status_message());
    return sl_status_exit(status);
  }
  if (judged > 0) {
    (void)printf("the choice reaches %.3f of the best in geometric mean of %zu, %.3f at worst\n",
                 exp(logarithms / (double)judged), judged, worst);
  }
  return 0;
}
