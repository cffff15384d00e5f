/** @file fence.h
 *  Landlock: limits the files that a process, and all that it starts, can reach.
 */
#ifndef SL_SANDBOX_FENCE_H
#define SL_SANDBOX_FENCE_H

#include <stdbool.h>

/** The version of Landlock that this kernel has; 0: none. */
int sl_fence_version(void);

/** Only what is under `readable` can be read and run, and only what is under `writable` can be
 *  written; both end with NULL, and missing paths are skipped. False: errno says why. */
bool sl_fence_put_up(const char *const *readable, const char *const *writable);

#endif
