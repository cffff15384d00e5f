/** @file transcript.h
 *  Checks that the lines of a reply are those that the worker writes, in the right order, and that
 *  they begin with the nonce of the job. Lines that the student's code writes are rejected.
 */
#ifndef SL_JUDGE_TRANSCRIPT_H
#define SL_JUDGE_TRANSCRIPT_H

#include "worker/protocol.h"

#include <stdbool.h>
#include <stddef.h>

/** Zero-initialise, then set the nonce. */
typedef struct sl_transcript {
  char nonce[SL_WIRE_NONCE_BYTES];
  unsigned place; /**< lines received so far; for transcript.c only */
  bool prepared;  /**< the line with the time of the conversion has come */
  bool copied;    /**< the line with the copy bandwidth has come */
} sl_transcript;

/** Takes one line of `length` bytes, without its newline. NULL: the line is correct, and
 *  `*rest_out` is the text after the nonce. Otherwise a short text says what is wrong. */
const char *sl_transcript_take(sl_transcript *transcript, char *line, size_t length,
                               char **rest_out);

#endif
