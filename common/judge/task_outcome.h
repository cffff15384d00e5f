/** @file task_outcome.h
 *  The state of a task while its cases are judged, and its final verdict.
 */
#ifndef SL_JUDGE_TASK_OUTCOME_H
#define SL_JUDGE_TASK_OUTCOME_H

#include "judge/attempt.h"
#include "judge/diagnose.h"
#include "judge/judge.h"
#include "judge/launch_sizes.h"
#include "judge/pairs.h"
#include "judge/source.h"

/** Zero-initialise before the first case. */
typedef struct sl_task_outcome {
  sl_suspects suspects;
  sl_pairs pairs;
  /** numbers of failed cases, and of failed cases that are not measured */
  int failed, failed_unmeasured;
  int deaths;             /**< failures that ended the worker */
  bool touched;           /**< some failure changed the answer */
  bool unnamed;           /**< a GPU alone names no mistake (again.h) */
  bool slow;              /**< too slow for the time limit on a measured case */
  sl_launch_sizes habits; /**< launches on cases that passed */
} sl_task_outcome;

/** Takes in a case and its outcome. */
void sl_task_outcome_take(sl_task_outcome *standing, const sl_attempt *attempt,
                          const sl_case_result *outcome);

/** Whether a further case, measured or not, would add nothing or could not be measured. */
bool sl_task_outcome_is_hopeless(const sl_task_outcome *standing, bool measured);

/** Fills verdict, points, mistake, line and failure of a task from those of its cases. */
void sl_task_outcome_conclude(const sl_task_outcome *standing, const sl_source *source,
                              sl_task_result *result);

#endif
