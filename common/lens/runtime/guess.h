/** @file guess.h
 *  A plain load that is only a first guess for an atomic on the same word, or a test whether the
 *  atomic is necessary:
 *
 *      old = *p; do { assumed = old; old = atomicCAS(p, assumed, …); } while (old != assumed);
 *      if (x > *p) atomicMax(p, x);
 *
 *  Strictly the load races with the atomics of other threads. But CUDA's own guide writes atomics
 *  that the hardware lacks in this way, and a stale value does no harm: atomicCAS compares again,
 *  and so do the atomics that only move a word in one direction (min, max, and, or). Any other
 *  atomic after the load loses updates: `atomicExch(p, *p + x)`.
 *
 *  For each place of a load, the lens records which atomics follow it. When the launch has ended,
 *  races of guesses with atomics are dropped (resolve.c), also the races of threads that found the
 *  atomic unnecessary and did not execute it.
 */
#ifndef LENS_RUNTIME_GUESS_H
#define LENS_RUNTIME_GUESS_H

#include "shadow.h"

enum { LENS_GUESS_WORDS = (LENS_TAG_MASK + 1) / 64 };

/** Two bits for each place of a load, by its tag (shadow.h). */
typedef struct lens_guesses {
  uint64_t guess[LENS_GUESS_WORDS]; /**< an atomic that loses no update followed the load */
  uint64_t lost[LENS_GUESS_WORDS];  /**< an atomic that loses updates of others followed the load */
} lens_guesses;

struct lens_lane;
struct lens_access;

/** Called before the lane does the atomic lane->update on a word that some thread has loaded
 *  plainly. */
void lens_guess_note(struct lens_lane *lane, const struct lens_access *access);
void lens_guesses_merge(lens_guesses *into, const lens_guesses *from);

static inline bool lens_guesses_have(const uint64_t *bits, unsigned tag) {
  return bits[tag / 64] >> tag % 64 & 1;
}

#endif
