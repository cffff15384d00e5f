/* test_input.c: arrays that a launch cannot write, by kernels that call the hooks by hand. */
#include "one_array.h"

#include "lens/runtime/input.h"

enum { BLOCKS = 4, WORDS = 256, LAST = BLOCKS - 1 };

void __tsan_read4(void *address);
void __tsan_write4(void *address);

static bool last_block_writes;

static void read_all(void *closure) {
  (void)closure;
  for (unsigned i = 0; i < WORDS; i++) __tsan_read4(&array[i]);
  if (last_block_writes && lens_block_idx().x == LAST) __tsan_write4(&array[0]);
}

/* Launches with the first `count` of these arguments: `array` as a constant one, and another array,
 * as bytes.
 */
static void launch_with(int count, const void *other, size_t bytes, bool other_is_constant) {
  void *arguments[] = {&array, (void *)(uintptr_t)other};
  const size_t sizes[] = {sizeof array, bytes};
  const int constants[] = {true, other_is_constant};
  lens_launch it = {.name = "read_all",
                    .function = (const void *)(uintptr_t)read_all,
                    .grid = {BLOCKS, 1, 1},
                    .block = {1, 1, 1},
                    .run = read_all,
                    .num_arguments = count,
                    .arguments = arguments,
                    .sizes = sizes,
                    .constants = constants};
  assert_int_equal(lens_run(&it), 0);
}

static void launch(const void *other, size_t bytes, bool other_is_constant) {
  launch_with(2, other, bytes, other_is_constant);
}

static void launch_alone(void) {
  launch_with(1, NULL, 0, false);
}

static int set_up(void **state) {
  (void)state;
  last_block_writes = false;
  return begin_with_array(WORDS);
}

static size_t offset_of(const float *word) {
  return (uintptr_t)word - lens_device.base;
}

/* Checks all cells of the array: either all are inputs or none. */
static bool is_input(void) {
  size_t first = offset_of(array) / LENS_GRANULE;
  size_t count = 0;
  for (size_t i = 0; i < WORDS * 4 / LENS_GRANULE; i++) {
    count += lens_is_input(lens_device.granules[first + i].state);
  }
  assert_true(count == 0 || count == WORDS * 4 / LENS_GRANULE);
  return count != 0;
}

static uint64_t reader_of(const float *word) {
  return lens_device.cells[offset_of(word) / 4].reader;
}

static void its_readers_are_not_remembered(void **state) {
  (void)state;
  launch_alone();
  assert_true(is_input());
  for (unsigned i = 0; i < WORDS; i++) assert_int_equal(reader_of(&array[i]), 0);
  launch(&array, sizeof array, true);
  assert_true(is_input());
}

static void it_is_one_for_its_launch_alone(void **state) {
  (void)state;
  launch_alone();
  launch_with(0, NULL, 0, false); /* this kernel may have got the array in another way */
  assert_false(is_input());
  assert_int_not_equal(reader_of(&array[0]), 0);
}

static void another_argument_into_it_may_write(void **state) {
  (void)state;
  float *middle = &array[WORDS / 2];
  launch_alone();
  launch(&middle, sizeof middle, false);
  assert_false(is_input());
  assert_int_not_equal(reader_of(&array[0]), 0);
  launch_alone();
  assert_true(is_input());
}

static void so_may_a_pointer_in_a_packed_structure(void **state) {
  (void)state;
  struct __attribute__((packed)) {
    char kind;
    float *values;
  } view = {1, &array[WORDS - 1]};
  launch(&view, sizeof view, false);
  assert_false(is_input());
}

/* The kernel may copy the pointer anywhere. */
static void a_pointer_beside_an_array_may_lead_anywhere(void **state) {
  (void)state;
  float *end = &array[WORDS];
  launch(&end, sizeof end, true);
  assert_true(is_input());
  launch(&end, sizeof end, false);
  assert_false(is_input());
}

static void unwritten_words_are_found(void **state) {
  (void)state;
  void *pointer = NULL;
  static const float zeros[WORDS];
  assert_int_equal(lens_free(array), 0);
  assert_int_equal(lens_malloc(&pointer, sizeof zeros, "&array"), 0);
  array = pointer;
  assert_int_equal(lens_memcpy(array, zeros, sizeof zeros - 2 * sizeof *zeros, 1), 0);
  launch_alone();
  assert_true(is_input());
  assert_int_equal(lens_num_findings(), 1);
  const lens_finding *it = lens_get_finding(0);
  assert_int_equal(it->kind, LENS_UNINITIALISED_READ);
  assert_int_equal(it->index, WORDS - 2);
  assert_int_equal(it->count, 2 * BLOCKS);
}

/* Reads before the first such write are not recorded in that launch. */
static void a_write_in_spite_of_it_ends_it_for_good(void **state) {
  (void)state;
  last_block_writes = true;
  launch_alone();
  assert_false(is_input());
  assert_int_equal(lens_num_findings(), 0);
  launch_alone();
  assert_false(is_input());
  assert_int_equal(lens_num_findings(), 1);
  assert_int_equal(lens_get_finding(0)->kind, LENS_RACE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(its_readers_are_not_remembered, set_up, end_with_array),
      cmocka_unit_test_setup_teardown(it_is_one_for_its_launch_alone, set_up, end_with_array),
      cmocka_unit_test_setup_teardown(another_argument_into_it_may_write, set_up, end_with_array),
      cmocka_unit_test_setup_teardown(so_may_a_pointer_in_a_packed_structure, set_up,
                                      end_with_array),
      cmocka_unit_test_setup_teardown(a_pointer_beside_an_array_may_lead_anywhere, set_up,
                                      end_with_array),
      cmocka_unit_test_setup_teardown(unwritten_words_are_found, set_up, end_with_array),
      cmocka_unit_test_setup_teardown(a_write_in_spite_of_it_ends_it_for_good, set_up,
                                      end_with_array),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
