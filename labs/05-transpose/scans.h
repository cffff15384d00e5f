/* scans.h: what the rules for mistakes in the task scan share, and what the task uses from them. */
#ifndef LAB_05_SCANS_H
#define LAB_05_SCANS_H

#include "judge/lab.h"

/* Whether sums of integers, which may have overflowed, are equal. `sum`: NaN if unpredictable. */
bool sl_transpose_like_sum(double got, double sum);

/* Returns the sums that came back; NULL if there are none, or if the lens found something. */
const double *sl_transpose_take_sums(const sl_evidence *evidence, const sl_array **in_out,
                                     const sl_array **out_out);

/* Whether one thread works alone: see sl_task.inspect. */
const char *sl_transpose_inspect_scan(const sl_evidence *evidence);

/* Rules for mistakes in the scan of a piece, and for mistakes in how pieces are joined. */
extern const sl_rule_list sl_transpose_scan_rules, sl_transpose_join_rules;

#endif
