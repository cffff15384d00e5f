/* comparison.c: compares the formats on each matrix, as a table and as a plot. */
#include "report/comparison.h"

#include "base/regular.h"
#include "report/chart.h"
#include "report/csv_file.h"
#include "report/paint.h"

#include <string.h>
#include <time.h>

enum { NAME_COLUMN = 31, CELL_COLUMN = 12 };

/* Returns the row of a case, by name; −1 if there is no room for another row. */
static int row_of(sl_comparison *comparison, const sl_case_result *given) {
  for (int i = 0; i < comparison->num_rows; i++) {
    if (strcmp(comparison->rows[i]->name, given->name) == 0) return i;
  }
  if (comparison->num_rows == SL_MAX_COMPARED) return -1;
  comparison->rows[comparison->num_rows] = given;
  return comparison->num_rows++;
}

static double figure_of(sl_backend_id backend, const sl_case_result *given) {
  const sl_figures *f = &given->figures;
  if (given->verdict != SL_PASSED) return 0;
  if (backend == SL_GPU) return f->below_floor ? 0 : f->cold_us;
  return given->nnz > 0 ? (double)f->sectors / given->nnz : 0;
}

static void add_column(sl_comparison *comparison, const sl_task_result *task) {
  int column = comparison->num_columns++;
  comparison->columns[column] = task->task->column;
  for (size_t i = 0; i < task->num_cases; i++) {
    if (!task->cases[i].measured) continue;
    int row = row_of(comparison, &task->cases[i]);
    if (row < 0) continue;
    comparison->cells[row][column] = figure_of(comparison->backend, &task->cases[i]);
  }
}

void sl_comparison_make(const sl_lab_result *results, size_t num_results, sl_comparison *out) {
  memset(out, 0, sizeof *out);
  for (size_t r = 0; r < num_results; r++) {
    out->backend = results[r].backend;
    out->precision = results[r].precision;
    out->device = results[r].device;
    for (size_t t = 0; t < results[r].num_tasks; t++) {
      const sl_task_result *task = &results[r].tasks[t];
      if (task->task->column && out->num_columns < SL_MAX_COLUMNS) add_column(out, task);
    }
  }
}

static int best_of(const sl_comparison *comparison, int row) {
  int best = -1;
  for (int c = 0; c < comparison->num_columns; c++) {
    double cell = comparison->cells[row][c];
    if (cell > 0 && (best < 0 || cell < comparison->cells[row][best])) best = c;
  }
  return best;
}

static void print_row(FILE *stream, const sl_comparison *comparison, int row) {
  int best = best_of(comparison, row);
  (void)fputs("  ", stream);
  sl_paint_padded(stream, comparison->rows[row]->name, NAME_COLUMN);
  (void)fprintf(stream, "%9d", comparison->rows[row]->nnz);
  for (int c = 0; c < comparison->num_columns; c++) {
    char text[32] = "–";
    double cell = comparison->cells[row][c];
    if (cell > 0) {
      (void)snprintf(text, sizeof text, "%.*f%s", comparison->backend == SL_GPU ? 1 : 2, cell,
                     c == best ? "*" : " ");
    }
    if (c == best) (void)fputs(sl_paint_code(stream, SL_GOOD), stream);
    sl_paint_right(stream, text, CELL_COLUMN);
    if (c == best) (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
  }
  (void)fputc('\n', stream);
}

void sl_comparison_print(FILE *stream, const sl_comparison *comparison) {
  if (comparison->num_columns == 0 || comparison->num_rows == 0) return;
  (void)fputs("\n  ", stream);
  sl_paint_padded(stream,
                  comparison->backend == SL_GPU ? "microseconds, median" : "sectors per entry",
                  NAME_COLUMN);
  (void)fprintf(stream, "%9s", "entries");
  for (int c = 0; c < comparison->num_columns; c++) {
    sl_paint_right(stream, comparison->columns[c], CELL_COLUMN - 1);
    (void)fputc(' ', stream);
  }
  (void)fputc('\n', stream);
  for (int row = 0; row < comparison->num_rows; row++) print_row(stream, comparison, row);
  (void)fprintf(stream,
                "  %s* the smallest in its row; – not written yet, or too large in this format%s\n",
                sl_paint_code(stream, SL_DIM), sl_paint_code(stream, SL_PLAIN));
}

/* ---- the plot ------------------------------------------------------------------------------- */

static sl_status write_data(const sl_comparison *comparison, const char *folder) {
  char path[4096], why[96];
  (void)snprintf(path, sizeof path, "%s/comparison.csv", folder);
  FILE *file = sl_regular_fopen(path, 'w', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, why);
  (void)fputs("matrix,entries", file);
  for (int c = 0; c < comparison->num_columns; c++) {
    (void)fprintf(file, ",%s", comparison->columns[c]);
  }
  (void)fputc('\n', file);
  for (int row = 0; row < comparison->num_rows; row++) {
    sl_csv_file_put_text(file, comparison->rows[row]->name);
    (void)fprintf(file, "%d", comparison->rows[row]->nnz);
    for (int c = 0; c < comparison->num_columns; c++) {
      double cell = comparison->cells[row][c];
      (void)fputc(',', file);
      if (cell > 0) (void)fprintf(file, "%.6g", cell);
    }
    (void)fputc('\n', file);
  }
  return sl_csv_file_close(path, file);
}

static void make_chart(const sl_comparison *comparison, sl_chart *out) {
  bool timed = comparison->backend == SL_GPU;
  char date[16] = "";
  time_t now = time(NULL);
  struct tm when;
  if (gmtime_r(&now, &when)) (void)strftime(date, sizeof date, "%Y-%m-%d", &when);
  memset(out, 0, sizeof *out);
  (void)snprintf(out->title, sizeof out->title, "SpMV by format: %s",
                 timed ? "time" : "sectors per entry");
  (void)snprintf(out->note, sizeof out->note, "%s, %s, %s%s",
                 timed ? comparison->device : "the lens",
                 comparison->precision == SL_F64 ? "double" : "float", date,
                 timed ? "; L2 cache flushed before each launch" : "");
  (void)snprintf(out->x_label, sizeof out->x_label, "%s (less is better)",
                 timed ? "microseconds" : "sectors of 32 bytes per entry");
  for (int row = 0; row < comparison->num_rows; row++) {
    int category = sl_chart_category(out, comparison->rows[row]->name);
    for (int c = 0; c < comparison->num_columns; c++) {
      int series = sl_chart_series(out, comparison->columns[c]);
      sl_chart_add(out, series, comparison->cells[row][c], category);
    }
  }
}

sl_status sl_comparison_plot(const sl_comparison *comparison, const char *folder) {
  static sl_chart chart; /* large */
  make_chart(comparison, &chart);
  if (chart.num_points == 0) return sl_fail(SL_ERR_USAGE, "nothing has been measured yet");
  SL_TRY(write_data(comparison, folder));
  return sl_chart_draw(&chart, folder, "comparison");
}
