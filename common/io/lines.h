/** @file lines.h
 *  A input, line by line: whole lines in a block of memory, with the newline always there.
 */
#ifndef SL_IO_LINES_H
#define SL_IO_LINES_H

#include "input.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define SL_LINES_BLOCK      ((size_t)2048)
#define SL_LINES_WIDE       ((size_t)8192)
#define SL_LINES_MAX_FILLER (1 << 12)
#else
/** The longest line in bytes, its newline included; also the text that is held at a time when one
 *  thread reads it. Small enough for the level-2 cache. */
#define SL_LINES_BLOCK      ((size_t)256 * 1024)
/** Bytes of text held at a time when several threads share it. */
#define SL_LINES_WIDE       ((size_t)16 * 1024 * 1024)
/** Bytes of blank lines and comments that are read before the file is taken for a bomb. */
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
  long long filler; /**< bytes of lines that held nothing */
  bool at_end;      /**< the input has nothing more */
} sl_lines;

/** Starts at the first line; a byte order mark is skipped. Errors: SL_ERR_MEMORY, the input's. */
sl_status sl_lines_start(sl_input *input, sl_lines *out);

/** Makes room for SL_LINES_WIDE bytes. Errors: SL_ERR_MEMORY, and all is as it was. */
sl_status sl_lines_widen(sl_lines *lines);

/** Refuses the current line if it is longer than SL_LINES_BLOCK, however many are held. */
sl_status sl_lines_check_length(const sl_lines *lines);

/** Frees the block, not the input. */
void sl_lines_free(sl_lines *lines);

/** For sl_lines_at: reads on when no whole line is left. Errors: SL_ERR_INPUT for a line that is
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

/** Passes the current line, whatever is in it. */
void sl_lines_skip(sl_lines *lines);

/** If the current line is blank or a comment (its first mark is %), passes it: `*passed`. Errors:
 *  SL_ERR_SIZE when a file has tens of megabytes of these. */
sl_status sl_lines_pass_filler(sl_lines *lines, bool *passed);

#endif
