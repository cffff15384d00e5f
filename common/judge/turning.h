/** @file turning.h
 *  Finds the inputs of a task that can be rotated, so that each of many launches has different
 *  numbers, and no launch can know its answer from an earlier one.
 *
 *  Inputs are found by their content, not by name: the judge rotates the x of the case, poses the
 *  task again, and checks which arrays on the device are rotated in the same way, while all others
 *  are unchanged. If none is, it tries the y of the case, and then the values of its matrix.
 */
#ifndef SL_JUDGE_TURNING_H
#define SL_JUDGE_TURNING_H

#include "judge/case.h"
#include "judge/problem.h"
#include "judge/task.h"

typedef struct sl_turning {
  bool known;          /**< sl_turning_find was called */
  bool any;            /**< some inputs can be rotated */
  sl_case_array array; /**< the array of the case from which these inputs are made */
  size_t count;        /**< number of elements in that array and in each rotated array */
  bool follows[SL_WIRE_MAX_ARRAYS]; /**< indexed by array of the problem: whether the array is
                                       rotated */
} sl_turning;

/** Finds the inputs of `problem` that can be rotated. `problem` is the task on this case. Errors:
 *  those of the task's pose function. */
sl_status sl_turning_find(const sl_task *task, const sl_case *given, const sl_problem *problem,
                          sl_turning *out);

/** Marks the inputs that can be rotated, in a problem before it is sent. */
void sl_turning_mark(const sl_turning *turning, sl_problem *asked);

/** Makes the case and the problem of a launch whose inputs were rotated by the number `turn`. Free
 *  `*turned` with sl_case_free_turned and `*answered` with sl_problem_free in either case. `asked`
 *  is borrowed. Errors: those of sl_case_turn and of the task's pose function. */
sl_status sl_turning_pose(const sl_turning *turning, const sl_task *task, const sl_case *given,
                          const sl_problem *asked, uint32_t turn, sl_case *turned,
                          sl_problem *answered);

#endif
