/** @file fresh_cases.h
 *  Unpredictable cases: the standard ones with other numbers, from a seed.
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

/** Makes fresh cases from `cases` and `seed`. Small cases are kept, because mistakes are recognised
 *  by their traces on these cases, and are repeated at the end with other numbers, as "hidden: …".
 *  Measured cases get other numbers. Random matrices become other matrices of their family; a
 *  matrix from a file keeps its values and gets other vectors. Free `*out` in either case. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_fresh_cases_make(const sl_case_spec *cases, size_t count, uint64_t seed,
                              sl_fresh_cases *out);

void sl_fresh_cases_free(sl_fresh_cases *cases);

#endif
