/** @file paint.h
 *  Colour on terminals only: none in a pipe, none with NO_COLOR (no-color.org).
 */
#ifndef SL_REPORT_PAINT_H
#define SL_REPORT_PAINT_H

#include <stdbool.h>
#include <stdio.h>

typedef enum sl_paint { SL_PLAIN, SL_BOLD, SL_DIM, SL_GOOD, SL_BAD, SL_WARN } sl_paint;

/** True if `stream` is a terminal that shows colour. */
bool sl_paint_shows(FILE *stream);

/** Returns the escape sequence that begins a paint on `stream`, or "" if it shows no colour.
 *  SL_PLAIN ends a paint. */
const char *sl_paint_code(FILE *stream, sl_paint paint);

/** Returns the number of columns of the terminal that `stream` writes to. If standard output or
 *  error is not a terminal, this is the environment variable COLUMNS; 0 if it is not set, and for
 *  any other stream. */
int sl_paint_columns(FILE *stream);

/** Prints `text` right-aligned in `width` columns. */
void sl_paint_right(FILE *stream, const char *text, int width);

/** Returns the number of columns that `text` takes on a terminal: UTF-8 is counted by characters.
 */
int sl_paint_text_width(const char *text);

/** Prints `text` padded with spaces to `width` columns, at least 1 (cut with "…" if longer). */
void sl_paint_padded(FILE *stream, const char *text, int width);

/** Prints `text` in lines of at most `width` columns, fewer on a narrower terminal, broken at
 *  spaces. Each line is indented by `indent` spaces, or fewer if they would take half of the line
 *  or the terminal is narrow. */
void sl_paint_wrapped(FILE *stream, const char *text, int indent, int width);

/** Prints lines as printf does. A line that is wider than the terminal is broken at spaces and
 *  continues after `hang` spaces, fewer on a narrow terminal. `format` ends in a newline. */
void sl_paint_line(FILE *stream, int hang, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Prints `length` bytes of what a student may have written, without control characters for the
 *  terminal (see base/visible.h). */
void sl_paint_visible(FILE *stream, const char *text, size_t length);

/** Returns how many bytes of `text`, up to `length`, fit into `room` columns: up to the last space,
 *  if there is one. A tab counts as 4 columns. */
int sl_paint_text_fitting(const char *text, int length, int room);

#endif
