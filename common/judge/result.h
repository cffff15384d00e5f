/** @file result.h
 *  Stores what the result of a lab keeps from each job.
 */
#ifndef SL_JUDGE_RESULT_H
#define SL_JUDGE_RESULT_H

#include "judge/attempt.h"
#include "judge/judge.h"

/** Keeps device, output, counters and findings of an attempt at task number `t` of the result.
 *  `*counted` says whether the result already holds counters of the current case: those of an
 *  earlier case are removed, those of other tasks on the same case are kept. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_result_keep(sl_lab_result *result, size_t t, const sl_attempt *attempt, bool *counted);

#endif
