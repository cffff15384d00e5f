/** @file evidence.h
 *  What the judge knows about one case of one task while it looks for the mistake.
 */
#ifndef SL_JUDGE_EVIDENCE_H
#define SL_JUDGE_EVIDENCE_H

#include "judge/case.h"
#include "judge/lens_report.h"
#include "judge/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the judge knows about one case while it looks for the mistake. */
typedef struct sl_evidence {
  const sl_case *given;
  const sl_problem *problem;
  const double *const *answers;     /**< the answers, indexed by array of the problem, integers as
                                       doubles; NULL: no answer */
  sl_lens_report seen;              /**< the lens's report, borrowed; empty on a GPU */
  const struct sl_account *account; /**< where the work was done (account.h); NULL: unknown */
  /** how the answer differs from the right one (compare.h); NULL: unknown */
  const struct sl_difference *difference;
  int cuda_error;   /**< cudaError_t after the launch, 0 for none */
  int fault_signal; /**< the signal of a crash; 0: none; SIGUSR1: the program was still running when
                       its time was up */
  size_t past_end;  /**< redzone words damaged after the end of an answer */
  const char *fault_array; /**< the host array in or beside which the program crashed; "": none */
  long long fault_index;   /**< the index of the element; negative: before the array */
  bool recursed;           /**< a function had called itself repeatedly when the program crashed or
                            *  was stopped */
  const struct sl_memory *memories; /**< what the lens knows about arrays on the device (reply.h) */
  size_t num_memories;
  uint64_t *hashes; /**< of the answers, by array of the problem; 0: not computed yet (fingerprint.c
                     *  fills them); NULL: not kept */
} sl_evidence;

/** The elements of the answer `name` as the worker sent them; NULL if there is no answer. */
const double *sl_evidence_answer(const sl_evidence *evidence, const char *name);

/** Whether the answer is right, and the lens has found nothing. */
bool sl_evidence_right(const sl_evidence *evidence);

/** Whether it is certain that no launch has read the array `name` or a copy of it on the device.
 */
bool sl_evidence_unread(const sl_evidence *evidence, const char *name);

#ifdef __cplusplus
}
#endif
#endif
