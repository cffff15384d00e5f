/** @file words.h
 *  Parts of the sentence about a finding, for programs that link the lens or read its report.
 */
#ifndef LENS_WORDS_H
#define LENS_WORDS_H

#include "lens/lens.h"

#include <stdio.h>

/** ", by block 0, thread 3", or nothing for a finding on the host. */
static inline void lens_say_thread(int kind, const char *kernel, const unsigned block[3],
                                   const unsigned thread[3], char *out, size_t size) {
  if (!kernel[0] || kind == LENS_BAD_LAUNCH || kind == LENS_UNREAD_ERROR) {
    out[0] = '\0';
  } else if (block[1] || block[2] || thread[1] || thread[2]) {
    (void)snprintf(out, size, ", by block (%u,%u,%u) thread (%u,%u,%u)", block[0], block[1],
                   block[2], thread[0], thread[1], thread[2]);
  } else {
    (void)snprintf(out, size, ", by block %u, thread %u", block[0], thread[0]);
  }
}

/** " at x[5], where x has 4 elements", " at x[-1], …", " at x", or nothing. The index is known if
 *  the length is; before the array it is negative. */
static inline void lens_say_element(const char *array, long long index, long long length, char *out,
                                    size_t size) {
  out[0] = '\0';
  if (array[0] && length >= 0) {
    (void)snprintf(out, size, " at %s[%lld], where %s has %lld element%s", array, index, array,
                   length, length == 1 ? "" : "s");
  } else if (array[0]) {
    (void)snprintf(out, size, " at %s", array);
  }
}

#endif
