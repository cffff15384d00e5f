/* next.c: what to do after a verdict, in one line. */
#include "cli/cli.h"

#include "base/visible.h"

#include "cli/remember.h"
#include "judge/quiz_file.h"
#include "judge/source.h"
#include "repair/search.h"
#include "report/paint.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 96 };

bool sl_next_options_count(const sl_options *options) {
  return !options->solution && !options->file && !options->quick && options->num_matrices == 0;
}

static const sl_task_result *first_failure(const sl_lab_result *result) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    sl_verdict verdict = result->tasks[t].verdict;
    if (verdict != SL_PASSED && verdict != SL_SKIPPED && verdict != SL_BROKEN) {
      return &result->tasks[t];
    }
  }
  return NULL;
}

/* If the lens has found no place, the line is where such a mistake usually is. */
static void after_mistake(const sl_lab *lab, const sl_task_result *task, char *text, size_t size) {
  bool seen = task->failure->line || sl_source_points_at_cause(task->mistake->at);
  bool more = sl_hints_left(lab, task->task) > 0;
  (void)snprintf(text, size, "correct task %s, %s line %d%s", task->task->name,
                 seen ? "in" : "near", task->line, more ? "; " : ".");
  size_t used = strlen(text);
  if (!more || used >= size) return;
  (void)snprintf(text + used, size - used, "./lab hint %.2s %s helps further.", lab->id,
                 task->task->name);
}

static void after_failure(const sl_lab *lab, const sl_task_result *task, const char *file,
                          char *text, size_t size) {
  const char *name = task->task->name;
  if (task->verdict == SL_NOT_WRITTEN) {
    (void)snprintf(text, size, "write task %s; ./lab hint %.2s %s gives a first hint.", name,
                   lab->id, name);
  } else if (task->mistake) {
    after_mistake(lab, task, text, size);
  } else if (sl_search_can_explain(task->verdict)) {
    (void)snprintf(text, size, "./lab explain %.2s %s%s%s searches for the wrong line.", lab->id,
                   name, file ? " --file " : "", file ? file : "");
  } else {
    (void)snprintf(text, size, "correct task %s; ./lab hint %.2s %s gives a hint.", name, lab->id,
                   name);
  }
}

/* What to do if everything that was judged has passed. */
static void after_success(const sl_lab *lab, const sl_options *options, char *text, size_t size) {
  const char *flag = options->file ? " --file " : "", *file = options->file ? options->file : "";
  if (options->task || options->quick || options->num_matrices > 0) {
    (void)snprintf(text, size, "./lab run %.2s%s%s judges every task on every case%s.", lab->id,
                   flag, file, options->file ? "" : ", for the points");
    return;
  }
  if (options->file) {
    (void)snprintf(text, size, "./lab lens %.2s%s%s shows the counters, line by line.", lab->id,
                   flag, file);
    return;
  }
  const sl_lab *next = sl_remember_current_lab();
  char quiz[32] = "";
  if (sl_quiz_file_exists(lab)) (void)snprintf(quiz, sizeof quiz, "./lab quiz %.2s", lab->id);
  if (next) {
    (void)snprintf(text, size, "%s%slab %.2s: labs/%s/README.md.", quiz, *quiz ? ", then " : "",
                   next->id, next->id);
  } else {
    (void)snprintf(text, size, "%s%sAll labs have passed: well done.", quiz, *quiz ? ". " : "");
  }
}

void sl_next_say(FILE *stream, const sl_lab_result *result, const sl_options *options) {
  char text[700];
  if (options->solution) return;
  const sl_task_result *failure = first_failure(result);
  if (failure) {
    after_failure(result->lab, failure, options->file, text, sizeof text);
  } else if (sl_judge_result_unjudged(result) > 0) {
    return;
  } else {
    after_success(result->lab, options, text, sizeof text);
  }
  char line[720];
  (void)snprintf(line, sizeof line, "Next: %s", text);
  sl_visible_make(line, '?'); /* the line may contain a file's name */
  (void)fputs(sl_paint_code(stream, SL_BOLD), stream);
  sl_paint_wrapped(stream, line, 0, WIDTH);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
}
