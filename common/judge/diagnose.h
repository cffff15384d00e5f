/** @file diagnose.h
 *  Finds the known mistake that explains all observations of a task.
 */
#ifndef SL_JUDGE_DIAGNOSE_H
#define SL_JUDGE_DIAGNOSE_H

#include "judge/common_mistakes.h"

enum {
  SL_MAX_MISTAKES = 512, /**< programs with a mistake, per task */
  SL_MAX_SUSPECTS = SL_MAX_MISTAKES + SL_NUM_COMMON_MISTAKES
};

/** The mistakes of one task that are still possible, followed by those that every lab shares.
 *  Zero-initialise before the first case. */
typedef struct sl_suspects {
  bool ruled_out[SL_MAX_SUSPECTS];
  int explained[SL_MAX_SUSPECTS]; /**< failed cases that the mistake explains */
  int shown[SL_MAX_SUSPECTS]; /**< the smallest case that the mistake explains, as its number among
                                 the failed cases */
  double size[SL_MAX_SUSPECTS]; /**< size of that case (sl_diagnose_size_to_show) */
  int failed, passed;           /**< number of failed and passed cases */
  bool of_lab; /**< one of the task's own mistakes explains some cases: there may be two mistakes,
                *  and a common mistake would be a third name */
  bool found;  /**< the lens has found something on a failed case */
} sl_suspects;

/** Takes in a case that failed. */
void sl_diagnose_failed(sl_suspects *suspects, const sl_task *task, const sl_evidence *evidence);

/** Takes in a case that passed: mistakes that would have failed on it are ruled out. */
void sl_diagnose_passed(sl_suspects *suspects, const sl_task *task, const sl_evidence *evidence);

/** Returns, after all cases, the first mistake of the table that explains at least one failed case
 *  and contradicts none; NULL if there is none. */
const sl_mistake *sl_diagnose_verdict(const sl_suspects *suspects, const sl_task *task);

/** The size of a failed case, used to choose the one to show: the smallest, or the first of several
 *  equal ones. A matrix smaller than the worked example counts as equally large, because the
 *  example comes first and the smaller matrix shows no more. A matrix without entries counts as
 *  larger, because it shows less. */
double sl_diagnose_size_to_show(int num_rows, int nnz);

/** The smallest failed case that the mistake `named` explains, as its number among the failed
 *  cases; 0 if `named` is NULL. */
int sl_diagnose_case(const sl_suspects *suspects, const sl_task *task, const sl_mistake *named);

#endif
