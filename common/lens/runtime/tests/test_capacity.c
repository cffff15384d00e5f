/* test_capacity.c: how many host threads the machine has room for. */
#include "base/test.h"

#include "lens/runtime/capacity.h"
#include "lens/runtime/fiber.h"

#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const lens_capacity plenty = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
static const lens_capacity each = {10, 1000, 100};

static unsigned fit(lens_capacity left, unsigned wanted, const char **short_of) {
  return lens_capacity_for(&left, &each, wanted, short_of);
}

static void all_that_are_wanted(void **state) {
  (void)state;
  const char *short_of = "";
  assert_int_equal(fit(plenty, 256, &short_of), 256);
  assert_null(short_of);
  assert_int_equal(fit((lens_capacity){20 * 64, 2000 * 64, 200 * 64}, 64, &short_of), 64);
  assert_null(short_of);
}

static void what_is_short_is_named(void **state) {
  (void)state;
  const char *short_of = NULL;
  lens_capacity left = plenty;
  left.mappings = 200;
  assert_int_equal(fit(left, 64, &short_of), 10);
  assert_non_null(strstr(short_of, "max_map_count"));
  left.addresses = 10000;
  assert_int_equal(fit(left, 64, &short_of), 5);
  assert_non_null(strstr(short_of, "ulimit -v"));
  left.memory = 800;
  assert_int_equal(fit(left, 64, &short_of), 4);
  assert_string_equal(short_of, "memory");
}

static void one_is_always_tried(void **state) {
  (void)state;
  const char *short_of = NULL;
  assert_int_equal(fit((lens_capacity){0, 0, 0}, 64, &short_of), 1);
  assert_non_null(short_of);
}

/* With the kernel's own limit of mappings and blocks of 1,024 threads. */
static void mappings_do_not_limit_256_cores(void **state) {
  (void)state;
  lens_capacity left = plenty, host = lens_capacity_of_host(1024);
  left.mappings = 65530;
  const char *short_of = NULL;
  assert_int_equal(lens_capacity_for(&left, &host, 256, &short_of), 256);
  assert_true(host.addresses >= lens_fiber_stacks_bytes(1024));
}

/* In a child process, because limits cannot be raised again. */
static void the_process_s_limits_count(void **state) {
  (void)state;
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    const rlim_t bytes = UINT64_C(1) << 46; /* sanitizers take 2^44 */
    const struct rlimit limit = {bytes, bytes};
    bool good = setrlimit(RLIMIT_AS, &limit) == 0;
    lens_capacity left = lens_capacity_left();
    _exit(!(good && left.addresses < bytes && left.mappings > 0 && left.memory > 0));
  }
  int status = -1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  assert_true(lens_capacity_left().mappings > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_that_are_wanted),
      cmocka_unit_test(what_is_short_is_named),
      cmocka_unit_test(one_is_always_tried),
      cmocka_unit_test(mappings_do_not_limit_256_cores),
      cmocka_unit_test(the_process_s_limits_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
