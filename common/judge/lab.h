/** @file lab.h
 *  What a lab's `lab.c` is written against: its tasks, what each asks, the right answer, and the
 *  mistakes that students make. Linked into the judge only; the worker never sees any of it.
 */
#ifndef SL_JUDGE_LAB_H
#define SL_JUDGE_LAB_H

#include "base/status.h"
#include "judge/case.h"
#include "lens/lens.h"
#include "worker/protocol.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The elements of a table. */
#define SL_COUNT(table) (sizeof(table) / sizeof *(table))

/** One array of a problem: what the worker is given, and what must come back. */
typedef struct sl_array {
  char name[24];
  enum sl_wire_type type;
  enum sl_wire_place place;
  enum sl_wire_role role;
  size_t count;
  const int *ints;     /**< contents, SL_INT with role SL_IN or SL_INOUT; borrowed */
  const double *reals; /**< contents, SL_REAL; representable in the case's precision; borrowed */
  double *expected;    /**< the answer, roles SL_INOUT and SL_OUT; integers too; owned */
  double *bound;       /**< |got − expected| allowed for each element; NULL: equal; owned */
  bool is_returned;    /**< what a function returns, called `name` where the problem
                            says no more of its elements */
} sl_array;

/** What one task asks on one case. */
typedef struct sl_problem {
  sl_array arrays[SL_WIRE_MAX_ARRAYS];
  int num_arrays;
  double traffic_bytes; /**< compulsory memory traffic of the launch; 0: no bandwidth reported */
  double read_bytes;    /**< the part of it that must come from memory before the launch can end */
  void *owned[SL_WIRE_MAX_ARRAYS]; /**< contents made for this problem, freed with it */
  int num_owned;
  char given[64]; /**< what a reader must know to recompute the answer, "V = 2, β = 0"; or "" */
  /** Of an answer that a function returns in several calls: says what call element `i` is,
   *  "f(2, 3)". NULL: there is one call. */
  void (*say_element)(const struct sl_problem *problem, size_t i, char *out, size_t size);
  /** Says what `got` in element `i` of the one answer shows, where the number is a code that
   *  students do not know: "row 0 was reached 2 times". NULL: the number is shown. */
  void (*say_answer)(const struct sl_problem *problem, size_t i, double got, char *out,
                     size_t size);
  const char *elements; /**< with say_answer: what the elements are to students, "rows" */
} sl_problem;

/* The following fail with SL_ERR_MEMORY, and with SL_ERR_INTERNAL where a problem has more than
 * SL_WIRE_MAX_ARRAYS arrays or pieces of memory of its own. */

/** Adds an array of `count` elements: an input, an input that is also an answer, or an answer,
 *  whose contents are NULL. The contents are borrowed, from the case or from what the problem
 *  owns. */
sl_status sl_problem_ints(sl_problem *problem, const char *name, enum sl_wire_place place,
                          enum sl_wire_role role, const int *contents, size_t count);
sl_status sl_problem_reals(sl_problem *problem, const char *name, enum sl_wire_place place,
                           enum sl_wire_role role, const double *contents, size_t count);

/** Adds the host array `name` of one element. */
sl_status sl_problem_int(sl_problem *problem, const char *name, int value);
sl_status sl_problem_real(sl_problem *problem, const char *name, double value);

/** Allocates the expected values, and the bounds when `bound_out` is not NULL, of the array added
 *  last; the caller fills them. */
sl_status sl_problem_expect(sl_problem *problem, double **expected_out, double **bound_out);

/** Adds the host array `function` of one element, which drive.cu sets to what the student's
 *  function of this name returns. It is `before` in front of the call: what the skeleton
 *  returns, so that an unwritten function leaves it as it was. */
sl_status sl_problem_returned(sl_problem *problem, const char *function, int before, int expected);

/** Puts into `out`, a pointer to a pointer, cleared memory of `count` elements of `size` bytes that
 *  lives as long as the problem. */
sl_status sl_problem_own(sl_problem *problem, size_t count, size_t size, void *out);

void sl_problem_free(sl_problem *problem);

/** The array called `name`, or NULL. */
const sl_array *sl_problem_find(const sl_problem *problem, const char *name);

/** One finding of the lens, as the worker handed it on. Kinds are lens_finding_kind. */
typedef struct sl_finding {
  int kind;
  char name[40];
  char kernel[64], file[256], array[64], detail[256];
  int line, column;
  unsigned block[3], thread[3];
  long long index, length;
  unsigned long long count;
  int reason;            /**< lens_reason */
  unsigned mask, lanes;  /**< of a bad warp mask: the mask, and those of its lanes that never come */
  lens_other_side other; /**< of a race, or at another barrier */
} sl_finding;

/** What the judge knows about one case when it looks for the mistake. */
typedef struct sl_evidence {
  const sl_case *given;
  const sl_problem *problem;
  const double *const *answers; /**< what came back, by array of the problem, integers as doubles;
                                     NULL: nothing did */
  const sl_finding *findings;
  size_t num_findings;
  const struct sl_counter *counters; /**< the lens's; none on a GPU */
  size_t num_counters;
  const struct sl_account *account; /**< where the work was done (account.h); NULL: not known */
  const struct sl_difference *difference; /**< from the right answer (compare.h); NULL: not known */
  bool on_gpu;                            /**< where nobody sees what the lens finds */
  int cuda_error;                   /**< cudaError_t after the launch, 0 for none */
  int fault_signal;        /**< the signal of a crash, 0 for none; SIGUSR1: it was still running */
  size_t past_end;         /**< redzone words damaged after the end of an answer */
  const char *fault_array; /**< the host array in or beside which the program crashed; "": none */
  long long fault_index;   /**< the element there; negative in front of the array */
} sl_evidence;

/** The elements of the answer `name` as they came back; NULL when nothing came back. */
const double *sl_evidence_answer(const sl_evidence *evidence, const char *name);

/** The same of what a mistake foretells; NULL when there is no such array. */
double *sl_predicted(const sl_evidence *evidence, double *const *answers, const char *name);

/** Does a mistake account for what was seen on one failed case? SL_FITS: the fault that was
 *  seen is one that it leads to, and the numbers decide. Without that, numbers explain no case
 *  with a fault. */
typedef enum sl_judgement { SL_CONTRADICTS, SL_NEUTRAL, SL_FITS, SL_EXPLAINS } sl_judgement;

/** Threads of a block, as models try them: a warp, and the most that CUDA allows. */
enum { SL_MIN_BLOCK = 32, SL_MAX_BLOCK = 1024 };

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

/** What a question's answer is computed from. */
typedef struct sl_quiz_view {
  const sl_csr *matrix;
  sl_precision precision;
  const struct sl_counter *counters; /**< of the question's task on this matrix, on the lens */
  size_t num_counters;
} sl_quiz_view;

enum { SL_MAX_CHOICES = 4 };

/** A question asked before the figure is shown. Its right answer is computed, never written down.
 */
typedef struct sl_question {
  const char *name; /**< stable, for records */
  const char *ask;  /**< one or two sentences, ending with a question mark */
  const char *unit; /**< of the answer: "sectors a request" */
  /** The matrix it is about. Several: the question is which of them, and the right one is that of
   *  the largest answer. */
  const char *matrices[SL_MAX_CHOICES];
  const char *task; /**< whose counters it needs; NULL: none */
  double (*answer)(const sl_quiz_view *view);
  double tolerance; /**< relative; 0: the very number */
  const char *why;  /**< what there is to understand, shown afterwards */
} sl_question;

typedef struct sl_lab {
  const char *id; /**< "01-csr-scalar" */
  const char *title;
  const sl_task *tasks;
  size_t num_tasks;
  const sl_question *questions;
  size_t num_questions;
} sl_lab;

/** All labs, in order; generated by CMake from the calls of sl_add_lab. */
extern const sl_lab *const sl_labs[];
extern const size_t sl_num_labs;

/** Finds a lab by "01", "csr-scalar" or "01-csr-scalar". Errors: SL_ERR_USAGE listing the labs. */
sl_status sl_lab_find(const char *text, const sl_lab **out);

/** The task of that name. Errors: SL_ERR_USAGE listing the tasks. */
sl_status sl_lab_find_task(const sl_lab *lab, const char *name, const sl_task **out);

/** "csr-scalar" of "01-csr-scalar". */
const char *sl_lab_short_name(const sl_lab *lab);

#ifdef __cplusplus
}
#endif
#endif
