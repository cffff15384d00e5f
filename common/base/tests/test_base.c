/* test_base.c: error messages, checked allocation, and the random numbers from which all cases are
 * generated. */
#include "base/test.h"

#include "base/random.h"
#include "base/visible.h"

#include <stdio.h>

static void message_is_kept_and_wrapped(void **state) {
  (void)state;
  assert_int_equal(sl_fail(SL_ERR_INPUT, "line %d is empty", 7), SL_ERR_INPUT);
  assert_string_equal(sl_status_message(), "line 7 is empty");
  assert_int_equal(sl_fail_at(SL_ERR_INPUT, "file %s", "a.mtx"), SL_ERR_INPUT);
  assert_string_equal(sl_status_message(), "file a.mtx: line 7 is empty");
  assert_int_equal(sl_fail(SL_ERR_INPUT, "again: %s", sl_status_message()), SL_ERR_INPUT);
  assert_string_equal(sl_status_message(), "again: file a.mtx: line 7 is empty");
  assert_int_equal(sl_fail(SL_ERR_SYSTEM, "no lab"), SL_ERR_SYSTEM);
  assert_int_equal(sl_fail_in_line("r.txt", 3, "%s here", sl_status_message()), SL_ERR_INPUT);
  assert_string_equal(sl_status_message(), "r.txt:3: no lab here");
}

static void exit_statuses_are_those_of_the_manual(void **state) {
  (void)state;
  assert_int_equal(sl_status_exit(SL_OK), 0);
  assert_int_equal(sl_status_exit(SL_ERR_USAGE), 2);
  assert_int_equal(sl_status_exit(SL_ERR_INPUT), 2);
  assert_int_equal(sl_status_exit(SL_ERR_SIZE), 2);
  assert_int_equal(sl_status_exit(SL_ERR_MISSING), 3);
  assert_int_equal(sl_status_exit(SL_ERR_SYSTEM), 3);
}

static void overflowing_and_failing_allocations_are_refused(void **state) {
  (void)state;
  void *pointer;
  assert_fails(sl_alloc(SIZE_MAX / 4, 8, "rows", &pointer), SL_ERR_MEMORY, "rows");
  assert_null(pointer);
  sl_memory_fail_after(1);
  int *numbers;
  assert_ok(sl_alloc(4, sizeof *numbers, "numbers", &numbers));
  numbers[3] = 5;
  assert_int_equal(sl_resize(8, sizeof *numbers, "numbers", &numbers), SL_ERR_MEMORY);
  assert_int_equal(numbers[3], 5);
  assert_ok(sl_resize(8, sizeof *numbers, "numbers", &numbers));
  assert_int_equal(sl_memory_live(), 1);
  sl_free(numbers);
  sl_free(NULL);
  assert_int_equal(sl_memory_live(), 0);
}

static void random_numbers_are_the_published_sequence(void **state) {
  (void)state;
  sl_random random = {1234567}; /* the first outputs of SplitMix64 from this state */
  assert_true(sl_random_bits(&random) == UINT64_C(6457827717110365317));
  assert_true(sl_random_bits(&random) == UINT64_C(3203168211198807973));
  sl_random ahead = random;
  for (int i = 0; i < 10; i++) (void)sl_random_bits(&random);
  sl_random_skip(&ahead, 10);
  assert_true(sl_random_bits(&ahead) == sl_random_bits(&random));
  random = sl_random_make(1, 2);
  for (int i = 0; i < 1000; i++) {
    int below = sl_random_below(&random, 7);
    assert_in_range(below, 0, 6);
    double unit = sl_random_unit(&random);
    assert_true(unit >= 0 && unit < 1);
  }
}

static void streams_are_not_shifted_copies(void **state) {
  (void)state;
  for (uint64_t stream = 0; stream < 100; stream++) {
    sl_random left = sl_random_make(1, stream);
    sl_random right = sl_random_make(1, stream + 1);
    uint64_t first = sl_random_bits(&right);
    for (int i = 0; i < 16; i++) assert_true(sl_random_bits(&left) != first);
  }
}

/* Text of students may contain control characters of one or two bytes, which terminals obey, and
 * direction marks, which change how text reads. */
static void what_strangers_wrote_is_made_visible(void **state) {
  (void)state;
  static const char *const texts[][2] = {
      {"plain\ttext\n", "plain\ttext\n"},
      {"caf\u00e9 \u2713", "caf\u00e9 \u2713"},
      {"\033[2J\a\177", "?[2J??"},
      {"\xc2\x9b"
       "2J",
       "??2J"}, /* the same control sequence, which begins with a single character here */
      {"a\u202e"
       "b",
       "a???b"},          /* the rest would read from right to left */
      {"\xff\xc3", "??"}, /* not UTF-8 */
      {"", ""},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char text[64];
    (void)snprintf(text, sizeof text, "%s", texts[i][0]);
    sl_visible_make(text, '?');
    assert_string_equal(text, texts[i][1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(message_is_kept_and_wrapped),
      cmocka_unit_test(exit_statuses_are_those_of_the_manual),
      cmocka_unit_test(overflowing_and_failing_allocations_are_refused),
      cmocka_unit_test(random_numbers_are_the_published_sequence),
      cmocka_unit_test(streams_are_not_shifted_copies),
      cmocka_unit_test(what_strangers_wrote_is_made_visible),
  };
  return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
