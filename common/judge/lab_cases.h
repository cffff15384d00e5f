/** @file lab_cases.h
 *  The cases of a lab: those of its own table, or else the standard ones.
 */
#ifndef SL_JUDGE_LAB_CASES_H
#define SL_JUDGE_LAB_CASES_H

#include "judge/judge.h"

/** Returns the cases of the lab; `*count_out` is their number. */
const sl_case_row *sl_lab_cases(const sl_lab *lab, size_t *count_out);

/** Whether the lab's cases are sizes, without a matrix. */
bool sl_lab_cases_are_sizes(const sl_lab *lab);

/** A selection of cases. */
typedef enum sl_choice { SL_ALL_CASES, SL_MEASURED_CASES, SL_UNMEASURED_CASES } sl_choice;

/** The lab's cases for a backend. Returns how many were written to `out`, at most `max`. */
size_t sl_lab_cases_list(const sl_lab *lab, sl_backend_id backend, sl_choice choice,
                         sl_case_spec *out, size_t max);

/** Returns the case to use on the lens if the user names no matrix: `usual`, or for a lab without
 *  matrices its first measured case. */
const char *sl_lab_cases_usual(const sl_lab *lab, const char *usual);

/** Checks that `spec` suits the lab. Errors: SL_ERR_INPUT if the lab's cases are matrices and
 *  `spec` is a size, or the reverse. */
sl_status sl_lab_cases_check(const sl_lab *lab, const char *spec);

#endif
