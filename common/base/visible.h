/** @file visible.h
 *  Text of strangers that is safe to show: nothing in it steers a terminal, or changes how other
 * text is read.
 */
#ifndef SL_BASE_VISIBLE_H
#define SL_BASE_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Whether a character (see utf8.h) is safe: no control but newline and tab, no mark or override of
 *  direction, no separator of lines that only some programs know, no invisible tag. */
bool sl_visible_point(uint32_t point);

/** How to show the next character of `text`, of which `left` bytes are there: `*shown_out` bytes at
 *  the address returned. It stands for `*taken_out` bytes. What is not safe becomes U+FFFD. */
const char *sl_visible_next(const char *text, size_t left, size_t *shown_out, size_t *taken_out);

/** Makes text safe in place: each byte of what is not becomes `by`. */
void sl_visible_make(char *text, char by);

#endif
