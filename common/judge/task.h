/** @file task.h
 *  A task: its problem, how its answer is judged, and the mistakes that students make in it.
 */
#ifndef SL_JUDGE_TASK_H
#define SL_JUDGE_TASK_H

#include "judge/check.h"
#include "judge/evidence.h"
#include "judge/launch_sizes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The number of elements of a table. */
#define SL_COUNT(table) (sizeof(table) / sizeof *(table))

/** Defines the function of a rule that only calls a more general one: GENERAL(evidence, …). */
#define SL_RULE_BY(FUNCTION, GENERAL, ...)                                                         \
  static sl_judgement FUNCTION(const sl_evidence *evidence) {                                      \
    return GENERAL(evidence, __VA_ARGS__);                                                         \
  }

/** Initialises a list of rules from a table of rules. */
#define SL_RULE_LIST(table)                                                                        \
  { (table), SL_COUNT(table) }

/** Initialises the rules of a task from a single table, within a table of tasks. */
#define SL_RULES(table) .rules = {&(const sl_rule_list)SL_RULE_LIST(table)}

/** Whether a mistake explains what was seen on one failed case. SL_FITS, from a rule: the mistake's
 *  fingerprint decides. SL_NEVER, from a rule: no program with the mistake leaves such a result,
 *  right or wrong, so a passed case can also rule it out. */
typedef enum sl_judgement {
  SL_CONTRADICTS,
  SL_NEVER,
  SL_NEUTRAL,
  SL_FITS,
  SL_EXPLAINS
} sl_judgement;

/** Recognises a mistake whose programs differ from run to run, or can be written in too many ways
 *  to be listed. It examines one failed case, and replaces the mistake's fingerprint. */
typedef struct sl_rule {
  const char *name; /**< name of the mistake, as in the lab's mistakes.txt */
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
  const char *at;      /**< texts, separated by spaces: the line is the task function's first one
                        *  that contains a text; NULL: the function's own line. "name: text"
                        *  searches the function `name` instead; "last: text" is the last such line.
                        *  With "cause: " the line takes precedence over the line where the lens has
                        *  seen the failure; so does "bound: ", which considers only lines with a
                        *  comparison */
  const sl_rule *rule; /**< NULL: the fingerprint alone decides */
  const struct sl_prints *prints; /**< the program's traces on the small cases (fingerprint.h) */
} sl_mistake;

enum { SL_MAX_RULE_LISTS = 4 };

/** Over what the work of a launch is divided. */
enum sl_over {
  SL_OVER_LANES = 1,
  SL_OVER_WARPS = 2,
  SL_OVER_BLOCKS = 4,
  SL_AT_RUN_TIME = 8, /**< warps take their work while the kernel runs, not by their index */
  SL_BY_COLUMNS = 16  /**< a column may be the work of one thread, as a row may be */
};

/** The kernels that drive.cu launches for earlier tasks begin with this prefix. The gate keeps the
 *  prefix out of submissions, so all other launches are the student's. */
#define SL_KIT_KERNEL "lens_kit_"

typedef struct sl_task {
  const char *name;     /**< "kernel"; also in TODO(kernel) of the skeleton */
  const char *title;    /**< "one thread per row" */
  const char *column;   /**< heading of its figures in comparisons; NULL: it is not compared */
  const char *function; /**< the student's function, for source lines */
  const char *at;       /**< the line of a failure that no mistake explains, as in sl_mistake.at:
                         *  "kernel:" if the function only launches the kernel */
  int points;
  bool measured; /**< it runs on the device: timed on a GPU, counted on the lens */
  /** Inputs and the right answer. SL_ERR_SIZE: the case is too large for the task's format; it is
   *  skipped with the message. */
  sl_status (*pose)(const sl_case *given, sl_problem *out);
  /** Sorts answers that may be in any order into the order of the expected ones; the answers may
   *  hold any values. NULL: there is only one order. */
  void (*arrange)(const sl_problem *problem, double *const *answers);
  /** Judges the answers for which `pose` gives no right values, and makes other checks: see
   *  check.h. Errors: SL_ERR_MEMORY. NULL: all answers have right values. */
  sl_status (*check)(sl_check *check);
  /** The answer must not depend on the order of blocks, warps and lanes: the lens runs them in a
   *  shuffled order, because in the natural order a wrong program may be right by luck. */
  bool shuffled;
  /** The inputs on the device that launches must have read, separated by spaces. A kernel must do
   *  the work: the last write to each element of an answer on the device must come from a launch,
   *  and if all answers are on the host, there must have been a launch. This is not checked on a
   *  GPU, because nothing observes it there. NULL: the host does the work. */
  const char *launch_reads;
  /** The kernel that drive.cu launches, or has the student launch: no other may write the answer.
   *  NULL: the kernels are the student's. */
  const char *kernel;
  /** Over what the handout says that the work is divided, from sl_over; 0: it says nothing. If
   *  `kernel` is named, the judge knows the launch, and work that is not divided is a failure.
   *  Otherwise a person must look at it. See shares.h. */
  unsigned divided;
  /** The array whose elements are the pieces of work that are divided; NULL: the rows are. */
  const char *pieces;
  /** Checks how a right answer was computed: returns a sentence if the counters show something that
   *  the task does not allow, else NULL. Called only on the lens. May be NULL. */
  const char *(*inspect)(const sl_evidence *evidence);
  /** It takes long on the lens, so measured cases are smaller there. */
  bool takes_long;
  /** Called if the task is right on all cases: returns a matrix that may be too large for its
   *  launches; NULL: none. It becomes a case only if it shows a mistake. Called only on the lens.
   *  May be NULL. */
  const char *(*beyond)(const sl_launch_sizes *habits);
  /** Earlier tasks of the lab, separated by spaces, which drive.cu replaces: it passes on the
   *  results of the kit's own functions, or these functions, so that a mistake in an earlier task
   *  does not count twice. The report mentions it. NULL: none. */
  const char *builds_on;
  const char *hints[3];                         /**< idea, direction, detail */
  const sl_rule_list *rules[SL_MAX_RULE_LISTS]; /**< unused elements are NULL */
  const sl_mistake *mistakes;                   /**< from mistakes.txt: see sl_catalogue_attach */
  size_t num_mistakes;
} sl_task;

#ifdef __cplusplus
}
#endif
#endif
