/* test_atomic.c: each atomic on each type, as CUDA's manual defines them. */
#include "base/test.h"

#include "lens/abi.h"

#include <stdbool.h>

static uint64_t bits_of_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t bits_of_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* Applies the operation to a word that contains `old`. It must return `old`, and the word must
 * become `fresh`. */
static void check(int operation, char type, uint64_t old, uint64_t operand, uint64_t compare,
                  uint64_t fresh) {
  bool wide = type == 'l' || type == 'L' || type == 'd';
  uint64_t word = wide ? old : old | UINT64_C(0xabcdef01) << 32;
  uint64_t before = lens_atomic(operation, type, &word, operand, compare);
  uint64_t mask = wide ? UINT64_MAX : UINT32_MAX;
  assert_true(before == (old & mask));
  assert_true((word & mask) == (fresh & mask));
  if (!wide) assert_true(word >> 32 == 0xabcdef01); /* the neighbour is untouched */
}

static void integers_of_32_bits(void **state) {
  (void)state;
  check(LENS_ATOMIC_ADD, 'i', 5, (uint32_t)-7, 0, (uint32_t)-2);
  check(LENS_ATOMIC_ADD, 'u', 0xffffffff, 2, 0, 1);
  check(LENS_ATOMIC_SUB, 'u', 1, 2, 0, 0xffffffff);
  check(LENS_ATOMIC_EXCH, 'i', 5, 9, 0, 9);
  check(LENS_ATOMIC_MIN, 'i', 5, (uint32_t)-7, 0, (uint32_t)-7);
  check(LENS_ATOMIC_MAX, 'i', 5, (uint32_t)-7, 0, 5);
  check(LENS_ATOMIC_MIN, 'u', 5, (uint32_t)-7, 0, 5);
  check(LENS_ATOMIC_MAX, 'u', 5, (uint32_t)-7, 0, (uint32_t)-7);
  check(LENS_ATOMIC_AND, 'u', 12, 10, 0, 8);
  check(LENS_ATOMIC_OR, 'u', 12, 10, 0, 14);
  check(LENS_ATOMIC_XOR, 'i', 12, 10, 0, 6);
}

static void counters_that_wrap(void **state) {
  (void)state;
  check(LENS_ATOMIC_INC, 'u', 3, 5, 0, 4);
  check(LENS_ATOMIC_INC, 'u', 5, 5, 0, 0);
  check(LENS_ATOMIC_INC, 'u', 9, 5, 0, 0);
  check(LENS_ATOMIC_DEC, 'u', 3, 5, 0, 2);
  check(LENS_ATOMIC_DEC, 'u', 0, 5, 0, 5);
  check(LENS_ATOMIC_DEC, 'u', 9, 5, 0, 5);
}

static void compare_and_swap(void **state) {
  (void)state;
  check(LENS_ATOMIC_CAS, 'i', 3, 9, 3, 9);
  check(LENS_ATOMIC_CAS, 'i', 3, 9, 4, 3);
  check(LENS_ATOMIC_CAS, 'L', UINT64_C(1) << 40, 9, UINT64_C(1) << 40, 9);
  check(LENS_ATOMIC_CAS, 'L', UINT64_C(1) << 40, 9, UINT64_C(1) << 41, UINT64_C(1) << 40);
  check(LENS_ATOMIC_CAS, 'u', 7, 9, UINT64_C(1) << 32 | 7, 9); /* only the low word matters */
}

static void integers_of_64_bits(void **state) {
  (void)state;
  check(LENS_ATOMIC_ADD, 'L', UINT32_MAX, 1, 0, UINT64_C(1) << 32);
  check(LENS_ATOMIC_MIN, 'l', 5, (uint64_t)-7, 0, (uint64_t)-7);
  check(LENS_ATOMIC_MAX, 'l', 5, (uint64_t)-7, 0, 5);
  check(LENS_ATOMIC_MIN, 'L', 5, (uint64_t)-7, 0, 5);
  check(LENS_ATOMIC_XOR, 'L', UINT64_C(3) << 40, UINT64_C(1) << 40, 0, UINT64_C(2) << 40);
}

static void floating_point(void **state) {
  (void)state;
  check(LENS_ATOMIC_ADD, 'f', bits_of_float(1.5f), bits_of_float(2), 0, bits_of_float(3.5f));
  check(LENS_ATOMIC_SUB, 'f', bits_of_float(1.5f), bits_of_float(2), 0, bits_of_float(-0.5f));
  check(LENS_ATOMIC_EXCH, 'f', bits_of_float(1.5f), bits_of_float(2), 0, bits_of_float(2));
  check(LENS_ATOMIC_MIN, 'f', bits_of_float(1.5f), bits_of_float(-2), 0, bits_of_float(-2));
  check(LENS_ATOMIC_MAX, 'f', bits_of_float(1.5f), bits_of_float(-2), 0, bits_of_float(1.5f));
  check(LENS_ATOMIC_ADD, 'd', bits_of_double(1e300), bits_of_double(1e299), 0,
        bits_of_double(1e300 + 1e299));
  check(LENS_ATOMIC_MAX, 'd', bits_of_double(1), bits_of_double(2), 0, bits_of_double(2));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers_of_32_bits), cmocka_unit_test(counters_that_wrap),
      cmocka_unit_test(compare_and_swap),    cmocka_unit_test(integers_of_64_bits),
      cmocka_unit_test(floating_point),
  };
  return cmocka_run_group_tests_name("lens_atomic", tests, NULL, NULL);
}
