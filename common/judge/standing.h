/** @file standing.h
 *  How a task stands while the cases go by, and what follows from it in the end.
 */
#ifndef SL_JUDGE_STANDING_H
#define SL_JUDGE_STANDING_H

#include "judge/attempt.h"
#include "judge/diagnose.h"
#include "judge/habits.h"
#include "judge/judge.h"
#include "judge/pairs.h"
#include "judge/source.h"

/** Zero-initialise before the first case. */
typedef struct sl_standing {
  sl_suspects suspects;
  sl_pairs pairs;
  int failed, failed_unmeasured; /**< cases */
  int deaths;                    /**< failures that ended the worker */
  bool touched;                  /**< not every failure left the answer as it was */
  bool slow;                     /**< too slow to be in time on a measured case */
  sl_launch_habits habits;       /**< on cases that passed */
} sl_standing;

/** Takes in a case and its outcome. */
void sl_standing_take(sl_standing *standing, const sl_attempt *attempt,
                      const sl_case_result *outcome);

/** A further case, measured or not, would tell nothing, or leave nothing to measure. */
bool sl_standing_is_hopeless(const sl_standing *standing, bool measured);

/** Fills verdict, points, mistake, line and failure of a task from those of its cases. */
void sl_standing_conclude(const sl_standing *standing, const sl_source *source,
                          sl_task_result *result);

#endif
