/* explain.c: ./lab explain: finds the wrong line, and what is wrong with it, if no known mistake
 * explains the failure.
 */
#include "cli/cli.h"

#include "base/clock.h"
#include "base/regular.h"
#include "cli/remember.h"
#include "judge/diagnose.h"
#include "judge/module.h"
#include "judge/source.h"
#include "judge/toolchain.h"
#include "repair/defect.h"
#include "repair/search.h"
#include "report/paint.h"
#include "report/report.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_CASES = 128, MAX_WORDS = 64, INDENT = 2, WIDTH = 100 };

/* Judging and search together may take patience_seconds, but the search gets at least
 * least_seconds. Both are processor time; on a busy machine the elapsed time is longer (two minutes
 * with ten programs per core). */
static const double patience_seconds = 9, least_seconds = 3, /* processor time */
    most_seconds = 300;                                      /* elapsed time */

typedef struct explain_wishes {
  sl_options options;
  bool repair;     /* print the repairs too */
  bool search;     /* search even if the mistake is known, to measure the search */
  FILE *csv;       /* a row for each search; NULL: do not write one */
  double start_us; /* time of sl_clock_processor_us at the start */
} explain_wishes;

/* Reads the arguments "explain LAB [TASK]" and the options. Two of the options belong only to this
 * command. */
static sl_status read_arguments(int count, char **arguments, explain_wishes *out) {
  char *rest[MAX_WORDS];
  int num_rest = 0;
  memset(out, 0, sizeof *out);
  if (count > MAX_WORDS) return sl_fail(SL_ERR_USAGE, "too many arguments");
  for (int i = 0; i < count; i++) {
    bool repair = false;
    /* [kit-only */
    repair = strcmp(arguments[i], "--repair") == 0; /* for instructors */
    /* kit-only] */
    bool search = strcmp(arguments[i], "--search") == 0;
    out->repair = out->repair || repair;
    out->search = out->search || search;
    if (!repair && !search) rest[num_rest++] = arguments[i];
  }
  SL_TRY(sl_options_parse(num_rest, rest, &out->options));
  if (!out->options.lab || count < 2 || arguments[1][0] == '-') {
    return sl_fail(
        SL_ERR_USAGE,
        "explain takes a lab and optionally a task. For example: ./lab explain 01 kernel");
  }
  out->options.backend = SL_LENS; /* on a GPU there is less information, and there are no repairs */
  out->options.untimed = true;
  return SL_OK;
}

static void say(const char *text) {
  sl_paint_wrapped(stdout, text, INDENT, WIDTH);
}

static void tell(const sl_repair *repair) {
  char text[512];
  if (repair->line) {
    sl_defect_text(repair, text, sizeof text);
    say(text);
  } else if (repair->either[0]) {
    (void)snprintf(text, sizeof text,
                   "A small repair in line %d makes the task pass, and so does one in line %d. It "
                   "is not clear which line has the defect.",
                   repair->either[0], repair->either[1]);
    say(text);
  } else if (repair->passed > 0 && !repair->in_time) {
    say("A small repair makes the task pass, but not all repairs could be tried in the time "
        "allowed. It is not clear whether this one is at the defect.");
  } else if (repair->passed > 0) {
    say("Small repairs at several places make the task pass, so it is not clear where the defect "
        "is.");
  } else if (!repair->in_time) {
    say("No repair at a single place was found in the time allowed. ./lab hint has ideas.");
  } else {
    say("None of the tried small repairs makes the task pass: there may be several defects, or a "
        "larger part may be missing. ./lab hint has ideas.");
  }
}

static void write_row(FILE *csv, const sl_task *task, const sl_repair *repair) {
  (void)fprintf(csv, "%s,%d,%s,%zu,%zu,%.1f,%s\n", task->name, repair->line,
                repair->line ? sl_defect_name(repair->defect) : "", repair->tried, repair->passed,
                repair->seconds, repair->in_time ? "" : "late");
}

static void show_progress(size_t tried, size_t edits, double seconds) {
  (void)fprintf(stderr, "\r\033[K  searching for the line: %zu of %zu small repairs tried, %.0f s",
                tried, edits, seconds);
  (void)fflush(stderr);
}

/* The part of the time limit that remains after judging. The limit is on processor time. With a
 * limit on elapsed time, the search would find less on a busy machine. */
static double search_seconds(const explain_wishes *w) {
  double left = patience_seconds - (sl_clock_processor_us() - w->start_us) * 1e-6;
  return left > least_seconds ? left : least_seconds;
}

static sl_status search(explain_wishes *w, const sl_lab_result *result, const sl_task_result *task,
                        const sl_case_spec *cases, sl_repair *out) {
  double deadline = w->options.deadline_seconds;
  sl_search_options options = {.precision = w->options.precision,
                               .folder = SL_BINARY_DIR "/repairs",
                               .cpu_seconds = deadline > 0 ? 0 : search_seconds(w),
                               .seconds = deadline > 0 ? deadline : most_seconds,
                               .trace = w->repair ? stdout : NULL};
  bool shows = isatty(STDERR_FILENO);
  if (shows) options.progress = show_progress;
  sl_status status = sl_search(result->lab, task, result->source, cases, &options, out);
  if (shows) (void)fputs("\r\033[K", stderr);
  SL_TRY(status);
  if (w->csv) write_row(w->csv, task->task, out);
  return SL_OK;
}

static void tell_mistake(const sl_task_result *task, int line) {
  char text[1024];
  if (task->within[0] && line == task->line) {
    (void)snprintf(text, sizeof text, "In %s: %s.", task->within, task->mistake->what);
  } else {
    (void)snprintf(text, sizeof text, "Line %d: %s.", line, task->mistake->what);
  }
  say(text);
}

/* ---- symptoms, if no line is found ----------------------------------------------------------- */

/* Whether two failures show the same symptom: the same kind, line and array. This holds if their
 * sentences agree up to the first number or bracket. */
static bool show_the_same(const sl_case_result *a, const sl_case_result *b) {
  size_t length = strcspn(a->what, "[0123456789");
  return a->verdict == b->verdict && a->line == b->line && strncmp(a->what, b->what, length) == 0;
}

static bool is_failure(const sl_case_result *it) {
  return it->what[0] && it->verdict != SL_PASSED && it->verdict != SL_SKIPPED;
}

/* Whether the case is the first to show its symptom, in order of size. */
static bool shows_first(const sl_task_result *task, const sl_case_result *it) {
  double size = sl_diagnose_size_to_show(it->num_rows, it->nnz);
  for (const sl_case_result *other = task->cases; other < task->cases + task->num_cases; other++) {
    double of_other = sl_diagnose_size_to_show(other->num_rows, other->nnz);
    bool before = of_other < size || (of_other == size && other < it);
    if (before && is_failure(other) && show_the_same(other, it)) return false;
  }
  return true;
}

/* Prints each symptom once, on the smallest case that has it, in order of the sizes. */
static void tell_symptoms(const sl_task_result *task) {
  enum { MOST = 4 };
  const sl_case_result *symptoms[MAX_CASES];
  size_t count = 0;
  for (size_t i = 0; i < task->num_cases && count < MAX_CASES; i++) {
    const sl_case_result *it = &task->cases[i];
    if (!is_failure(it) || !shows_first(task, it)) continue;
    size_t at = count++;
    double size = sl_diagnose_size_to_show(it->num_rows, it->nnz);
    for (; at > 0; at--) {
      const sl_case_result *before = symptoms[at - 1];
      if (sl_diagnose_size_to_show(before->num_rows, before->nnz) <= size) break;
      symptoms[at] = before;
    }
    symptoms[at] = it;
  }
  if (count > 1)
    say("These are the failures, with their matrices; each may have a different cause:");
  for (size_t i = 0; i < count && i < MOST; i++) {
    char text[1024], where[64] = "";
    const sl_case_result *it = symptoms[i];
    if (it->line) (void)snprintf(where, sizeof where, ", line %d", it->line);
    (void)snprintf(text, sizeof text, "On \"%s\"%s: %s.", it->name, where, it->what);
    say(text);
  }
}

static void tell_pair(const sl_task_result *task) {
  char text[1024];
  say("Two mistakes explain all failures:");
  for (int i = 0; i < 2; i++) {
    (void)snprintf(text, sizeof text, "Line %d: %s.", task->pair_line[i], task->pair[i]->what);
    say(text);
  }
}

/* The line where the host did the work that a kernel must do; if it is unknown, the line of the
 * last launch. */
static int line_elsewhere(const sl_lab_result *result, const sl_task_result *task) {
  sl_source source;
  if (task->failure->line) return task->failure->line;
  sl_status status = sl_source_read(result->source, &source);
  int line = status == SL_OK ? sl_source_find(&source, task->task->function, "last: <<<") : 0;
  sl_source_free(&source);
  return line;
}

static void tell_elsewhere(const explain_wishes *w, const sl_lab_result *result,
                           const sl_task_result *task) {
  char text[1024];
  const sl_case_result *failure = task->failure;
  int line = line_elsewhere(result, task);
  if (line) {
    (void)snprintf(text, sizeof text, "Line %d: %s.", line, failure->what);
  } else {
    (void)snprintf(text, sizeof text, "%c%s.", toupper((unsigned char)failure->what[0]),
                   failure->what + 1);
  }
  say(text);
  if (w->csv) (void)fprintf(w->csv, "%s,%d,account,0,0,0.0,\n", task->task->name, line);
}

static sl_status explain(explain_wishes *w, const sl_lab_result *result, const sl_task_result *task,
                         const sl_case_spec *cases) {
  sl_paint_line(stdout, 2, "%s, task %s: %s\n", result->lab->id, task->task->name,
                sl_judge_verdict_name(task->verdict));
  if (!sl_search_can_explain(task->verdict)) return SL_OK;
  bool named = task->mistake && !w->search;
  if (!named && task->failure->elsewhere) { /* no small repair can move this work into a launch */
    tell_elsewhere(w, result, task);
    return SL_OK;
  }
  if (named && task->failure->line) { /* the lens has located the mistake */
    tell_mistake(task, task->line);
    return SL_OK;
  }
  if (task->pair[0] && !w->search) {
    tell_pair(task);
    return SL_OK;
  }
  sl_repair repair;
  SL_TRY(search(w, result, task, cases, &repair));
  if (named) {
    tell_mistake(task, repair.line ? repair.line : task->line);
  } else {
    tell(&repair);
    if (!repair.line) tell_symptoms(task);
  }
  return SL_OK;
}

/* Whether `run` has just judged this file as passing, so that it need not be judged again. */
static bool passes_unchanged(const sl_lab *lab, const sl_task *task) {
  char source[4096];
  sl_module_source(lab, false, source, sizeof source);
  if (!sl_remember_passed_unchanged(lab, task, source)) return false;
  sl_paint_line(stdout, 2, "%s, task %s: %s\n", lab->id, task->name,
                sl_judge_verdict_name(SL_PASSED));
  return true;
}

static sl_status explain_all(explain_wishes *w, const sl_lab *lab, int *exit_status_out) {
  sl_case_spec cases[MAX_CASES];
  sl_lab_result result;
  bool compiled;
  sl_options judging = w->options;
  judging.deadline_seconds = 0; /* the deadline limits only the search */
  size_t num_cases = sl_lab_cases_list(lab, SL_LENS, SL_ALL_CASES, cases, MAX_CASES);
  sl_status status = sl_judging_run_lab(lab, &judging, cases, num_cases, &compiled, &result);
  for (size_t t = 0; t < result.num_tasks && status == SL_OK; t++) {
    if (t > 0) w->start_us = sl_clock_processor_us();
    status = explain(w, &result, &result.tasks[t], cases);
  }
  *exit_status_out = compiled ? sl_judge_result_exit_status(&result) : SL_EXIT_FAILED;
  sl_judge_result_free(&result);
  return status;
}

int sl_cmd_explain(int count, char **arguments) {
  explain_wishes w;
  const sl_lab *lab = NULL;
  int exit_status = 0;
  sl_status status = read_arguments(count, arguments, &w);
  w.start_us = sl_clock_processor_us();
  if (status == SL_OK) status = sl_lab_find(w.options.lab, &lab);
  const sl_task *task = NULL;
  if (status == SL_OK && w.options.task) {
    status = sl_lab_find_task(lab, w.options.task, &task); /* reports a wrong name before
                                                            * anything is compiled */
  }
  if (status == SL_OK && w.options.csv) {
    char why[96];
    w.csv = sl_regular_fopen(w.options.csv, 'w', why, sizeof why);
    if (!w.csv) status = sl_fail(SL_ERR_INPUT, "cannot write %s: %s", w.options.csv, why);
  }
  enum { COMMAND_LAB_TASK = 3 };
  bool plain = count == COMMAND_LAB_TASK && task; /* without options, which may request something
                                                   * else */
  if (status == SL_OK && !(plain && passes_unchanged(lab, task))) {
    status = explain_all(&w, lab, &exit_status);
  }
  if (w.csv && fclose(w.csv) != 0 && status == SL_OK) {
    status = sl_fail(SL_ERR_SYSTEM, "cannot write %s", w.options.csv);
  }
  return status == SL_OK ? exit_status : sl_complain(status);
}
