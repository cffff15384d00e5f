/** @file slowness.h
 *  How much slower this machine computes than an ordinary one.
 */
#ifndef SL_JUDGE_SLOWNESS_H
#define SL_JUDGE_SLOWNESS_H

/** How many times as long a fixed computation takes here as on an ordinary core; at least 1.
 *  Measured at the first call, which takes a few hundredths of a second, in processor time. */
double sl_slowness(void);

#endif
