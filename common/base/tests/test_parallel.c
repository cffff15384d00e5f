/* test_parallel.c: each part is done exactly once, whatever the number of threads is. */
#include "base/test.h"

#include "base/parallel.h"
#include "base/tests/few_threads.h"

#include <stdatomic.h>

enum { PARTS = 100 };
static atomic_int done[PARTS];

static void note(void *context, int part) {
  assert_ptr_equal(context, done);
  atomic_fetch_add(&done[part], 1);
}

static void assert_each_done(int times) {
  for (int part = 0; part < PARTS; part++) assert_int_equal(atomic_load(&done[part]), times);
}

static void each_part_is_done_once(void **state) {
  (void)state;
  int times = 0;
  for (int part = 0; part < PARTS; part++) atomic_init(&done[part], 0);
  for (int threads = 1; threads < 9; threads++) {
    sl_parallel_run(PARTS, threads, note, done);
    assert_each_done(++times);
  }
  sl_parallel_run(PARTS, 100000, note, done);
  assert_each_done(++times);
  sl_parallel_run_all(PARTS, note, done);
  assert_each_done(++times);
  sl_parallel_run(0, 4, note, done); /* nothing to do */
  assert_each_done(times);
}

static void threads_that_do_not_start_leave_their_work(void **state) {
  (void)state;
  for (int part = 0; part < PARTS; part++) atomic_init(&done[part], 0);
  for (int can_start = 0; can_start < 3; can_start++) {
    threads_left = can_start;
    sl_parallel_run(PARTS, 4, note, done);
    assert_each_done(can_start + 1);
  }
  threads_left = -1;
}

static void small_jobs_are_not_shared(void **state) {
  (void)state;
  sl_parallel_pretend(16, 0);
  assert_int_equal(sl_parallel_threads(0), 1);
  assert_int_equal(sl_parallel_threads(1000), 1);
  assert_int_equal(sl_parallel_parts(1000), 1);
  assert_int_equal(sl_parallel_threads(1000000), 5);
  assert_int_equal(sl_parallel_threads(1000000000), 16);
  assert_true(sl_parallel_parts(1000000000) >= 32);
  sl_parallel_pretend(100000, 1);
  assert_in_range(sl_parallel_threads(1000000000), 2, 1000);
  assert_in_range(sl_parallel_parts(1000000000), 2, SL_MOST_PARTS);
  sl_parallel_pretend(0, 0);
}

static void parts_are_even_and_cover_all(void **state) {
  (void)state;
  static const long long counts[] = {0, 1, 7, 1000, 2147483647};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    for (int parts = 1; parts <= SL_MOST_PARTS; parts = 3 * parts + 1) {
      assert_true(sl_part_begin(counts[c], parts, 0) == 0);
      assert_true(sl_part_begin(counts[c], parts, parts) == counts[c]);
      for (int part = 0; part < parts; part++) {
        long long length =
            sl_part_begin(counts[c], parts, part + 1) - sl_part_begin(counts[c], parts, part);
        assert_true(length >= counts[c] / parts && length <= counts[c] / parts + 1);
      }
    }
  }
}

static void copies_are_whole(void **state) {
  (void)state;
  static char from[10007], to[10008];
  sl_parallel_pretend(7, 10);
  for (int i = 0; i < 10007; i++) from[i] = (char)(i % 251);
  sl_parallel_copy(to, from, sizeof from);
  assert_memory_equal(to, from, sizeof from);
  assert_int_equal(to[10007], 0);
  sl_parallel_copy(NULL, NULL, 0);
  sl_parallel_pretend(0, 0);
}

static void find_seven(void *context, int part) {
  sl_parallel_search *all = context;
  int i, end;
  sl_looking_range(all, part, &i, &end);
  for (; i < end; i++) {
    if (((const int *)all->at)[i] != 7) continue;
    all->found[part] = i;
    return;
  }
}

static void the_first_is_found(void **state) {
  (void)state;
  enum { COUNT = 5000 };
  static int numbers[COUNT];
  for (int cores = 1; cores < 9; cores++) {
    sl_parallel_pretend(cores, 10);
    assert_int_equal(sl_parallel_find(numbers, COUNT, find_seven), -1);
    numbers[COUNT - 1] = 7;
    assert_int_equal(sl_parallel_find(numbers, COUNT, find_seven), COUNT - 1);
    numbers[4] = numbers[3000] = 7;
    assert_int_equal(sl_parallel_find(numbers, COUNT, find_seven), 4);
    assert_int_equal(sl_parallel_find(numbers, 4, find_seven), -1);
    assert_int_equal(sl_parallel_find(numbers, 0, find_seven), -1);
    numbers[4] = numbers[3000] = numbers[COUNT - 1] = 0;
  }
  sl_parallel_pretend(0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_part_is_done_once),
      cmocka_unit_test(threads_that_do_not_start_leave_their_work),
      cmocka_unit_test(small_jobs_are_not_shared),
      cmocka_unit_test(parts_are_even_and_cover_all),
      cmocka_unit_test(copies_are_whole),
      cmocka_unit_test(the_first_is_found),
  };
  return cmocka_run_group_tests_name("parallel", tests, NULL, NULL);
}
