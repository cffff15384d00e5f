/** @file summary.h
 *  A summary of all matrices: the best of the kit and the best of the library.
 */
#ifndef SL_BENCH_SUMMARY_H
#define SL_BENCH_SUMMARY_H

#include "bench/bench.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SL_BENCH_MAX_MATRICES = 64 };

/** One matrix of the summary: the fastest of each side, and how far the kit is ahead. */
typedef struct sl_bench_lead_row {
  char matrix[SL_BENCH_NAME], kit[SL_BENCH_NAME], library[SL_BENCH_NAME];
  double kit_us, library_us; /**< cold medians; 0: no contestant of that side was measured */
  double lead;               /**< library's time over the kit's; 0: unknown */
  double choice_share;       /**< speed of the chosen contestant relative to the kit's best; 0:
                              * unknown */
} sl_bench_lead_row;

/** The matrices of a summary. A zeroed struct is an empty summary. */
typedef struct sl_bench_summary {
  sl_bench_kind kind;
  sl_precision precision;
  sl_bench_lead_row rows[SL_BENCH_MAX_MATRICES];
  int count;
} sl_bench_summary;

/** Adds the best contestants of a table; ignores tables after SL_BENCH_MAX_MATRICES. */
void sl_bench_summary_add(sl_bench_summary *summary, const sl_bench_table *table);

/** Figures over the matrices on which both sides were measured. */
typedef struct sl_bench_verdict {
  double mean;  /**< geometric mean of the leads; 0 if there are no matrices */
  double worst; /**< the smallest lead */
  int worst_row;
  int ahead, compared; /**< number of matrices with a lead above 1, and of all compared */
  double choice_mean;  /**< geometric mean of the choice's shares; 0 if there are none */
  double choice_worst; /**< the smallest of the choice's shares */
  int choices, choice_worst_row;
} sl_bench_verdict;

void sl_bench_summary_judge(const sl_bench_summary *summary, sl_bench_verdict *out);

/** Prints the matrices and the averages, or nothing if no matrix can be compared. */
void sl_bench_summary_print(FILE *stream, const sl_bench_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
