// flags.cu: right programs in which a storing instruction, or a later one, reads the processor's
// flags, so the check of the store must preserve them.
#include "harness.h"

#include <cstdlib>

#define KEPT __attribute__((noinline, noclone))

static void must(bool right) {
  if (!right) abort();
}

KEPT static void store_less(bool *out, int a, int b) {
  *out = a < b;
}

KEPT static void store_below(bool *out, int i, unsigned a, unsigned b) {
  out[i] = a < b;
}

static void comparisons() {
  bool out[4] = {};
  store_less(out, 1, 2);
  store_less(out + 1, 2, 1);
  store_below(out, 2, 1, ~0u);
  store_below(out, 3, ~0u, 1);
  must(out[0] && !out[1] && out[2] && !out[3]);
}

KEPT static void add_wide(unsigned __int128 *sum, unsigned __int128 x) {
  *sum += x;
}

KEPT static void subtract_wide(unsigned __int128 *sum, unsigned __int128 x) {
  *sum -= x;
}

static void wide_numbers() {
  unsigned __int128 sum = ~0ull;
  add_wide(&sum, 1);
  must(sum == (unsigned __int128)1 << 64);
  subtract_wide(&sum, 1);
  must(sum == ~0ull);
}

KEPT static bool add_checked(int a, int b, int *out) {
  return __builtin_add_overflow(a, b, out);
}

KEPT static int count_and_test(int *left) {
  return --*left ? 1 : 2;
}

static void overflow() {
  int sum = 0;
  must(add_checked(0x7fffffff, 1, &sum) && sum == -0x7fffffff - 1);
  must(!add_checked(1, 2, &sum) && sum == 3);
  int left = 2;
  must(count_and_test(&left) == 1 && count_and_test(&left) == 2);
}

KEPT static unsigned count_below(const float *x, int n, float bound, bool *out) {
  unsigned count = 0;
  for (int i = 0; i < n; i++) {
    out[i] = x[i] < bound;
    count += out[i];
  }
  return count;
}

static void of_floats() {
  float x[5] = {1, -1, 2, 0, 5};
  bool out[5];
  must(count_below(x, 5, 1.5f, out) == 3 && out[0] && out[1] && !out[2] && out[3] && !out[4]);
}

// Arrays that only one function uses: the compiler calls nothing before these stores.
KEPT static unsigned count_in_local(unsigned mask, int n) {
  bool here[8];
  for (int i = 0; i < n; i++) here[i] = mask >> i & 1;
  unsigned count = 0;
  for (int i = 0; i < n; i++) count = 2 * count + here[i];
  return count;
}

KEPT static unsigned long sum_in_local(unsigned long x, int n) {
  unsigned __int128 sums[4] = {};
  for (int i = 0; i < n; i++) sums[i & 3] += ((unsigned __int128)i << 32) + x;
  for (int i = 0; i < n; i += 2) sums[i & 1] -= x;
  return (unsigned long)((sums[0] + sums[1] + sums[2] + sums[3]) >> 64);
}

static void local_arrays() {
  must(count_in_local(0xb5, 8) == 0xad);
  must(sum_in_local(~0ul - 1, 8) == 4);
}

extern "C" const harness_attack harness_attacks[] = {
    {"+comparisons", comparisons}, {"+wide-numbers", wide_numbers}, {"+overflow", overflow},
    {"+of-floats", of_floats},     {"+local-arrays", local_arrays}, HARNESS_END};
