/** @file task.h
 *  A task: what it asks, how its answer is looked at, and the mistakes that students make in it.
 */
#ifndef SL_JUDGE_TASK_H
#define SL_JUDGE_TASK_H

#include "judge/check.h"
#include "judge/evidence.h"
#include "judge/launch_sizes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The elements of a table. */
#define SL_COUNT(table) (sizeof(table) / sizeof *(table))

/** Defines the function of a rule that is a case of a more general one, GENERAL(evidence, …). */
#define SL_RULE_BY(FUNCTION, GENERAL, ...)                                                         \
  static sl_judgement FUNCTION(const sl_evidence *evidence) {                                      \
    return GENERAL(evidence, __VA_ARGS__);                                                         \
  }

/** A list of rules, from the table of them. */
#define SL_RULE_LIST(table)                                                                        \
  { (table), SL_COUNT(table) }

/** The rules of a task that has a single table, where a table of tasks is written. */
#define SL_RULES(table) .rules = {&(const sl_rule_list)SL_RULE_LIST(table)}

/** Does a mistake account for what was seen on one failed case? SL_FITS, from a rule: the mistake's
 *  fingerprint decides. SL_NEVER, from a rule: no program that makes the mistake leaves this, be it
 *  right or wrong, so that a case which passed can rule it out, too. */
typedef enum sl_judgement {
  SL_CONTRADICTS,
  SL_NEVER,
  SL_NEUTRAL,
  SL_FITS,
  SL_EXPLAINS
} sl_judgement;

/** What tells a mistake where programs that make it differ from run to run, or can be written in
 *  too many ways to be listed. It looks at one case that failed, and takes the place of the
 *  mistake's fingerprint. */
typedef struct sl_rule {
  const char *name; /**< of the mistake, as in the lab's mistakes.txt */
  sl_judgement (*explains)(const sl_evidence *evidence);
} sl_rule;

/** The rules that one source file of a lab has. */
typedef struct sl_rule_list {
  const sl_rule *rules;
  size_t count;
} sl_rule_list;

/** A mistake that students make in a task, and one program that makes it. It is named when it
 *  explains a failed case, and contradicts none. */
typedef struct sl_mistake {
  const char *name;    /**< stable, for records: "last-entry-missed" */
  const char *what;    /**< one sentence naming the mistake, for the student */
  const char *hint;    /**< points at the idea, not at the fix */
  const char *at;      /**< the line is the task function's first that holds one of these texts,
                            separated by a space; NULL: the function's own line. "name: text" looks
                            in the function `name`, where a task has several; "last: text" is the
                            last such line, where the first is often another. Behind "cause: " it
                            comes before the line where the lens has seen the failure, and behind
                            "bound: " too, which looks among the lines with a comparison */
  const sl_rule *rule; /**< NULL: the fingerprint alone decides */
  const struct sl_prints *prints; /**< what the program left on the small cases (fingerprint.h) */
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

enum { SL_MAX_GOALS = 2, SL_MAX_RULE_LISTS = 4 };

typedef struct sl_task {
  const char *name;     /**< "kernel"; also in TODO(kernel) of the skeleton */
  const char *title;    /**< "one thread per row" */
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
  /** Judges the answers that `pose` states no right values for, and whatever else there is to
   * check: see check.h. Errors: SL_ERR_MEMORY. NULL: all answers have right values. */
  sl_status (*check)(sl_check *check);
  /** The answer must be the same in whatever order blocks, warps and lanes run: the lens runs them
   *  in another order than the natural one, in which a wrong answer may be right by luck. */
  bool shuffled;
  /** The work is a kernel's: each element of an answer on the device was last written by a launch,
   *  and a launch has read the inputs on the device named here, separated by spaces. If all answers
   *  are on the host, something was launched. On a GPU this is not known.
   *  NULL: the work is the host's. */
  const char *launch_reads;
  /** Looks at how a right answer came about: says in a sentence what the counters show that the
   *  task does not allow; else NULL. Asked on the lens alone. May be NULL. */
  const char *(*inspect)(const sl_evidence *evidence);
  /** The lens takes long for it: measured cases are smaller there. */
  bool takes_long;
  /** Once it is right on all cases: a matrix on which its launches may have no room; NULL: none.
   *  It is a case only if it shows a mistake. Asked on the lens alone. May be NULL. */
  const char *(*beyond)(const sl_launch_sizes *habits);
  /** Earlier tasks of the lab, separated by spaces, whose part drive.cu supplies: it hands over
   * what the kit's own functions give, or these functions, so that a mistake in an earlier task
   * does not count twice. The report says so. NULL: none. */
  const char *builds_on;
  const char *hints[3]; /**< idea, direction, detail */
  sl_goal goals[SL_MAX_GOALS];
  const sl_rule_list *rules[SL_MAX_RULE_LISTS]; /**< those after the last are NULL */
  const sl_mistake *mistakes;                   /**< from mistakes.txt: see sl_catalogue_attach */
  size_t num_mistakes;
} sl_task;

#ifdef __cplusplus
}
#endif
#endif
