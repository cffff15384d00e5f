/** @file figures.h
 *  Computes the figures of a report from samples and counters.
 */
#ifndef SL_JUDGE_FIGURES_H
#define SL_JUDGE_FIGURES_H

#include "judge/judge.h"
#include "judge/reply.h"

/** Reading can be somewhat faster than copying, because a copy switches the bus between reading and
 *  writing; this factor is the limit. */
#define SL_READ_OVER_COPY 1.3

/** Fills in the figures from the reply: times, bandwidth, counters of the lines of `source_path`.
 *  The times of the CPU reference are not changed. */
void sl_figures_take(const sl_problem *problem, const sl_reply *reply, const char *source_path,
                     sl_figures *out);

/** The q-quantile (0 … 1) of `count` samples, linear between neighbours; sorts them. */
double sl_figures_quantile(double *samples, int count, double q);

#endif
