/** @file other_precision.h
 *  Mistakes that are only wrong in one of the two precisions.
 */
#ifndef SL_JUDGE_OTHER_PRECISION_H
#define SL_JUDGE_OTHER_PRECISION_H

#include "judge/attempt.h"
#include "judge/judge.h"

/** The mistake of a task that passes in float and fails in double, if
 *  sl_other_precision_shows_float. */
extern const sl_mistake sl_float_only;

/** The other precision. */
sl_precision sl_other_precision(sl_precision precision);

/** Whether judging the case in the other precision can give another result. Not if it has no real
 *  numbers. A case with very many elements is left out, because it takes seconds and is right if
 *  the smaller ones are. */
bool sl_other_precision_differs(const sl_problem *problem);

/** Whether a failure in double, of a program that is right in float, can only come from a float or
 *  from the size of a float: the errors are those of rounding to float, or memory is too small. */
bool sl_other_precision_shows_float(const sl_attempt *attempt, const sl_case_result *outcome);

#endif
