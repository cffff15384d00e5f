/** @file fence.h
 *  Landlock: which files a process, and all that it will start, can reach.
 */
#ifndef SL_SANDBOX_FENCE_H
#define SL_SANDBOX_FENCE_H

#include <stdbool.h>

/** The version of Landlock that this kernel has; 0: none. */
int sl_fence_version(void);

/** Only what is under `readable` can be read and run, and only what is under `writable` written to;
 *  both end with NULL, and paths that are not there are passed over. False: errno says why. */
bool sl_fence_put_up(const char *const *readable, const char *const *writable);

#endif
