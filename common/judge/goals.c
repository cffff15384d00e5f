/* goals.c: reads the bonus goals of a lab, and describes them. */
#define _GNU_SOURCE
#include "judge/goals.h"

#include "base/memory.h"
#include "base/regular.h"
#include "judge/quiz.h"
#include "judge/toolchain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 16 };
static const double most_points = 1000;

typedef struct goal_reader {
  const char *name;
  int line;
  const sl_lab *lab;
  sl_goals *out;
} goal_reader;

static sl_status malformed(const goal_reader *r, const char *what) {
  return sl_fail(SL_ERR_INPUT, "%s:%d: %s", r->name, r->line, what);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static const char *const figure_names[SL_NUM_GOAL_FIGURES] = {
    [SL_GOAL_SECTORS] = "sectors",
    [SL_GOAL_REQUESTS] = "requests",
    [SL_GOAL_ATOMIC_SECTORS] = "sectors of atomics",
    [SL_GOAL_ATOMICS] = "atomics",
    [SL_GOAL_SECTORS_PER_REQUEST] = "sectors per request",
    [SL_GOAL_SECTORS_PER_IDEAL] = "sectors per ideal sector",
    [SL_GOAL_LAUNCHES] = "launches",
    [SL_GOAL_SHARED_REQUESTS] = "requests to shared memory",
    [SL_GOAL_BANK_CONFLICTS] = "bank conflicts",
    [SL_GOAL_ACTIVE_THREADS] = "active threads",
    [SL_GOAL_PREDICTED_US] = "predicted time"};

const char *sl_goal_figure_name(sl_goal_figure figure) {
  return figure_names[figure];
}

/* Skips `words` if the text begins with them. */
static bool skip(char **text, const char *words) {
  size_t length = strlen(words);
  if (strncmp(*text, words, length) != 0) return false;
  *text += length;
  return true;
}

static bool take_number(char **text, double *out) {
  char *end;
  if (**text < '0' || **text > '9') return false;
  *out = strtod(*text, &end);
  *text = end;
  return true;
}

static bool take_name(char **text, char *out, size_t size) {
  size_t length = strcspn(*text, " ");
  if (length == 0 || length >= size) return false;
  memcpy(out, *text, length);
  out[length] = '\0';
  *text += length;
  return true;
}

/* Reads the name of a figure, followed by " at most " or " at least ". These words must follow,
 * because one name may be the beginning of another. */
static bool take_figure(char **text, sl_goal_bound *bound) {
  for (int f = 0; f < SL_NUM_GOAL_FIGURES; f++) {
    char *at = *text;
    if (!skip(&at, figure_names[f])) continue;
    bound->at_least = skip(&at, " at least ");
    if (!bound->at_least && !skip(&at, " at most ")) continue;
    bound->figure = (sl_goal_figure)f;
    *text = at;
    return true;
  }
  return false;
}

static bool take_predicted(char **text, sl_goal_bound *bound) {
  double reference_us;
  bound->factor = bound->limit;
  if (!skip(text, " of ") || !take_number(text, &reference_us) || !skip(text, " us")) return false;
  bound->limit = bound->factor * reference_us;
  return true;
}

static sl_status take_bound(goal_reader *r, sl_goal *goal, char *text) {
  static const char form[] = "write a bound like these: bound sectors at most 20000 with hpcg:10; "
                             "bound predicted time at most 0.8 of 10.6 us with hpcg:20 on h200";
  if (goal->num_bounds == SL_MAX_GOAL_BOUNDS) return malformed(r, "one bound too many");
  sl_goal_bound *bound = &goal->bounds[goal->num_bounds++];
  if (!take_figure(&text, bound) || !take_number(&text, &bound->limit)) return malformed(r, form);
  bool predicted = bound->figure == SL_GOAL_PREDICTED_US;
  if (predicted && (bound->at_least || !take_predicted(&text, bound))) return malformed(r, form);
  if (!skip(&text, " with ") || !take_name(&text, bound->matrix, sizeof bound->matrix)) {
    return malformed(r, form);
  }
  if (predicted &&
      (!skip(&text, " on ") || !take_name(&text, bound->device, sizeof bound->device))) {
    return malformed(r, form);
  }
  return *text ? malformed(r, form) : SL_OK;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static sl_status take_points(goal_reader *r, sl_goal *goal, char *text) {
  bool good = take_number(&text, &goal->points) && !*text;
  if (good && goal->points > 0 && goal->points <= most_points) return SL_OK;
  return malformed(r, "points are a number above 0, at most 1000");
}

static sl_status keep(const goal_reader *r, const char *text, char out[SL_GOAL_TEXT]) {
  if (strlen(text) >= SL_GOAL_TEXT) return malformed(r, "the text is too long");
  (void)snprintf(out, SL_GOAL_TEXT, "%s", text);
  return SL_OK;
}

static sl_status take_member(goal_reader *r, const char *word, char *text) {
  sl_goal *goal = &r->out->all[r->out->count - 1];
  if (strcmp(word, "bound") == 0) return take_bound(r, goal, text);
  if (strcmp(word, "points") == 0) return take_points(r, goal, text);
  if (strcmp(word, "aim") == 0) return keep(r, text, goal->aim);
  if (strcmp(word, "because") == 0) return keep(r, text, goal->because);
  if (strcmp(word, "reached") == 0) return keep(r, text, goal->reached);
  if (strcmp(word, "missed") == 0) return keep(r, text, goal->missed);
  return malformed(r, "a line begins with goal, points, bound, aim, because, reached or missed");
}

static sl_status check_last(const goal_reader *r) {
  if (r->out->count == 0) return SL_OK;
  const sl_goal *goal = &r->out->all[r->out->count - 1];
  if (goal->num_bounds && goal->points > 0 && goal->aim[0] && goal->because[0]) return SL_OK;
  return malformed(r, "the goal above needs points, bound, aim and because");
}

static sl_status begin(goal_reader *r, const char *name) {
  const sl_task *task;
  SL_TRY(check_last(r));
  if (sl_lab_find_task(r->lab, name, &task) != SL_OK) return malformed(r, "no such task");
  if (!task->measured) return malformed(r, "nothing is counted for this task");
  if (r->out->count == SL_MAX_GOALS) return malformed(r, "too many goals");
  sl_goal *goal = &r->out->all[r->out->count++];
  *goal = (sl_goal){.task = task, .number = 1};
  for (const sl_goal *other = r->out->all; other < goal; other++) {
    goal->number += other->task == task;
  }
  return SL_OK;
}

static sl_status take_line(goal_reader *r, char *line) {
  char *rest = line;
  if (!*line || *line == '#') return SL_OK;
  const char *word = strsep(&rest, " ");
  if (!rest || !*rest) return malformed(r, "the first word of the line needs a value after it");
  if (strcmp(word, "goal") == 0) return begin(r, rest);
  if (r->out->count == 0) return malformed(r, "the first line is: goal TASK");
  return take_member(r, word, rest);
}

static sl_status take_lines(const sl_lab *lab, const char *name, char *text, sl_goals *out) {
  goal_reader r = {.name = name, .lab = lab, .out = out};
  out->count = 0;
  for (char *rest = text; rest;) {
    r.line++;
    SL_TRY(take_line(&r, strsep(&rest, "\n")));
  }
  return check_last(&r);
}

sl_status sl_goals_parse(const sl_lab *lab, const char *name, const char *text, sl_goals *out) {
  char *copy;
  out->count = 0;
  SL_TRY(sl_alloc(strlen(text) + 1, 1, name, &copy));
  strcpy(copy, text);
  sl_status status = take_lines(lab, name, copy, out);
  sl_free(copy);
  return status;
}

bool sl_goals_path(const sl_lab *lab, char *path_out, size_t size) {
  (void)snprintf(path_out, size, "%s/labs/%s/goals.txt", SL_SOURCE_DIR, lab->id);
  return access(path_out, F_OK) == 0;
}

sl_status sl_goals_read(const sl_lab *lab, sl_goals *out) {
  char path[512], why[96], *text;
  out->count = 0;
  if (!sl_goals_path(lab, path, sizeof path)) return SL_OK;
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, why);
  sl_status status = sl_alloc(MOST_BYTES + 1, 1, path, &text);
  if (status == SL_OK) {
    text[fread(text, 1, MOST_BYTES, file)] = '\0';
    status = take_lines(lab, path, text, out);
    sl_free(text);
  }
  (void)fclose(file);
  return status;
}

/* ---- words ----------------------------------------------------------------------------------- */

bool sl_goal_is_predicted(const sl_goal *goal) {
  for (int b = 0; b < goal->num_bounds; b++) {
    if (goal->bounds[b].figure == SL_GOAL_PREDICTED_US) return true;
  }
  return false;
}

const char *sl_goal_bound_describe(const sl_goal_bound *bound, char *out, size_t size) {
  char limit[40];
  if (bound->figure == SL_GOAL_PREDICTED_US) {
    (void)snprintf(out, size, "a predicted time of at most %.3g us with %s on %s", bound->limit,
                   bound->matrix, bound->device);
  } else {
    (void)snprintf(out, size, "at %s %s %s with %s", bound->at_least ? "least" : "most",
                   sl_quiz_write(bound->limit, limit, sizeof limit), figure_names[bound->figure],
                   bound->matrix);
  }
  return out;
}

const char *sl_goal_describe(const sl_goal *goal, char out[SL_GOAL_WORDS]) {
  out[0] = '\0';
  for (int b = 0; b < goal->num_bounds; b++) {
    size_t used = strlen(out);
    if (b) used += (size_t)snprintf(out + used, SL_GOAL_WORDS - used, ", and ");
    if (used >= SL_GOAL_WORDS) break;
    (void)sl_goal_bound_describe(&goal->bounds[b], out + used, SL_GOAL_WORDS - used);
  }
  return out;
}
