/* rubric.c: reads a rubric line by line, with a table of first words. */
#include "grade/rubric.h"

#include "base/regular.h"
#include "grade/iso_time.h"
#include "judge/lab_cases.h"
#include "judge/toolchain.h"
#include "load/load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 512, MOST_WORDS = 24, MOST_BYTES = 1 << 16 };
static const double most_points = 1000;

/* A line split into words. */
typedef struct rubric_reader {
  sl_rubric *rubric;
  int line;
  char text[LINE_BYTES];
  char *words[MOST_WORDS + 1]; /* the last is NULL */
  int num_words, next;
  unsigned tasks_given; /* one bit per task */
  bool given[8];        /* for each kind of line that may occur only once: it has occurred */
} rubric_reader;

/* Refuses the line that is being read. */
#define REFUSE(r, ...) sl_fail_in_line((r)->rubric->path, (r)->line, __VA_ARGS__)

/* ---- words ----------------------------------------------------------------------------------- */

static const char *next_word(rubric_reader *r) {
  return r->next < r->num_words ? r->words[r->next++] : NULL;
}

/* Skips the words of `text`, separated by single blanks, if they come next. */
static bool take_words(rubric_reader *r, const char *text) {
  int next = r->next;
  while (*text) {
    size_t length = strcspn(text, " ");
    bool same = next < r->num_words && strlen(r->words[next]) == length &&
                strncmp(r->words[next], text, length) == 0;
    if (!same) return false;
    next++;
    text += length + (text[length] == ' ');
  }
  r->next = next;
  return true;
}

static sl_status take_number(rubric_reader *r, const char *what, double least, double most,
                             double *out) {
  const char *word = next_word(r);
  char *end = NULL;
  if (!word)
    return REFUSE(r, "%s is missing here: write a number from %g to %g", what, least, most);
  *out = strtod(word, &end);
  bool plain = strspn(word, "0123456789.") == strlen(word);
  if (plain && *end == '\0' && *out >= least && *out <= most) return SL_OK;
  return REFUSE(r, "\"%s\" is not a %s: write a number from %g to %g, such as 2 or 2.5", word, what,
                least, most);
}

static sl_status take_task(rubric_reader *r, const sl_task **out) {
  const char *word = next_word(r);
  if (!word) return REFUSE(r, "the name of a task is missing here");
  sl_status status = sl_lab_find_task(r->rubric->lab, word, out);
  return status == SL_OK ? SL_OK : REFUSE(r, "%s", sl_status_message());
}

static sl_status take_time(rubric_reader *r, time_t *out) {
  const char *word = next_word(r);
  if (word && sl_iso_time_read(word, out)) return SL_OK;
  return REFUSE(r,
                "%s%s%s: write it like 2026-12-01T23:59, which is UTC, or with a zone, like "
                "2026-12-01T23:59+01:00",
                word ? "\"" : "a time is missing here", word ? word : "",
                word ? "\" is not a time" : "");
}

static sl_status take_matrix(rubric_reader *r, char *out) {
  const char *word = next_word(r);
  if (!word) return REFUSE(r, "a matrix is missing here, such as hpcg:16");
  if (strlen(word) >= SL_RUBRIC_MATRIX_BYTES)
    return REFUSE(r, "the name of the matrix is too long");
  (void)snprintf(out, SL_RUBRIC_MATRIX_BYTES, "%s", word);
  return SL_OK;
}

/* ---- lines ----------------------------------------------------------------------------------- */

enum { ONCE_LAB, ONCE_CLEAN, ONCE_DEADLINE, ONCE_BEFORE, ONCE_AFTER, ONCE_BONUS };

static sl_status note_once(rubric_reader *r, int which) {
  if (r->given[which]) return REFUSE(r, "there is a second line \"%s\": remove one", r->words[0]);
  r->given[which] = true;
  return SL_OK;
}

static sl_status take_lab(rubric_reader *r) {
  const char *word = next_word(r);
  const sl_lab *lab;
  SL_TRY(note_once(r, ONCE_LAB));
  if (!word || sl_lab_find(word, &lab) != SL_OK) {
    return REFUSE(r, "%s",
                  word ? sl_status_message() : "the lab is missing: write it like lab 02-ell");
  }
  if (lab == r->rubric->lab) return SL_OK;
  return REFUSE(r, "this is the rubric of %s, but %s is graded", lab->id, r->rubric->lab->id);
}

static sl_status take_points(rubric_reader *r) {
  const sl_task *task;
  SL_TRY(take_task(r, &task));
  size_t number = (size_t)(task - r->rubric->lab->tasks);
  if (r->tasks_given >> number & 1) return REFUSE(r, "the task %s is given twice", task->name);
  r->tasks_given |= 1U << number;
  return take_number(r, "number of points", 0, most_points, &r->rubric->tasks[number]);
}

static const char *const kinds[SL_NUM_CASE_KINDS] = {[SL_KIND_LARGE] = "large",
                                                     [SL_KIND_EMPTY_ROWS] = "empty rows",
                                                     [SL_KIND_RECTANGULAR] = "rectangular",
                                                     [SL_KIND_SQUARE] = "square"};

const char *sl_rubric_kind_name(sl_case_kind kind) {
  return kinds[kind];
}

static sl_status take_part(rubric_reader *r) {
  const sl_task *task;
  double points;
  SL_TRY(take_task(r, &task));
  SL_TRY(take_number(r, "number of points", 0, most_points, &points));
  for (int k = 0; k < SL_NUM_CASE_KINDS; k++) {
    double *part = &r->rubric->parts[task - r->rubric->lab->tasks][k];
    if (!take_words(r, kinds[k])) continue;
    if (*part > 0) return REFUSE(r, "%s cases of %s are given twice", kinds[k], task->name);
    *part = points;
    return SL_OK;
  }
  return REFUSE(r, "after the points, write one of: square, rectangular, empty rows, large");
}

static const struct {
  sl_counted figure;
  const char *words;
} figures[] = {
    {SL_SECTORS_A_REQUEST, "sectors per request"},
    {SL_SECTORS_AN_ATOMIC, "sectors per atomic"},
    {SL_REQUESTS, "requests"},
    /* the wording of older rubrics */
    {SL_SECTORS_A_REQUEST, "sectors a request"},
    {SL_SECTORS_AN_ATOMIC, "sectors an atomic"},
};

const char *sl_rubric_figure_name(sl_counted figure) {
  for (size_t i = 0; i < SL_COUNT(figures); i++) {
    if (figures[i].figure == figure) return figures[i].words;
  }
  return "";
}

static sl_status take_figure(rubric_reader *r, sl_counted *out) {
  for (size_t i = 0; i < SL_COUNT(figures); i++) {
    if (!take_words(r, figures[i].words)) continue;
    *out = figures[i].figure;
    return SL_OK;
  }
  return REFUSE(r, "after the points, write one of: sectors per request, sectors per atomic, "
                   "requests");
}

/* Checks that the task has an array of this name on the device. */
static sl_status check_array(const rubric_reader *r, const sl_task *task, const char *name) {
  sl_case given;
  sl_problem problem = {.num_arrays = 0};
  char known[256] = "";
  bool found = false;
  const sl_lab *lab = r->rubric->lab;
  const char *spec =
      lab->cases ? lab->cases[0].lens : "dense:3x3"; /* a matrix that the lab supports */
  SL_TRY(sl_case_make(spec, NULL, SL_F32, true, NULL, &given));
  sl_status status = task->pose(&given, &problem);
  for (int i = 0; i < problem.num_arrays && status == SL_OK; i++) {
    const char *array = problem.arrays[i].name;
    size_t used = strlen(known);
    if (problem.arrays[i].place != SL_DEVICE) continue;
    (void)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", array);
    found = found || strcmp(array, name) == 0;
  }
  sl_problem_free(&problem);
  sl_case_free(&given);
  if (status != SL_OK || found) return status;
  return REFUSE(r, "the task %s has no array \"%s\" on the device; it has %s", task->name, name,
                known[0] ? known : "none");
}

/* Takes the words after a figure: "[on ARRAY] at most LIMIT with MATRIX". */
static sl_status take_limit(rubric_reader *r, sl_rubric_bar *bar) {
  if (take_words(r, "on")) {
    const char *word = next_word(r);
    if (!word || strlen(word) >= sizeof bar->array)
      return REFUSE(r, "after \"on\", write the name of an array");
    SL_TRY(check_array(r, bar->task, word));
    (void)snprintf(bar->array, sizeof bar->array, "%s", word);
  }
  if (!take_words(r, "at most")) {
    return REFUSE(r,
                  "\"at most\" and a limit are missing; example: bar %s 1 sectors per request on x "
                  "at most 4.5 with hpcg:16",
                  bar->task->name);
  }
  SL_TRY(take_number(r, "limit", 0, 1e15, &bar->most));
  if (!take_words(r, "with")) return REFUSE(r, "after the limit, write \"with\" and a matrix");
  return take_matrix(r, bar->matrix);
}

static sl_status take_bar(rubric_reader *r) {
  sl_rubric *rubric = r->rubric;
  sl_rubric_bar bar = {.line = r->line, .number = 1};
  SL_TRY(take_task(r, &bar.task));
  SL_TRY(take_number(r, "number of points", 0, most_points, &bar.points));
  SL_TRY(take_figure(r, &bar.figure));
  SL_TRY(take_limit(r, &bar));
  for (size_t i = 0; i < rubric->num_bars; i++) {
    const sl_rubric_bar *other = &rubric->bars[i];
    if (other->task != bar.task) continue;
    bar.number++;
    bool same = other->figure == bar.figure && strcmp(other->array, bar.array) == 0 &&
                strcmp(other->matrix, bar.matrix) == 0 && other->most == bar.most;
    if (same) return REFUSE(r, "this bar is already in line %d", other->line);
  }
  if (rubric->num_bars == SL_RUBRIC_MOST) return REFUSE(r, "more than %d bars", SL_RUBRIC_MOST);
  rubric->bars[rubric->num_bars++] = bar;
  return SL_OK;
}

static sl_status take_clean(rubric_reader *r) {
  SL_TRY(note_once(r, ONCE_CLEAN));
  return take_number(r, "number of points", 0, most_points, &r->rubric->clean);
}

/* Keeps the goals of counters, and the goals of predicted times only if `predicted`. */
static void choose_goals(sl_goals *goals, bool predicted) {
  size_t kept = 0;
  for (size_t g = 0; g < goals->count; g++) {
    if (predicted || !sl_goal_is_predicted(&goals->all[g])) goals->all[kept++] = goals->all[g];
  }
  goals->count = kept;
}

/* Reads "bonus off", or "bonus on [at most N] [with predicted times] [in marks]". */
static sl_status take_bonus(rubric_reader *r) {
  sl_rubric *rubric = r->rubric;
  SL_TRY(note_once(r, ONCE_BONUS));
  if (take_words(r, "off")) return SL_OK;
  if (!take_words(r, "on")) {
    return REFUSE(
        r, "write \"bonus off\", or a line like: bonus on at most 2 with predicted times in marks");
  }
  SL_TRY(sl_goals_read(rubric->lab, &rubric->goals));
  if (take_words(r, "at most")) {
    SL_TRY(take_number(r, "number of bonus points", 0.01, most_points, &rubric->most_bonus));
  }
  choose_goals(&rubric->goals, take_words(r, "with predicted times"));
  rubric->bonus_in_marks = take_words(r, "in marks");
  return SL_OK;
}

static sl_status take_performance(rubric_reader *r) {
  sl_rubric *rubric = r->rubric;
  sl_rubric_performance item = {.line = r->line};
  SL_TRY(take_task(r, &item.task));
  if (!item.task->measured) {
    return REFUSE(r, "the task %s does not run on the device, so its time is not measured",
                  item.task->name);
  }
  for (size_t i = 0; i < rubric->num_performances; i++) {
    if (rubric->performances[i].task != item.task) continue;
    return REFUSE(r, "the performance of %s is given twice", item.task->name);
  }
  SL_TRY(take_number(r, "number of points", 0, most_points, &item.points));
  if (!take_words(r, "full")) return REFUSE(r, "after the points, write: full 1.2 none 3");
  SL_TRY(take_number(r, "multiple of the reference's time", 0.01, 1000, &item.full));
  if (!take_words(r, "none")) return REFUSE(r, "after \"full %g\", write: none 3", item.full);
  SL_TRY(take_number(r, "multiple of the reference's time", 0.01, 1000, &item.none));
  if (item.none <= item.full) {
    return REFUSE(r, "\"none %g\" must be more than \"full %g\": a longer time gives fewer points",
                  item.none, item.full);
  }
  if (take_words(r, "with")) SL_TRY(take_matrix(r, item.matrix));
  if (!item.matrix[0] && sl_lab_cases_are_sizes(rubric->lab)) {
    return REFUSE(r,
                  "this lab has no matrices: end the line with a size, such as: with size:1000000");
  }
  if (rubric->num_performances == SL_RUBRIC_MOST) return REFUSE(r, "too many of these lines");
  rubric->performances[rubric->num_performances++] = item;
  return SL_OK;
}

static sl_status take_late(rubric_reader *r) {
  sl_rubric *rubric = r->rubric;
  sl_rubric_late late;
  SL_TRY(take_time(r, &late.after));
  SL_TRY(take_number(r, "percentage", 0, 100, &late.percent));
  size_t at = rubric->num_lates;
  if (at == SL_RUBRIC_MOST) return REFUSE(r, "more than %d lines \"late\"", SL_RUBRIC_MOST);
  for (; at > 0 && rubric->lates[at - 1].after >= late.after; at--) {
    if (rubric->lates[at - 1].after == late.after) return REFUSE(r, "this time occurs twice");
    rubric->lates[at] = rubric->lates[at - 1];
  }
  rubric->lates[at] = late;
  rubric->num_lates++;
  return SL_OK;
}

static sl_status take_deadline(rubric_reader *r) {
  SL_TRY(note_once(r, ONCE_DEADLINE));
  return take_time(r, &r->rubric->deadline);
}

static const struct {
  const char *word;
  unsigned bits;
} shown[] = {
    {"points", SL_SHOW_POINTS}, {"verdicts", SL_SHOW_VERDICTS},     {"mistakes", SL_SHOW_MISTAKES},
    {"hints", SL_SHOW_HINTS},   {"details", SL_SHOW_DETAILS},       {"lines", SL_SHOW_LINES},
    {"output", SL_SHOW_OUTPUT}, {"everything", SL_SHOW_EVERYTHING}, {"nothing", 0},
};

/* Reads "deadline show WORD…". */
static sl_status take_shown(rubric_reader *r, int which, unsigned *out) {
  SL_TRY(note_once(r, which));
  if (!take_words(r, "deadline show") || r->next == r->num_words) {
    return REFUSE(r, "write a line like: %s deadline show points verdicts", r->words[0]);
  }
  *out = 0;
  for (const char *word; (word = next_word(r));) {
    size_t i = 0;
    while (i < SL_COUNT(shown) && strcmp(shown[i].word, word) != 0) i++;
    if (i == SL_COUNT(shown)) {
      return REFUSE(r,
                    "\"%s\" cannot be shown; possible are points, verdicts, mistakes, hints, "
                    "details, lines, output, everything and nothing",
                    word);
    }
    *out |= shown[i].bits;
  }
  return SL_OK;
}

static sl_status take_before(rubric_reader *r) {
  return take_shown(r, ONCE_BEFORE, &r->rubric->before);
}

static sl_status take_after(rubric_reader *r) {
  return take_shown(r, ONCE_AFTER, &r->rubric->after);
}

static sl_status take_hidden(rubric_reader *r) {
  sl_rubric *rubric = r->rubric;
  sl_rubric_matrix matrix = {.line = r->line};
  SL_TRY(take_matrix(r, matrix.spec));
  for (size_t i = 0; i < rubric->num_hidden; i++) {
    if (strcmp(rubric->hidden[i].spec, matrix.spec) != 0) continue;
    return REFUSE(r, "this matrix is already in line %d", rubric->hidden[i].line);
  }
  if (rubric->num_hidden == SL_RUBRIC_MOST) {
    return REFUSE(r, "more than %d hidden matrices", SL_RUBRIC_MOST);
  }
  rubric->hidden[rubric->num_hidden++] = matrix;
  return SL_OK;
}

static const struct {
  const char *word;
  sl_status (*take)(rubric_reader *r);
} lines[] = {
    {"lab", take_lab},       {"task", take_points},  {"bar", take_bar},
    {"clean", take_clean},   {"late", take_late},    {"performance", take_performance},
    {"before", take_before}, {"after", take_after},  {"deadline", take_deadline},
    {"hidden", take_hidden}, {"partial", take_part}, {"bonus", take_bonus},
};

/* ---- the file -------------------------------------------------------------------------------- */

static sl_status cut(rubric_reader *r) {
  r->num_words = 0;
  r->next = 1;
  r->text[strcspn(r->text, "#")] = '\0';
  for (char *word = r->text + strspn(r->text, " \t\r"); *word;) {
    size_t length = strcspn(word, " \t\r");
    if (r->num_words == MOST_WORDS) return REFUSE(r, "the line has too many words for a rubric");
    r->words[r->num_words++] = word;
    char *end = word + length;
    word = end + strspn(end, " \t\r");
    *end = '\0';
  }
  r->words[r->num_words] = NULL;
  return SL_OK;
}

static sl_status take_line(rubric_reader *r) {
  SL_TRY(cut(r));
  if (r->num_words == 0) return SL_OK;
  for (size_t i = 0; i < SL_COUNT(lines); i++) {
    if (strcmp(lines[i].word, r->words[0]) != 0) continue;
    SL_TRY(lines[i].take(r));
    if (r->next == r->num_words) return SL_OK;
    return REFUSE(r, "\"%s\" and the words after it do not belong here", r->words[r->next]);
  }
  return REFUSE(r,
                "no line of a rubric begins with \"%s\"; lines begin with lab, task, bar, clean, "
                "performance, late, deadline, before, after, hidden or partial",
                r->words[0]);
}

/* Checks the whole rubric after it was read. */
static sl_status check_whole(rubric_reader *r) {
  const sl_rubric *rubric = r->rubric;
  if (r->given[ONCE_BEFORE] && !rubric->deadline) {
    return sl_fail(SL_ERR_INPUT,
                   "%s: it says what is shown before the deadline, but has no line \"deadline\"",
                   rubric->path);
  }
  for (size_t t = 0; t < rubric->lab->num_tasks; t++) {
    double sum = 0;
    for (int k = 0; k < SL_NUM_CASE_KINDS; k++) sum += rubric->parts[t][k];
    if (sum <= rubric->tasks[t]) continue;
    return sl_fail(SL_ERR_INPUT,
                   "%s: the lines \"partial %s\" give %g points, but the task gives only %g",
                   rubric->path, rubric->lab->tasks[t].name, sum, rubric->tasks[t]);
  }
  for (size_t i = 1; i < rubric->num_lates; i++) {
    if (rubric->lates[i].percent >= rubric->lates[i - 1].percent) continue;
    return sl_fail(SL_ERR_INPUT,
                   "%s: a later line \"late\" must not take off less than an earlier one",
                   rubric->path);
  }
  return SL_OK;
}

static sl_status read_text(rubric_reader *r, char *text, size_t size) {
  sl_sha256_of(text, size, r->rubric->digest);
  if (memchr(text, 0, size)) {
    return sl_fail(SL_ERR_INPUT, "%s is not a text file: it contains a zero byte", r->rubric->path);
  }
  for (char *line = text; *line;) {
    size_t length = strcspn(line, "\n");
    r->line++;
    if (length >= sizeof r->text) return REFUSE(r, "the line is too long");
    (void)snprintf(r->text, sizeof r->text, "%.*s", (int)length, line);
    SL_TRY(take_line(r));
    line += length + (line[length] == '\n');
  }
  return check_whole(r);
}

/* Reads the file into `text`, which has room for MOST_BYTES and a terminating 0. */
static sl_status read_file(const char *path, char *text, size_t *size_out) {
  char why[96];
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read the rubric %s: %s", path, why);
  *size_out = fread(text, 1, MOST_BYTES + 1, file);
  bool failed = ferror(file);
  (void)fclose(file);
  if (failed) return sl_fail(SL_ERR_INPUT, "cannot read the rubric %s", path);
  if (*size_out > MOST_BYTES) return sl_fail(SL_ERR_INPUT, "%s is too large for a rubric", path);
  text[*size_out] = '\0';
  return SL_OK;
}

sl_status sl_rubric_read(const sl_lab *lab, const char *path, sl_rubric *out) {
  static char text[MOST_BYTES + 2];
  size_t size = 0;
  memset(out, 0, sizeof *out);
  out->lab = lab;
  out->before = out->after = SL_SHOW_EVERYTHING;
  if (lab->num_tasks > SL_RUBRIC_MOST_TASKS) {
    return sl_fail(SL_ERR_INTERNAL, "%s has too many tasks for a rubric", lab->id);
  }
  for (size_t t = 0; t < lab->num_tasks; t++) out->tasks[t] = lab->tasks[t].points;
  (void)snprintf(out->path, sizeof out->path, "%s", path ? path : "");
  if (path) SL_TRY(read_file(path, text, &size));
  text[size] = '\0';
  rubric_reader r = {.rubric = out};
  return read_text(&r, text, size);
}

sl_status sl_rubric_find_lab(const char *path, const sl_lab **out) {
  static char text[MOST_BYTES + 2];
  size_t size;
  char word[64];
  int number = 1;
  SL_TRY(read_file(path, text, &size));
  for (const char *line = text; line; line = strchr(line, '\n'), number++) {
    line += *line == '\n';
    if (sscanf(line, "%*[ \t]lab %63s", word) != 1 && sscanf(line, "lab %63s", word) != 1) continue;
    if (sl_lab_find(word, out) == SL_OK) return SL_OK;
    return sl_fail_at(SL_ERR_INPUT, "%s:%d", path, number);
  }
  return sl_fail(SL_ERR_INPUT,
                 "%s does not say which lab it is for: write a line like \"lab 02-ell\"", path);
}

void sl_rubric_path(const sl_lab *lab, char *path_out, size_t size) {
  (void)snprintf(path_out, size, "%s/grading/rubrics/%s.txt", SL_SOURCE_DIR, lab->id);
}

static sl_status check_matrix(const sl_rubric *rubric, const char *spec, int line,
                              const char *cache_dir) {
  /* the case is made to check the values as well, because they may not fit into float */
  sl_case given;
  sl_status status = sl_lab_cases_check(rubric->lab, spec);
  if (status == SL_OK) {
    status = sl_case_make(spec, NULL, SL_F32, false, cache_dir, &given);
    sl_case_free(&given);
  }
  return status == SL_OK ? SL_OK : sl_fail_at(status, "%s:%d", rubric->path, line);
}

sl_status sl_rubric_check_matrices(const sl_rubric *rubric, const char *cache_dir) {
  for (size_t i = 0; i < rubric->num_bars; i++) {
    SL_TRY(check_matrix(rubric, rubric->bars[i].matrix, rubric->bars[i].line, cache_dir));
  }
  for (size_t i = 0; i < rubric->num_performances; i++) {
    const sl_rubric_performance *wanted = &rubric->performances[i];
    if (!wanted->matrix[0]) continue; /* the default matrix exists */
    SL_TRY(check_matrix(rubric, wanted->matrix, wanted->line, cache_dir));
  }
  for (size_t i = 0; i < rubric->num_hidden; i++) {
    SL_TRY(check_matrix(rubric, rubric->hidden[i].spec, rubric->hidden[i].line, cache_dir));
  }
  return SL_OK;
}

/* ---- values ---------------------------------------------------------------------------------- */

const char *sl_rubric_performance_matrix(const sl_rubric_performance *wanted) {
  return wanted->matrix[0] ? wanted->matrix : SL_RUBRIC_PERFORMANCE_MATRIX;
}

double sl_rubric_performance_points(const sl_rubric_performance *wanted, double ratio) {
  if (!(ratio > 0) || ratio >= wanted->none) return 0;
  if (ratio <= wanted->full) return wanted->points;
  return wanted->points * (wanted->none - ratio) / (wanted->none - wanted->full);
}

double sl_rubric_late_percent(const sl_rubric *rubric, time_t handed_in) {
  double percent = 0;
  for (size_t i = 0; i < rubric->num_lates; i++) {
    if (handed_in > rubric->lates[i].after) percent = rubric->lates[i].percent;
  }
  return percent;
}

time_t sl_rubric_due(const sl_rubric *rubric) {
  if (rubric->deadline) return rubric->deadline;
  return rubric->num_lates ? rubric->lates[0].after : 0;
}

double sl_rubric_extended_percent(const sl_rubric *rubric, time_t handed_in, time_t until) {
  if (handed_in <= until) return 0;
  return sl_rubric_late_percent(rubric, handed_in - (until - sl_rubric_due(rubric)));
}

unsigned sl_rubric_shown(const sl_rubric *rubric, time_t now) {
  return now > rubric->deadline ? rubric->after : rubric->before;
}
