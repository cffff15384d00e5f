/* plots.c: makes charts from results. */
#include "report/plots.h"

#include "report/chart.h"
#include "report/report.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { MOST_NAMES = 14 /* as many as there are shapes */ };

/* The data of one set of plots. */
typedef struct group {
  const sl_results *all;
  const sl_result *like; /* a row with the device and the precision of the group */
} group;

static bool belongs(const group *g, const sl_result *row) {
  return strcmp(row->device, g->like->device) == 0 &&
         strcmp(row->precision, g->like->precision) == 0;
}

/* Returns the next row of the group of this kind after `after`; `after` NULL: the first. */
static const sl_result *next(const group *g, sl_result_kind kind, const sl_result *after) {
  const sl_result *end = g->all->rows + g->all->count;
  for (const sl_result *row = after ? after + 1 : g->all->rows; row < end; row++) {
    if (belongs(g, row) && row->kind == kind) return row;
  }
  return NULL;
}

static bool of_lens(const group *g) {
  return strcmp(g->like->device, "lens") == 0;
}

/* Returns the cost of a row; less is better. 0: no figure. */
static double cost_of(const group *g, const sl_result *row) {
  if (!of_lens(g)) return row->cold_us;
  return row->nnz > 0 ? row->sectors / row->nnz : 0;
}

static void describe(const group *g, const char *more, sl_chart *chart) {
  const char *first = NULL, *last = NULL;
  for (size_t i = 0; i < g->all->count; i++) {
    const sl_result *row = &g->all->rows[i];
    if (!belongs(g, row) || !row->date[0]) continue;
    if (!first || strcmp(row->date, first) < 0) first = row->date;
    if (!last || strcmp(row->date, last) > 0) last = row->date;
  }
  bool same = !first || strcmp(first, last) == 0;
  bool is_double = strcmp(g->like->precision, "f64") == 0;
  (void)snprintf(chart->note, sizeof chart->note, "%.60s, %s, %.10s%s%.10s%s%s",
                 of_lens(g) ? "the lens" : g->like->device, is_double ? "double" : "float",
                 first ? first : "without a date", same ? "" : " to ", same ? "" : last,
                 *more ? "; " : "", more);
}

static void begin(const group *g, const char *title, const char *x_label, const char *y_label,
                  const char *note, sl_chart *chart) {
  memset(chart, 0, sizeof *chart);
  (void)snprintf(chart->title, sizeof chart->title, "%s", title);
  (void)snprintf(chart->x_label, sizeof chart->x_label, "%s", x_label);
  (void)snprintf(chart->y_label, sizeof chart->y_label, "%s", y_label);
  describe(g, note, chart);
}

static int named_series(sl_chart *chart, const sl_result *row) {
  char name[2 * SL_RESULT_TEXT + 4];
  (void)snprintf(name, sizeof name, "%s: %s", row->family, row->name);
  return sl_chart_series(chart, name);
}

static const char cold_note[] = "L2 cache flushed before each launch";

/* ---- SpMV ----------------------------------------------------------------------------------- */

/* Returns the least cost on a matrix among rows of one family, or of the library if `family` is
 * NULL. */
static double best(const group *g, const char *matrix, const char *family) {
  double least = 0;
  for (const sl_result *row = NULL; (row = next(g, SL_KIND_SPMV, row));) {
    bool counts = family ? strcmp(row->family, family) == 0 : row->side == SL_SIDE_LIBRARY;
    double cost = cost_of(g, row);
    if (!counts || !(cost > 0) || strcmp(row->matrix, matrix) != 0) continue;
    if (least == 0 || cost < least) least = cost;
  }
  return least;
}

/* Whether there are few enough programs to give each its own shape. */
static bool are_few(const group *g, sl_chart *chart) {
  begin(g, "", "", "", "", chart);
  for (const sl_result *row = NULL; (row = next(g, SL_KIND_SPMV, row));) named_series(chart, row);
  return chart->num_series <= MOST_NAMES;
}

static void time_chart(const group *g, sl_chart *chart) {
  bool by_name = are_few(g, chart);
  begin(g, of_lens(g) ? "SpMV: sectors per entry" : "SpMV: time",
        of_lens(g) ? "sectors per entry (less is better)" : "microseconds (less is better)", "",
        of_lens(g) ? ""
        : by_name  ? cold_note
                   : "the fastest of each",
        chart);
  for (const sl_result *row = NULL; (row = next(g, SL_KIND_SPMV, row));) {
    int category = sl_chart_category(chart, row->matrix);
    int series = by_name ? named_series(chart, row) : sl_chart_series(chart, row->family);
    bool stands = by_name || cost_of(g, row) == best(g, row->matrix, row->family);
    if (stands) sl_chart_add(chart, series, cost_of(g, row), category);
  }
}

static void speedup_chart(const group *g, sl_chart *chart) {
  begin(g, "SpMV: speedup over cuSPARSE",
        "time of cuSPARSE's fastest over that of the lab's (more is better)", "", cold_note, chart);
  chart->line_at = 1;
  for (const sl_result *row = NULL; (row = next(g, SL_KIND_SPMV, row));) {
    double library = best(g, row->matrix, NULL);
    if (row->side == SL_SIDE_LIBRARY || library == 0) continue;
    int category = sl_chart_category(chart, row->matrix);
    double own = best(g, row->matrix, row->family);
    /* for each family and matrix, only the row with the least time */
    if (own > 0 && own == row->cold_us) {
      sl_chart_add(chart, sl_chart_series(chart, row->family), library / own, category);
    }
  }
}

static void roofline_chart(const group *g, sl_chart *chart) {
  double roof = 0;
  bool by_name = are_few(g, chart);
  begin(g, "SpMV: roofline", "operations per compulsory byte", "GFLOP/s", cold_note, chart);
  for (const sl_result *row = NULL; (row = next(g, SL_KIND_SPMV, row));) {
    if (!(row->gbps > 0 && row->cold_us > 0)) continue;
    double gflops = 2 * row->nnz / row->cold_us * 1e-3;
    int series = by_name ? named_series(chart, row) : sl_chart_series(chart, row->family);
    sl_chart_add(chart, series, gflops / row->gbps, gflops);
    sl_chart_mark(chart, row->matrix, gflops / row->gbps);
    roof = fmax(roof, row->copy_gbps);
  }
  chart->roof = roof;
  (void)snprintf(chart->roof_name, sizeof chart->roof_name, "copying, %.0f GB/s", roof);
}

/* ---- the transpose -------------------------------------------------------------------------- */

static const char bandwidth[] = "GB/s, compulsory bytes over time (more is better)";

static void transpose_chart(const group *g, const char *title, const char *x_label,
                            double (*x_of)(const sl_result *), sl_chart *chart) {
  begin(g, title, x_label, bandwidth, cold_note, chart);
  for (const sl_result *row = NULL; (row = next(g, SL_KIND_TRANSPOSE, row));) {
    if (row->gbps > 0) sl_chart_add(chart, named_series(chart, row), x_of(row), row->gbps);
  }
}

static double nonzeros(const sl_result *row) {
  return row->nnz;
}

static double dimension(const sl_result *row) {
  return fmax(row->num_rows, row->num_cols);
}

static void nonzeros_chart(const group *g, sl_chart *chart) {
  transpose_chart(g, "Transpose: bandwidth and entries", "entries", nonzeros, chart);
}

static void dimension_chart(const group *g, sl_chart *chart) {
  transpose_chart(g, "Transpose: bandwidth and dimension", "rows or columns, whichever is larger",
                  dimension, chart);
}

static void matrices_chart(const group *g, sl_chart *chart) {
  begin(g, "Transpose: bandwidth by matrix", bandwidth, "", cold_note, chart);
  for (const sl_result *row = NULL; (row = next(g, SL_KIND_TRANSPOSE, row));) {
    if (!(row->gbps > 0)) continue;
    int category = sl_chart_category(chart, row->matrix);
    sl_chart_add(chart, named_series(chart, row), row->gbps, category);
  }
}

/* ---- all plots ------------------------------------------------------------------------------- */

/* Writes a text such as "NVIDIA H100 80GB HBM3" as a part of a file's name. */
static void put_in_name(const char *text, char *out, size_t size) {
  size_t used = 0;
  for (; *text && used + 1 < size && used < 40; text++) {
    bool plain = isalnum((unsigned char)*text);
    if (plain) out[used++] = (char)tolower((unsigned char)*text);
    if (!plain && used > 0 && out[used - 1] != '-') out[used++] = '-';
  }
  out[used] = '\0';
}

static const struct {
  const char *name;
  void (*make)(const group *g, sl_chart *chart);
} figures[] = {
    {"time", time_chart},
    {"speedup", speedup_chart},
    {"roofline", roofline_chart},
    {"transpose-nonzeros", nonzeros_chart},
    {"transpose-dimension", dimension_chart},
    {"transpose-matrices", matrices_chart},
};

static sl_status draw_group(FILE *stream, const group *g, const char *folder, int *drawn) {
  static sl_chart chart; /* large */
  char device[64], precision[16], name[128];
  put_in_name(g->like->device, device, sizeof device);
  put_in_name(g->like->precision, precision, sizeof precision);
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
    figures[i].make(g, &chart);
    if (chart.num_points == 0) continue;
    const char *figure = i == 0 && of_lens(g) ? "sectors" : figures[i].name;
    (void)snprintf(name, sizeof name, "%s.%s.%s", figure, device, precision);
    SL_TRY(sl_chart_draw(&chart, folder, name));
    (void)fprintf(stream, "%s/%s.svg\n", sl_report_path(folder), name);
    ++*drawn;
  }
  return SL_OK;
}

sl_status sl_plots_draw(FILE *stream, const sl_results *results, const char *folder) {
  int drawn = 0;
  for (size_t i = 0; i < results->count; i++) {
    group g = {results, &results->rows[i]};
    bool seen = false;
    for (size_t before = 0; before < i && !seen; before++) {
      seen = belongs(&g, &results->rows[before]);
    }
    if (!seen) SL_TRY(draw_group(stream, &g, folder, &drawn));
  }
  if (drawn > 0) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "no row has a figure to plot: times are measured on a GPU, and the "
                               "lens counts sectors only in measured cases");
}
