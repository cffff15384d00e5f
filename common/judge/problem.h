/** @file problem.h
 *  One task on one case: the arrays that the worker gets, and the right answer.
 */
#ifndef SL_JUDGE_PROBLEM_H
#define SL_JUDGE_PROBLEM_H

#include "base/status.h"
#include "worker/protocol.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One array of a problem: what the worker gets, and what it must return. An answer without
 *  expected values is judged by the task's `check` (check.h). */
typedef struct sl_array {
  char name[24];
  enum sl_wire_type type;
  enum sl_wire_place place;
  enum sl_wire_role role;
  size_t count;
  const int *ints;      /**< contents, SL_INT with role SL_IN or SL_INOUT; borrowed */
  const double *reals;  /**< contents, SL_REAL; representable in the case's precision; borrowed */
  double *expected;     /**< the answer, roles SL_INOUT and SL_OUT; integers too; owned; NULL: the
                             task's `check` judges it */
  double *bound;        /**< |got − expected| allowed per element; NULL: must be equal; owned */
  bool turns;           /**< in a batch it is rotated before each launch (sl_wire_turn) */
  const int *last_sent; /**< of integers: the start value of the redzone, if it is not the last of
                         *  `ints` (turning.h) */
  bool is_returned;     /**< the result of a function, called `name` if the problem does not
                         *  describe its elements */
} sl_array;

/** One task on one case. */
typedef struct sl_problem {
  sl_array arrays[SL_WIRE_MAX_ARRAYS];
  int num_arrays;
  double traffic_bytes; /**< compulsory memory traffic of the launch; 0: no bandwidth reported */
  double read_bytes;    /**< the part that must be read from memory before the launch can end */
  double operations;    /**< floating-point operations of the launch; 0: no GFLOP/s reported */
  bool is_spmv;         /**< one product with the case's matrix, as the CPU reference computes it */
  const struct sl_cpu_code *cpu;   /**< CPU reference of a task that is not SpMV, which is timed; it
                                    *  names arrays of this problem. NULL: none */
  void *owned[SL_WIRE_MAX_ARRAYS]; /**< contents made for this problem, freed with it */
  int num_owned;
  const double *values; /**< values of the case's entries if the task has different ones; NULL: the
                         *  case's. Borrowed */
  char given[64];       /**< what a reader needs to recompute the answer, "V = 2, β = 0"; or "" */
  /** For an answer that a function returns in several calls: writes the call of element `i`, "f(2,
   *  3)". NULL: there is one call. */
  void (*say_element)(const struct sl_problem *problem, size_t i, char *out, size_t size);
  /** Describes the value `got` in element `i` of the only answer, if it is a code that students do
   *  not know: "row 0 was reached 2 times". NULL: the number is shown. */
  void (*say_answer)(const struct sl_problem *problem, size_t i, double got, char *out,
                     size_t size);
  const char *elements; /**< with say_answer: what students call the elements, "rows" */
} sl_problem;

/* The following functions fail with SL_ERR_MEMORY, and with SL_ERR_INTERNAL if a problem has more
 * than SL_WIRE_MAX_ARRAYS arrays or owned pieces of memory. */

/** Adds an array of `count` elements: an input, an input that is also an answer, or an answer,
 *  whose contents are NULL. The contents are borrowed from the case or from the problem's own
 *  memory. */
sl_status sl_problem_ints(sl_problem *problem, const char *name, enum sl_wire_place place,
                          enum sl_wire_role role, const int *contents, size_t count);
sl_status sl_problem_reals(sl_problem *problem, const char *name, enum sl_wire_place place,
                           enum sl_wire_role role, const double *contents, size_t count);

/** Adds an array on the device that the student may use for anything: poisoned before the launch,
 *  and never checked afterwards. */
sl_status sl_problem_scratch(sl_problem *problem, const char *name, enum sl_wire_type type,
                             size_t count);

/** Adds the host array `name` of one element. */
sl_status sl_problem_int(sl_problem *problem, const char *name, int value);
sl_status sl_problem_real(sl_problem *problem, const char *name, double value);

/** Allocates the expected values, and, if `bound_out` is not NULL, the bounds of the array added
 *  last; the caller fills them. */
sl_status sl_problem_expect(sl_problem *problem, double **expected_out, double **bound_out);

/** Adds an answer that must equal `right`, which is copied. */
sl_status sl_problem_expect_ints(sl_problem *problem, const char *name, enum sl_wire_place place,
                                 const int *right, size_t count);
sl_status sl_problem_expect_reals(sl_problem *problem, const char *name, enum sl_wire_place place,
                                  const double *right, size_t count);

/** Adds an answer that is `before` at first (NULL: all 0) and must become `right`. Both are copied.
 */
sl_status sl_problem_change_ints(sl_problem *problem, const char *name, enum sl_wire_place place,
                                 const int *before, const int *right, size_t count);

/** Adds the host array `function` of one element, which drive.cu sets to what the student's
 *  function of this name returns. Its value before the call is `before`, which the skeleton
 *  returns, so an unwritten function leaves it unchanged. */
sl_status sl_problem_returned(sl_problem *problem, const char *function, int before, int expected);

/** Like sl_problem_returned for a function that returns a `real`, within `bound` of `expected`. */
sl_status sl_problem_returned_real(sl_problem *problem, const char *function, double before,
                                   double expected, double bound);

/** Like sl_problem_returned for a function whose result the task's `check` judges. */
sl_status sl_problem_returned_any(sl_problem *problem, const char *function, enum sl_wire_type type,
                                  double before);

/** Allocates cleared memory of `count` elements of `size` bytes that lives as long as the problem,
 *  and stores its address in `out`, a pointer to a pointer. */
sl_status sl_problem_own(sl_problem *problem, size_t count, size_t size, void *out);

/** Takes ownership of `count` pieces of memory from sl_alloc, the arrays of a format. They are
 *  freed with the problem, or at once if this fails. */
sl_status sl_problem_keep(sl_problem *problem, void *const *pieces, int count);

void sl_problem_free(sl_problem *problem);

/** The array called `name`, or NULL. */
const sl_array *sl_problem_find(const sl_problem *problem, const char *name);

#ifdef __cplusplus
}
#endif
#endif
