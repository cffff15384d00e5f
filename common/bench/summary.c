/* summary.c: which side is faster on each matrix, and on average. */
#include "bench/summary.h"

#include "report/paint.h"

#include <math.h>
#include <string.h>

static void take(const sl_bench_row *best, char *name, double *us) {
  if (!best) return;
  memcpy(name, best->name, sizeof best->name);
  *us = best->cold.median_us;
}

void sl_bench_summary_add(sl_bench_summary *summary, const sl_bench_table *table) {
  if (summary->count == SL_BENCH_MAX_MATRICES) return;
  sl_bench_lead_row *row = &summary->rows[summary->count++];
  memset(row, 0, sizeof *row);
  summary->kind = table->kind;
  summary->precision = table->precision;
  (void)snprintf(row->matrix, sizeof row->matrix, "%s", table->matrix);
  take(sl_bench_best(table, false), row->kit, &row->kit_us);
  take(sl_bench_best(table, true), row->library, &row->library_us);
  row->lead = sl_bench_lead(table);
  row->choice_share = sl_bench_choice_share(table);
}

static void judge_choice(const sl_bench_summary *summary, sl_bench_verdict *out) {
  double logarithms = 0;
  for (int i = 0; i < summary->count; i++) {
    double share = summary->rows[i].choice_share;
    if (!(share > 0)) continue;
    logarithms += log(share);
    if (out->choices++ == 0 || share < out->choice_worst) {
      out->choice_worst = share;
      out->choice_worst_row = i;
    }
  }
  if (out->choices > 0) out->choice_mean = exp(logarithms / out->choices);
}

void sl_bench_summary_judge(const sl_bench_summary *summary, sl_bench_verdict *out) {
  double logarithms = 0;
  *out = (sl_bench_verdict){.worst_row = -1};
  for (int i = 0; i < summary->count; i++) {
    double lead = summary->rows[i].lead;
    if (!(lead > 0)) continue;
    logarithms += log(lead);
    out->ahead += lead > 1;
    if (out->compared++ == 0 || lead < out->worst) {
      out->worst = lead;
      out->worst_row = i;
    }
  }
  if (out->compared > 0) out->mean = exp(logarithms / out->compared);
  judge_choice(summary, out);
}

static void print_side(FILE *stream, const char *name, double us) {
  if (us > 0) {
    (void)fprintf(stream, " %9.1f ", us);
  } else {
    (void)fprintf(stream, " %9s ", "-");
  }
  sl_paint_padded(stream, us > 0 ? name : "", 30);
}

static void print_row(FILE *stream, const sl_bench_lead_row *row) {
  (void)fputs("  ", stream);
  sl_paint_padded(stream, row->matrix, 28);
  print_side(stream, row->kit, row->kit_us);
  print_side(stream, row->library, row->library_us);
  if (row->lead > 0) {
    (void)fprintf(stream, " %6.2f\n", row->lead);
  } else {
    (void)fprintf(stream, " %6s\n", "-");
  }
}

void sl_bench_summary_print(FILE *stream, const sl_bench_summary *summary) {
  sl_bench_verdict verdict;
  sl_bench_summary_judge(summary, &verdict);
  if (verdict.compared == 0) return;
  (void)fprintf(stream, "\n%s in %s, the best of the kit and of cuSPARSE, cold, µs\n",
                summary->kind == SL_BENCH_SPMV ? "y ← A x" : "CSR to sorted CSC",
                sl_spmv_precision_name(summary->precision));
  for (int i = 0; i < summary->count; i++) print_row(stream, &summary->rows[i]);
  (void)fprintf(stream,
                "  cuSPARSE's time over the kit's: geometric mean %.2f, worst %.2f (%s), "
                "kit ahead on %d of %d\n",
                verdict.mean, verdict.worst, summary->rows[verdict.worst_row].matrix, verdict.ahead,
                verdict.compared);
  if (verdict.choices > 0) {
    (void)fprintf(stream,
                  "  share of the kit's best that the choice by rows and columns alone reaches: "
                  "geometric mean %.3f, worst %.3f (%s)\n",
                  verdict.choice_mean, verdict.choice_worst,
                  summary->rows[verdict.choice_worst_row].matrix);
  }
  if (verdict.compared < summary->count) {
    (void)fprintf(stream, "  %d more could not be compared\n", summary->count - verdict.compared);
  }
}
