/** @file visible.h
 *  Makes text from strangers safe to show: nothing in it controls a terminal, or changes how other
 *  text appears.
 */
#ifndef SL_BASE_VISIBLE_H
#define SL_BASE_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Whether a character (see utf8.h) is safe: no control but newline and tab, no mark or override of
 *  direction, no separator of lines that only some programs know, no invisible tag. */
bool sl_visible_point(uint32_t point);

/** How to show the next character of `text`, of which `left` bytes are available: `*shown_out`
 *  bytes at the returned address, for `*taken_out` bytes of the text. Unsafe characters become
 *  U+FFFD. */
const char *sl_visible_next(const char *text, size_t left, size_t *shown_out, size_t *taken_out);

/** Makes text safe in place: replaces each byte of an unsafe character by `by`. */
void sl_visible_make(char *text, char by);

#endif
