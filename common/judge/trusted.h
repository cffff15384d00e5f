/** @file trusted.h
 *  The time of a launch by the judge's own clock, and whether the device's agrees with it.
 *
 *  The worker makes n launches in a row between two lines, and 2n; the difference of the times
 * between these lines is that of n launches. What it costs to put the answers back before each
 * launch and to copy them away is measured in the same way, and taken off. Nothing in it is the
 * worker's word, and work that goes on beside the events is counted.
 */
#ifndef SL_JUDGE_TRUSTED_H
#define SL_JUDGE_TRUSTED_H

#include "judge/judge.h"
#include "judge/reply.h"

enum { SL_TRUSTED_PAIRS = 5 };

/** How many launches the shorter batch of a kernel has that takes `us`: twenty milliseconds' worth,
 *  which is much beside what the judge may be late. */
unsigned sl_trusted_batch(double us);

/** One launch, in microseconds, from the replies with batches of n launches and of 2n; 0 where one
 * of them has no times. Noise can make it negative. */
double sl_trusted_slope_us(const sl_reply *shorter, const sl_reply *longer, unsigned n);

/** Puts the median of the slopes into `figures`, and what is to be looked at: a time below the
 * floor, or one that the device's own does not agree with. `read_bytes`: what a launch must read.
 */
void sl_trusted_conclude(double *slopes_us, int count, double read_bytes, sl_figures *figures);

#endif
