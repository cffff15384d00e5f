/* test_zone.c: blocks of all sizes are disjoint and are reused, and no link leads out of the
 * zone. */
#include "base/test.h"

#include "worker/zone.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void blocks_stand_apart(void **state) {
  (void)state;
  enum { MANY = 3000 };
  static unsigned char *blocks[MANY];
  for (size_t i = 0; i < MANY; i++) {
    size_t bytes = i * 37 % 70000;
    blocks[i] = sl_zone_take(bytes, 1);
    assert_true(sl_zone_holds(blocks[i]) && sl_zone_bytes(blocks[i]) >= bytes);
    memset(blocks[i], (int)(i % 251), bytes);
  }
  for (size_t i = 0; i < MANY; i++) {
    for (size_t at = 0; at < i * 37 % 70000; at += 611) {
      assert_int_equal(blocks[i][at], i % 251);
    }
    sl_zone_free(blocks[i]);
  }
}

static void what_was_freed_is_taken_again(void **state) {
  (void)state;
  static const size_t sizes[] = {1, 16, 17, 4000, 32768};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    void *block = sl_zone_take(sizes[i], 1);
    sl_zone_free(block);
    assert_ptr_equal(sl_zone_take(sizes[i], 1), block);
  }
  for (int i = 0; i < 100000; i++) { /* in total, more bytes than the address range of the zone */
    char *large = sl_zone_take(1 << 20, 1);
    assert_non_null(large);
    assert_int_equal(large[100], 0);
    large[100] = 1;
    sl_zone_free(large);
  }
}

static void blocks_are_aligned_as_asked(void **state) {
  (void)state;
  for (size_t align = 1; align <= 65536; align *= 2) {
    assert_int_equal((uintptr_t)sl_zone_take(3, align) % align, 0);
  }
  assert_null(sl_zone_take(3, 1 << 20));
  assert_null(sl_zone_take(SIZE_MAX, 1));
  assert_null(sl_zone_take(sl_zone_reserved() + 1, 1));
}

static int signal_of(void (*wrong)(void)) {
  int status = 0;
  pid_t pid = fork();
  if (pid == 0) {
    wrong();
    _exit(0);
  }
  assert_int_equal(waitpid(pid, &status, 0), pid);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void write_over_a_link(void) {
  void *outside = &outside, **block = sl_zone_take(64, 1);
  sl_zone_free(block);
  *block = outside;
  (void)sl_zone_take(64, 1);
}

static void free_the_middle(void) {
  char *block = sl_zone_take(64, 1);
  sl_zone_free(block + 8);
}

static void free_the_middle_of_a_large_one(void) {
  char *block = sl_zone_take(1 << 20, 1);
  sl_zone_free(block + (1 << 16));
}

static void free_nothing(void) {
  sl_zone_free((char *)sl_zone_start() + sl_zone_reserved() - 16);
}

static void what_cannot_be_freed_ends_the_program(void **state) {
  (void)state;
  assert_int_equal(signal_of(write_over_a_link), SIGABRT);
  assert_int_equal(signal_of(free_the_middle), SIGABRT);
  assert_int_equal(signal_of(free_the_middle_of_a_large_one), SIGABRT);
  assert_int_equal(signal_of(free_nothing), SIGABRT);
}

static int make_zone(void **state) {
  (void)state;
  assert_null(sl_zone_take(1, 1)); /* the zone is not open yet */
  return sl_zone_open() ? 0 : -1;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_stand_apart),
      cmocka_unit_test(what_was_freed_is_taken_again),
      cmocka_unit_test(blocks_are_aligned_as_asked),
      cmocka_unit_test(what_cannot_be_freed_ends_the_program),
  };
  return cmocka_run_group_tests_name("worker_zone", tests, make_zone, NULL);
}
