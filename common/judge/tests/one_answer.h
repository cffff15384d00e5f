/** @file one_answer.h
 *  One case with one answer, possible results, and the fingerprint of a program that leaves such an
 *  answer. Shared by the tests of fingerprints and of the diagnosis from them.
 */
#ifndef SL_JUDGE_TESTS_ONE_ANSWER_H
#define SL_JUDGE_TESTS_ONE_ANSWER_H

#include "judge/compare.h"
#include "judge/fingerprint.h"

#include <stdio.h>

enum { N = 3 };

/* y before was {1, 2, 3} and should become {11, 12, 13}. */
static const double before[N] = {1, 2, 3};
static double expected[N] = {11, 12, 13};
static const sl_problem problem = {.arrays = {{.name = "y",
                                               .type = SL_REAL,
                                               .role = SL_INOUT,
                                               .count = N,
                                               .reals = before,
                                               .expected = expected}},
                                   .num_arrays = 1};
static const sl_difference is_wrong = {.wrong = &problem.arrays[0]};
static const double right[N] = {11, 12, 13}, untouched[N] = {1, 2, 3}, last_lost[N] = {11, 12, 3};

/* Returns the fingerprint of a program that leaves `y`. The elements from `first` to `last` may
 * have any value. */
static inline sl_print print_of(uint64_t asked, const double *y, int first, int last) {
  sl_print print = {.asked = asked, .can_fail = true, .num_answers = 1};
  sl_print_answer *answer = &print.answers[0];
  (void)snprintf(answer->name, sizeof answer->name, "y");
  if (first <= last) {
    answer->unknown[answer->num_unknown++] = (sl_range){(uint32_t)first, (uint32_t)last};
  }
  answer->hash = sl_fingerprint_answer_hash(y, N, answer->unknown, answer->num_unknown);
  return print;
}

#endif
