/* text.c: verdicts and figures as text. */
#include "report/report.h"

#include "base/path.h"
#include "base/visible.h"
#include "report/failed_case.h"
#include "report/paint.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 100, VERDICT_COLUMN = 15, POINTS_COLUMNS = 46 /* verdict, points and cases */ };

/* Returns the path itself, or a copy that is safe to show. The last two copies are kept. */
static const char *visible(const char *path) {
  static _Thread_local char copies[2][PATH_MAX];
  static _Thread_local int last;
  char *copy = copies[last ^= 1];
  (void)snprintf(copy, PATH_MAX, "%s", path);
  sl_visible_make(copy, '?');
  return strcmp(copy, path) == 0 ? path : copy;
}

const char *sl_report_path(const char *path) {
  char here[PATH_MAX];
  path = visible(path);
  if (!getcwd(here, sizeof here)) return path;
  size_t length = strlen(here);
  bool below = strncmp(path, here, length) == 0 && path[length] == '/';
  return below ? path + length + 1 : path;
}

static sl_paint paint_of(sl_verdict verdict) {
  if (verdict == SL_PASSED) return SL_GOOD;
  return verdict == SL_NOT_WRITTEN || verdict == SL_SKIPPED ? SL_WARN : SL_BAD;
}

void sl_report_print_verdict(FILE *stream, sl_verdict verdict, int width) {
  (void)fputs(sl_paint_code(stream, paint_of(verdict)), stream);
  sl_paint_padded(stream, sl_judge_verdict_name(verdict), width);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
}

/* Returns the number of columns for the names and the titles of tasks: the longest plus a blank,
 * and at least the width that most labs need. */
static int task_column(const sl_lab_result *result) {
  int column = 9;
  for (size_t t = 0; t < result->num_tasks; t++) {
    int width = sl_paint_text_width(result->tasks[t].task->name);
    if (column <= width) column = width + 1;
  }
  return column;
}

static int title_column(const sl_lab_result *result) {
  int column = 31;
  for (size_t t = 0; t < result->num_tasks; t++) {
    int width = sl_paint_text_width(result->tasks[t].task->title);
    if (column <= width) column = width + 1;
  }
  return column;
}

static bool has_failed(const sl_task_result *task) {
  return task->verdict != SL_PASSED && task->verdict != SL_SKIPPED;
}

static size_t count_passed(const sl_task_result *task, size_t *judged_out) {
  size_t passed = 0;
  *judged_out = 0;
  for (size_t i = 0; i < task->num_cases; i++) {
    passed += task->cases[i].verdict == SL_PASSED;
    *judged_out += task->cases[i].verdict != SL_SKIPPED;
  }
  return passed;
}

/* Writes "csr-scalar.cu:31: [mistake] what is wrong". The place comes first, so that an editor can
 * jump to it. */
static void headline(const sl_lab_result *result, const sl_task_result *task, char *text,
                     size_t size) {
  char place[600] = "";
  if (task->line > 0) {
    const char *within = task->within;
    (void)snprintf(place, sizeof place, "%s:%d: %s%s%s", sl_report_path(result->source), task->line,
                   within[0] ? "in " : "", within, within[0] ? ": " : "");
  }
  if (task->verdict == SL_NOT_WRITTEN && task->is_empty) {
    (void)snprintf(text, size, "%snothing is computed: %s is empty", place, task->task->function);
  } else if (task->verdict == SL_NOT_WRITTEN) {
    (void)snprintf(text, size, "%snothing is computed, and TODO(%s) is still here", place,
                   task->task->name);
  } else if (task->mistake) {
    (void)snprintf(text, size, "%s[%s] %s", place, task->mistake->name, task->mistake->what);
  } else {
    (void)snprintf(text, size, "%s%s", place, sl_judge_verdict_name(task->verdict));
  }
}

/* Prints two mistakes: each with its place, then both hints. */
static void print_pair(FILE *stream, const sl_lab_result *result, const sl_task_result *task,
                       int indent, bool hints) {
  char text[1024];
  for (int i = 0; i < 2; i++) {
    const sl_mistake *mistake = task->pair[i];
    if (hints) {
      (void)snprintf(text, sizeof text, "hint: %s", mistake->hint);
    } else {
      (void)snprintf(text, sizeof text, "%s:%d: [%s] %s", sl_report_path(result->source),
                     task->pair_line[i], mistake->name, mistake->what);
    }
    (void)fputs(sl_paint_code(stream, hints ? SL_WARN : SL_BOLD), stream);
    sl_paint_wrapped(stream, text, indent, WIDTH);
    (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
  }
}

/* Whether the matrix was already drawn for another task. */
static bool is_drawn(const sl_lab_result *result, const sl_task_result *task) {
  for (const sl_task_result *other = result->tasks; other < task; other++) {
    bool shown = has_failed(other) && other->verdict != SL_NOT_WRITTEN && other->failure->exhibit;
    if (shown && strcmp(other->failure->name, task->failure->name) == 0) return true;
  }
  return false;
}

static void print_failure(FILE *stream, const sl_lab_result *result, const sl_task_result *task) {
  const sl_case_result *failure = task->failure;
  int indent = task_column(result) + 2;
  char text[1024];
  if (task->pair[0]) {
    print_pair(stream, result, task, indent, false);
  } else {
    headline(result, task, text, sizeof text);
    (void)fputs(sl_paint_code(stream, SL_BOLD), stream);
    sl_paint_wrapped(stream, text, indent, WIDTH);
    (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
  }
  if (task->verdict == SL_NOT_WRITTEN) return;
  if (task->mend_first) {
    (void)snprintf(text, sizeof text, "fix task %s first: this one calls %s, which has failed too",
                   task->mend_first->name, task->mend_first->function);
    sl_paint_wrapped(stream, text, indent + 2, WIDTH);
  }
  char seen[32] = "";
  if (sl_judge_seen_elsewhere(task)) (void)snprintf(seen, sizeof seen, ", line %d", failure->line);
  (void)snprintf(text, sizeof text, "on \"%s\"%s: %s", failure->name, seen, failure->what);
  sl_paint_wrapped(stream, text, indent + 2, WIDTH);
  if (failure->only_on_lens) {
    sl_paint_wrapped(stream, "found on the lens; the answers on the GPU were right", indent + 2,
                     WIDTH);
  }
  if (task->mistake) {
    (void)snprintf(text, sizeof text, "hint: %s", task->mistake->hint);
    (void)fputs(sl_paint_code(stream, SL_WARN), stream);
    sl_paint_wrapped(stream, text, indent + 2, WIDTH);
    (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
  }
  if (task->pair[0]) print_pair(stream, result, task, indent + 2, true);
  if (!failure->exhibit) return;
  sl_failed_case_print(stream, failure->exhibit, is_drawn(result, task), indent + 2);
}

static void print_output(FILE *stream, const sl_lab_result *result, const sl_task_result *task) {
  int indent = task_column(result) + 2;
  if (!task->output[0]) return;
  (void)fprintf(stream, "%*syour code printed:\n", indent, "");
  const char *line = task->output;
  for (int count = 0; *line && count < 8; count++) {
    size_t length = strcspn(line, "\n");
    (void)fprintf(stream, "%*s| %.*s\n", indent, "", (int)length, line);
    line += length + (line[length] == '\n');
  }
}

/* Prints the cases that the task's format cannot hold, and why. */
static void print_refusals(FILE *stream, const sl_lab_result *result, const sl_task_result *task) {
  for (size_t i = 0; i < task->num_cases; i++) {
    const sl_case_result *refused = &task->cases[i];
    if (refused->verdict != SL_SKIPPED || !refused->what[0]) continue;
    char text[1024];
    (void)snprintf(text, sizeof text, "not on \"%s\": %s", refused->name, refused->what);
    (void)fputs(sl_paint_code(stream, SL_DIM), stream);
    sl_paint_wrapped(stream, text, task_column(result) + 2, WIDTH);
    (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
  }
}

/* Says which tasks do not call the student's own functions. */
static void print_foundation(FILE *stream, const sl_lab_result *result,
                             const sl_task_result *task) {
  char functions[256], text[400];
  (void)sl_lab_describe_foundation(result->lab, task->task, functions, sizeof functions);
  if (!functions[0]) return;
  (void)snprintf(text, sizeof text, "judged with the kit's own %s, not with yours", functions);
  (void)fputs(sl_paint_code(stream, SL_DIM), stream);
  sl_paint_wrapped(stream, text, task_column(result) + 2, WIDTH);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
}

/* Prints that a person will check the task. Students may see what a grader will check. */
static void print_review(FILE *stream, const sl_lab_result *result, const sl_task_result *task) {
  char text[400];
  if (task->verdict != SL_PASSED || !task->review) return;
  (void)snprintf(text, sizeof text, "a person will check this when it is graded: %s", task->review);
  sl_paint_wrapped(stream, text, task_column(result) + 2, WIDTH);
}

static void print_task(FILE *stream, const sl_lab_result *result, const sl_task_result *task) {
  size_t judged, passed = count_passed(task, &judged);
  (void)fputs("  ", stream);
  sl_paint_padded(stream, task->task->name, task_column(result));
  int columns = sl_paint_columns(stream), title = title_column(result);
  bool narrow = columns && columns < task_column(result) + title + POINTS_COLUMNS;
  sl_paint_padded(stream, task->task->title,
                  narrow ? sl_paint_text_width(task->task->title) : title);
  if (narrow) (void)fprintf(stream, "\n    ");
  sl_report_print_verdict(stream, task->verdict, VERDICT_COLUMN);
  if (columns && columns < POINTS_COLUMNS + 4) (void)fprintf(stream, "\n    ");
  if (task->verdict == SL_BROKEN) {
    (void)fprintf(stream, "%d points are open, %zu of %zu cases\n", task->task->points, passed,
                  judged);
  } else {
    (void)fprintf(stream, "%d of %d points, %zu of %zu cases\n", task->points, task->task->points,
                  passed, judged);
  }
  print_foundation(stream, result, task);
  print_review(stream, result, task);
  if (has_failed(task)) print_failure(stream, result, task);
  print_refusals(stream, result, task);
  print_output(stream, result, task);
}

/* Explains why failed tasks have fewer cases than others. */
static void print_spared(FILE *stream, const sl_lab_result *result) {
  bool small = false, measured = false;
  for (size_t t = 0; t < result->num_tasks; t++) {
    const sl_task_result *task = &result->tasks[t];
    for (size_t i = 0; has_failed(task) && i < task->num_cases; i++) {
      const sl_case_result *spared = &task->cases[i];
      if (spared->verdict != SL_SKIPPED || spared->what[0]) continue;
      *(spared->measured ? &measured : &small) = true;
    }
  }
  if (!small && !measured) return;
  char text[300];
  (void)snprintf(text, sizeof text,
                 "Tasks that fail on a small case are not tried on the larger ones; there are %zu "
                 "cases in all.%s",
                 result->tasks[0].num_cases,
                 small ? " A task that keeps crashing, or never ends, is not tried again." : "");
  (void)fprintf(stream, "\n%s", sl_paint_code(stream, SL_DIM));
  sl_paint_wrapped(stream, text, 2, WIDTH);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
}

void sl_report_verdicts(FILE *stream, const sl_lab_result *result) {
  sl_paint_line(stream, 2, "%sLab %s%s  %s\n", sl_paint_code(stream, SL_BOLD), result->lab->id,
                sl_paint_code(stream, SL_PLAIN), result->lab->title);
  (void)fprintf(stream, "%s, %s", sl_report_path(result->source),
                sl_judge_backend_name(result->backend));
  if (result->backend == SL_GPU) (void)fprintf(stream, " (%s)", result->device);
  (void)fprintf(stream, ", %s", sl_spmv_precision_name(result->precision));
  if (result->in_both) {
    (void)fprintf(stream, ", small cases also in %s",
                  sl_spmv_precision_name(result->precision == SL_F32 ? SL_F64 : SL_F32));
  }
  if (result->lens_check == SL_LENS_CHECK_DONE)
    (void)fputs(", small cases also on the lens", stream);
  if (result->seed) (void)fprintf(stream, ", seed %" PRIu64, result->seed);
  (void)fputs("\n\n", stream);
  for (size_t t = 0; t < result->num_tasks; t++) print_task(stream, result, &result->tasks[t]);
  if (result->lens_check == SL_LENS_CHECK_MISSING) {
    (void)fputc('\n', stream);
    sl_paint_wrapped(stream,
                     "The lens could not judge this file, so nothing has looked for races and for "
                     "accesses outside of arrays. ./lab run --backend lens says why.",
                     2, WIDTH);
  }
  if (!result->stopped_at[0]) {
    print_spared(stream, result);
    return;
  }
  char text[400];
  (void)snprintf(text, sizeof text,
                 "Not the whole run: interrupted %s. Tasks that had not failed by then are "
                 "skipped, and get no points.",
                 result->stopped_at);
  (void)fputc('\n', stream);
  sl_paint_wrapped(stream, text, 2, WIDTH);
}

void sl_report_text(FILE *stream, const sl_lab_result *result) {
  sl_report_verdicts(stream, result);
  sl_report_figures(stream, result);
  sl_report_forecast(stream, result->forecast);
  sl_report_goals(stream, result->goals);
  int possible, points = sl_judge_result_points(result, &possible);
  bool passed = sl_judge_result_passed(result);
  char open[64] = "";
  int unjudged = sl_judge_result_unjudged(result);
  if (unjudged > 0) (void)snprintf(open, sizeof open, ", %d of them not judged", unjudged);
  (void)fprintf(stream, "\n%s%s: %d of %d points%s%s\n",
                sl_paint_code(stream, passed ? SL_GOOD : SL_BAD),
                sl_base_name(sl_report_path(result->source)), points, possible, open,
                sl_paint_code(stream, SL_PLAIN));
}

void sl_report_unjudged(FILE *stream, const sl_lab *lab, const char *only_task) {
  for (size_t t = 0; t < lab->num_tasks; t++) {
    const sl_task *task = &lab->tasks[t];
    if (only_task && strcmp(task->name, only_task) != 0) continue;
    (void)fputs("  ", stream);
    sl_paint_padded(stream, task->name, 11);
    sl_paint_padded(stream, task->title, 31);
    sl_report_print_verdict(stream, SL_BROKEN, VERDICT_COLUMN);
    (void)fprintf(stream, "%d points are open\n", task->points);
  }
}
