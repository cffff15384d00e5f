/** @file fence.h
 *  Uses Landlock to limit which files a process and its descendants can access.
 */
#ifndef SL_SANDBOX_FENCE_H
#define SL_SANDBOX_FENCE_H

#include <stdbool.h>

/** The version of Landlock in this kernel; 0 if the kernel has none. */
int sl_fence_version(void);

/** Limits this process and its descendants: they can read and run only files under the paths in
 *  `readable`, and write only under those in `writable`. Both lists end with NULL; paths that do
 *  not exist are skipped. Returns false with errno if this fails. */
bool sl_fence_put_up(const char *const *readable, const char *const *writable);

#endif
