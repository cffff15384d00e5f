/** @file random.h
 *  Random numbers that are the same on every machine: integer arithmetic only, no library call.
 *  Source: S. Vigna's SplitMix64 (public domain), used as a counter, so the n-th number of a seed
 *  is available directly.
 */
#ifndef SL_BASE_RANDOM_H
#define SL_BASE_RANDOM_H

#include <stdint.h>

typedef struct sl_random {
  uint64_t state;
} sl_random;

/** Spreads every bit of `z` over all 64: the output function of SplitMix64. */
static inline uint64_t sl_random_mix(uint64_t z) {
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/** A generator of its own for each `stream` of a `seed`. Both are mixed: all generators walk the
 *  same cycle in equal steps, so starts a step apart would give shifted copies of one sequence. */
static inline sl_random sl_random_make(uint64_t seed, uint64_t stream) {
  uint64_t start = sl_random_mix(seed * UINT64_C(0xD1342543DE82EF95) + 1);
  sl_random made = {sl_random_mix(start ^ sl_random_mix(stream + UINT64_C(0x9E3779B97F4A7C15)))};
  return made;
}

/** As if `count` numbers had been drawn. */
static inline void sl_random_skip(sl_random *random, uint64_t count) {
  random->state += count * UINT64_C(0x9E3779B97F4A7C15);
}

/** 64 random bits. */
static inline uint64_t sl_random_bits(sl_random *random) {
  return sl_random_mix(random->state += UINT64_C(0x9E3779B97F4A7C15));
}

/** A whole number in [0, limit), limit at least 1; the bias is below 2^-32 for limit < 2^31. */
static inline int sl_random_below(sl_random *random, int limit) {
  return (int)(((sl_random_bits(random) >> 32) * (uint64_t)limit) >> 32);
}

/** A double in [0, 1) with 53 random bits. */
static inline double sl_random_unit(sl_random *random) {
  return (double)(sl_random_bits(random) >> 11) * 0x1p-53;
}

#endif
