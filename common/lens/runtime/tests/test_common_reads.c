/* test_common_reads.c: cells that many blocks read (common_reads.h), by kernels that call the hooks
 * by hand. */
#include "one_array.h"

#include "lens/runtime/common_reads.h"

enum { BLOCKS = 300, THREADS = 32, WRITER = 150, WORDS = 64 };

void __tsan_read4(void *address);
void __tsan_write4(void *address);

static unsigned writer; /* this block writes a word that all read */

static void read_all(void *closure) {
  (void)closure;
  for (unsigned i = 0; i < WORDS; i++) __tsan_read4(&array[i]);
  if (lens_block_idx().x == writer && lens_thread_idx().x == 0) __tsan_write4(&array[7]);
}

static void launch(void) {
  lens_launch it = {.name = "read_all",
                    .function = (const void *)(uintptr_t)read_all,
                    .grid = {BLOCKS, 1, 1},
                    .block = {THREADS, 1, 1},
                    .run = read_all};
  assert_int_equal(lens_run(&it), 0);
}

static int set_up(void **state) {
  (void)state;
  writer = BLOCKS;
  return begin_with_array(WORDS);
}

static const lens_granule *granule_of(const float *word) {
  return &lens_device.granules[((uintptr_t)word - lens_device.base) / LENS_GRANULE];
}

static bool is_marked(const float *word) {
  size_t offset = (uintptr_t)word - lens_device.base;
  const lens_granule *granule = granule_of(word);
  return granule->epoch && lens_is_common(granule, granule->epoch, offset, 4);
}

static void what_distant_blocks_read_is_marked(void **state) {
  (void)state;
  launch();
  assert_int_equal(lens_num_findings(), 0);
  for (unsigned i = 0; i < WORDS; i++) assert_true(is_marked(&array[i]));
  assert_false(is_marked(&array[WORDS]));
}

/* The write ends the mark for the whole launch: later reads do not mark the word again. */
static void a_write_ends_it(void **state) {
  (void)state;
  writer = WRITER;
  launch();
  assert_false(is_marked(&array[7]));
  assert_true(is_marked(&array[8]));
  assert_int_equal(lens_num_findings(), 1);
  assert_true(lens_get_finding(0)->count >= (BLOCKS - 1 - WRITER) * THREADS);
}

static void a_mark_is_of_one_launch(void **state) {
  (void)state;
  launch();
  uint32_t before = granule_of(array)->epoch;
  writer = 0; /* it writes before any other block reads */
  launch();
  assert_int_not_equal(granule_of(array)->epoch, before);
  assert_false(is_marked(&array[7]));
  assert_true(is_marked(&array[8]));
  assert_int_equal(lens_num_findings(), 1);
  assert_true(lens_get_finding(0)->count >= (BLOCKS - 1) * THREADS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_distant_blocks_read_is_marked, set_up, end_with_array),
      cmocka_unit_test_setup_teardown(a_write_ends_it, set_up, end_with_array),
      cmocka_unit_test_setup_teardown(a_mark_is_of_one_launch, set_up, end_with_array),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
