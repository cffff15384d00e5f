/* test_writers.c: the last writer of device memory, with kernels that call the hooks explicitly. */
#include "one_array.h"

#include "lens/runtime/memory.h"

enum { TO_DEVICE = 1, ON_DEVICE = 3, WORDS = 1000 };

void __tsan_read4(void *address);
void __tsan_write4(void *address);

static float zeros[WORDS];
static unsigned from, to; /* the words that the kernel touches */
static bool kernel_writes;

static void touch(void *closure) {
  (void)closure;
  for (unsigned i = from; i < to; i++) {
    if (kernel_writes) {
      __tsan_write4(&array[i]);
    } else {
      __tsan_read4(&array[i]);
    }
  }
}

static void launch(bool writes, unsigned first, unsigned end) {
  kernel_writes = writes;
  from = first;
  to = end;
  lens_launch it = {.name = "touch",
                    .function = (const void *)(uintptr_t)touch,
                    .grid = {1, 1, 1},
                    .block = {1, 1, 1},
                    .run = touch};
  assert_int_equal(lens_run(&it), 0);
}

/* Whether exactly the words from `first` up to `end`, of the `count` words at `words`, are by this
 * writer. */
static bool only(const float *words, unsigned count, lens_writer by, unsigned first, unsigned end) {
  for (unsigned i = 0; i < count; i++) {
    bool expected = i >= first && i < end;
    if ((lens_last_writer(&words[i]) == by) != expected) return false;
  }
  return true;
}

static bool all(const float *words, lens_writer by) {
  return only(words, WORDS, by, 0, WORDS);
}

static int set_up(void **state) {
  (void)state;
  int error = begin_with_array(WORDS);
  lens_mark_given(array, WORDS * sizeof *array);
  return error;
}

static void what_is_given_stays_so_until_somebody_writes(void **state) {
  (void)state;
  assert_true(all(array, LENS_WRITER_GIVEN));
  launch(false, 0, WORDS);
  assert_true(all(array, LENS_WRITER_GIVEN));
  launch(true, 130, 700);
  assert_true(only(array, WORDS, LENS_WRITER_LAUNCH, 130, 700));
  assert_int_equal(lens_memcpy(array + 200, zeros, 400 * sizeof *array, TO_DEVICE), 0);
  assert_true(only(array, WORDS, LENS_WRITER_HOST, 200, 600));
  assert_int_equal(lens_last_writer(array + 199), LENS_WRITER_LAUNCH);
  assert_int_equal(lens_last_writer(array + 600), LENS_WRITER_LAUNCH);
  assert_int_equal(lens_last_writer(array + 129), LENS_WRITER_GIVEN);
  launch(true, 300, 301);
  assert_int_equal(lens_last_writer(array + 300), LENS_WRITER_LAUNCH);
  assert_int_equal(lens_last_writer(array + 301), LENS_WRITER_HOST);
}

/* The words of the launch are still there when all of the array is written from outside. */
static void the_last_writer_counts(void **state) {
  (void)state;
  launch(true, 0, WORDS);
  assert_int_equal(lens_memset(array, 0, WORDS * sizeof *array), 0);
  assert_true(all(array, LENS_WRITER_HOST));
  launch(true, 0, WORDS);
  assert_true(all(array, LENS_WRITER_LAUNCH));
  lens_mark_given(array, WORDS * sizeof *array);
  assert_true(all(array, LENS_WRITER_GIVEN));
  lens_mark_uninitialised(array + 5, 10 * sizeof *array);
  assert_true(only(array, WORDS, LENS_WRITER_NOBODY, 5, 15));
}

static void copies_on_the_device_keep_the_writer(void **state) {
  (void)state;
  void *copy = NULL;
  assert_int_equal(lens_malloc(&copy, WORDS * sizeof *array, "&copy"), 0);
  launch(true, 100, 800);
  assert_int_equal(lens_memset(array + 300, 0, 8), 0);
  assert_int_equal(lens_memcpy(copy, array, WORDS * sizeof *array, ON_DEVICE), 0);
  assert_true(only(copy, WORDS, LENS_WRITER_HOST, 300, 302));
  assert_int_equal(lens_last_writer((float *)copy + 100), LENS_WRITER_LAUNCH);
  assert_int_equal(lens_last_writer((float *)copy + 799), LENS_WRITER_LAUNCH);
  assert_int_equal(lens_last_writer((float *)copy + 800), LENS_WRITER_GIVEN);
  /* Copied back, but shifted by one word. */
  assert_int_equal(lens_memcpy(array + 1, copy, 900 * sizeof *array, ON_DEVICE), 0);
  assert_true(only(array, 901, LENS_WRITER_HOST, 301, 303));
  assert_int_equal(lens_last_writer(array + 101), LENS_WRITER_LAUNCH);
  assert_int_equal(lens_last_writer(array + 100), LENS_WRITER_GIVEN);
  assert_int_equal(lens_free(copy), 0);
}

static void numbers_of_blocks_may_run_out(void **state) {
  (void)state;
  launch(true, 0, 10);
  assert_int_equal(lens_memset(array + 5, 0, 4), 0);
  lens_memory_forget_accesses();
  assert_int_equal(lens_last_writer(array + 4), LENS_WRITER_LAUNCH);
  assert_int_equal(lens_last_writer(array + 5), LENS_WRITER_HOST);
  assert_int_equal(lens_last_writer(array + 10), LENS_WRITER_GIVEN);
  assert_int_equal(lens_last_writer(array + 900), LENS_WRITER_GIVEN);
  launch(true, 900, 901);
  assert_int_equal(lens_last_writer(array + 900), LENS_WRITER_LAUNCH);
}

static void readers_are_launches_and_copies_on_the_device(void **state) {
  (void)state;
  float host[WORDS];
  void *copy = NULL;
  launch(true, 0, WORDS);
  assert_int_equal(lens_memcpy(host, array, sizeof host, 2), 0);
  assert_false(lens_was_read(array, sizeof host));
  launch(false, 700, 701);
  assert_true(lens_was_read(array, sizeof host));
  assert_false(lens_was_read(array, 512));
  lens_mark_given(array, sizeof host);
  assert_false(lens_was_read(array, sizeof host));
  assert_int_equal(lens_malloc(&copy, sizeof host, "&copy"), 0);
  assert_int_equal(lens_memcpy(copy, array, sizeof host, ON_DEVICE), 0);
  assert_true(lens_was_read(array, 512));
  assert_int_equal(lens_free(copy), 0);
}

static void calls_of_the_host_are_known(void **state) {
  (void)state;
  lens_host_write write;
  launch(true, 0, WORDS);
  assert_false(lens_find_host_write(array, &write));
  assert_int_equal(lens_memset(array, 0, 4), 0);
  assert_true(lens_find_host_write(array, &write));
  lens_mark_given(array, 4);
  assert_false(lens_find_host_write(array, &write));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, end_with_array)
  const struct CMUnitTest tests[] = {
      TEST(what_is_given_stays_so_until_somebody_writes),  TEST(the_last_writer_counts),
      TEST(copies_on_the_device_keep_the_writer),          TEST(numbers_of_blocks_may_run_out),
      TEST(readers_are_launches_and_copies_on_the_device), TEST(calls_of_the_host_are_known),
  };
  return cmocka_run_group_tests_name("writers", tests, NULL, NULL);
}
