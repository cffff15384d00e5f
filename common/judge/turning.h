/** @file turning.h
 *  Which inputs of a task can be turned, so that each of many launches has other numbers than those
 *  before it, and no launch can know its answer from an earlier one.
 *
 *  Inputs are found by what they do, and not by name: the judge turns the x of the case, poses the
 *  task again, and looks which arrays on the device are turned alike, while all others stay as they
 *  are. If none is, it tries the y of the case, and then the values of its matrix.
 */
#ifndef SL_JUDGE_TURNING_H
#define SL_JUDGE_TURNING_H

#include "judge/case.h"
#include "judge/problem.h"
#include "judge/task.h"

typedef struct sl_turning {
  bool known;                       /**< sl_turning_find has been here */
  bool any;                         /**< there are such inputs */
  sl_case_array array;              /**< of the case, from which they are made */
  size_t count;                     /**< its elements, and theirs */
  bool follows[SL_WIRE_MAX_ARRAYS]; /**< by array of the problem */
} sl_turning;

/** Finds them, for `problem`, which is the task on this case. Errors: those of posing. */
sl_status sl_turning_find(const sl_task *task, const sl_case *given, const sl_problem *problem,
                          sl_turning *out);

/** Marks them in a problem before it is asked. */
void sl_turning_mark(const sl_turning *turning, sl_problem *asked);

/** The case and the problem that a launch has had, whose inputs were turned by the number `turn`.
 *  Free `*turned` by sl_case_free_turned and `*answered` by sl_problem_free in any event.
 *  `asked` is borrowed. Errors: those of sl_case_turn and of posing. */
sl_status sl_turning_pose(const sl_turning *turning, const sl_task *task, const sl_case *given,
                          const sl_problem *asked, uint32_t turn, sl_case *turned,
                          sl_problem *answered);

#endif
