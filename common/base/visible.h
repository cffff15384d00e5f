/** @file visible.h
 *  Makes text from untrusted sources safe to show: no character controls the terminal, or changes
 *  how other text appears.
 */
#ifndef SL_BASE_VISIBLE_H
#define SL_BASE_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Whether a code point (see utf8.h) is safe to show. Control characters except newline and tab are
 *  not, nor are direction marks and overrides, line separators that only some programs recognize,
 *  and invisible tags. */
bool sl_visible_point(uint32_t point);

/** Returns what to show for the next character of `text`, of which `left` bytes are available. The
 *  result has `*shown_out` bytes, and replaces `*taken_out` bytes of the text. Unsafe characters
 *  become U+FFFD, and a carriage return becomes a newline. */
const char *sl_visible_next(const char *text, size_t left, size_t *shown_out, size_t *taken_out);

/** Makes `text` safe in place: replaces each byte of an unsafe character by `by`. */
void sl_visible_make(char *text, char by);

#endif
