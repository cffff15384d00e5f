/* trial.c: tries a repair on the cases that failed, then on all cases, then in other orders of the
 * threads. */
#include "repair/trial.h"

#include "base/clock.h"
#include "base/memory.h"
#include "judge/attempt.h"
#include "judge/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Seeds of the order of threads; 0 is the natural order. */
static const unsigned seeds[] = {0, 1, 2};
enum { NUM_SEEDS = sizeof seeds / sizeof *seeds };

/* A small case takes milliseconds of processor time. If a repair takes far more than every repair
 * that left an answer, it has an endless loop. On a busy machine, a millisecond of processor time
 * takes longer than a millisecond. */
static const double first_limit = 0.2, limit_of_element = 1e-5, least_limit = 0.05, patience = 10,
                    deadline_seconds = 5, least_deadline_seconds = 0.5,
                    measured_deadline_seconds = 100;

/* Kernels that fill the GPU launch fewer blocks on a small GPU. A repair that passes on such a GPU
 * is also tried on one of the usual size. */
enum { FEW_MULTIPROCESSORS = 2 };

/* The limit for a case, in seconds of processor time; 0: no limit. A repair in a later round has
 * passed all cases once. */
static double limit_of(const sl_posed *posed, int turn) {
  double limit = patience * posed->longest_seconds;
  double most = first_limit + limit_of_element * (double)posed->elements;
  if (turn > 0) return 0;
  if (posed->longest_seconds == 0) return most;
  return limit < least_limit ? least_limit : limit > most ? most : limit;
}

/* Sorts measured cases last, and small failed cases first: most repairs that do not help, or that
 * never end, already fail on a small case. */
static int compare(const void *a, const void *b) {
  const sl_posed *x = a, *y = b;
  if (x->measured != y->measured) return x->measured ? 1 : -1;
  if (x->failed != y->failed) return x->failed ? -1 : 1;
  return x->elements < y->elements ? -1 : x->elements > y->elements;
}

/* Poses the task on a case. Large cases, and cases repeated with other numbers, are slow, so they
 * are taken only if they failed. */
static sl_status pose(const sl_task_result *result, const sl_case_spec *spec, sl_verdict verdict,
                      sl_precision precision, uint64_t seed, sl_trial *trial) {
  sl_posed *posed = &trial->cases[trial->num_cases];
  bool passed = verdict == SL_PASSED || verdict == SL_SKIPPED;
  if ((spec->measured || spec->fresh) && passed) return SL_OK;
  SL_TRY(sl_case_make_fresh(sl_case_spec_for(spec, result->task), spec->name, precision,
                            spec->exact, NULL, spec->fresh ? seed : 0, &posed->given));
  sl_status status = result->task->pose(&posed->given, &posed->problem);
  if (status == SL_OK) {
    for (int i = 0; i < posed->problem.num_arrays; i++) {
      posed->elements += posed->problem.arrays[i].count;
    }
    posed->measured = spec->measured;
    posed->failed = !passed;
    trial->num_cases++;
    return SL_OK;
  }
  sl_problem_free(&posed->problem);
  sl_case_free(&posed->given);
  memset(posed, 0, sizeof *posed);
  return status == SL_ERR_SIZE ? SL_OK : status;
}

sl_status sl_trial_make(const sl_task_result *result, const sl_case_spec *cases,
                        sl_precision precision, uint64_t seed, sl_trial *out) {
  *out = (sl_trial){.task = result->task};
  SL_TRY(sl_alloc(result->num_cases, sizeof *out->cases, "cases", &out->cases));
  for (size_t i = 0; i < result->num_cases; i++) {
    SL_TRY(pose(result, &cases[i], result->cases[i].verdict, precision, seed, out));
  }
  qsort(out->cases, out->num_cases, sizeof *out->cases, compare);
  return SL_OK;
}

void sl_trial_free(sl_trial *trial) {
  for (size_t i = 0; i < trial->num_cases; i++) {
    sl_problem_free(&trial->cases[i].problem);
    sl_case_free(&trial->cases[i].given);
  }
  sl_free(trial->cases);
  memset(trial, 0, sizeof *trial);
}

static bool leaves_doubt(sl_verdict verdict) {
  return verdict != SL_PASSED && verdict != SL_WRONG && verdict != SL_OUT_OF_BOUNDS &&
         verdict != SL_FAULTY;
}

static double deadline_of(const sl_trial *trial, const sl_posed *posed) {
  if (!posed->measured) return deadline_seconds;
  double most = trial->most_seconds > 0 ? trial->most_seconds : measured_deadline_seconds;
  double left = trial->end_us > 0 ? (trial->end_us - sl_clock_us()) * 1e-6 : INFINITY;
  return fmax(least_deadline_seconds, fmin(most, left));
}

/* The seed of a round. A task that requests a shuffled order is first tried in that order. */
static unsigned seed_of(const sl_task *task, int turn) {
  return task->shuffled && turn == 0 ? seeds[1] : task->shuffled && turn == 1 ? 0 : seeds[turn];
}

static sl_status run_case(const sl_trial *trial, sl_posed *posed, sl_child *child,
                          unsigned candidate, int turn, bool *passed_out) {
  static const sl_source nowhere = {.path = ""};
  sl_job_options job = {.accounts = trial->task->launch_reads != NULL,
                        .seed = seed_of(trial->task, turn),
                        .candidate = candidate,
                        .hurried = true,
                        .one_thread = trial->one_thread,
                        .multiprocessors = turn == 0 ? FEW_MULTIPROCESSORS : 0,
                        .deadline_seconds = deadline_of(trial, posed),
                        .processor_seconds = limit_of(posed, turn)};
  sl_attempt attempt;
  sl_case_result outcome = {.verdict = SL_BROKEN};
  sl_status status =
      sl_attempt_make(child, trial->task, &posed->given, &posed->problem, &job, &attempt);
  if (status == SL_OK) {
    attempt.reply.num_frames = 0; /* the line of a crash is not needed */
    sl_explain(&attempt, &nowhere, "", &outcome);
    sl_explain_inspect(&attempt, &outcome);
  }
  double seconds = attempt.ending.processor_seconds;
  sl_attempt_free(&attempt);
  if (leaves_doubt(outcome.verdict)) sl_child_stop(child);
  *passed_out = outcome.verdict == SL_PASSED;
  bool ended = outcome.verdict == SL_PASSED || outcome.verdict == SL_WRONG;
  if (ended && seconds > posed->longest_seconds) posed->longest_seconds = seconds;
  return status;
}

sl_status sl_trial_run(sl_trial *trial, sl_child *child, unsigned candidate, bool *passed_out) {
  *passed_out = true;
  for (int turn = 0; turn < NUM_SEEDS; turn++) {
    for (size_t i = 0; i < trial->num_cases && *passed_out; i++) {
      if (turn > 0 && trial->cases[i].measured) continue;
      SL_TRY(run_case(trial, &trial->cases[i], child, candidate, turn, passed_out));
    }
  }
  return SL_OK;
}
