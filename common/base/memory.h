/** @file memory.h
 *  Allocation with overflow checks, and a way for tests to make the n-th allocation fail.
 */
#ifndef SL_BASE_MEMORY_H
#define SL_BASE_MEMORY_H

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Allocates `count` elements of `size` bytes, zeroed, into `*out`. `count` 0 gives a pointer that
 *  may be freed and must not be read. On failure `*out` is NULL.
 *  Errors: SL_ERR_MEMORY, the message naming `what` and the bytes asked for. */
sl_status sl_alloc(size_t count, size_t size, const char *what, void *out);

/** Grows or shrinks the allocation at `*inout` to `count` elements of `size` bytes; new bytes are
 *  not cleared. On failure `*inout` is as it was and still owned by the caller. */
sl_status sl_resize(size_t count, size_t size, const char *what, void *inout);

/** Frees what sl_alloc allocated; accepts NULL. */
void sl_free(void *pointer);

/** For tests: the allocation after `successes` more successful ones fails, once. Negative: never.
 *  Counts per thread. */
void sl_memory_fail_after(long successes);

/** For tests: allocations of this thread that are not freed yet. */
long sl_memory_live(void);

#ifdef __cplusplus
}
#endif
#endif
