/** @file diagnose.h
 *  Which known mistake explains everything that was seen of a task.
 */
#ifndef SL_JUDGE_DIAGNOSE_H
#define SL_JUDGE_DIAGNOSE_H

#include "judge/common_mistakes.h"

enum {
  SL_MAX_MISTAKES = 512, /**< programs that make one, of a task */
  SL_MAX_SUSPECTS = SL_MAX_MISTAKES + SL_NUM_COMMON_MISTAKES
};

/** What is left of the mistakes of one task, and behind them of those that every lab has;
 *  zero-initialise before the first case. */
typedef struct sl_suspects {
  bool ruled_out[SL_MAX_SUSPECTS];
  int explained[SL_MAX_SUSPECTS]; /**< failed cases that the mistake explains */
  int shown[SL_MAX_SUSPECTS];     /**< the smallest of them, by its number among the failed ones */
  double size[SL_MAX_SUSPECTS];   /**< of that one (sl_diagnose_size_to_show) */
  int failed, passed;             /**< cases that did */
  bool of_lab; /**< one of the task's own explains a case, if not all: there may be two mistakes,
                  and what every lab has would be the name of a third */
  bool found;  /**< the lens has found something on a failed case */
} sl_suspects;

/** Takes in a case that failed. */
void sl_diagnose_failed(sl_suspects *suspects, const sl_task *task, const sl_evidence *evidence);

/** Takes in a case that passed: what would have failed on it did not happen. */
void sl_diagnose_passed(sl_suspects *suspects, const sl_task *task, const sl_evidence *evidence);

/** Once a case was taken in: the first mistake of the table that explains at least one failed
 *  case and contradicts none; NULL when none does. */
const sl_mistake *sl_diagnose_verdict(const sl_suspects *suspects, const sl_task *task);

/** How much there is to look at in a case: the one with the least is shown, the first of equals. A
 *  matrix smaller than the worked example shows no more than that one, which comes first, and one
 *  without entries shows less. */
double sl_diagnose_size_to_show(int num_rows, int nnz);

/** The smallest failed case that the mistake `named` explains, by its number among the failed ones;
 *  0 when `named` is NULL. */
int sl_diagnose_case(const sl_suspects *suspects, const sl_task *task, const sl_mistake *named);

#endif
