/** @file random.h
 *  Random numbers that are the same on every machine, because they need only integer arithmetic.
 *  Source: S. Vigna's SplitMix64 (public domain). The state is a counter, so the n-th number is
 *  available directly.
 */
#ifndef SL_BASE_RANDOM_H
#define SL_BASE_RANDOM_H

#include <stdint.h>

typedef struct sl_random {
  uint64_t state;
} sl_random;

/** The output function of SplitMix64: every bit of `z` affects all 64 bits of the result. */
static inline uint64_t sl_random_mix(uint64_t z) {
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/** Makes a different generator for each `stream` of a `seed`. All generators go through the same
 *  cycle of states in equal steps. Therefore the start is a mix of both numbers: starts that are
 *  one step apart would give shifted copies of one sequence. */
static inline sl_random sl_random_make(uint64_t seed, uint64_t stream) {
  uint64_t start = sl_random_mix(seed * UINT64_C(0xD1342543DE82EF95) + 1);
  sl_random made = {sl_random_mix(start ^ sl_random_mix(stream + UINT64_C(0x9E3779B97F4A7C15)))};
  return made;
}

/** Skips the next `count` numbers. */
static inline void sl_random_skip(sl_random *random, uint64_t count) {
  random->state += count * UINT64_C(0x9E3779B97F4A7C15);
}

/** 64 random bits. */
static inline uint64_t sl_random_bits(sl_random *random) {
  return sl_random_mix(random->state += UINT64_C(0x9E3779B97F4A7C15));
}

/** A random integer in [0, limit). `limit` must be at least 1. The bias is below 2^-32 for limit <
 *  2^31. */
static inline int sl_random_below(sl_random *random, int limit) {
  return (int)(((sl_random_bits(random) >> 32) * (uint64_t)limit) >> 32);
}

/** A double in [0, 1) with 53 random bits. */
static inline double sl_random_unit(sl_random *random) {
  return (double)(sl_random_bits(random) >> 11) * 0x1p-53;
}

#endif
