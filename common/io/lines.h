/** @file lines.h
 *  An input line by line: whole lines in a block of memory, each with its newline.
 */
#ifndef SL_IO_LINES_H
#define SL_IO_LINES_H

#include "input.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define SL_LINES_BLOCK      ((size_t)2048)
#define SL_LINES_WIDE       ((size_t)8192)
#define SL_LINES_MAX_FILLER (1 << 12)
#else
/** The longest line in bytes, with its newline; also the size of the block if one thread reads it.
 *  Small enough for the L2 cache. */
#define SL_LINES_BLOCK      ((size_t)256 * 1024)
/** The size of the block if several threads share it. */
#define SL_LINES_WIDE       ((size_t)16 * 1024 * 1024)
/** Bytes of blank lines and comments above which the file is refused as hostile. */
#define SL_LINES_MAX_FILLER (1 << 26)
#endif

typedef struct sl_lines {
  sl_input *input;
  size_t room;      /**< bytes of text that fit */
  char *block;      /**< [room + 1 + SL_SCAN_MARGIN] */
  char *next;       /**< the line to be read next */
  char *whole;      /**< after the last newline: the lines before it are whole */
  char *filled;     /**< after the last byte */
  long long number; /**< of the line at `next`, from 1 */
  long long filler; /**< bytes of blank lines and comments */
  bool at_end;      /**< the input has ended */
} sl_lines;

/** Starts at the first line; a byte order mark is skipped. Errors: SL_ERR_MEMORY, the input's. */
sl_status sl_lines_start(sl_input *input, sl_lines *out);

/** Makes room for SL_LINES_WIDE bytes. Errors: SL_ERR_MEMORY, with nothing changed. */
sl_status sl_lines_widen(sl_lines *lines);

/** Refuses the current line if it is longer than SL_LINES_BLOCK, whatever the size of the block. */
sl_status sl_lines_check_length(const sl_lines *lines);

/** Frees the block, not the input. */
void sl_lines_free(sl_lines *lines);

/** For sl_lines_at: reads more if no whole line is left. Errors: SL_ERR_INPUT for a line that is
 *  longer than the block, and the input's. */
sl_status sl_lines_refill(sl_lines *lines);

/** The line to be read next, ending in '\n', into `*line`; NULL at the end. It stays until
 *  sl_lines_pass. */
static inline sl_status sl_lines_at(sl_lines *lines, char **line) {
  if (lines->next == lines->whole) SL_TRY(sl_lines_refill(lines));
  *line = lines->next == lines->whole ? NULL : lines->next;
  return SL_OK;
}

/** Continues to the line that starts at `next`, which is the byte after this one's newline. */
static inline void sl_lines_pass(sl_lines *lines, char *next) {
  lines->next = next;
  lines->number++;
}

/** Skips the current line, whatever it contains. */
void sl_lines_skip(sl_lines *lines);

/** Skips the current line if it is blank or a comment (its first character is %), and sets
 *  `*passed`. Errors: SL_ERR_SIZE when a file has tens of megabytes of these. */
sl_status sl_lines_pass_filler(sl_lines *lines, bool *passed);

#endif
