/* test_stores.c: which stores of the host are allowed while stores are limited. */
#include "base/test.h"

#include "lens/abi.h"
#include "lens/lens.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_write4(void *address);
void __tsan_read4(void *address);
void __tsan_write_range(void *start, size_t bytes);
void *__tsan_memcpy(void *to, const void *from, size_t bytes);

static jmp_buf back;
static int own[8], other[8];

static void breached(void) {
  longjmp(back, 1);
}

/* Whether `call` was stopped, while stores to the stack below this frame and to `own` are
 * allowed. */
static bool is_refused(void (*call)(void *), void *with) {
  char *here = __builtin_frame_address(0);
  lens_reset();
  lens_forget_stores();
  lens_allow_stores(own, sizeof own);
  if (setjmp(back) != 0) {
    assert_int_equal(lens_num_findings(), 1);
    assert_int_equal(lens_get_finding(0)->kind, LENS_FOREIGN_STORE);
    return true;
  }
  lens_limit_stores(here - (1 << 20), here, breached);
  call(with);
  lens_unlimit_stores();
  assert_int_equal(lens_num_findings(), 0);
  return false;
}

static void write_to(void *address) {
  __tsan_write4(address);
}

static void read_from(void *address) {
  __tsan_read4(address);
}

static void write_own_size(void *address) {
  __tsan_write_range(address, sizeof own);
}

static void write_one_more(void *address) {
  __tsan_write_range(address, sizeof own + 1);
}

static void write_nothing(void *address) {
  __tsan_write_range(address, 0);
}

static void copy_to(void *address) {
  (void)__tsan_memcpy(address, own, 4);
}

static void store_for(void *address) {
  (void)lens_may_store(address, 4);
}

static void format(void *text) {
  (void)lens_plain_format(text);
}

static void write_on_stack(void *unused) {
  int here[4];
  (void)unused;
  __tsan_write4(here);
  __tsan_write_range(here, sizeof here);
}

static void ones_own_is_free(void **state) {
  (void)state;
  assert_false(is_refused(write_to, &own[0]));
  assert_false(is_refused(write_to, &own[7]));
  assert_false(is_refused(write_own_size, own));
  assert_false(is_refused(copy_to, own));
  assert_false(is_refused(store_for, own));
  assert_false(is_refused(write_on_stack, NULL));
  assert_false(is_refused(read_from, other));
}

static void all_else_is_refused(void **state) {
  (void)state;
  int above = 0;
  assert_true(is_refused(write_to, other));
  assert_true(is_refused(write_to, (char *)&own[7] + 1));
  assert_true(is_refused(write_one_more, own));
  assert_true(is_refused(copy_to, other));
  assert_true(is_refused(store_for, other));
  assert_true(is_refused(write_to, &above));
  assert_false(is_refused(write_nothing, other));
}

/* The store itself is a fault, which is handled separately. */
static void where_there_is_no_memory_nothing_is_said(void **state) {
  (void)state;
  assert_false(is_refused(write_to, NULL));
  assert_false(is_refused(write_to, (void *)(uintptr_t)0x123456789000));
}

static void for_a_while_others_may_be_stored_to(void **state) {
  (void)state;
  lens_unlimit_stores();
  write_to(other);
  lens_forget_stores();
  assert_true(is_refused(write_to, other));
  lens_allow_stores_for_now(other, sizeof other);
  if (setjmp(back) != 0) fail_msg("refused");
  lens_limit_stores(own, own + 4, breached);
  assert_true(lens_stores_hold(other) && !lens_stores_hold(&back));
  write_to(other);
  lens_unlimit_stores();
}

static void printf_stores_nothing(void **state) {
  (void)state;
  assert_false(is_refused(format, "%d %s %5.2f%% %-*d %lld n"));
  assert_true(is_refused(format, "%d%n"));
  assert_true(is_refused(format, "%1$d %2$hhn"));
  assert_true(is_refused(format, "%%%ln"));
}

int main(void) {
  lens_report_at_exit(false);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ones_own_is_free),
      cmocka_unit_test(all_else_is_refused),
      cmocka_unit_test(where_there_is_no_memory_nothing_is_said),
      cmocka_unit_test(for_a_while_others_may_be_stored_to),
      cmocka_unit_test(printf_stores_nothing),
  };
  return cmocka_run_group_tests_name("lens_stores", tests, NULL, NULL);
}
