/* slowness.c: times a fixed computation.
 *
 * A limit in processor seconds does not depend on other programs, but it does depend on the
 * processor: an emulated one takes ten times as long for the same work, and a core shared by two
 * threads takes up to twice as long. So the speed of the machine is measured before a loop is
 * reported as endless. */
#define _GNU_SOURCE
#include "judge/slowness.h"

#include <stdint.h>
#include <time.h>

enum { STEPS = 1 << 22, TRIES = 3 };

/* Time of the computation on a server core of 2021; laptops are faster. */
static const double ordinary_seconds = 0.010;

static double processor_seconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Each step needs the one before it, so no compiler and no processor can take several at once. */
static uint64_t compute(uint64_t state) {
  for (int i = 0; i < STEPS; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
  }
  return state;
}

double sl_slowness(void) {
  static double slowness;
  static volatile uint64_t state = 88172645463325252U; /* volatile: keeps the computation */
  if (slowness > 0) return slowness;
  double longest = 0;
  for (int i = 0; i < TRIES; i++) {
    double start = processor_seconds();
    state = compute(state);
    double taken = processor_seconds() - start;
    if (taken > longest) longest = taken;
  }
  slowness = longest > ordinary_seconds ? longest / ordinary_seconds : 1;
  return slowness;
}
