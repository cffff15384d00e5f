/** @file pairs.h
 *  Two mistakes at once, in a task on y ← α A x + β y. Each of a few common mistakes changes one
 *  thing: which rows are computed, which entries they take, what is added up, and what becomes of
 *  the old y. So it is known what any two of them leave together, and a program that leaves just
 *  that on every case has made both.
 */
#ifndef SL_JUDGE_PAIRS_H
#define SL_JUDGE_PAIRS_H

#include "judge/evidence.h"
#include "judge/task.h"

enum { SL_MAX_PAIRS = 128 };

/** What is left of the pairs; zero-initialise before the first case. */
typedef struct sl_pairs {
  bool ruled_out[SL_MAX_PAIRS];
  int explained; /**< failed cases that the pairs which are left explain */
} sl_pairs;

/** Takes in a case that failed or passed. */
void sl_pairs_take(sl_pairs *pairs, const sl_evidence *evidence);

/** The two mistakes, if just one pair explains every case and the task knows both of its mistakes.
 */
bool sl_pairs_verdict(const sl_pairs *pairs, const sl_task *task, const sl_mistake *out[2]);

#endif
