/** @file compare.h
 *  Compares an answer with the right one: every element, every input, every redzone.
 */
#ifndef SL_JUDGE_COMPARE_H
#define SL_JUDGE_COMPARE_H

#include "judge/problem.h"
#include "judge/question.h"

/** What is wrong with an answer; all zero if nothing is. */
typedef struct sl_difference {
  const sl_array *changed_input; /**< the first input that was changed */
  size_t changed_at;
  const sl_array *damaged;       /**< the first array with a damaged redzone */
  size_t before_start, past_end; /**< number of damaged words before and after it */
  const sl_array *wrong;         /**< the first answer with an element outside of its bound */
  size_t wrong_count, wrong_at;  /**< number of elements outside; the first of them */
  size_t untouched; /**< number of wrong elements with the value from before the launch */
  double got, expected, bound; /**< the values at wrong_at */
  char report[400]; /**< the report of the task's check function, or about an answer that it checks;
                     *  if set, there are no expected values */
} sl_difference;

/** The arrays of an answer as numbers, indexed by array of the problem; inputs are NULL. */
typedef struct sl_decoded {
  double *answers[SL_WIRE_MAX_ARRAYS];
} sl_decoded;

/** Decodes the answers of the worker into numbers. Errors: SL_ERR_MEMORY. Free `*out` in either
 *  case. */
sl_status sl_compare_decode(const sl_problem *problem, const sl_answer *answer,
                            sl_precision precision, sl_decoded *out);
void sl_compare_free_decoded(sl_decoded *decoded);

/** Compares every element, input and redzone. Errors: SL_ERR_MEMORY. */
sl_status sl_compare(const sl_problem *problem, const sl_answer *answer, const sl_decoded *decoded,
                     sl_precision precision, sl_difference *out);

/** Whether element `i` of an answer has its value from before the launch. */
bool sl_compare_is_untouched(const sl_array *array, size_t i, double got, sl_precision precision);

/** Element `i` of an array before the launch: its contents, or NaN if it was poisoned. */
double sl_compare_initial_value(const sl_array *array, size_t i);

#endif
