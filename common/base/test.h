/** @file test.h
 *  The header that every unit test includes: cmocka with the headers that it needs, and helpers of
 *  the kit.
 */
#ifndef SL_BASE_TEST_H
#define SL_BASE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* cmocka 2 deprecates functions such as assert_in_range, for which cmocka 1 has no replacement. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include "base/memory.h"
#include "base/status.h"

#include <string.h>

/** Fails the test if `call` fails, and shows the kit's message. */
#define assert_ok(call)                                                                            \
  do {                                                                                             \
    sl_status assert_ok_status_ = (call);                                                          \
    if (assert_ok_status_ != SL_OK) fail_msg("%s: %s", #call, sl_status_message());                \
  } while (0)

/** Fails the test unless `call` fails with `status` and a message that contains `words`. */
#define assert_fails(call, status, words)                                                          \
  do {                                                                                             \
    assert_int_equal((call), (status));                                                            \
    if (!strstr(sl_status_message(), (words)))                                                     \
      fail_msg("message \"%s\" does not say \"%s\"", sl_status_message(), (words));                \
  } while (0)

/** Runs `call` with its first allocation failing, then with its second, and so on until it
 *  succeeds. Each failure must be SL_ERR_MEMORY, and must leave nothing allocated. The results of
 *  the last run remain. */
#define assert_survives_failing_allocations(call)                                                  \
  do {                                                                                             \
    long live_before_ = sl_memory_live();                                                          \
    long successes_ = 0;                                                                           \
    for (;; successes_++) {                                                                        \
      sl_memory_fail_after(successes_);                                                            \
      sl_status failing_status_ = (call);                                                          \
      sl_memory_fail_after(-1);                                                                    \
      if (failing_status_ == SL_OK) break;                                                         \
      assert_int_equal(failing_status_, SL_ERR_MEMORY);                                            \
      assert_int_equal(sl_memory_live(), live_before_);                                            \
    }                                                                                              \
    assert_true(successes_ > 0); /* otherwise `call` allocates nothing */                          \
  } while (0)

#endif
