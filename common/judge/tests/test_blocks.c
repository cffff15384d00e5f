/* test_blocks.c: which launches have blocks that grow. */
#include "base/test.h"

#include "judge/blocks.h"

#include <stdio.h>

static sl_launch_habits habits;

static int set_up(void **state) {
  (void)state;
  habits = (sl_launch_habits){.count = 0};
  return 0;
}

static void launch(const char *kernel, unsigned blocks, unsigned threads, int error) {
  sl_launch one = {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .error = error};
  (void)snprintf(one.kernel, sizeof one.kernel, "%s", kernel);
  const sl_seen seen = {.launches = &one, .num_launches = 1};
  sl_launch_habits_take(&habits, &seen);
}

static void blocks_that_grow_are_seen(void **state) {
  (void)state;
  launch("other", 3, 256, 0);
  launch("swapped", 256, 4, 0);
  assert_int_equal(sl_launch_habits_growing(&habits), 0);
  launch("other", 7, 256, 0);
  launch("swapped", 256, 391, 0);
  assert_int_equal(sl_launch_habits_growing(&habits), 256);
}

static void grids_that_grow_are_right(void **state) {
  (void)state;
  launch("usual", 1, 9, 0); /* no more threads than rows */
  launch("usual", 1, 31, 0);
  launch("usual", 4, 256, 0);
  launch("strided", 528, 256, 0);
  launch("strided", 528, 256, 0);
  launch("refused", 256, 4, 0);
  launch("refused", 256, 2048, 9);
  assert_int_equal(sl_launch_habits_growing(&habits), 0);
}

static void a_single_block_is_another_mistake(void **state) {
  (void)state;
  launch("alone", 1, 9, 0);
  launch("alone", 1, 900, 0);
  assert_int_equal(sl_launch_habits_growing(&habits), 0);
}

/* Half or a quarter of the rows have an entry: all of these need more threads than blocks have. */
static void the_matrices_are_large_enough(void **state) {
  (void)state;
  for (unsigned blocks = 2; blocks <= 1024; blocks++) {
    for (int i = 0; i < SL_GROWING_SPECS; i++) {
      char spec[SL_GROWING_SPEC_BYTES];
      int rows = 0, every = 0;
      sl_growing_spec(blocks, i, spec);
      assert_int_equal(sscanf(spec, "hypersparse:%d,every=%d", &rows, &every), 2);
      assert_true(rows / every > 1024 * (long long)blocks * 107 / 100);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(blocks_that_grow_are_seen, set_up),
      cmocka_unit_test_setup(grids_that_grow_are_right, set_up),
      cmocka_unit_test_setup(a_single_block_is_another_mistake, set_up),
      cmocka_unit_test(the_matrices_are_large_enough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
