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

/** Allocates `count` elements of `size` bytes, all zero, and stores their address in `*out`. If
 *  `count` is 0, the address may be freed but not read. On failure `*out` is NULL. Errors:
 *  SL_ERR_MEMORY; the message contains `what` and the number of bytes. */
sl_status sl_alloc(size_t count, size_t size, const char *what, void *out);

/** Grows or shrinks the allocation at `*inout` to `count` elements of `size` bytes. New bytes are
 *  not cleared. On failure, `*inout` is unchanged, and the caller still owns it. */
sl_status sl_resize(size_t count, size_t size, const char *what, void *inout);

/** Frees what sl_alloc has allocated. `pointer` may be NULL. */
void sl_free(void *pointer);

/** For tests: lets `successes` more allocations of this thread succeed; the next one fails, and
 *  later ones succeed again. If `successes` is negative, none fails. */
void sl_memory_fail_after(long successes);

/** For tests: the number of allocations of this thread that have not been freed. */
long sl_memory_live(void);

#ifdef __cplusplus
}
#endif
#endif
