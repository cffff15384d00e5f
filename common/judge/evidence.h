/** @file evidence.h
 *  What the judge knows about one case of one task when it looks for the mistake.
 */
#ifndef SL_JUDGE_EVIDENCE_H
#define SL_JUDGE_EVIDENCE_H

#include "judge/case.h"
#include "judge/problem.h"
#include "lens/lens.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One finding of the lens, as the worker handed it on. Kinds are lens_finding_kind. */
typedef struct sl_finding {
  int kind;
  char name[40];
  char kernel[64], file[256], array[64], detail[256];
  int line, column;
  unsigned block[3], thread[3];
  long long index, length;
  unsigned long long count;
  int reason;            /**< lens_reason */
  unsigned mask, lanes;  /**< of a bad warp mask: the mask, and those of its lanes that never come */
  lens_other_side other; /**< of a race, or at another barrier */
} sl_finding;

/** What the judge knows about one case when it looks for the mistake. */
typedef struct sl_evidence {
  const sl_case *given;
  const sl_problem *problem;
  const double *const *answers; /**< what came back, by array of the problem, integers as doubles;
                                     NULL: nothing did */
  const sl_finding *findings;
  size_t num_findings;
  const struct sl_counter *counters; /**< the lens's; none on a GPU */
  size_t num_counters;
  const struct sl_account *account; /**< where the work was done (account.h); NULL: not known */
  const struct sl_difference *difference; /**< from the right answer (compare.h); NULL: not known */
  bool on_gpu;                            /**< where nobody sees what the lens finds */
  int cuda_error;                   /**< cudaError_t after the launch, 0 for none */
  int fault_signal;        /**< the signal of a crash, 0 for none; SIGUSR1: it was still running */
  size_t past_end;         /**< redzone words damaged after the end of an answer */
  const char *fault_array; /**< the host array in or beside which the program crashed; "": none */
  long long fault_index;   /**< the element there; negative in front of the array */
} sl_evidence;

/** The elements of the answer `name` as they came back; NULL when nothing came back. */
const double *sl_evidence_answer(const sl_evidence *evidence, const char *name);

#ifdef __cplusplus
}
#endif
#endif
