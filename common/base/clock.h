/** @file clock.h
 *  The monotonic clock of the host, and processor time, in microseconds.
 */
#ifndef SL_BASE_CLOCK_H
#define SL_BASE_CLOCK_H

#include <sys/resource.h>
#include <time.h>

/** Microseconds since an arbitrary point in time. */
static inline double sl_clock_us(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

/** Processor time of the child processes that this process has waited for, with their
 *  descendants. */
static inline double sl_clock_children_us(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_CHILDREN, &usage) != 0) return 0;
  return 1e6 * (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/** Processor time of this process, and of the children that it has waited for with their
 *  descendants. */
static inline double sl_clock_processor_us(void) {
  struct timespec own;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  return sl_clock_children_us() + 1e6 * (double)own.tv_sec + 1e-3 * (double)own.tv_nsec;
}

#endif
