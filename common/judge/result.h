/** @file result.h
 *  What the result of a lab keeps of each job.
 */
#ifndef SL_JUDGE_RESULT_H
#define SL_JUDGE_RESULT_H

#include "judge/attempt.h"
#include "judge/judge.h"

/** Keeps device, output, counters and findings of an attempt at task number `t` of the result.
 *  `*counted` says whether the result holds counters of the present case already: those of an
 *  earlier case go, those of other tasks on the same case stay. Errors: SL_ERR_MEMORY. */
sl_status sl_result_keep(sl_lab_result *result, size_t t, const sl_attempt *attempt, bool *counted);

#endif
