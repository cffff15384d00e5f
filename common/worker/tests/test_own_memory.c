/* test_own_memory.c: memory that the student's code allocates: whether it is cleared, reallocation,
 * finding the block of an address beyond its end, and unguarded blocks if there are too many. */
#include "base/test.h"

#define SL_OWN_MEMORY_KEEPS_NAMES
#include "worker/internal.h"
#include "worker/own_memory.h"

#include <stdio.h>

#include <math.h>

static void blocks_are_cleared_where_that_was_promised(void **state) {
  (void)state;
  int *cleared = sl_own_memory_calloc(3, sizeof *cleared),
      *left = sl_own_memory_malloc(3 * sizeof *left);
  float *single = sl_own_memory_malloc(sizeof *single);
  double *pair = sl_own_memory_malloc(sizeof *pair);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(cleared[i], 0);
    assert_true(left[i] < 0);
  }
  assert_true(isnan(*single));
  assert_true(isnan(*pair));
  sl_own_memory_free(cleared);
  sl_own_memory_free(left);
  sl_own_memory_free(single);
  sl_own_memory_free(pair);
  sl_own_memory_free(NULL);
}

static void a_step_past_the_end_is_known(void **state) {
  (void)state;
  long long byte = 0, bytes = 0;
  int *block = sl_own_memory_calloc(3, sizeof *block);
  assert_true(sl_own_memory_at((uintptr_t)(block + 3), &byte, &bytes));
  assert_int_equal(byte, 12);
  assert_int_equal(bytes, 12);
  assert_true(sl_own_memory_at((uintptr_t)(block + 3000), &byte, &bytes));
  assert_int_equal(byte, 12000);
  assert_true(sl_own_memory_at((uintptr_t)block - 4096, &byte, &bytes));
  assert_int_equal(byte, -4096);
  uintptr_t end = (uintptr_t)(block + 3);
  sl_own_memory_free(block);
  assert_false(sl_own_memory_at(end, &byte, &bytes));
  char *empty = sl_own_memory_malloc(0);
  assert_non_null(empty);
  assert_true(sl_own_memory_at((uintptr_t)empty, &byte, &bytes));
  assert_int_equal(bytes, 0);
  sl_own_memory_free(empty);
}

static void contents_move_along(void **state) {
  (void)state;
  int *block = sl_own_memory_realloc(NULL, 2 * sizeof *block);
  block[0] = 7;
  block[1] = 8;
  block = sl_own_memory_realloc(block, 5000 * sizeof *block);
  assert_int_equal(block[1], 8);
  assert_true(block[4999] < 0);
  block = sl_own_memory_realloc(block, sizeof *block);
  assert_int_equal(block[0], 7);
  sl_own_memory_free(block);
  assert_null(sl_own_memory_calloc((size_t)-1, 2));
}

static int count_mappings(void) {
  FILE *file = fopen("/proc/self/maps", "r");
  int count = 0;
  for (int c; file && (c = getc(file)) != EOF;) count += c == '\n';
  if (file) fclose(file);
  return count;
}

static void too_many_blocks_are_like_any_others(void **state) {
  (void)state;
  enum { MANY = 100000 };
  static int *blocks[MANY];
  long long byte, bytes;
  for (int i = 0; i < MANY; i++) {
    blocks[i] = sl_own_memory_calloc(4, sizeof(int));
    blocks[i][3] = i;
  }
  assert_false(sl_own_memory_at((uintptr_t)blocks[MANY - 1], &byte, &bytes));
  assert_true(count_mappings() < 1000); /* two per guarded block; Linux allows 65,530 */
  blocks[MANY - 1] = sl_own_memory_realloc(blocks[MANY - 1], 8 * sizeof(int));
  for (int i = 0; i < MANY; i++) {
    assert_int_equal(blocks[i][3], i);
    sl_own_memory_free(blocks[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_are_cleared_where_that_was_promised),
      cmocka_unit_test(a_step_past_the_end_is_known),
      cmocka_unit_test(contents_move_along),
      cmocka_unit_test(too_many_blocks_are_like_any_others),
  };
  return cmocka_run_group_tests_name("worker_own_memory", tests, NULL, NULL);
}
