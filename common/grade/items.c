/* items.c: fills the items of a record. */
#define _GNU_SOURCE
#include "grade/items.h"

#include "base/memory.h"
#include "judge/explain.h"
#include "judge/findings.h"
#include "judge/source.h"
#include "judge/toolchain.h"
#include "source/functions.h"

#include <stdio.h>
#include <string.h>

enum { ID_BYTES = 96, TEXT_BYTES = 2048 };

/* ---- texts ----------------------------------------------------------------------------------- */

static void leave_out(char *text, const char *words) {
  size_t length = strlen(words);
  for (char *at = text; length > 1 && (at = strstr(at, words));) {
    memmove(at, at + length, strlen(at + length) + 1);
  }
}

sl_status sl_items_set(char **inout, const char *text, const char *folder) {
  char *copy, with_slash[SL_SUBMISSION_PATH + 2];
  size_t size = strlen(text) + 1;
  SL_TRY(sl_alloc(size, 1, "a text", &copy));
  memcpy(copy, text, size);
  (void)snprintf(with_slash, sizeof with_slash, "%s/", folder);
  leave_out(copy, with_slash);
  leave_out(copy, SL_BINARY_DIR "/");
  leave_out(copy, SL_SOURCE_DIR "/");
  sl_status status = sl_record_set(inout, copy);
  sl_free(copy);
  return status;
}

/* ---- creating items -------------------------------------------------------------------------- */

static sl_status begin_item(sl_record *record, sl_item_kind kind, const char *id, const char *task,
                            const char *title, double possible, sl_record_item **out) {
  SL_TRY(sl_record_add(record, out));
  (*out)->kind = kind;
  (*out)->possible = possible;
  (*out)->judged = true;
  (*out)->verdict = SL_GRADE_WRONG;
  SL_TRY(sl_record_set(&(*out)->id, id));
  SL_TRY(sl_record_set(&(*out)->task, task));
  return sl_record_set(&(*out)->title, title);
}

void sl_items_bar_id(const sl_rubric_bar *bar, char *out, size_t size) {
  (void)snprintf(out, size, "bar.%s.%d", bar->task->name, bar->number);
}

void sl_items_bonus_id(const sl_goal *goal, char *out, size_t size) {
  (void)snprintf(out, size, "bonus.%s.%d", goal->task->name, goal->number);
}

void sl_items_performance_id(const sl_rubric_performance *wanted, char *out, size_t size) {
  (void)snprintf(out, size, "performance.%s", wanted->task->name);
}

static sl_status begin_bars(const sl_rubric *rubric, sl_record *record) {
  for (size_t i = 0; i < rubric->num_bars; i++) {
    const sl_rubric_bar *bar = &rubric->bars[i];
    const char *figure = sl_rubric_figure_name(bar->figure);
    char id[ID_BYTES], title[512];
    sl_record_item *item;
    sl_items_bar_id(bar, id, sizeof id);
    (void)snprintf(title, sizeof title, "at most %g %s%s%s with %s", bar->most, figure,
                   bar->array[0] ? " on " : "", bar->array, bar->matrix);
    SL_TRY(begin_item(record, SL_ITEM_BAR, id, bar->task->name, title, bar->points, &item));
    item->bar = bar->most;
    SL_TRY(sl_record_set(&item->unit, figure));
  }
  return SL_OK;
}

/* Creates performance items; without a GPU they stay open. */
static sl_status begin_performances(const sl_rubric *rubric, sl_record *record) {
  for (size_t i = 0; i < rubric->num_performances; i++) {
    const sl_rubric_performance *wanted = &rubric->performances[i];
    char id[ID_BYTES], title[512];
    sl_record_item *item;
    sl_items_performance_id(wanted, id, sizeof id);
    (void)snprintf(title, sizeof title, "time of %s on a GPU, with %s", wanted->task->title,
                   sl_rubric_performance_matrix(wanted));
    SL_TRY(begin_item(record, SL_ITEM_PERFORMANCE, id, wanted->task->name, title, wanted->points,
                      &item));
    item->judged = false;
    item->verdict = SL_GRADE_REVIEW;
    item->bar = wanted->full;
    SL_TRY(sl_record_set(&item->unit, "times the reference's time"));
    SL_TRY(sl_record_set(&item->what, "it was graded without a GPU, so no time was measured"));
  }
  return SL_OK;
}

static const char *unit_of(const sl_goal_bound *bound) {
  return bound->figure == SL_GOAL_PREDICTED_US ? "us predicted"
                                               : sl_goal_figure_name(bound->figure);
}

static sl_status begin_bonus(const sl_rubric *rubric, sl_record *record) {
  record->most_bonus = rubric->most_bonus;
  record->bonus_in_marks = rubric->bonus_in_marks;
  for (size_t i = 0; i < rubric->goals.count; i++) {
    const sl_goal *goal = &rubric->goals.all[i];
    char id[ID_BYTES], title[SL_GOAL_WORDS];
    sl_record_item *item;
    sl_items_bonus_id(goal, id, sizeof id);
    SL_TRY(begin_item(record, SL_ITEM_BONUS, id, goal->task->name, sl_goal_describe(goal, title),
                      goal->points, &item));
    item->bar = goal->bounds[0].limit;
    SL_TRY(sl_record_set(&item->unit, unit_of(&goal->bounds[0])));
  }
  return SL_OK;
}

sl_status sl_items_begin(const sl_grade_job *job, sl_record *record) {
  const sl_rubric *rubric = job->rubric;
  const sl_lab *lab = rubric->lab;
  sl_record_item *item;
  for (size_t t = 0; t < lab->num_tasks; t++) {
    const sl_task *task = &lab->tasks[t];
    SL_TRY(begin_item(record, SL_ITEM_TASK, task->name, task->name, task->title, rubric->tasks[t],
                      &item));
  }
  SL_TRY(begin_bars(rubric, record));
  if (rubric->clean > 0) {
    SL_TRY(begin_item(record, SL_ITEM_CLEAN, "clean", "", "no findings in the written tasks",
                      rubric->clean, &item));
  }
  SL_TRY(begin_performances(rubric, record));
  return begin_bonus(rubric, record);
}

sl_record_item *sl_items_find(sl_record *record, const char *id) {
  for (size_t i = 0; i < record->num_items; i++) {
    if (strcmp(record->items[i].id, id) == 0) return &record->items[i];
  }
  return NULL;
}

void sl_items_decide(sl_record_item *item, sl_grade_verdict verdict) {
  item->verdict = verdict;
  item->judged = verdict != SL_GRADE_INFRASTRUCTURE && verdict != SL_GRADE_REVIEW &&
                 verdict != SL_GRADE_ATTENTION;
  item->points = verdict == SL_GRADE_PASS ? item->possible : 0;
}

sl_status sl_items_review(const sl_grade_job *job, sl_record_item *item, const char *why,
                          sl_record *record) {
  char text[TEXT_BYTES];
  sl_items_decide(item, SL_GRADE_REVIEW);
  SL_TRY(sl_items_set(&item->what, why, job->folder));
  (void)snprintf(text, sizeof text, "%s%s%s: %s", record->review, record->review[0] ? "; " : "",
                 item->task, why);
  return sl_items_set(&record->review, text, job->folder);
}

sl_status sl_items_all(sl_record *record, sl_grade_verdict verdict, int line, const char *message) {
  record->verdict = verdict;
  record->line = line;
  for (size_t i = 0; i < record->num_items; i++) sl_items_decide(&record->items[i], verdict);
  return sl_record_set(&record->message, message);
}

/* ---- tasks ----------------------------------------------------------------------------------- */

/* The grader's verdict for each of the judge's, and a sentence if no mistake is known. */
static const struct {
  sl_grade_verdict verdict;
  const char *what;
} meanings[] = {
    [SL_PASSED] = {SL_GRADE_PASS, ""},
    [SL_NOT_WRITTEN] = {SL_GRADE_NOT_WRITTEN, "the task is not written yet"},
    [SL_WRONG] = {SL_GRADE_WRONG, "the answer is wrong"},
    [SL_FAULTY] = {SL_GRADE_WRONG, "the lens found a defect"},
    [SL_OUT_OF_BOUNDS] = {SL_GRADE_WRONG, "the program writes outside of its arrays"},
    [SL_CUDA_ERROR] = {SL_GRADE_WRONG, "the runtime reports an error"},
    [SL_CRASHED] = {SL_GRADE_CRASHED, "the program crashes"},
    [SL_TIMED_OUT] = {SL_GRADE_TIMED_OUT, "the program does not finish in time"},
    [SL_NO_ANSWER] = {SL_GRADE_CRASHED, "the program ends before it answers"},
    [SL_BROKEN] = {SL_GRADE_INFRASTRUCTURE, "the task could not be judged"},
    [SL_SKIPPED] = {SL_GRADE_TIMED_OUT, "all cases together take longer than allowed"},
};
_Static_assert(sizeof meanings / sizeof *meanings == SL_NUM_VERDICTS, "each verdict has a meaning");

sl_grade_verdict sl_items_meaning(sl_verdict verdict, const char **sentence_out) {
  *sentence_out = meanings[verdict].what;
  return meanings[verdict].verdict;
}

static sl_grade_verdict verdict_of(const sl_task_result *task) {
  sl_grade_verdict verdict = meanings[task->verdict].verdict;
  if (!task->failure) return verdict;
  if (task->failure->out_of_memory) return SL_GRADE_OUT_OF_MEMORY;
  return task->failure->hangs ? SL_GRADE_TIMED_OUT : verdict;
}

static const char *sentence_of(const sl_task_result *task) {
  if (task->mistake) return task->mistake->what;
  if (task->failure && task->failure->out_of_memory) {
    return "the program needs more memory than allowed";
  }
  if (task->failure && task->failure->hangs) return "a loop never ends";
  if (task->failure && task->failure->elsewhere) {
    return "the numbers are right, but no launched kernel computed them";
  }
  return meanings[task->verdict].what;
}

static size_t count_passed(const sl_task_result *task) {
  size_t passed = 0;
  for (size_t i = 0; i < task->num_cases; i++) passed += task->cases[i].verdict == SL_PASSED;
  return passed;
}

/* Returns the line with the name of the function that contains `line`; 0 if there is none. */
static int head_of(const char *text, int line) {
  sl_tokens tokens;
  sl_functions functions = {.all = NULL};
  int head = 0;
  sl_status status = sl_tokens_make(text, strlen(text), SL_DIRECTIVES_WHOLE, &tokens);
  if (status == SL_OK) status = sl_functions_find(&tokens, &functions);
  for (size_t f = 0; f < functions.count && status == SL_OK; f++) {
    const sl_function *function = &functions.all[f];
    int first = tokens.all[function->name_at].line, last = tokens.all[function->end].line;
    if (first <= line && line <= last) head = first;
  }
  sl_functions_free(&functions);
  sl_tokens_free(&tokens);
  return head;
}

/* Returns the line of a failure. The line at which a loop was interrupted varies from run to run,
 * so the line of its function is used. */
static int line_of(const sl_task_result *task, const char *path) {
  sl_source source;
  if (task->verdict != SL_TIMED_OUT) return task->line;
  int head = sl_source_read(path, &source) == SL_OK ? head_of(source.text, task->line) : 0;
  sl_source_free(&source);
  return head;
}

/* Returns the number of the case among the given ones. */
static size_t number_of(const sl_task_result *task, const sl_case_result *outcome) {
  return outcome->in_other_precision ? outcome->of_case : (size_t)(outcome - task->cases);
}

static sl_status describe(const sl_grade_job *job, const sl_task_result *task, size_t hidden_from,
                          sl_record_item *item) {
  const sl_case_result *failure = task->failure;
  char text[TEXT_BYTES];
  bool told = failure && task->verdict != SL_NOT_WRITTEN;
  bool hidden = failure && number_of(task, failure) >= hidden_from;
  SL_TRY(sl_items_set(&item->what, sentence_of(task), job->folder));
  if (!told) return SL_OK;
  if (task->mistake) {
    SL_TRY(sl_record_set(&item->mistake, task->mistake->name));
    SL_TRY(sl_record_set(&item->hint, task->mistake->hint));
  }
  SL_TRY(sl_record_set(&item->case_name, hidden ? "" : failure->name));
  SL_TRY(sl_record_set(&item->hidden_case, hidden ? failure->spec : ""));
  char seen[32] = "";
  if (sl_judge_seen_elsewhere(task)) (void)snprintf(seen, sizeof seen, "line %d: ", failure->line);
  (void)snprintf(text, sizeof text, "%s%s%s\n%zu of %zu cases passed",
                 hidden ? "on a hidden matrix: " : "", seen, failure->what, count_passed(task),
                 task->num_cases);
  return sl_items_set(&item->detail, text, job->folder);
}

/* Mentions in the record that the program is too slow for some cases. The task passes even so. The
 * time is not mentioned, because it varies from run to run. */
static sl_status mention_slowness(const sl_grade_job *job, const sl_task_result *task,
                                  size_t hidden_from, sl_record_item *item) {
  char text[TEXT_BYTES];
  for (size_t i = 0; i < task->num_cases; i++) {
    if (!task->cases[i].too_slow) continue;
    (void)snprintf(
        text, sizeof text, "not judged on %s%s%s, because the work grows too fast with the matrix",
        i < hidden_from ? "\"" : "", i < hidden_from ? task->cases[i].name : "a hidden matrix",
        i < hidden_from ? "\"" : "");
    return sl_items_set(&item->what, text, job->folder);
  }
  return SL_OK;
}

static bool is_defective(sl_verdict verdict) {
  return verdict == SL_FAULTY || verdict == SL_OUT_OF_BOUNDS || verdict == SL_CRASHED ||
         verdict == SL_CUDA_ERROR || verdict == SL_TIMED_OUT || verdict == SL_NO_ANSWER;
}

/* Gives points for a clean program only if some task passes, because an empty kernel has no
 * defects. */
static sl_status take_clean(const sl_grade_job *job, const sl_lab_result *result,
                            sl_record *record) {
  sl_record_item *item = sl_items_find(record, "clean");
  bool any_passed = false, unjudged = false;
  const sl_task_result *ill = NULL; /* the first task with a defect */
  char text[TEXT_BYTES];
  if (!item) return SL_OK;
  for (size_t t = 0; t < result->num_tasks; t++) {
    sl_verdict verdict = result->tasks[t].verdict;
    any_passed = any_passed || verdict == SL_PASSED;
    unjudged = unjudged || verdict == SL_BROKEN;
    if (!ill && is_defective(verdict)) ill = &result->tasks[t];
  }
  bool defective = ill || result->seen.num_findings > 0;
  sl_items_decide(item, unjudged     ? SL_GRADE_INFRASTRUCTURE
                        : defective  ? SL_GRADE_WRONG
                        : any_passed ? SL_GRADE_PASS
                                     : SL_GRADE_NOT_WRITTEN);
  if (item->verdict == SL_GRADE_PASS) return SL_OK;
  if (ill) {
    (void)snprintf(text, sizeof text, "a defect was found in task %s: %s", ill->task->name,
                   sl_judge_verdict_name(ill->verdict));
    item->line = line_of(ill, result->source);
  } else {
    (void)snprintf(text, sizeof text, "%s",
                   defective ? "a defect was found in a task that passed" : "no task passes yet");
  }
  SL_TRY(sl_record_set(&item->what, text));
  if (result->seen.num_findings == 0) return SL_OK;
  item->line = result->seen.findings[0].line;
  sl_explain_finding(&result->seen.findings[0], text, sizeof text);
  return sl_items_set(&item->detail, text, job->folder);
}

sl_status sl_items_take(const sl_grade_job *job, const sl_lab_result *result, size_t hidden_from,
                        sl_record *record) {
  char why[256];
  for (size_t t = 0; t < result->num_tasks; t++) {
    const sl_task_result *task = &result->tasks[t];
    sl_record_item *item = sl_items_find(record, task->task->name);
    sl_items_decide(item, verdict_of(task));
    if (item->verdict != SL_GRADE_PASS) {
      item->line = line_of(task, result->source);
      SL_TRY(describe(job, task, hidden_from, item));
      SL_TRY(sl_items_take_parts(job, task, item));
    } else {
      SL_TRY(mention_slowness(job, task, hidden_from, item));
      if (task->review) {
        (void)snprintf(why, sizeof why, "the answer is right, but %s", task->review);
        SL_TRY(sl_items_review(job, item, why, record));
      }
    }
    if (!record->output[0] && task->output[0]) {
      SL_TRY(sl_items_set(&record->output, task->output, job->folder));
    }
  }
  return take_clean(job, result, record);
}

/* ---- bars ------------------------------------------------------------------------------------ */

static double figure_of(const sl_rubric_bar *bar, const sl_lens_report *seen, bool *counted_out) {
  int operation = bar->figure == SL_SECTORS_AN_ATOMIC ? LENS_ATOMIC : SL_ANY;
  sl_counter sum =
      sl_finding_counter_sum(seen, LENS_GLOBAL, operation, bar->array[0] ? bar->array : NULL);
  *counted_out = sum.requests > 0;
  if (bar->figure == SL_REQUESTS) return (double)sum.requests;
  return sum.requests ? (double)sum.sectors / (double)sum.requests : 0;
}

sl_status sl_items_take_bar(const sl_rubric_bar *bar, const sl_lab_result *result,
                            sl_record *record) {
  char id[ID_BYTES];
  sl_items_bar_id(bar, id, sizeof id);
  sl_record_item *item = sl_items_find(record, id);
  const sl_task_result *task = result ? &result->tasks[0] : NULL;
  if (!task || task->verdict != SL_PASSED) {
    const sl_record_item *whole = sl_items_find(record, bar->task->name);
    sl_items_decide(item, task ? meanings[task->verdict].verdict : whole->verdict);
    return sl_record_set(&item->what, "it counts only if the task passes");
  }
  bool counted;
  item->value = figure_of(bar, &result->seen, &counted);
  sl_items_decide(item, counted && item->value <= bar->most ? SL_GRADE_PASS : SL_GRADE_WRONG);
  if (item->verdict == SL_GRADE_PASS) return SL_OK;
  return sl_record_set(&item->what, counted ? "the figure is above the limit"
                                            : "no accesses of this kind were counted");
}

/* ---- bonus goals ----------------------------------------------------------------------------- */

sl_status sl_items_take_bonus(const sl_goal *goal, const sl_goal_outcome *outcome,
                              sl_record *record) {
  char id[ID_BYTES], text[256];
  sl_items_bonus_id(goal, id, sizeof id);
  sl_record_item *item = sl_items_find(record, id);
  if (!outcome) {
    sl_items_decide(item, sl_items_find(record, goal->task->name)->verdict);
    return sl_record_set(&item->what, "it counts only if the task passes");
  }
  if (outcome->bound) {
    item->value = outcome->value;
    item->bar = outcome->bound->limit;
    SL_TRY(sl_record_set(&item->unit, unit_of(outcome->bound)));
  }
  if (outcome->state == SL_GOAL_NOT_PASSED) {
    sl_items_decide(item, meanings[outcome->verdict].verdict);
    (void)snprintf(text, sizeof text, "the task does not pass with %s", outcome->bound->matrix);
    return sl_record_set(&item->what, text);
  }
  sl_items_decide(item, outcome->state == SL_GOAL_REACHED ? SL_GRADE_PASS : SL_GRADE_WRONG);
  if (item->verdict == SL_GRADE_PASS) return SL_OK;
  return sl_record_set(&item->what, outcome->state == SL_GOAL_MISSED
                                        ? "the goal is not reached"
                                        : "no figure of this kind was counted or predicted");
}

/* ---- the whole record ------------------------------------------------------------------------ */

/* Returns the verdict that all judged items share; SL_NUM_GRADE_VERDICTS if they differ. */
static sl_grade_verdict common_verdict(const sl_record *record) {
  sl_grade_verdict common = SL_NUM_GRADE_VERDICTS;
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    if (item->kind == SL_ITEM_BONUS || !item->judged) continue; /* performance without a GPU */
    if (common != SL_NUM_GRADE_VERDICTS && common != item->verdict) return SL_NUM_GRADE_VERDICTS;
    common = item->verdict;
  }
  return common;
}

void sl_items_conclude(sl_record *record) {
  sl_grade_verdict common = common_verdict(record), first = SL_GRADE_WRONG;
  bool some = false, found = false;
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    if (item->kind == SL_ITEM_BONUS && item->verdict != SL_GRADE_INFRASTRUCTURE) continue;
    bool failed = item->judged && item->verdict != SL_GRADE_PASS &&
                  item->verdict != SL_GRADE_PARTIAL && item->verdict != SL_GRADE_NOT_WRITTEN;
    if (item->verdict == SL_GRADE_INFRASTRUCTURE) {
      record->verdict = SL_GRADE_INFRASTRUCTURE;
      return;
    }
    some = some || item->verdict == SL_GRADE_PASS || item->verdict == SL_GRADE_PARTIAL;
    if (failed && !found) first = item->verdict;
    found = found || failed;
  }
  record->verdict = record->review[0]                 ? SL_GRADE_REVIEW
                    : common != SL_NUM_GRADE_VERDICTS ? common
                    : some                            ? SL_GRADE_PARTIAL
                                                      : first;
}
