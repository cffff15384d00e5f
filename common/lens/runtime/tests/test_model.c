/* test_model.c: sectors and wavefronts of single requests. */
#include "base/test.h"

#include "lens/runtime/model.h"

#define WARP 0xffffffffu

/* address[i] = base + i * stride, for all 32 lanes */
static void fill(uint64_t *address, uint64_t base, uint64_t stride) {
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = base + i * stride;
}

static void assert_cost(lens_cost cost, unsigned units, unsigned ideal) {
  assert_int_equal(cost.units, units);
  assert_int_equal(cost.ideal, ideal);
}

static void sectors_follow_the_stride(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  fill(address, 0x10000, 4);
  assert_cost(lens_model_global(address, 32, 4), 4, 4);
  fill(address, 0x10000, 8);
  assert_cost(lens_model_global(address, 32, 4), 8, 4);
  fill(address, 0x10000, 32);
  assert_cost(lens_model_global(address, 32, 4), 32, 4);
  fill(address, 0x10004, 4);
  assert_cost(lens_model_global(address, 32, 4), 5, 4);
  fill(address, 0x10000, 0);
  assert_cost(lens_model_global(address, 32, 4), 1, 1);
  fill(address, 0x10000, 16);
  assert_cost(lens_model_global(address, 32, 16), 16, 16);
  assert_cost(lens_model_global(address, 1, 4), 1, 1);
}

static void order_of_the_lanes_does_not_matter(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = 0x10000 + (LENS_WARP - 1 - i) * 4;
  assert_cost(lens_model_global(address, 32, 4), 4, 4);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = 0x10000 + i * 13 % 32 * 4;
  assert_cost(lens_model_global(address, 32, 4), 4, 4);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = 0x10000 + i * 13 % 16 * 64;
  assert_cost(lens_model_global(address, 32, 4), 16, 4); /* lanes that share count twice */
}

static void atomics_on_one_address_take_turns(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  fill(address, 0x10000, 0);
  assert_cost(lens_model_global_atomic(address, 32, 4), 32, 1);
  fill(address, 0x10000, 4);
  assert_cost(lens_model_global_atomic(address, 32, 4), 4, 4);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = 0x10000 + i / 16 * 4; /* two rows of 16 */
  assert_cost(lens_model_global_atomic(address, 32, 4), 16, 1);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = 0x10000 + i / 16 * 32;
  assert_cost(lens_model_global_atomic(address, 32, 4), 32, 1);
  for (unsigned i = 0; i < 3; i++) address[i] = 0x10000 + i / 2 * 64; /* rounds {0, 2} and {1} */
  assert_cost(lens_model_global_atomic(address, 3, 4), 3, 1);
}

static void words_in_one_bank_take_turns(void **state) {
  (void)state;
  static const struct {
    unsigned stride, wavefronts;
  } cases[] = {{4, 1}, {8, 2}, {12, 1}, {16, 4}, {64, 16}, {128, 32}, {132, 1}, {256, 32}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    uint64_t address[LENS_WARP];
    fill(address, 0, cases[i].stride);
    assert_cost(lens_model_shared(address, 32, WARP, 4), cases[i].wavefronts, 1);
    fill(address, 128 * 5 + 4, cases[i].stride); /* where the array starts does not matter */
    assert_cost(lens_model_shared(address, 32, WARP, 4), cases[i].wavefronts, 1);
  }
}

static void a_word_for_several_lanes_is_free(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  fill(address, 256, 0);
  assert_cost(lens_model_shared(address, 32, WARP, 4), 1, 1);
  fill(address, 256, 1); /* four bytes of each word */
  assert_cost(lens_model_shared(address, 32, WARP, 1), 1, 1);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = i % 2 * 128;
  assert_cost(lens_model_shared(address, 32, WARP, 4), 2, 1);
}

static void wide_accesses_go_by_halves_and_quarters(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  fill(address, 0, 8);
  assert_cost(lens_model_shared(address, 32, WARP, 8), 2, 2);
  assert_cost(lens_model_shared(address, 16, 0xffff, 8), 1, 1);
  assert_cost(lens_model_shared(address, 16, 0x55555555, 8), 2, 1);
  fill(address, 0, 16);
  assert_cost(lens_model_shared(address, 32, WARP, 16), 4, 4);
  assert_cost(lens_model_shared(address, 32, WARP, 8), 4, 2);
}

static void shared_atomics_take_turns_on_a_word(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  fill(address, 0, 0);
  assert_cost(lens_model_shared_atomic(address, 32, 4), 32, 1);
  fill(address, 0, 4);
  assert_cost(lens_model_shared_atomic(address, 32, 4), 1, 1);
  fill(address, 0, 8);
  assert_cost(lens_model_shared_atomic(address, 32, 4), 2, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sectors_follow_the_stride),
      cmocka_unit_test(order_of_the_lanes_does_not_matter),
      cmocka_unit_test(atomics_on_one_address_take_turns),
      cmocka_unit_test(words_in_one_bank_take_turns),
      cmocka_unit_test(a_word_for_several_lanes_is_free),
      cmocka_unit_test(wide_accesses_go_by_halves_and_quarters),
      cmocka_unit_test(shared_atomics_take_turns_on_a_word),
  };
  return cmocka_run_group_tests_name("lens_model", tests, NULL, NULL);
}
