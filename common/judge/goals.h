/** @file goals.h
 *  The bonus goals of a lab, a file of data: labs/NN-name/goals.txt. A goal bounds what the lens
 *  counts, or the time that it predicts, in a task that passes. A line is a word and what belongs
 *  to it:
 *
 *    goal TASK                                 begins a goal of the task
 *    points N                                  bonus points for reaching it
 *    bound FIGURE at most N with MATRIX        or "at least N"; all bounds of a goal must hold
 *    bound predicted time at most FACTOR of MICROSECONDS us with MATRIX on DEVICE
 *                                              MICROSECONDS are predicted for the reference
 *                                              solution
 *    aim SENTENCE                              what the goal asks, for students
 *    because TEXT                              where the bound comes from
 *    reached PROGRAM                           a program of the kit that reaches it
 *    missed PROGRAM                            one that misses it; otherwise the solution does
 *
 *  A line that begins with # is a comment. The values come from the judge's own counters. Nothing
 *  that the program prints has an influence.
 */
#ifndef SL_JUDGE_GOALS_H
#define SL_JUDGE_GOALS_H

#include "judge/judge.h"

enum { SL_MAX_GOALS = 8, SL_MAX_GOAL_BOUNDS = 2, SL_GOAL_TEXT = 512, SL_GOAL_WORDS = 200 };

/** A figure of the launches of a task on one matrix. */
typedef enum sl_goal_figure {
  SL_GOAL_SECTORS,
  SL_GOAL_REQUESTS,
  SL_GOAL_ATOMIC_SECTORS,
  SL_GOAL_ATOMICS, /**< atomic operations, one per thread */
  SL_GOAL_SECTORS_PER_REQUEST,
  SL_GOAL_SECTORS_PER_IDEAL, /**< sectors over the sectors that would be ideal */
  SL_GOAL_LAUNCHES,
  SL_GOAL_SHARED_REQUESTS,
  SL_GOAL_BANK_CONFLICTS,
  SL_GOAL_ACTIVE_THREADS, /**< mean number of active threads in a warp's instructions */
  SL_GOAL_PREDICTED_US,   /**< predicted, not measured */
  SL_NUM_GOAL_FIGURES
} sl_goal_figure;

/** "sectors", "predicted time", … */
const char *sl_goal_figure_name(sl_goal_figure figure);

typedef struct sl_goal_bound {
  sl_goal_figure figure;
  bool at_least; /**< the figure must be `limit` or more; otherwise `limit` or less */
  double limit;
  double factor; /**< of a predicted time: `limit` over the time of the reference solution */
  char matrix[64];
  char device[32]; /**< for a predicted time */
} sl_goal_bound;

typedef struct sl_goal {
  const sl_task *task;
  int number; /**< number of the goal among the goals of its task, from 1 */
  double points;
  sl_goal_bound bounds[SL_MAX_GOAL_BOUNDS];
  int num_bounds;
  char aim[SL_GOAL_TEXT], because[SL_GOAL_TEXT];
  char reached[SL_GOAL_TEXT], missed[SL_GOAL_TEXT]; /**< programs for tests of the kit that reach
                                                       and miss the goal; "": none */
} sl_goal;

typedef struct sl_goals {
  sl_goal all[SL_MAX_GOALS];
  size_t count;
} sl_goals;

/** Reads the goals of a lab; a lab without the file has none. Errors: SL_ERR_INPUT, with file and
 *  line. */
sl_status sl_goals_read(const sl_lab *lab, sl_goals *out);

/** Like sl_goals_read, but reads a text that messages call `name`. */
sl_status sl_goals_parse(const sl_lab *lab, const char *name, const char *text, sl_goals *out);

/** Writes the path of the file with the goals. False: the lab has none. */
bool sl_goals_path(const sl_lab *lab, char *path_out, size_t size);

/** Whether one of the goal's bounds is a predicted time. */
bool sl_goal_is_predicted(const sl_goal *goal);

/** "at most 20,000 sectors with hpcg:10" */
const char *sl_goal_bound_describe(const sl_goal_bound *bound, char *out, size_t size);

/** Describes all bounds of the goal, with "and" between them. */
const char *sl_goal_describe(const sl_goal *goal, char out[SL_GOAL_WORDS]);

typedef enum sl_goal_state {
  SL_GOAL_UNKNOWN, /**< not measured */
  SL_GOAL_REACHED,
  SL_GOAL_MISSED,
  SL_GOAL_NOT_PASSED /**< the task does not pass, with its own cases or with the goal's matrix */
} sl_goal_state;

typedef struct sl_goal_outcome {
  sl_goal_state state;
  const sl_goal_bound *bound; /**< the bound that is missed, or the first one; NULL: nothing was
                               *  measured */
  double value;               /**< the value of the figure that the bound limits */
  sl_verdict verdict;         /**< the verdict with the goal's matrix */
} sl_goal_outcome;

/** Stores the figure of a case in `*value_out`. False if the launches were not counted. */
bool sl_goal_value(sl_goal_figure figure, const sl_figures *figures, double *value_out);

/** Measures a goal: judges its task with the matrices of its bounds, in single precision on one
 *  thread of the host, so that the figures are the same each time. `program` is the module for the
 *  lens. Of the options it takes cache, limits, sandbox, progress and stop. Errors: those of
 *  sl_judge and sl_forecast_make; SL_ERR_USAGE for an unknown device. */
sl_status sl_goal_measure(const sl_lab *lab, const char *source, const char *program,
                          const sl_goal *goal, const sl_judge_options *options,
                          sl_goal_outcome *out);

/** The goals of the tasks of a result. */
typedef struct sl_goal_results {
  sl_goals goals;
  sl_goal_outcome outcomes[SL_MAX_GOALS]; /**< one for each goal */
} sl_goal_results;

/** Measures the goals of the tasks that were judged. `matrices`: only goals that name one of them;
 *  none given: all. Goals of predicted times are measured only if `predicts`. Sets
 *  `result->goals`, or leaves it NULL if there are none. Errors: SL_ERR_MEMORY, and those of
 *  sl_goals_read and sl_goal_measure. */
sl_status sl_goals_measure(const char *program, const char *const *matrices, size_t num_matrices,
                           bool predicts, const sl_judge_options *options, sl_lab_result *result);

#endif
