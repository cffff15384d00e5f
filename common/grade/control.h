/** @file control.h
 *  What has failed if the kit cannot judge a submission: the machine, or only this submission.
 *  To find out, the kit judges the reference solution in the same way.
 */
#ifndef SL_GRADE_CONTROL_H
#define SL_GRADE_CONTROL_H

#include "judge/judge.h"

/** Whether a task could not be judged. */
bool sl_control_is_needed(const sl_lab_result *result);

/** Judges the reference solution in one task, and sets `*broken_out` if that fails, too. Errors:
 *  those of the machine. */
typedef sl_status sl_control(void *context, const sl_task *task, bool *broken_out);

/** A task that could not be judged, though the reference solution can, gets SL_NO_ANSWER: the
 *  failure is the submission's own. Errors: those of the control. */
sl_status sl_control_attribute(sl_control *control, void *context, sl_lab_result *result);

#endif
