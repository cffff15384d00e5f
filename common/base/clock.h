/** @file clock.h
 *  The monotonic clock of the host, in microseconds.
 */
#ifndef SL_BASE_CLOCK_H
#define SL_BASE_CLOCK_H

#include <time.h>

/** Microseconds since an arbitrary start. */
static inline double sl_clock_us(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

#endif
