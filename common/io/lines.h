/** @file lines.h
 *  Reads an input line by line. A block of memory holds complete lines with their newlines.
 */
#ifndef SL_IO_LINES_H
#define SL_IO_LINES_H

#include "input.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define SL_LINES_BLOCK      ((size_t)2048)
#define SL_LINES_WIDE       ((size_t)8192)
#define SL_LINES_MAX_FILLER (1 << 12)
#else
/** The length in bytes of the longest line, with its newline. It is also the size of the block for
 *  a single thread, and small enough for the L2 cache. */
#define SL_LINES_BLOCK      ((size_t)256 * 1024)
/** The size of the block for several threads. */
#define SL_LINES_WIDE       ((size_t)16 * 1024 * 1024)
/** The limit on the bytes of blank lines and comments. A file with more is rejected as
 *  malicious. */
#define SL_LINES_MAX_FILLER (1 << 26)
#endif

typedef struct sl_lines {
  sl_input *input;
  size_t room;      /**< capacity of the block, in bytes of text */
  char *block;      /**< [room + 1 + SL_SCAN_MARGIN] */
  char *next;       /**< the current line */
  char *whole;      /**< the address after the last newline; all lines before it are complete */
  char *filled;     /**< the address after the last byte */
  long long number; /**< line number of `next`, from 1 */
  long long filler; /**< bytes of blank lines and comments so far */
  bool at_end;      /**< whether the input has ended */
} sl_lines;

/** Starts at the first line, after a byte order mark if there is one. Errors: SL_ERR_MEMORY, and
 *  those of the input. */
sl_status sl_lines_start(sl_input *input, sl_lines *out);

/** Enlarges the block to SL_LINES_WIDE bytes. Errors: SL_ERR_MEMORY; then nothing has changed. */
sl_status sl_lines_widen(sl_lines *lines);

/** Checks that the current line is not longer than SL_LINES_BLOCK, whatever the size of the block.
 *  Errors: SL_ERR_INPUT. */
sl_status sl_lines_check_length(const sl_lines *lines);

/** Frees the block. The input remains open. */
void sl_lines_free(sl_lines *lines);

/** Reads more bytes into the block; called by sl_lines_at. Errors: SL_ERR_INPUT if a line is longer
 *  than the block, and those of the input. */
sl_status sl_lines_refill(sl_lines *lines);

/** Sets `*line` to the current line, which ends in a newline, or to NULL at the end of the input.
 * The line remains valid until sl_lines_pass. */
static inline sl_status sl_lines_at(sl_lines *lines, char **line) {
  if (lines->next == lines->whole) SL_TRY(sl_lines_refill(lines));
  *line = lines->next == lines->whole ? NULL : lines->next;
  return SL_OK;
}

/** Makes `next` the current line. `next` must be the byte after the newline of the current line. */
static inline void sl_lines_pass(sl_lines *lines, char *next) {
  lines->next = next;
  lines->number++;
}

/** Skips the current line, whatever it contains. */
void sl_lines_skip(sl_lines *lines);

/** Skips the current line if it is blank or a comment (the first character that is not blank is %),
 *  and sets `*passed` to whether it did. Errors: SL_ERR_SIZE if the file has more than
 *  SL_LINES_MAX_FILLER bytes of such lines. */
sl_status sl_lines_pass_filler(sl_lines *lines, bool *passed);

#endif
