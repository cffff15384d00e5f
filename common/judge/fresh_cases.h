/** @file fresh_cases.h
 *  Cases that nobody knows beforehand: the standard ones with other numbers, from a seed.
 */
#ifndef SL_JUDGE_FRESH_CASES_H
#define SL_JUDGE_FRESH_CASES_H

#include "judge/judge.h"

/** Cases and the texts that they point to. */
typedef struct sl_fresh_cases {
  sl_case_spec *list;
  size_t count;
  struct sl_fresh_text *texts;
} sl_fresh_cases;

/** `cases` with fresh ones from `seed`: small cases stay, as mistakes are known by what they leave
 *  on these, and stand once more behind them with other numbers, as "hidden: …". Measured cases
 * have other numbers in the place of their own. Matrices that are made at random are other matrices
 * of their family; what comes from a file keeps its values, and has other vectors.
 *  `*out` is to be freed in any event. Errors: SL_ERR_MEMORY. */
sl_status sl_fresh_cases_make(const sl_case_spec *cases, size_t count, uint64_t seed,
                              sl_fresh_cases *out);

void sl_fresh_cases_free(sl_fresh_cases *cases);

#endif
