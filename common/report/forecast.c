/* forecast.c: predicted GPU times beside measured times of the CPU, a matrix per line. */
#include "judge/forecast.h"
#include "judge/case.h"
#include "report/html.h"
#include "report/paint.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

enum { NAME_COLUMN = 18, CELL_COLUMN = 10, FACTOR_COLUMN = 8, WIDTH = 100, MAX_COLUMNS = 32 };
/* width of the column of a predicted time, which has its range below it */
enum { RANGED_COLUMN = 12 };

/* Writes a time with three digits, because more digits of a prediction would mean nothing. */
static void put_time(double us, char *out, size_t size) {
  int digits = us < 10 ? 2 : us < 100 ? 1 : 0;
  if (us > 0) {
    (void)snprintf(out, size, "%.*f", digits, us);
  } else {
    (void)snprintf(out, size, "–");
  }
}

static void put_factor(double cpu_us, double gpu_us, char *out, size_t size) {
  double factor = cpu_us > 0 && gpu_us > 0 ? cpu_us / gpu_us : 0;
  if (factor > 0) {
    (void)snprintf(out, size, "×%.*f", factor < 1 ? 2 : factor < 10 ? 1 : 0, factor);
  } else {
    (void)snprintf(out, size, "–");
  }
}

/* Writes the range of a predicted time, "6.14–12.0"; "" without a time. */
static void put_range(double us, double within, char *out, size_t size) {
  char low[32], high[32];
  out[0] = '\0';
  if (us <= 0 || within <= 1) return;
  put_time(us / within, low, sizeof low);
  put_time(us * within, high, sizeof high);
  (void)snprintf(out, size, "%s–%s", low, high);
}

/* What is shown below a predicted time, a line each. */
enum { RANGE, ONE_CORE, ALL_CORES, TIMES_ONE, TIMES_ALL, NUM_BELOW };

typedef struct column {
  char head[32];
  int width;
  char text[32];
  char below[NUM_BELOW][72]; /* "": nothing */
} column;

static column *add(column *columns, int *count, int width, const char *head) {
  column *added = &columns[(*count)++];
  *added = (column){.width = width};
  (void)snprintf(added->head, sizeof added->head, "%s", head);
  if (sl_paint_text_width(head) + 2 > width) added->width = sl_paint_text_width(head) + 2;
  return added;
}

static bool any_multiplies(const sl_forecast *f) {
  bool any = false;
  for (int t = 0; t < f->num_tasks; t++) any |= f->multiplies[t];
  return any;
}

/* Counts the predicted times of tasks other than SpMV that are compared with a CPU reference: all,
 * or those without a parallel reference. */
static int count_compared(const sl_forecast *f, bool only_sequential) {
  int count = 0;
  for (int i = 0; i < f->num_rows; i++) {
    const sl_cpu_times *cpu = f->rows[i].cpu;
    for (int t = 0; t < f->num_tasks; t++) {
      count += cpu[t].sequential_us > 0 && (!only_sequential || cpu[t].parallel_us <= 0);
    }
  }
  return count;
}

/* Whether some task is compared with a CPU reference of its own. Then the CPU's times are shown
 * below each predicted time, because they differ from task to task. */
static bool any_other(const sl_forecast *f) {
  return count_compared(f, false) > 0;
}

static bool any_measured(const sl_forecast *f) {
  for (int i = 0; i < f->num_rows; i++) {
    for (int t = 0; t < f->num_tasks; t++) {
      if (f->rows[i].measured_us[t] > 0) return true;
    }
  }
  return false;
}

/* Whether a row lacks some times. Some standard matrices are only for tasks that take long, and the
 * rest only for the other tasks. */
static bool any_missing(const sl_forecast *f) {
  for (int i = 0; i < f->num_rows; i++) {
    bool takes_long = false;
    for (int t = 0; t < f->num_tasks; t++) {
      takes_long |= f->tasks[t]->takes_long && f->rows[i].predicted_us[t] > 0;
    }
    for (int t = 0; t < f->num_tasks; t++) {
      bool other = f->is_standard && f->tasks[t]->takes_long != takes_long;
      if (!other && f->rows[i].predicted_us[t] <= 0) return true;
    }
  }
  return false;
}

static void put_below(const sl_forecast *f, const sl_forecast_row *row, int t, column *c) {
  double us = row->predicted_us[t];
  sl_cpu_times cpu = row->cpu[t];
  put_range(us, row->within[t], c->below[RANGE], sizeof c->below[RANGE]);
  if (!any_other(f) || us <= 0) return;
  if (f->multiplies[t]) cpu = (sl_cpu_times){row->sequential_us, row->parallel_us, f->threads};
  if (cpu.sequential_us > 0) {
    put_time(cpu.sequential_us, c->below[ONE_CORE], sizeof c->below[ONE_CORE]);
    put_factor(cpu.sequential_us, us, c->below[TIMES_ONE], sizeof c->below[TIMES_ONE]);
  }
  if (cpu.parallel_us > 0) {
    put_time(cpu.parallel_us, c->below[ALL_CORES], sizeof c->below[ALL_CORES]);
    put_factor(cpu.parallel_us, us, c->below[TIMES_ALL], sizeof c->below[TIMES_ALL]);
  }
}

static int fill(const sl_forecast *f, const sl_forecast_row *row, column *columns) {
  int count = 0;
  bool size = sl_case_is_size(row->spec);
  column *c = add(columns, &count, CELL_COLUMN, size ? "elements" : "entries");
  (void)snprintf(c->text, sizeof c->text, "%d", size ? row->num_rows : row->nnz);
  if (any_multiplies(f) && !any_other(f)) {
    char cores[32];
    c = add(columns, &count, CELL_COLUMN, "1 core");
    put_time(row->sequential_us, c->text, sizeof c->text);
    (void)snprintf(cores, sizeof cores, "%d cores", f->threads);
    c = add(columns, &count, CELL_COLUMN, f->threads > 1 ? cores : "all cores");
    put_time(row->parallel_us, c->text, sizeof c->text);
  }
  if (f->own) {
    char own[32];
    (void)snprintf(own, sizeof own, "your %.20s", f->own->name);
    c = add(columns, &count, CELL_COLUMN, own);
    put_time(row->own_us, c->text, sizeof c->text);
  }
  for (int t = 0; t < f->num_tasks; t++) {
    c = add(columns, &count, RANGED_COLUMN, f->tasks[t]->name);
    put_time(row->predicted_us[t], c->text, sizeof c->text);
    put_below(f, row, t, c);
    if (any_measured(f)) {
      c = add(columns, &count, CELL_COLUMN, "measured");
      put_time(row->measured_us[t], c->text, sizeof c->text);
    }
    if (!f->multiplies[t] || any_other(f)) continue;
    if (f->num_tasks == 1) {
      c = add(columns, &count, FACTOR_COLUMN, "× 1");
      put_factor(row->sequential_us, row->predicted_us[t], c->text, sizeof c->text);
    }
    c = add(columns, &count, FACTOR_COLUMN, "× all");
    put_factor(row->parallel_us, row->predicted_us[t], c->text, sizeof c->text);
  }
  return count;
}

static int name_column(const sl_forecast *f) {
  int width = NAME_COLUMN;
  for (int i = 0; i < f->num_rows; i++) {
    int own = sl_paint_text_width(f->rows[i].spec) + 1;
    if (own > width) width = own < 40 ? own : 40;
  }
  return width;
}

static const char *label_of(const sl_forecast *f, int below, char *cores, size_t size) {
  static const char *const labels[NUM_BELOW] = {
      [RANGE] = "range", [ONE_CORE] = "1 core", [TIMES_ONE] = "× 1 core", [TIMES_ALL] = "× all"};
  if (below != ALL_CORES) return labels[below];
  if (f->threads <= 1) return "all cores";
  (void)snprintf(cores, size, "%d cores", f->threads);
  return cores;
}

static void print_below(FILE *stream, const sl_forecast *f, const column *columns, int count,
                        int below) {
  char cores[32], label[40];
  int last = count - 1;
  while (last >= 0 && !columns[last].below[below][0]) last--;
  if (last < 0) return;
  (void)snprintf(label, sizeof label, "  %s", label_of(f, below, cores, sizeof cores));
  (void)fprintf(stream, "%s  ", sl_paint_code(stream, SL_DIM));
  sl_paint_padded(stream, label, name_column(f));
  for (int c = 0; c <= last; c++) {
    sl_paint_right(stream, columns[c].below[below], columns[c].width);
  }
  (void)fprintf(stream, "%s\n", sl_paint_code(stream, SL_PLAIN));
}

static void plain_text(FILE *stream, const char *text) {
  (void)fputs(text, stream);
}

/* Prints the range alone, or with the CPU's times: "(6.14–12.0; 1 core 220; × 1 core ×22)". */
static void print_in_brackets(FILE *stream, const sl_forecast *f, const column *c,
                              void (*put)(FILE *stream, const char *text)) {
  char cores[32];
  bool any = false;
  for (int i = 0; i < NUM_BELOW; i++) {
    if (!c->below[i][0]) continue;
    put(stream, any ? "; " : " (");
    if (i != RANGE) {
      put(stream, label_of(f, i, cores, sizeof cores));
      put(stream, " ");
    }
    put(stream, c->below[i]);
    any = true;
  }
  if (any) put(stream, ")");
}

static const char *range_text(bool verified) {
  return verified ? "Range: nine of ten measured times of kernels with the same limit lie in it."
                  : "Range: a factor of 2 in both directions (assumed, not measured).";
}

static void print_row(FILE *stream, const sl_forecast *f, const sl_forecast_row *row, bool list) {
  column columns[MAX_COLUMNS];
  int count = fill(f, row, columns);
  (void)fputs("  ", stream);
  sl_paint_padded(stream, row->spec, name_column(f));
  for (int c = 0; c < count; c++) {
    if (list) {
      (void)fputs("\n    ", stream);
      sl_paint_padded(stream, columns[c].head, 13);
      (void)fputs(columns[c].text, stream);
      print_in_brackets(stream, f, &columns[c], plain_text);
    } else {
      sl_paint_right(stream, columns[c].text, columns[c].width);
    }
  }
  (void)fputc('\n', stream);
  for (int i = 0; i < NUM_BELOW && !list; i++) print_below(stream, f, columns, count, i);
}

static int write_comparison(const sl_forecast *f, char *text, size_t size) {
  char number[32], cores[40] = "";
  if (f->threads > 0) {
    (void)snprintf(cores, sizeof cores, ", %s", label_of(f, ALL_CORES, number, sizeof number));
  }
  return snprintf(text, size,
                  " 1 core%s: the kit's CPU code for the same task, measured on this machine%s. ×: "
                  "how many times faster than that the GPU is.",
                  cores,
                  count_compared(f, true) == 0 ? ""
                  : cores[0] ? "; a task without a time there has only sequential code"
                             : "; there is only sequential code");
}

static void write_legend(const sl_forecast *f, char *text, size_t size) {
  char names[256] = "";
  for (int t = 0; t < f->num_tasks; t++) {
    size_t used = strlen(names);
    (void)snprintf(names + used, sizeof names - used, "%s%s", t ? ", " : "", f->tasks[t]->name);
  }
  size_t used = (size_t)snprintf(text, size, "In µs. %s: predicted, with cold caches. %s", names,
                                 range_text(f->verified));
  if (any_measured(f)) {
    used += (size_t)snprintf(text + used, size - used, " measured: on this machine's GPU.");
  }
  if (any_other(f)) {
    used += (size_t)write_comparison(f, text + used, size - used);
  } else if (any_multiplies(f)) {
    used += (size_t)snprintf(text + used, size - used,
                             " 1 core, %d cores%s%s: measured on this machine's CPU. ×: how many "
                             "times faster than the kit's CPU code the GPU is, on 1 core and all.",
                             f->threads, f->own ? ", your " : "", f->own ? f->own->name : "");
  }
  if (any_missing(f)) {
    used += (size_t)snprintf(text + used, size - used,
                             " –: too large in this format, or too slow to predict.");
  }
  if (f->is_standard) {
    bool sizes = sl_case_is_size(f->rows[0].spec);
    (void)snprintf(text + used, size - used,
                   " These %s are small, so the prediction takes only seconds; the speedup of a "
                   "GPU is higher on larger ones (-m %s). Turn predictions off with --device none.",
                   sizes ? "sizes" : "matrices", sizes ? "size:N" : "MATRIX");
  }
}

static void print_legend(FILE *stream, const sl_forecast *f) {
  char text[1400];
  write_legend(f, text, sizeof text);
  (void)fputs(sl_paint_code(stream, SL_DIM), stream);
  sl_paint_wrapped(stream, text, 2, WIDTH);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
}

/* ---- several labs ---------------------------------------------------------------------------- */

enum { COMPARED_NAME = 31, COMPARED_CELL = 12 };

static const sl_forecast_row *row_of(const sl_forecast *f, const char *spec) {
  for (int i = 0; sl_forecast_shows(f) && i < f->num_rows; i++) {
    if (strcmp(f->rows[i].spec, spec) == 0) return &f->rows[i];
  }
  return NULL;
}

static void print_compared_ranges(FILE *stream, const sl_lab_result *results, size_t num_results,
                                  const char *spec) {
  char text[72];
  (void)fprintf(stream, "%s  ", sl_paint_code(stream, SL_DIM));
  sl_paint_padded(stream, "  range", COMPARED_NAME + 9 + COMPARED_CELL);
  for (size_t r = 0; r < num_results; r++) {
    const sl_forecast *f = results[r].forecast;
    const sl_forecast_row *row = row_of(f, spec);
    for (int t = 0; f && t < f->num_tasks; t++) {
      if (!f->tasks[t]->column) continue;
      put_range(row ? row->predicted_us[t] : 0, row ? row->within[t] : 0, text, sizeof text);
      sl_paint_right(stream, text, COMPARED_CELL - 1);
      (void)fputc(' ', stream);
    }
  }
  (void)fprintf(stream, "%s\n", sl_paint_code(stream, SL_PLAIN));
}

static void print_compared(FILE *stream, const sl_lab_result *results, size_t num_results,
                           const sl_forecast_row *first) {
  char text[32];
  (void)fputs("  ", stream);
  sl_paint_padded(stream, first->spec, COMPARED_NAME);
  (void)fprintf(stream, "%9d", first->nnz);
  put_time(first->sequential_us, text, sizeof text);
  sl_paint_right(stream, text, COMPARED_CELL - 1);
  (void)fputc(' ', stream);
  for (size_t r = 0; r < num_results; r++) {
    const sl_forecast *f = results[r].forecast;
    const sl_forecast_row *row = row_of(f, first->spec);
    for (int t = 0; f && t < f->num_tasks; t++) {
      if (!f->tasks[t]->column) continue;
      put_time(row ? row->predicted_us[t] : 0, text, sizeof text);
      sl_paint_right(stream, text, COMPARED_CELL - 1);
      (void)fputc(' ', stream);
    }
  }
  (void)fputc('\n', stream);
  print_compared_ranges(stream, results, num_results, first->spec);
}

void sl_report_forecasts(FILE *stream, const sl_lab_result *results, size_t num_results) {
  const sl_forecast *first = NULL;
  char range[400];
  for (size_t r = 0; r < num_results && !first; r++) {
    if (sl_forecast_shows(results[r].forecast)) first = results[r].forecast;
  }
  if (!first) return;
  sl_device_range(first->device, first->verified, range, sizeof range);
  (void)fprintf(stream, "\n%s", sl_paint_code(stream, SL_BOLD));
  sl_paint_wrapped(stream, range, 2, WIDTH);
  (void)fprintf(stream, "%s  ", sl_paint_code(stream, SL_PLAIN));
  sl_paint_padded(stream, "microseconds, predicted", COMPARED_NAME);
  (void)fprintf(stream, "%9s", "entries");
  sl_paint_right(stream, "1 CPU core", COMPARED_CELL - 1);
  (void)fputc(' ', stream);
  for (size_t r = 0; r < num_results; r++) {
    const sl_forecast *f = results[r].forecast;
    for (int t = 0; f && t < f->num_tasks; t++) {
      if (!f->tasks[t]->column) continue;
      sl_paint_right(stream, f->tasks[t]->column, COMPARED_CELL - 1);
      (void)fputc(' ', stream);
    }
  }
  (void)fputc('\n', stream);
  for (int i = 0; i < first->num_rows; i++) {
    print_compared(stream, results, num_results, &first->rows[i]);
  }
  (void)fputs(sl_paint_code(stream, SL_DIM), stream);
  (void)snprintf(range, sizeof range,
                 "1 CPU core: measured on this machine. %s – too large in this format, or not "
                 "right yet. Turn predictions off with --device none.",
                 range_text(first->verified));
  sl_paint_wrapped(stream, range, 2, WIDTH);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
}

bool sl_forecast_shows(const sl_forecast *f) {
  return f && f->device[0] && f->num_rows > 0;
}

void sl_report_forecast(FILE *stream, const sl_forecast *f) {
  column columns[MAX_COLUMNS];
  char title[400];
  if (f && f->num_rows > 0 && !f->device[0]) {
    sl_paint_line(stream, 2,
                  "\n  No predicted times: these matrices take too long to predict. Try smaller "
                  "ones (-m MATRIX).\n");
  }
  if (!sl_forecast_shows(f)) return;
  int count = fill(f, &f->rows[0], columns), width = 2 + name_column(f);
  for (int c = 0; c < count; c++) width += columns[c].width;
  int room = sl_paint_columns(stream);
  bool list = room > 0 && width > room;
  sl_device_range(f->device, f->verified, title, sizeof title);
  (void)fprintf(stream, "\n%s", sl_paint_code(stream, SL_BOLD));
  sl_paint_wrapped(stream, title, 2, WIDTH);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
  if (!list) {
    (void)fprintf(stream, "  %*s", name_column(f), "");
    for (int c = 0; c < count; c++) sl_paint_right(stream, columns[c].head, columns[c].width);
    (void)fputc('\n', stream);
  }
  for (int i = 0; i < f->num_rows; i++) print_row(stream, f, &f->rows[i], list);
  print_legend(stream, f);
}

/* ---- on a page ------------------------------------------------------------------------------- */

static void put_cell(FILE *file, const char *begin, const char *text, const char *end) {
  (void)fputs(begin, file);
  sl_html_text(file, text);
  (void)fputs(end, file);
}

void sl_html_page_forecast(FILE *file, const sl_forecast *f) {
  column columns[MAX_COLUMNS];
  char text[1400];
  if (!sl_forecast_shows(f)) return;
  sl_device_range(f->device, f->verified, text, sizeof text);
  put_cell(file, "<h3>Predicted times</h3>\n<p>", text, ".</p>\n");
  (void)fputs("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"predicted times\">"
              "<table class=\"figures\"><caption>predicted times in µs</caption><thead><tr>"
              "<th scope=\"col\">",
              file);
  (void)fprintf(file, "%s</th>", sl_case_is_size(f->rows[0].spec) ? "case" : "matrix");
  int count = fill(f, &f->rows[0], columns);
  for (int c = 0; c < count; c++) {
    put_cell(file, "<th scope=\"col\" class=\"num\">", columns[c].head, "</th>");
  }
  (void)fputs("</tr></thead><tbody>\n", file);
  for (int i = 0; i < f->num_rows; i++) {
    put_cell(file, "<tr><th scope=\"row\">", f->rows[i].spec, "</th>");
    count = fill(f, &f->rows[i], columns);
    for (int c = 0; c < count; c++) {
      (void)fprintf(file, "<td class=\"num\">%s", columns[c].text);
      print_in_brackets(file, f, &columns[c], sl_html_text);
      (void)fputs("</td>", file);
    }
    (void)fputs("</tr>\n", file);
  }
  write_legend(f, text, sizeof text);
  put_cell(file, "</tbody></table></div>\n<p>", text, "</p>\n");
}
