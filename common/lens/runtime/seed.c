/* seed.c: shuffles the order of execution; the same seed gives the same order. Hardware guarantees
 * no order of blocks, warps or lanes, so a program whose result depends on the order is wrong. */
#include "work.h"

#include <stdlib.h>

static uint64_t seed;
static bool seed_known;

void lens_set_seed(uint64_t value) {
  seed = value;
  seed_known = true;
}

uint64_t lens_seed(void) {
  if (!seed_known) {
    const char *text = getenv("LENS_SEED");
    lens_set_seed(text ? strtoull(text, NULL, 10) : 0);
  }
  return seed;
}

/* The finaliser of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014). */
static uint64_t scramble(uint64_t x) {
  x += UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
  return x ^ x >> 31;
}

uint64_t lens_seed_mix(uint64_t key, uint64_t part) {
  if (key == 0) return 0;
  uint64_t mixed = scramble(key ^ scramble(part));
  return mixed ? mixed : 1;
}

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Maps i to a i + b modulo n, where a has no divisor in common with n, so each number occurs once.
 * n has at most 58 bits, like the size of a grid (abi.h), and a is below 2^32, so a product
 * overflows only for grids that are too large to run. */
uint64_t lens_seed_shuffled(uint64_t i, uint64_t n, uint64_t key) {
  if (key == 0 || n < 2) return i;
  uint64_t a = scramble(key) % n % UINT32_MAX;
  while (greatest_common_divisor(a, n) != 1) a++;
  uint64_t b = scramble(key + 1) % n;
  return (a * i % n + b) % n;
}
