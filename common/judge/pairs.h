/** @file pairs.h
 *  Two mistakes at once, in a task on y ← α A x + β y. Each of a few common mistakes changes one
 *  thing: which rows are computed, which entries they take, what is added up, or what happens to
 *  the old y. So the combined result of any two of them is known, and a program that leaves exactly
 *  this result on every case has both mistakes.
 */
#ifndef SL_JUDGE_PAIRS_H
#define SL_JUDGE_PAIRS_H

#include "judge/evidence.h"
#include "judge/task.h"

enum { SL_MAX_PAIRS = 128 };

/** The pairs that are still possible; zero-initialise before the first case. */
typedef struct sl_pairs {
  bool ruled_out[SL_MAX_PAIRS];
  int explained; /**< failed cases that the remaining pairs explain */
} sl_pairs;

/** Takes in a case that failed or passed. */
void sl_pairs_take(sl_pairs *pairs, const sl_evidence *evidence);

/** The two mistakes, if exactly one pair explains every case and the task has both mistakes.
 */
bool sl_pairs_verdict(const sl_pairs *pairs, const sl_task *task, const sl_mistake *out[2]);

#endif
