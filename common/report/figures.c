/* figures.c: the table of figures, as wide as the terminal allows. */
#include "report/cells.h"

#include "judge/case.h"
#include "judge/quiz.h"
#include "report/paint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMN = 30, LEAST_NAME_COLUMN = 18, VERDICT_COLUMN = 15, WIDTH = 100 };

/* ---- cells ---------------------------------------------------------------------------------- */

static sl_cell *add(sl_cell *cells, int *count, const char *label, int width) {
  sl_cell *added = &cells[(*count)++];
  *added = (sl_cell){.label = label, .width = width};
  return added;
}

#define ADD(LABEL, WIDTH, ...)                                                                     \
  ((void)snprintf(add(cells, &count, LABEL, WIDTH)->text, SL_CELL_BYTES, __VA_ARGS__))

static int fill_size(const sl_case_result *row, sl_cell *cells) {
  int count = 0;
  if (sl_case_is_size(row->spec)) {
    ADD("elements", 9, "%d", row->num_rows);
    return count;
  }
  ADD("rows", 9, "%d", row->num_rows);
  ADD("entries", 11, "%d", row->nnz);
  return count;
}

/* from this time on, the digits before the point fill the column */
static const double wide_us = 1e5;

static int fill_gpu(const sl_case_result *row, sl_cell *cells) {
  const sl_figures *f = &row->figures;
  int count = fill_size(row, cells);
  int digits = f->cold_p90_us < wide_us ? 1 : 0;
  ADD("time", 11, "%.*f µs", digits, f->cold_us);
  ADD("10–90 %", 16, "%.*f–%.*f", digits, f->cold_p10_us, digits, f->cold_p90_us);
  if (f->gflops > 0) ADD("GFLOP/s", 9, "%.1f", f->gflops);
  if (f->gbps > 0) {
    ADD("GB/s", 8, "%.1f", f->gbps);
    if (f->copy_gbps > 0) {
      ADD("of copy", 8, "%.0f %%", 100 * f->gbps / f->copy_gbps);
    } else {
      ADD("of copy", 8, "-");
    }
  }
  if (f->sequential_us > 0) ADD("× 1 core", 9, "%.1f", f->sequential_us / f->cold_us);
  if (f->parallel_us > 0) ADD("× all", 10, "%.1f", f->parallel_us / f->cold_us);
  return count;
}

static int fill_lens(const sl_case_result *row, sl_cell *cells) {
  const sl_figures *f = &row->figures;
  double requests = f->requests ? (double)f->requests : 1;
  int count = fill_size(row, cells);
  ADD("requests", 11, "%llu", f->requests);
  ADD("sectors", 12, "%llu", f->sectors);
  ADD("sectors/req", 13, "%.2f", (double)f->sectors / requests);
  ADD("ideal", 9, "%.2f", (double)f->ideal_sectors / requests);
  ADD("threads", 9, "%.1f", (double)f->request_threads / requests);
  return count;
}

int sl_figure_cells(sl_backend_id backend, const sl_case_result *row, sl_cell *cells) {
  return backend == SL_GPU ? fill_gpu(row, cells) : fill_lens(row, cells);
}

static void print_remarks(FILE *stream, const sl_figures *f) {
  if (f->below_floor) (void)fputs("  faster than memory allows: measurement error", stream);
  if (f->review[0]) (void)fprintf(stream, "  to be reviewed: %s", f->review);
}

/* Whether there are figures to show. On a GPU, a case may have no time. */
bool sl_cells_case_has_figures(sl_backend_id backend, const sl_case_result *row) {
  bool timed = backend != SL_GPU || row->figures.samples > 0;
  return row->measured && row->verdict == SL_PASSED && timed;
}

const sl_case_result *sl_cells_task_first_figures(sl_backend_id backend,
                                                  const sl_task_result *task) {
  for (size_t i = 0; i < task->num_cases && task->task->measured; i++) {
    if (sl_cells_case_has_figures(backend, &task->cases[i])) return &task->cases[i];
  }
  return NULL;
}

bool sl_cells_task_has_figures(sl_backend_id backend, const sl_task_result *task) {
  return sl_cells_task_first_figures(backend, task) != NULL;
}

/* ---- tables --------------------------------------------------------------------------------- */

/* The layouts: one case per line; its name above its figures; or one figure per line. */
typedef enum table_layout { ONE_LINE, TWO_LINES, LIST } table_layout;

/* How the cases of a task are laid out on this terminal. */
typedef struct figures_table {
  table_layout layout;
  int count; /* the number of cells */
  int name;  /* width of the column with the names */
  int widths[SL_MAX_CELLS];
} figures_table;

/* Makes no column wider than its longest text and a blank. */
static void tighten(figures_table *t, const sl_lab_result *result, const sl_task_result *task) {
  sl_cell cells[SL_MAX_CELLS];
  int longest[SL_MAX_CELLS] = {0};
  for (size_t i = 0; i < task->num_cases; i++) {
    const sl_case_result *row = &task->cases[i];
    if (!row->measured || !sl_cells_case_has_figures(result->backend, row)) continue;
    int count = sl_figure_cells(result->backend, row, cells);
    for (int c = 0; c < count; c++) {
      int text = sl_paint_text_width(cells[c].text), label = sl_paint_text_width(cells[c].label);
      int wider = text > label ? text : label;
      if (longest[c] < wider) longest[c] = wider;
    }
  }
  for (int c = 0; c < t->count; c++) {
    if (longest[c] + 1 < t->widths[c]) t->widths[c] = longest[c] + 1;
  }
}

static int sum_of_widths(const figures_table *t) {
  int sum = 0;
  for (int c = 0; c < t->count; c++) sum += t->widths[c];
  return sum;
}

static figures_table lay_out(FILE *stream, const sl_lab_result *result, const sl_task_result *task,
                             const sl_cell *cells, int count) {
  figures_table t = {.layout = ONE_LINE, .count = count, .name = NAME_COLUMN};
  for (int c = 0; c < count; c++) t.widths[c] = cells[c].width;
  int room = sl_paint_columns(stream) - 2;
  if (room < 0 || room >= NAME_COLUMN + sum_of_widths(&t)) return t;
  tighten(&t, result, task);
  t.name = room - sum_of_widths(&t);
  if (t.name > NAME_COLUMN) t.name = NAME_COLUMN;
  if (t.name >= LEAST_NAME_COLUMN) return t;
  t.layout = t.name >= 0 ? TWO_LINES : LIST;
  t.name = NAME_COLUMN;
  return t;
}

static void print_head(FILE *stream, const char *task, const figures_table *t,
                       const sl_cell *cells) {
  (void)fputs("  ", stream);
  sl_paint_padded(stream, task, t->name);
  if (t->layout == TWO_LINES) (void)fputs("\n  ", stream);
  for (int c = 0; c < t->count && t->layout != LIST; c++) {
    sl_paint_right(stream, cells[c].label, t->widths[c]);
  }
  (void)fputc('\n', stream);
}

static void print_cells(FILE *stream, const figures_table *t, const sl_cell *cells) {
  if (t->layout == TWO_LINES) (void)fputs("\n  ", stream);
  for (int c = 0; c < t->count; c++) {
    if (t->layout == LIST) {
      (void)fprintf(stream, "\n    ");
      sl_paint_padded(stream, cells[c].label, 13);
      (void)fputs(cells[c].text, stream);
    } else {
      sl_paint_right(stream, cells[c].text, t->widths[c]);
    }
  }
}

static void print_table(FILE *stream, const sl_lab_result *result, const sl_task_result *task) {
  sl_cell cells[SL_MAX_CELLS];
  const sl_case_result *first = sl_cells_task_first_figures(result->backend, task);
  int count = sl_figure_cells(result->backend, first, cells);
  figures_table t = lay_out(stream, result, task, cells, count);
  print_head(stream, task->task->name, &t, cells);
  for (size_t i = 0; i < task->num_cases; i++) {
    const sl_case_result *row = &task->cases[i];
    if (!row->measured) continue;
    (void)fputs("  ", stream);
    sl_paint_padded(stream, row->name, t.name);
    if (sl_cells_case_has_figures(result->backend, row)) {
      (void)sl_figure_cells(result->backend, row, cells);
      print_cells(stream, &t, cells);
      print_remarks(stream, &row->figures);
    } else {
      sl_report_print_verdict(stream, row->verdict, VERDICT_COLUMN);
    }
    (void)fputc('\n', stream);
  }
}

/* Returns the largest value of a figure over all cases of all tasks; 0: no case has it. */
static double largest(const sl_lab_result *result, double (*figure)(const sl_figures *)) {
  double most = 0;
  for (size_t t = 0; t < result->num_tasks; t++) {
    const sl_task_result *task = &result->tasks[t];
    for (size_t i = 0; i < task->num_cases && task->task->measured; i++) {
      if (sl_cells_case_has_figures(result->backend, &task->cases[i])) {
        most = fmax(most, figure(&task->cases[i].figures));
      }
    }
  }
  return most;
}

static double gflops_of(const sl_figures *f) {
  return f->gflops;
}
static double gbps_of(const sl_figures *f) {
  return f->gbps;
}
static double threads_of(const sl_figures *f) {
  return f->parallel_us > 0 ? f->threads : 0;
}
static double is_compared(const sl_figures *f) {
  return f->sequential_us > 0;
}
static double is_only_sequential(const sl_figures *f) {
  return f->sequential_us > 0 && f->parallel_us <= 0;
}
static double is_other(const sl_figures *f) {
  return f->gflops > 0 && !f->is_spmv;
}

static void describe_speedups(const sl_lab_result *result, char *text, size_t size) {
  int threads = (int)largest(result, threads_of);
  if (largest(result, is_compared) <= 0) return;
  if (threads == 0) {
    (void)snprintf(text, size,
                   " × 1 core is the speedup over the CPU reference of the task on one core; there "
                   "is only sequential code.");
    return;
  }
  (void)snprintf(text, size,
                 " × 1 core and × all are speedups over the CPU reference of the task on one core "
                 "and on %d threads%s.",
                 threads,
                 largest(result, is_only_sequential) > 0
                     ? "; without × all there is only sequential code"
                     : "");
}

static void describe_gpu(const sl_lab_result *result, char *text, size_t size) {
  bool spmv = largest(result, is_other) <= 0;
  int used = snprintf(text, size,
                      "Time is the median of the launch alone, caches flushed before each.%s%s",
                      largest(result, gflops_of) <= 0 ? ""
                      : spmv ? " GFLOP/s count a product and an addition for each entry."
                             : " GFLOP/s count the additions and products that are needed.",
                      largest(result, gbps_of) > 0
                          ? " GB/s count the format's compulsory traffic; \"of copy\" is its share "
                            "of the card's copy bandwidth."
                          : "");
  if (used < 0 || (size_t)used >= size) return;
  describe_speedups(result, text + used, size - (size_t)used);
}

static void print_legend(FILE *stream, const sl_lab_result *result) {
  char text[512] =
      "Counted on the lens, under Nsight Compute's names: a request is one memory instruction of a "
      "warp, a sector is 32 bytes, ideal is what a request would need if its threads' bytes were "
      "adjacent, and threads is how many of the 32 took part.";
  if (result->backend == SL_GPU) describe_gpu(result, text, sizeof text);
  (void)fputs(sl_paint_code(stream, SL_DIM), stream);
  sl_paint_wrapped(stream, text, 2, WIDTH);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
}

void sl_report_figures(FILE *stream, const sl_lab_result *result) {
  const sl_task_result *last = NULL;
  for (size_t t = 0; t < result->num_tasks; t++) {
    if (!sl_cells_task_has_figures(result->backend, &result->tasks[t])) continue;
    last = &result->tasks[t];
    (void)fputc('\n', stream);
    print_table(stream, result, last);
  }
  if (last) print_legend(stream, result);
}
