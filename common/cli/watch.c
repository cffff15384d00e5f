/* watch.c: ./lab watch: judges the student's file at each save, the first failing task first. */
#include "cli/cli.h"

#include "cli/remember.h"
#include "judge/forecast.h"
#include "judge/module.h"
#include "report/paint.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

enum { MAX_CASES = 128, MAX_TASKS = 32, LOOK_EVERY_MS = 100 };

typedef struct watch {
  const sl_lab *lab;
  sl_options options;
  char source[4096];
  struct stat seen;        /* state of the file when it was last judged */
  sl_forecast before_save; /* times that were predicted when the file last passed */
  sl_verdict last[MAX_TASKS];
  bool known[MAX_TASKS]; /* the task has an earlier verdict */
  bool keys;             /* a person can press keys */
  struct termios before; /* settings of the terminal before the command */
} watch;

/* ---- the terminal --------------------------------------------------------------------------- */

static volatile sig_atomic_t ended_by;

static void note_end(int number) {
  ended_by = number;
}

/* Sets the terminal so that keys arrive at once and are not echoed. */
static void take_keys(watch *w) {
  struct termios mode = w->before;
  mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  if (w->keys) (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
}

static void leave_keys(const watch *w) {
  if (w->keys) (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &w->before);
}

static void show_keys(const watch *w) {
  if (!w->keys) return;
  sl_paint_line(
      stdout, 2,
      "%sWaiting for you to save. Keys: h hint, l lens, u quiz, n next, a all cases, q quit%s\n",
      sl_paint_code(stdout, SL_DIM), sl_paint_code(stdout, SL_PLAIN));
}

/* ---- judging -------------------------------------------------------------------------------- */

static size_t number_of(const sl_lab *lab, const char *task) {
  size_t i = 0;
  while (i < lab->num_tasks && strcmp(lab->tasks[i].name, task) != 0) i++;
  return i;
}

/* Prints "kernel: wrong answer → passed" for each task whose verdict has changed. */
static void show_changes(watch *w, const sl_lab_result *result) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    const sl_task_result *task = &result->tasks[t];
    size_t i = number_of(w->lab, task->task->name);
    if (task->verdict == SL_SKIPPED || i >= MAX_TASKS) continue;
    if (w->known[i] && w->last[i] != task->verdict) {
      bool better = task->verdict == SL_PASSED;
      sl_paint_line(stdout, 2, "%s%s: %s → %s%s\n",
                    sl_paint_code(stdout, better ? SL_GOOD : SL_BAD), task->task->name,
                    sl_judge_verdict_name(w->last[i]), sl_judge_verdict_name(task->verdict),
                    sl_paint_code(stdout, SL_PLAIN));
    }
    w->last[i] = task->verdict;
    w->known[i] = true;
  }
}

static double predicted_before(const sl_forecast *f, const char *task, const char *spec) {
  int number = 0;
  while (number < f->num_tasks && strcmp(f->tasks[number]->name, task) != 0) number++;
  if (number == f->num_tasks) return 0;
  const sl_forecast_row *row = f->rows, *end = f->rows + f->num_rows;
  while (row < end && strcmp(row->spec, spec) != 0) row++;
  return row < end ? row->predicted_us[number] : 0;
}

/* Prints how a prediction has changed: "kernel on hpcg:20: predicted 10.8 µs → 7.03 µs (5.02 to
 * 9.84) on NVIDIA H200 (verified), 1.5 times as fast". */
static void show_change(const char *task, const sl_forecast *now, const sl_forecast_row *row,
                        int number, double before) {
  double us = row->predicted_us[number], within = row->within[number];
  bool same = before < 1.005 * us && us < 1.005 * before;
  if (before <= 0 || us <= 0 || same) return;
  double times = before / us;
  const char *word = "fast";
  sl_paint paint = SL_GOOD;
  if (times < 1) {
    times = us / before;
    word = "long";
    paint = SL_WARN;
  }
  sl_paint_line(stdout, 2,
                "%s%s on %s: predicted %.3g µs → %.3g µs (%.3g to %.3g) on %s (%s), %.2g times as "
                "%s%s\n",
                sl_paint_code(stdout, paint), task, row->spec, before, us, us / within, us * within,
                now->device, now->verified ? "verified" : "not verified", times, word,
                sl_paint_code(stdout, SL_PLAIN));
}

static void show_task_forecast(const sl_forecast *now, int task, const sl_forecast *before) {
  const char *name = now->tasks[task]->name;
  const sl_forecast_row *end = now->rows + now->num_rows;
  for (const sl_forecast_row *row = now->rows; row < end; row++) {
    show_change(name, now, row, task, predicted_before(before, name, row->spec));
  }
}

/* Shows predictions that have changed. Keeps the forecast for the next time. */
static void show_forecast(watch *w, sl_lab_result *result) {
  sl_forecast *now = result->forecast;
  if (!sl_forecast_shows(now)) return;
  for (int t = 0; t < now->num_tasks; t++) show_task_forecast(now, t, &w->before_save);
  sl_forecast_free(&w->before_save);
  w->before_save = *now;
  memset(now, 0, sizeof *now);
}

typedef enum watch_outcome { PASSED, FAILED, TROUBLE } watch_outcome;

/* Judges one task, or all tasks if `task` is NULL, and shows the result. */
static watch_outcome judge(watch *w, const sl_task *task, sl_choice choice) {
  sl_case_spec cases[MAX_CASES];
  sl_lab_result result;
  bool compiled;
  w->options.task = task ? task->name : NULL;
  w->options.quick = choice == SL_UNMEASURED_CASES;
  size_t count = sl_lab_cases_list(w->lab, w->options.backend, choice, cases, MAX_CASES);
  sl_status status = sl_judging_run_lab(w->lab, &w->options, cases, count, &compiled, &result);
  watch_outcome out = TROUBLE;
  if (status != SL_OK) {
    (void)sl_complain(status);
  } else if (!compiled) {
    if (!sl_judging_is_empty(w->lab, &w->options)) {
      sl_paint_line(stdout, 2, "It does not compile yet.\n");
    }
    out = FAILED;
  } else {
    out = sl_judge_result_passed(&result) ? PASSED : FAILED;
    show_changes(w, &result);
    if (out == PASSED && task) {
      sl_paint_line(stdout, 2, "%s%s passes on the small cases.%s\n",
                    sl_paint_code(stdout, SL_GOOD), task->name, sl_paint_code(stdout, SL_PLAIN));
    } else {
      sl_report_text(stdout, &result);
    }
    show_forecast(w, &result);
    sl_remember_verdicts(&result, choice == SL_ALL_CASES);
    if (out == FAILED || !task) sl_next_say(stdout, &result, &w->options);
  }
  sl_judge_result_free(&result);
  return out;
}

/* Judges the tasks on the small cases up to the first failure; if none fails, judges all tasks on
 * all cases. */
static void judge_in_turn(watch *w) {
  for (size_t t = 0; t < w->lab->num_tasks; t++) {
    if (ended_by || judge(w, &w->lab->tasks[t], SL_UNMEASURED_CASES) != PASSED) return;
  }
  (void)judge(w, NULL, SL_ALL_CASES);
}

/* ---- waiting -------------------------------------------------------------------------------- */

/* Whether the file has changed since it was judged. The file may be missing for a moment while an
 * editor replaces it. */
static bool was_saved(watch *w) {
  struct stat now;
  if (stat(w->source, &now) != 0) return false;
  bool same = now.st_ino == w->seen.st_ino && now.st_size == w->seen.st_size &&
              now.st_mtim.tv_sec == w->seen.st_mtim.tv_sec &&
              now.st_mtim.tv_nsec == w->seen.st_mtim.tv_nsec;
  w->seen = now;
  return !same;
}

static void start(const watch *w, sl_command *command, const char *name, const char *task) {
  char lab[64], text[64];
  (void)snprintf(lab, sizeof lab, "%s", w->lab->id);
  (void)snprintf(text, sizeof text, "%s", task ? task : "");
  char word[16];
  (void)snprintf(word, sizeof word, "%s", name);
  char *arguments[] = {word, lab, text, NULL};
  (void)command(task ? 3 : 2, arguments);
}

static const sl_task *failing_task(const watch *w) {
  for (size_t t = 0; t < w->lab->num_tasks && t < MAX_TASKS; t++) {
    if (!w->known[t] || w->last[t] != SL_PASSED) return &w->lab->tasks[t];
  }
  return NULL;
}

static void say_where_to_go(const watch *w) {
  const sl_task *task = failing_task(w);
  if (task) {
    sl_paint_line(stdout, 2, "Next: task %s (%s).\n", task->name, task->title);
    return;
  }
  const sl_lab *next = sl_remember_current_lab();
  if (next) {
    sl_paint_line(stdout, 2, "Next: lab %.2s, labs/%s/README.md; ./lab watch %.2s.\n", next->id,
                  next->id, next->id);
  } else {
    (void)puts("Every lab has passed.");
  }
}

/* Handles a key. False: the person wants to quit. */
static bool obey(watch *w, char key) {
  const sl_task *task = failing_task(w);
  leave_keys(w);
  switch (key) {
  case 'h':
    start(w, sl_cmd_hint, "hint", task ? task->name : NULL);
    break;
  case 'l':
    start(w, sl_cmd_lens, "lens", NULL);
    break;
  case 'u':
    start(w, sl_cmd_quiz, "quiz", NULL);
    break;
  case 'n':
    say_where_to_go(w);
    break;
  case 'a':
    (void)judge(w, NULL, SL_ALL_CASES);
    break;
  case 'q':
    return false;
  default:
    break;
  }
  take_keys(w);
  show_keys(w);
  return true;
}

/* Waits until the file has not changed for a while, because some editors save in several steps. */
static void wait_till_written(watch *w) {
  do {
    (void)poll(NULL, 0, LOOK_EVERY_MS);
  } while (!ended_by && was_saved(w));
}

/* Waits until the file is saved. False: the person wants to quit. */
static bool wait_for_save(watch *w) {
  struct pollfd input = {.fd = w->keys ? STDIN_FILENO : -1, .events = POLLIN};
  while (!ended_by) {
    int ready = poll(&input, 1, LOOK_EVERY_MS);
    if (was_saved(w)) {
      wait_till_written(w);
      return true;
    }
    if (ready <= 0) continue;
    char key;
    ssize_t got = read(STDIN_FILENO, &key, 1);
    if (got == 0 || (got < 0 && errno != EINTR)) input.fd = -1; /* the terminal was closed */
    if (got == 1 && !obey(w, key)) return false;
  }
  return false;
}

static sl_status begin(int count, char **arguments, watch *w) {
  SL_TRY(sl_options_parse(count, arguments, &w->options));
  if (!w->options.lab)
    return sl_fail(SL_ERR_USAGE, "the lab is missing. For example: ./lab watch 01");
  SL_TRY(sl_lab_find(w->options.lab, &w->lab));
  if (w->options.file) {
    (void)snprintf(w->source, sizeof w->source, "%s", w->options.file);
  } else {
    sl_module_source(w->lab, false, w->source, sizeof w->source);
  }
  if (access(w->source, R_OK) == 0) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "cannot read %s; ./lab reset %.2s restores the skeleton", w->source,
                 w->lab->id);
}

int sl_cmd_watch(int count, char **arguments) {
  static watch w; /* large */
  sl_status status = begin(count, arguments, &w);
  if (status != SL_OK) return sl_complain(status);
  w.keys = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &w.before) == 0;
  struct sigaction action = {.sa_handler = note_end};
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
  (void)was_saved(&w);
  do {
    sl_paint_line(stdout, 2, "\n%s── %s ──%s\n", sl_paint_code(stdout, SL_BOLD),
                  sl_report_path(w.source), sl_paint_code(stdout, SL_PLAIN));
    judge_in_turn(&w);
    show_keys(&w);
    (void)fflush(stdout);
    take_keys(&w);
  } while (wait_for_save(&w));
  leave_keys(&w);
  sl_forecast_free(&w.before_save);
  (void)puts("");
  return 0;
}
