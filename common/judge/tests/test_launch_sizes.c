/* test_launch_sizes.c: which launches may be just large enough for the cases. */
#include "base/test.h"

#include "judge/launch_sizes.h"

#include <stdio.h>

static sl_launch_sizes habits;

static int set_up(void **state) {
  (void)state;
  habits = (sl_launch_sizes){.count = 0};
  return 0;
}

static void launch(const char *kernel, unsigned blocks, unsigned threads, int error) {
  sl_launch one = {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .error = error};
  (void)snprintf(one.kernel, sizeof one.kernel, "%s", kernel);
  const sl_lens_report seen = {.launches = &one, .num_launches = 1};
  sl_launch_sizes_take(&habits, &seen);
}

static void blocks_that_grow_are_seen(void **state) {
  (void)state;
  launch("other", 3, 256, 0);
  launch("swapped", 256, 4, 0);
  assert_int_equal(sl_launch_sizes_room(&habits), 0);
  launch("other", 7, 256, 0);
  launch("swapped", 256, 391, 0);
  assert_int_equal(sl_launch_sizes_room(&habits), 256 * 1024);
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
  assert_int_equal(sl_launch_sizes_room(&habits), 0);
}

/* A loop in the kernel may process the remaining elements, so the launch is only doubtful. */
static void enough_threads_for_the_cases_alone_are_doubtful(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++) launch("fixed", 2048, 256, 0);
  assert_int_equal(sl_launch_sizes_room(&habits), 0);
  launch("fixed", 2048, 256, 0);
  assert_int_equal(sl_launch_sizes_room(&habits), 2048 * 256);
  for (int i = 0; i < 5; i++) launch("huge", 65535, 256, 0);
  assert_int_equal(sl_launch_sizes_room(&habits), 2048 * 256);
  launch("fixed", 2049, 256, 0);
  assert_int_equal(sl_launch_sizes_room(&habits), 0);
}

static void a_single_block_is_another_mistake(void **state) {
  (void)state;
  launch("alone", 1, 9, 0);
  launch("alone", 1, 900, 0);
  assert_int_equal(sl_launch_sizes_room(&habits), 0);
}

/* The first matrix has more rows than the launch has threads, the second has more entries. */
static void the_matrices_are_large_enough(void **state) {
  (void)state;
  for (unsigned room = 2048; room <= 1 << 20; room += 1000) {
    for (int i = 0; i < SL_LARGER_SPECS; i++) {
      char spec[SL_LARGER_SPEC_BYTES];
      int rows = 0, every = 0;
      assert_true(sl_launch_sizes_larger_spec(room, i, false, spec));
      assert_int_equal(sscanf(spec, "hypersparse:%d,every=%d", &rows, &every), 2);
      assert_int_equal(every, i == 0 ? 2 : 4);
      assert_true((i == 0 ? rows : rows / every) >= (int)(room + room / 16));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(blocks_that_grow_are_seen, set_up),
      cmocka_unit_test_setup(grids_that_grow_are_right, set_up),
      cmocka_unit_test_setup(enough_threads_for_the_cases_alone_are_doubtful, set_up),
      cmocka_unit_test_setup(a_single_block_is_another_mistake, set_up),
      cmocka_unit_test(the_matrices_are_large_enough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
