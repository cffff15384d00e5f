/* task_outcome.c: collects the results of cases, and decides the verdict on a task. */
#include "judge/task_outcome.h"

#include "judge/common_mistakes.h"
#include "judge/findings.h"
#include "judge/other_precision.h"

#include <stdio.h>
#include <string.h>

enum {
  MAX_DEATHS = 3, /* after this many failures that end the worker, the task is not tried again */
  SMALL_CASE_NNZ = 200000, /* mistakes are tried on passed cases up to this size */
};

static bool kills(sl_verdict verdict) {
  return verdict == SL_CRASHED || verdict == SL_NO_ANSWER || verdict == SL_BROKEN;
}

void sl_task_outcome_take(sl_task_outcome *standing, const sl_attempt *attempt,
                          const sl_case_result *outcome) {
  uint64_t hashes[SL_WIRE_MAX_ARRAYS] = {0};
  sl_evidence evidence = sl_attempt_evidence(attempt);
  evidence.hashes = hashes;
  if (outcome->verdict == SL_PASSED) {
    sl_launch_sizes_take(&standing->habits, &evidence.seen);
    if (standing->unnamed || attempt->given->matrix.nnz > SMALL_CASE_NNZ) return;
    sl_pairs_take(&standing->pairs, &evidence);
    sl_diagnose_passed(&standing->suspects, attempt->task, &evidence);
    return;
  }
  const sl_difference *difference = &attempt->difference;
  bool untouched = outcome->verdict == SL_WRONG && difference->untouched == difference->wrong_count;
  standing->failed++;
  standing->failed_unmeasured += !outcome->measured;
  standing->touched = standing->touched || !untouched;
  bool hangs = outcome->verdict == SL_TIMED_OUT || sl_finding_exists(&evidence, LENS_HANG, NULL);
  if (hangs) standing->deaths = MAX_DEATHS; /* one hang is enough, because each costs time */
  if (kills(outcome->verdict)) standing->deaths++;
  if (standing->unnamed) return;
  sl_diagnose_failed(&standing->suspects, attempt->task, &evidence);
  sl_pairs_take(&standing->pairs, &evidence);
}

bool sl_task_outcome_is_hopeless(const sl_task_outcome *standing, bool measured) {
  bool nothing_to_measure = standing->failed_unmeasured > 0 || standing->slow;
  return standing->deaths >= MAX_DEATHS || (measured && nothing_to_measure);
}

static bool has_failed(const sl_case_result *it) {
  return it->verdict != SL_PASSED && it->verdict != SL_SKIPPED;
}

/* Returns the smallest failed case, which is the easiest to inspect. */
static const sl_case_result *smallest_failed(const sl_task_result *result) {
  const sl_case_result *best = NULL;
  for (size_t i = 0; i < result->num_cases; i++) {
    const sl_case_result *it = &result->cases[i];
    if (!has_failed(it) || it->verdict == SL_BROKEN) continue;
    bool smaller = !best || sl_diagnose_size_to_show(it->num_rows, it->nnz) <
                                sl_diagnose_size_to_show(best->num_rows, best->nnz);
    if (smaller) best = it;
  }
  return best;
}

/* Returns failed case number `number`, counted from 0. */
static const sl_case_result *failed_case(const sl_task_result *result, int number) {
  for (size_t i = 0; i < result->num_cases; i++) {
    if (has_failed(&result->cases[i]) && number-- == 0) return &result->cases[i];
  }
  return NULL;
}

static bool any_passed(const sl_task_result *result) {
  for (size_t i = 0; i < result->num_cases; i++) {
    if (result->cases[i].verdict == SL_PASSED) return true;
  }
  return false;
}

/* Returns the texts to look for in the source, as in sl_mistake.at. A refused launch is in the
 * function itself, so there is no text to look for. */
static const char *place_of_failure(const sl_task_result *result) {
  if (result->mistake) return result->mistake->at;
  return result->verdict == SL_CUDA_ERROR ? NULL : result->task->at;
}

/* Returns the line to report if neither the lens nor a crash provides one. */
static int line_of_failure(const sl_source *source, const sl_task_result *result) {
  bool returned = !result->mistake && result->failure->function[0];
  const char *function = returned ? result->failure->function : result->task->function;
  return sl_source_line(source, function, place_of_failure(result));
}

/* Names a missing `return` as the mistake: the result of such a function is undefined, and so is
 * everything after it. */
static void blame_missing_return(const sl_source *source, sl_task_result *result) {
  int line = sl_source_without_return(source, result->task->function);
  if (!line || result->failure->hangs) return;
  result->mistake = &sl_no_return;
  result->line = line;
}

/* Names a call of a kernel without <<<…>>> as the mistake. The lens reports that host code uses
 * device memory, which is only a consequence. That finding is in the kernel, so it has no line in
 * this file if the lab supplies the kernel. */
static void blame_call_of_kernel(const sl_source *source, sl_task_result *result) {
  static const char call[] = "kernel(";
  const sl_mistake *mistake = result->mistake;
  if (!mistake || strcmp(mistake->name, "device-memory-on-host") != 0) return;
  int line = result->failure->line;
  if (!line) line = sl_source_find(source, result->task->function, call);
  if (!line || !sl_source_holds(source, line, call)) return;
  result->mistake = &sl_kernel_called;
  result->line = line;
}

/* Names the function if the line is only the first line of its definition, because that is not the
 * place of a mistake. */
static void name_function(const sl_source *source, sl_task_result *result) {
  const char *function = result->task->function;
  int head = sl_source_line(source, function, NULL);
  result->within[0] = '\0';
  if (!head || result->line != head) return;
  bool kernel = sl_source_holds(source, head, "__global__") ||
                (head > 1 && sl_source_holds(source, head - 1, "__global__"));
  (void)snprintf(result->within, sizeof result->within, "%s%s", kernel ? "kernel " : "", function);
}

/* Concludes from a failure in the other precision. The lab's mistakes are not considered, because
 * their traces are only known in the precision that was requested. */
static void conclude_in_other_precision(const sl_source *source, sl_task_result *result) {
  result->verdict = result->failure->verdict;
  result->mistake = result->failure->float_only ? &sl_float_only : NULL;
  result->line = result->failure->line;
  if (!result->line) result->line = line_of_failure(source, result);
  name_function(source, result);
}

/* Whether it is only a guess that a loop runs one iteration too far. A crash shows only the
 * element, and programs with other mistakes also access that element. It is certain if the source
 * has a comparison that can include the end. */
static bool is_only_guessed(const sl_source *source, const sl_task_result *result) {
  const char *at = result->mistake ? result->mistake->at : NULL;
  bool of_bound = at && strncmp(at, "bound:", 6) == 0;
  return of_bound && result->failure->verdict == SL_CRASHED &&
         !sl_source_find(source, result->task->function, "<= > !=");
}

static void name_pair(const sl_task_outcome *standing, const sl_source *source,
                      sl_task_result *result) {
  const sl_mistake *pair[2];
  if (result->mistake || !sl_pairs_verdict(&standing->pairs, result->task, pair)) return;
  for (int i = 0; i < 2; i++) {
    result->pair[i] = pair[i];
    result->pair_line[i] = sl_source_line(source, result->task->function, pair[i]->at);
  }
}

static bool is_named(const sl_mistake *mistake, const char *name) {
  return mistake && strcmp(mistake->name, name) == 0;
}

/* The lens sees that threads do not reach a barrier. The source shows whether they have returned or
 * have skipped it by a condition; if both are possible, the name says so. */
static void blame_condition_of_barrier(const sl_source *source, sl_task_result *result) {
  const sl_mistake *mistake = result->mistake;
  int line = result->failure->line, other = result->failure->other_barrier;
  bool left = is_named(mistake, "left-before-barrier");
  bool skipped = is_named(mistake, "barrier-skipped");
  if (!line || !(left || skipped || is_named(mistake, "barrier-not-by-all"))) return;
  if (!skipped && !sl_source_may_leave(source, line)) {
    result->mistake = &sl_barrier_skipped;
    result->line = line;
  } else if (left && sl_source_is_in_branch(source, line)) {
    result->mistake = sl_common_mistakes_named("barrier-not-by-all");
    result->line = line;
  }
  bool other_is_in_branch = other && sl_source_is_in_branch(source, other);
  if (other_is_in_branch && !sl_source_is_in_branch(source, line)) result->line = other;
}

/* Names an array that each thread has for itself, although its elements are used as if threads
 * shared it. This mistake takes precedence over its consequences. */
static void blame_array_of_thread(const sl_source *source, sl_task_result *result) {
  int line = sl_source_not_shared(source, result->task->function);
  bool answered = result->verdict == SL_WRONG || result->verdict == SL_FAULTY;
  if (!line || !answered) return;
  result->mistake = &sl_shared_forgotten;
  result->line = line;
}

static void conclude_failure(const sl_task_outcome *standing, const sl_source *source,
                             sl_task_result *result) {
  const sl_suspects *suspects = &standing->suspects;
  int todo = sl_source_todo(source, result->task->name);
  bool unjudged = result->failure->verdict == SL_BROKEN;
  result->is_empty = !unjudged && sl_source_is_empty(source, result->task->function);
  if (result->failure->verdict != SL_BROKEN) {
    result->mistake = sl_diagnose_verdict(suspects, result->task);
    result->failure =
        result->mistake
            ? failed_case(result, sl_diagnose_case(suspects, result->task, result->mistake))
            : smallest_failed(result);
  }
  result->verdict = result->failure->verdict;
  result->line = result->failure->line;
  if (result->is_empty || (todo && !standing->touched)) {
    result->verdict = SL_NOT_WRITTEN;
    result->line = todo ? todo : sl_source_line(source, result->task->function, NULL);
    result->mistake = NULL;
  } else if (result->verdict != SL_BROKEN) {
    const char *at = result->mistake ? result->mistake->at : NULL;
    int cause =
        sl_source_points_at_cause(at) ? sl_source_find(source, result->task->function, at) : 0;
    if (cause) result->line = cause;
    if (!cause && is_only_guessed(source, result)) result->mistake = NULL;
    if (!result->line) result->line = line_of_failure(source, result);
    blame_condition_of_barrier(source, result);
    blame_array_of_thread(source, result);
    blame_missing_return(source, result);
    blame_call_of_kernel(source, result);
    name_pair(standing, source, result);
    name_function(source, result);
  }
}

void sl_task_outcome_conclude(const sl_task_outcome *standing, const sl_source *source,
                              sl_task_result *result) {
  result->failure = failed_case(result, 0);
  if (result->failure && result->failure->in_other_precision) {
    conclude_in_other_precision(source, result);
  } else if (result->failure) {
    conclude_failure(standing, source, result);
  } else if (any_passed(result)) {
    result->verdict = SL_PASSED;
    result->points = result->task->points;
  } else {
    result->verdict = SL_SKIPPED; /* a task without a case has not passed */
  }
}
