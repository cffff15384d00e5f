/** @file task.h
 *  A task: what it asks, how its answer is looked at, and the mistakes that students make in it.
 */
#ifndef SL_JUDGE_TASK_H
#define SL_JUDGE_TASK_H

#include "judge/evidence.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The elements of a table. */
#define SL_COUNT(table) (sizeof(table) / sizeof *(table))

/** Does a mistake account for what was seen on one failed case? SL_FITS: the fault that was
 *  seen is one that it leads to, and the numbers decide: those of the fingerprint, if there is
 *  one. Without that, numbers explain no case with a fault. */
typedef enum sl_judgement { SL_CONTRADICTS, SL_NEUTRAL, SL_FITS, SL_EXPLAINS } sl_judgement;

/** Threads of a block, as models try them: a warp, and the most that CUDA allows. */
enum { SL_MIN_BLOCK = 32, SL_MAX_BLOCK = 1024 };

/** The same of what a mistake foretells; NULL when there is no such array. */
double *sl_predicted(const sl_evidence *evidence, double *const *answers, const char *name);

/** A mistake that students make in a task. It is named when it explains every failed case, and
 *  would have passed those that passed. */
typedef struct sl_mistake {
  const char *name; /**< stable, for records: "last-entry-missed" */
  const char *what; /**< one sentence naming the mistake, for the student */
  const char *hint; /**< points at the idea, not at the fix */
  const char *at;   /**< the line is the task function's first that holds one of these texts,
                         separated by a space; NULL: the function's own line. "name: text" looks
                         in the function `name`, where a task has several; "last: text" is the
                         last such line, where the first is often another */
  /** Writes into `answers`, by array of the problem, what the mistake would leave there; NULL for
   *  arrays that are no answer. The elements arrive as they were before the launch, those of a
   *  poisoned array as NaN. NaN where it cannot be foretold. May be NULL. */
  void (*predict)(const sl_evidence *evidence, double *const *answers);
  /** Looks at what is no answer: findings, errors, redzones. Asked first; may be NULL. */
  sl_judgement (*explains)(const sl_evidence *evidence);
} sl_mistake;

/** What an open task wants fewer of. */
typedef enum sl_goal_figure {
  SL_GOAL_SECTORS,
  SL_GOAL_REQUESTS,
  SL_GOAL_ATOMIC_SECTORS
} sl_goal_figure;

/** The goal of an open task: figures on the lens, in single precision, of all the task's kernels.
 *  No points depend on it. */
typedef struct sl_goal {
  const char *matrix; /**< NULL: no goal */
  sl_goal_figure figure;
  unsigned long long below; /**< to be reached by fewer than these */
} sl_goal;

enum { SL_MAX_GOALS = 2 };

typedef struct sl_task {
  const char *name;     /**< "kernel"; also in TODO(kernel) of the skeleton */
  const char *title;    /**< "one thread a row" */
  const char *column;   /**< heads its figures where formats are compared; NULL: they are not */
  const char *function; /**< the student's function, for source lines */
  const char *at;       /**< the line of a failure that no mistake explains, as in sl_mistake.at:
                             "kernel:" where the function only launches it */
  int points;
  bool measured; /**< runs on the device: timed on a GPU, counted on the lens */
  /** Inputs and the right answer. SL_ERR_SIZE: the case is too large for the task's format, and is
   *  skipped with the message. */
  sl_status (*pose)(const sl_case *given, sl_problem *out);
  /** Puts answers that may stand in any order into the order of the expected ones; what came back
   *  may be anything. NULL where there is one order. */
  void (*arrange)(const sl_problem *problem, double *const *answers);
  /** The answer must be the same in whatever order blocks, warps and lanes run: the lens runs them
   *  in another order than the natural one, in which a wrong answer may be right by luck. */
  bool shuffled;
  /** The work is a kernel's: each element of an answer on the device was last written by a launch,
   *  and a launch has read the inputs named here, separated by spaces. On a GPU this is not known.
   *  NULL: the work is the host's. */
  const char *launch_reads;
  /** Looks at how a right answer came about: says in a sentence what the counters show that the
   *  task does not allow; else NULL. Asked on the lens alone. May be NULL. */
  const char *(*inspect)(const sl_evidence *evidence);
  const char *hints[3]; /**< idea, direction, detail */
  sl_goal goals[SL_MAX_GOALS];
  const sl_mistake *mistakes;
  size_t num_mistakes;
  /** By mistake, what a program that makes it left on the small cases (fingerprint.h); from the
   *  lab's mistakes.txt. Takes the place of `predict`. NULL: the lab has none. */
  const struct sl_prints *prints;
} sl_task;

#ifdef __cplusplus
}
#endif
#endif
