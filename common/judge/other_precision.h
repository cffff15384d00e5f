/** @file other_precision.h
 *  Mistakes that are only wrong in one of the two precisions.
 */
#ifndef SL_JUDGE_OTHER_PRECISION_H
#define SL_JUDGE_OTHER_PRECISION_H

#include "judge/session.h"

/** The mistake of a task that passes in float and fails in double, if only a float can be the
 *  cause. */
extern const sl_mistake sl_float_only;

/** Returns the other of the two precisions. */
sl_precision sl_other_precision(sl_precision precision);

/** Judges the tasks that have passed once more, in the other precision, on the cases that are not
 *  measured. A failure becomes one more case of its task. Errors: those of sl_judge and of
 *  options->other_precision. */
sl_status sl_other_precision_judge(sl_session *s, const sl_case_spec *cases, size_t num_cases);

#endif
