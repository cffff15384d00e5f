/** @file question.h
 *  A problem laid out in the two files of a job.
 */
#ifndef SL_JUDGE_QUESTION_H
#define SL_JUDGE_QUESTION_H

#include "judge/child.h"

/** Makes the sealed question and the answer file; `descriptors_out` are to be closed once sent.
 *  Errors: SL_ERR_SYSTEM, SL_ERR_MEMORY. */
sl_status sl_question_make(const sl_problem *problem, const char *task, sl_precision precision,
                           const sl_job_options *options, int descriptors_out[2],
                           sl_answer *answer_out);

/** The last element sent of an integer array, 0 when none is: what its redzone counts on from. */
int32_t sl_last_int(const sl_array *array);

/** Writes an array's contents as the worker gets them: int32, float or double. */
void sl_store_contents(const sl_array *array, sl_precision precision, void *to);

#endif
