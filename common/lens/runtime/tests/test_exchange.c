/* test_exchange.c: what each lane gets from shuffles, votes, matches and reductions. */
#include "base/test.h"

#include "lens/runtime/block.h"

#define WARP 0xffffffffu

static lens_lane warp[LENS_WARP];
static uint32_t in[LENS_WARP], out[LENS_WARP];

/* Lanes that do not take part were stopped, so that there are no findings about them. */
static lens_block block = {.running = {.lanes = warp, .num_lanes = LENS_WARP}};

/* Lane i has the value 100 + i, unless a test changes that. */
static void exchange(int operation, uint32_t present, int argument, int width) {
  for (unsigned i = 0; i < LENS_WARP; i++) {
    warp[i].block = &block;
    warp[i].state = LENS_LANE_KILLED;
    warp[i].wait = (lens_wait){.bits = in[i],
                               .mask = present,
                               .operation = operation,
                               .argument = argument,
                               .width = width};
  }
  lens_exchange_do(warp, present);
  for (unsigned i = 0; i < LENS_WARP; i++) {
    out[i] = present >> i & 1 ? (uint32_t)warp[i].wait.bits : 0xdeadbeef;
  }
}

static int number_lanes(void **state) {
  (void)state;
  for (unsigned i = 0; i < LENS_WARP; i++) in[i] = 100 + i;
  return 0;
}

static void shuffles_over_the_warp(void **state) {
  (void)state;
  exchange(LENS_SHFL, WARP, 7, 32);
  assert_int_equal(out[0], 107);
  assert_int_equal(out[31], 107);
  exchange(LENS_SHFL_DOWN, WARP, 4, 32);
  assert_int_equal(out[0], 104);
  assert_int_equal(out[27], 131);
  assert_int_equal(out[28], 128);
  exchange(LENS_SHFL_UP, WARP, 4, 32);
  assert_int_equal(out[3], 103);
  assert_int_equal(out[4], 100);
  exchange(LENS_SHFL_XOR, WARP, 5, 32);
  assert_int_equal(out[0], 105);
  assert_int_equal(out[31], 126);
}

static void shuffles_over_sections(void **state) {
  (void)state;
  exchange(LENS_SHFL, WARP, 9, 8); /* counts modulo the width */
  assert_int_equal(out[0], 101);
  assert_int_equal(out[20], 117);
  exchange(LENS_SHFL_DOWN, WARP, 2, 4);
  assert_int_equal(out[9], 111);
  assert_int_equal(out[10], 110);
  exchange(LENS_SHFL_UP, WARP, 1, 16);
  assert_int_equal(out[16], 116);
  assert_int_equal(out[17], 116);
  exchange(LENS_SHFL_XOR, WARP, 8, 8); /* earlier sections may be read, later ones not */
  assert_int_equal(out[2], 102);
  assert_int_equal(out[10], 102);
}

static void lanes_that_are_absent(void **state) {
  (void)state;
  exchange(LENS_SHFL_DOWN, 0x0000ffffu, 8, 32);
  assert_int_equal(out[7], 115);
  assert_int_equal(out[8], 0); /* lane 16 does not exist */
  assert_int_equal(out[16], 0xdeadbeef);
}

static void votes(void **state) {
  (void)state;
  for (unsigned i = 0; i < LENS_WARP; i++) in[i] = i % 3 == 0;
  exchange(LENS_BALLOT, 0x0000ffffu, 0, 32);
  assert_int_equal(out[5], 0x9249);
  exchange(LENS_ALL, WARP, 0, 32);
  assert_int_equal(out[0], 0);
  exchange(LENS_ANY, WARP, 0, 32);
  assert_int_equal(out[0], 1);
  exchange(LENS_ALL, 0x9249, 0, 32);
  assert_int_equal(out[0], 1);
  exchange(LENS_ANY, 0x6, 0, 32);
  assert_int_equal(out[1], 0);
}

static void matches(void **state) {
  (void)state;
  for (unsigned i = 0; i < LENS_WARP; i++) in[i] = i / 8;
  exchange(LENS_MATCH_ANY, WARP, 0, 32);
  assert_int_equal(out[9], 0x0000ff00);
  exchange(LENS_MATCH_ALL, WARP, 0, 32);
  assert_int_equal(out[9], 0);
  exchange(LENS_MATCH_ALL, 0xff, 0, 32);
  assert_int_equal(out[3], 0xff);
}

static void reductions(void **state) {
  (void)state;
  in[3] = (uint32_t)-5;
  static const struct {
    int operation;
    uint32_t result;
  } cases[] = {{LENS_REDUCE_ADD_U32, 100 + 101 + 102 - 5},
               {LENS_REDUCE_MIN_U32, 100},
               {LENS_REDUCE_MAX_U32, (uint32_t)-5},
               {LENS_REDUCE_MIN_S32, (uint32_t)-5},
               {LENS_REDUCE_MAX_S32, 102},
               {LENS_REDUCE_AND, 96},
               {LENS_REDUCE_OR, (uint32_t)-1},
               {LENS_REDUCE_XOR, ~UINT32_C(99)}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    exchange(cases[i].operation, 0xf, 0, 32);
    assert_int_equal(out[0], cases[i].result);
    assert_int_equal(out[3], cases[i].result);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(shuffles_over_the_warp, number_lanes),
      cmocka_unit_test_setup(shuffles_over_sections, number_lanes),
      cmocka_unit_test_setup(lanes_that_are_absent, number_lanes),
      cmocka_unit_test_setup(votes, number_lanes),
      cmocka_unit_test_setup(matches, number_lanes),
      cmocka_unit_test_setup(reductions, number_lanes),
  };
  return cmocka_run_group_tests_name("lens_exchange", tests, NULL, NULL);
}
