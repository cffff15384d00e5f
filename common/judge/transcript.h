/** @file transcript.h
 *  Whether the lines of a reply are those that the worker writes, in their order, and begin with
 * the nonce of the job. What the student's code writes in between, or in place of them, does not
 * pass.
 */
#ifndef SL_JUDGE_TRANSCRIPT_H
#define SL_JUDGE_TRANSCRIPT_H

#include "worker/protocol.h"

#include <stdbool.h>
#include <stddef.h>

/** Zero-initialise, but for the nonce. */
typedef struct sl_transcript {
  char nonce[SL_WIRE_NONCE_BYTES];
  unsigned place; /**< what has come so far; for this file only */
  bool prepared;  /**< the time of the conversion has come */
  bool copied;    /**< and the copy bandwidth */
} sl_transcript;

/** Takes one line of `length` bytes, without its newline. NULL: it is in order, and `*rest_out` is
 *  what stands behind the nonce. Else what is wrong with it, in a few words. */
const char *sl_transcript_take(sl_transcript *transcript, char *line, size_t length,
                               char **rest_out);

#endif
