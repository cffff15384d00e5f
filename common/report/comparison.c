/* comparison.c: which format wins on which matrix, as a table and as a plot. */
#include "report/comparison.h"

#include "base/process.h"
#include "base/regular.h"
#include "report/paint.h"

#include <string.h>

enum { NAME_COLUMN = 31, CELL_COLUMN = 12 };

/* The row of a case, by name; −1 when there is no room for another. */
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
  sl_print_padded(stream, comparison->rows[row]->name, NAME_COLUMN);
  (void)fprintf(stream, "%9d", comparison->rows[row]->nnz);
  for (int c = 0; c < comparison->num_columns; c++) {
    char text[32] = "–";
    double cell = comparison->cells[row][c];
    if (cell > 0) {
      (void)snprintf(text, sizeof text, "%.*f%s", comparison->backend == SL_GPU ? 1 : 2, cell,
                     c == best ? "*" : " ");
    }
    if (c == best) (void)fputs(sl_paint_code(stream, SL_GOOD), stream);
    sl_print_right(stream, text, CELL_COLUMN);
    if (c == best) (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
  }
  (void)fputc('\n', stream);
}

void sl_comparison_print(FILE *stream, const sl_comparison *comparison) {
  if (comparison->num_columns == 0 || comparison->num_rows == 0) return;
  (void)fputs("\n  ", stream);
  sl_print_padded(stream,
                  comparison->backend == SL_GPU ? "microseconds, median" : "sectors for each entry",
                  NAME_COLUMN);
  (void)fprintf(stream, "%9s", "entries");
  for (int c = 0; c < comparison->num_columns; c++) {
    sl_print_right(stream, comparison->columns[c], CELL_COLUMN - 1);
    (void)fputc(' ', stream);
  }
  (void)fputc('\n', stream);
  for (int row = 0; row < comparison->num_rows; row++) print_row(stream, comparison, row);
  (void)fprintf(stream,
                "  %s* the smallest in its row; – not written yet, or too large in this format%s\n",
                sl_paint_code(stream, SL_DIM), sl_paint_code(stream, SL_PLAIN));
}

/* ---- the plot ---------------------------------------------------------------------------------
 */

static sl_status open_in(const char *folder, const char *name, FILE **out) {
  char path[4096], why[96];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  *out = sl_fopen_regular(path, 'w', why, sizeof why);
  if (*out) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, why);
}

static sl_status write_data(const sl_comparison *comparison, const char *folder) {
  FILE *file;
  SL_TRY(open_in(folder, "comparison.csv", &file));
  (void)fputs("matrix,entries", file);
  for (int c = 0; c < comparison->num_columns; c++) {
    (void)fprintf(file, ",%s", comparison->columns[c]);
  }
  (void)fputc('\n', file);
  for (int row = 0; row < comparison->num_rows; row++) {
    (void)fprintf(file, "\"%s\",%d", comparison->rows[row]->name, comparison->rows[row]->nnz);
    for (int c = 0; c < comparison->num_columns; c++) {
      double cell = comparison->cells[row][c];
      (void)fputc(',', file);
      if (cell > 0) (void)fprintf(file, "%.6g", cell);
    }
    (void)fputc('\n', file);
  }
  return fclose(file) == 0 ? SL_OK : sl_fail(SL_ERR_SYSTEM, "cannot write all of comparison.csv");
}

/* A column of nothing would leave a gap in each cluster of bars. */
static bool has_cells(const sl_comparison *comparison, int column) {
  for (int row = 0; row < comparison->num_rows; row++) {
    if (comparison->cells[row][column] > 0) return true;
  }
  return false;
}

static sl_status write_script(const sl_comparison *comparison, const char *folder) {
  static const char *const colours[] = {"#4e79a7", "#f28e2b", "#59a14f", "#b07aa1",
                                        "#e15759", "#76b7b2", "#edc948", "#9c755f"};
  FILE *file;
  SL_TRY(open_in(folder, "comparison.gp", &file));
  (void)fprintf(file,
                "set terminal svg size 1100,560 font 'sans-serif,14' background '#ffffff'\n"
                "set output '%s/comparison.svg'\n"
                "set datafile separator ','\n"
                "set style data histogram\nset style histogram clustered gap 1\n"
                "set style fill solid 0.9 border -1\nset boxwidth 0.9\n"
                "set logscale y\nset grid ytics lc '#cccccc'\n"
                "set ylabel '%s'\nset xtics rotate by -25 scale 0\n"
                "set key outside top center horizontal\nset bmargin 7\nset rmargin 12\nplot ",
                folder,
                comparison->backend == SL_GPU ? "time, microseconds (less is better)"
                                              : "sectors for each entry (less is better)");
  const char *separator = "";
  for (int c = 0; c < comparison->num_columns; c++) {
    if (!has_cells(comparison, c)) continue;
    (void)fprintf(file, "%s'%s/comparison.csv' using %d:xtic(1) every ::1 title '%s' lc '%s'",
                  separator, folder, c + 3, comparison->columns[c],
                  colours[c % (int)(sizeof colours / sizeof *colours)]);
    separator = ", ";
  }
  (void)fputc('\n', file);
  return fclose(file) == 0 ? SL_OK : sl_fail(SL_ERR_SYSTEM, "cannot write all of comparison.gp");
}

sl_status sl_comparison_plot(const sl_comparison *comparison, const char *folder) {
  char script[4096], said[512];
  int status, filled = 0;
  for (int c = 0; c < comparison->num_columns; c++) filled += has_cells(comparison, c);
  if (filled == 0) return sl_fail(SL_ERR_USAGE, "nothing has been measured yet");
  SL_TRY(write_data(comparison, folder));
  SL_TRY(write_script(comparison, folder));
  (void)snprintf(script, sizeof script, "%s/comparison.gp", folder);
  const char *const arguments[] = {"gnuplot", script, NULL};
  SL_TRY(sl_process_run(arguments, said, sizeof said, &status));
  if (status == 0) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "gnuplot could not draw %s: %s", script, said);
}
