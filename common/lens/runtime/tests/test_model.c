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

static void assert_conflicts(lens_cost cost, unsigned units, unsigned ideal, unsigned conflicts) {
  assert_cost(cost, units, ideal);
  assert_int_equal(cost.conflicts, conflicts);
}

/* For a request in which each lane in `lanes` accesses address[lane]. */
static lens_shared_request request_of(const uint64_t *address, uint32_t lanes, unsigned bytes) {
  static uint64_t packed[LENS_WARP];
  unsigned count = 0;
  for (unsigned i = 0; i < LENS_WARP; i++) {
    if (lanes >> i & 1) packed[count++] = address[i];
  }
  return (lens_shared_request){packed, count, lanes, bytes};
}

static lens_cost load(const uint64_t *address, uint32_t lanes, unsigned bytes) {
  lens_shared_request request = request_of(address, lanes, bytes);
  return lens_model_shared_load(&request);
}

static lens_cost store(const uint64_t *address, uint32_t lanes, unsigned bytes) {
  lens_shared_request request = request_of(address, lanes, bytes);
  return lens_model_shared_store(&request);
}

static lens_cost atomic(const uint64_t *address, uint32_t lanes, unsigned bytes,
                        enum lens_update update) {
  lens_shared_request request = request_of(address, lanes, bytes);
  return lens_model_shared_atomic(&request, update);
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
  assert_conflicts(lens_model_global_atomic(address, 32, 4), 32, 1, 31);
  fill(address, 0x10000, 4);
  assert_conflicts(lens_model_global_atomic(address, 32, 4), 4, 4, 0);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = 0x10000 + i / 16 * 4; /* two rows of 16 */
  assert_conflicts(lens_model_global_atomic(address, 32, 4), 16, 1, 15);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = 0x10000 + i / 16 * 32;
  assert_conflicts(lens_model_global_atomic(address, 32, 4), 32, 2, 30);
  for (unsigned i = 0; i < 3; i++) address[i] = 0x10000 + i / 2 * 64; /* rounds {0, 2} and {1} */
  assert_conflicts(lens_model_global_atomic(address, 3, 4), 3, 1, 1);
}

static void words_in_one_bank_take_turns(void **state) {
  (void)state;
  static const struct {
    unsigned stride, wavefronts;
  } cases[] = {{4, 1}, {8, 2}, {12, 1}, {16, 4}, {64, 16}, {128, 32}, {132, 1}, {256, 32}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    unsigned wavefronts = cases[i].wavefronts;
    uint64_t address[LENS_WARP];
    fill(address, 0, cases[i].stride);
    assert_conflicts(load(address, WARP, 4), wavefronts, 1, wavefronts - 1);
    fill(address, 128 * 5 + 4, cases[i].stride); /* the start of the array does not matter */
    assert_conflicts(store(address, WARP, 4), wavefronts, 1, wavefronts - 1);
  }
}

static void a_word_for_several_lanes_is_free(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  fill(address, 256, 0);
  assert_cost(load(address, WARP, 4), 1, 1);
  fill(address, 256, 1); /* four bytes of each word */
  assert_cost(load(address, WARP, 1), 1, 1);
  assert_cost(store(address, WARP, 1), 1, 1);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = i % 2 * 128;
  assert_cost(load(address, WARP, 4), 2, 1);
}

static void wide_accesses_go_by_halves_and_quarters(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  fill(address, 0, 8);
  assert_conflicts(load(address, WARP, 8), 2, 2, 0);
  assert_conflicts(load(address, 0xffff, 8), 1, 1, 0);
  assert_conflicts(store(address, 0x55555555, 8), 2, 1, 0);
  fill(address, 0, 16);
  assert_conflicts(load(address, WARP, 16), 4, 4, 0);
  assert_conflicts(load(address, WARP, 8), 4, 2, 2);
  assert_conflicts(store(address, WARP, 8), 4, 2, 2);
}

/* Measured: a load of 8 or 16 bytes serves two groups at once if lanes i and i^1 agree in both, or
 * lanes i and i^2; an inactive lane agrees. Stores do not. */
static void wide_loads_that_agree_in_pairs_go_together(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  fill(address, 0, 0);
  assert_conflicts(load(address, WARP, 8), 1, 1, 0);
  assert_conflicts(store(address, WARP, 8), 2, 2, 0);
  assert_conflicts(load(address, WARP, 16), 2, 2, 0);
  assert_conflicts(store(address, WARP, 16), 4, 4, 0);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = (i & 30) * 8; /* i and i^1 */
  assert_conflicts(load(address, WARP, 8), 2, 2, 1);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = (i & 13) * 8; /* i and i^2, both halves */
  assert_conflicts(load(address, WARP, 8), 1, 1, 0);
  for (unsigned i = 0; i < LENS_WARP; i++)
    address[i] = (i & 8) * 16; /* quarters: one bank, twice */
  assert_conflicts(load(address, WARP, 16), 4, 4, 2);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = (i & 27) * 8; /* i and i^4 do not count */
  assert_conflicts(load(address, WARP, 8), 2, 2, 0);
  fill(address, 0, 8);
  assert_conflicts(load(address, 0x55555555, 8), 2, 1, 1); /* i^1 is idle */
}

static void shared_atomics_take_turns_in_a_bank(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  fill(address, 0, 0);
  assert_conflicts(atomic(address, WARP, 4, LENS_UPDATE_PLAIN), 32, 1, 31);
  assert_conflicts(atomic(address, WARP, 4, LENS_UPDATE_ONE), 1, 1, 0);
  assert_conflicts(atomic(address, WARP, 4, LENS_UPDATE_SWAP), 64, 2, 31);
  assert_conflicts(atomic(address, WARP, 8, LENS_UPDATE_SWAP), 64, 4, 30);
  fill(address, 0, 4);
  assert_conflicts(atomic(address, WARP, 4, LENS_UPDATE_PLAIN), 1, 1, 0);
  assert_conflicts(atomic(address, WARP, 4, LENS_UPDATE_SWAP), 2, 2, 0);
  fill(address, 0, 8);
  assert_conflicts(atomic(address, WARP, 4, LENS_UPDATE_PLAIN), 2, 1, 1);
  assert_conflicts(atomic(address, WARP, 4, LENS_UPDATE_ONE), 2, 1, 1);
  /* two lanes on one word and one on another of its bank: three rounds, not two */
  for (unsigned i = 0; i < 3; i++) address[i] = i / 2 * 128;
  assert_conflicts(atomic(address, 7, 4, LENS_UPDATE_PLAIN), 3, 1, 2);
}

static void a_swap_of_a_loop_serves_the_first_lane_of_each_bank(void **state) {
  (void)state;
  uint64_t address[LENS_WARP];
  fill(address, 0, 0);
  lens_shared_request all = request_of(address, WARP, 4);
  assert_int_equal(lens_model_swapped(&all), 1);
  assert_conflicts(atomic(address, WARP, 4, LENS_UPDATE_LOOP), 2, 2, 0);
  lens_shared_request wide = request_of(address, WARP, 8); /* the second half is too late */
  assert_int_equal(lens_model_swapped(&wide), 1);
  assert_conflicts(atomic(address, WARP, 8, LENS_UPDATE_LOOP), 4, 4, 0);
  assert_conflicts(atomic(address, 0xff, 8, LENS_UPDATE_LOOP), 2, 2, 0);
  for (unsigned i = 0; i < LENS_WARP; i++) address[i] = i / 16 * 8; /* a word for each half */
  lens_shared_request apart = request_of(address, WARP, 8);
  assert_int_equal(lens_model_swapped(&apart), 0x10001);
  fill(address, 0, 8); /* lanes 0 and 16 share a bank, but no word */
  lens_shared_request strided = request_of(address, 0xfffffffe, 4);
  assert_int_equal(lens_model_swapped(&strided), 0x1fffe);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sectors_follow_the_stride),
      cmocka_unit_test(order_of_the_lanes_does_not_matter),
      cmocka_unit_test(atomics_on_one_address_take_turns),
      cmocka_unit_test(words_in_one_bank_take_turns),
      cmocka_unit_test(a_word_for_several_lanes_is_free),
      cmocka_unit_test(wide_accesses_go_by_halves_and_quarters),
      cmocka_unit_test(wide_loads_that_agree_in_pairs_go_together),
      cmocka_unit_test(shared_atomics_take_turns_in_a_bank),
      cmocka_unit_test(a_swap_of_a_loop_serves_the_first_lane_of_each_bank),
  };
  return cmocka_run_group_tests_name("lens_model", tests, NULL, NULL);
}
