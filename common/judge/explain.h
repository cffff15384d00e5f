/** @file explain.h
 *  The verdict on one case, in words.
 */
#ifndef SL_JUDGE_EXPLAIN_H
#define SL_JUDGE_EXPLAIN_H

#include "judge/child.h"
#include "judge/compare.h"
#include "judge/judge.h"
#include "judge/source.h"

/** Everything that one job left behind. */
typedef struct sl_observed {
  const sl_problem *problem;
  const sl_reply *reply;
  const sl_ending *ending;
  const sl_difference *difference; /**< all zero when nothing came back */
  const sl_source *source;
  const char *program;
  double deadline_seconds;
} sl_observed;

/** A finding in one sentence, without its place in the source. */
void sl_finding_text(const sl_finding *finding, char *out, size_t size);

/** Decides the case and fills verdict, what and line of `*out`. */
void sl_explain(const sl_observed *seen, sl_case_result *out);

/** Lets the task look at how a right answer came about, and fails the case where it says so. */
void sl_inspect(const sl_task *task, const sl_evidence *evidence, sl_case_result *out);

#endif
