/** @file figures.h
 *  From samples and counters to the figures of a report.
 */
#ifndef SL_JUDGE_FIGURES_H
#define SL_JUDGE_FIGURES_H

#include "judge/judge.h"
#include "judge/reply.h"

/** Reading alone can be somewhat faster than copying, which turns the bus around; nothing is faster
 *  than this. */
#define SL_READ_OVER_COPY 1.3

/** Fills what the reply holds: times, bandwidth, counters of the lines of `source_path`. The CPU
 *  reference's times are left as they are. */
void sl_figures_take(const sl_problem *problem, const sl_reply *reply, const char *source_path,
                     sl_figures *out);

/** The q-quantile (0 … 1) of `count` samples, linear between neighbours; sorts them. */
double sl_figures_quantile(double *samples, int count, double q);

#endif
