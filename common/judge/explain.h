/** @file explain.h
 *  The verdict on one case, and its text.
 */
#ifndef SL_JUDGE_EXPLAIN_H
#define SL_JUDGE_EXPLAIN_H

#include "judge/attempt.h"
#include "judge/judge.h"
#include "judge/source.h"

/** Writes a finding as one sentence, without its place in the source. */
void sl_explain_finding(const sl_finding *finding, char *out, size_t size);

/** Decides the case and fills verdict, what, line and function of `*out`. `program` is the worker's
 *  program, built from `source`; both are used to find the line of a crash. */
void sl_explain(const sl_attempt *attempt, const sl_source *source, const char *program,
                sl_case_result *out);

/** Calls the task's `inspect` on a right answer, and fails the case if it returns a reason. */
void sl_explain_inspect(const sl_attempt *attempt, sl_case_result *out);

#endif
