/** @file code.h
 *  Code as text: a source without its comments and literals, and searches in it. For code that
 *  examines a few characters of a line; tokens.h is for everything else.
 */
#ifndef SL_SOURCE_CODE_H
#define SL_SOURCE_CODE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Copies `size` bytes of `text` to `*out` and adds a zero byte. Comments, strings and
 *  characters become blanks; newlines and line splices stay, so that each byte keeps its line and
 *  column. Free `*out` with sl_free; it is NULL after a failure. Errors: SL_ERR_MEMORY. */
sl_status sl_code_make(const char *text, size_t size, char **out);

/** Whether `c` may be part of a name. */
bool sl_code_in_name(char c);

/** The length of the name at `text`. */
size_t sl_code_name_length(const char *text);

/** The start of the name that ends at `end`, in a text that starts at `code`. */
const char *sl_code_name_before(const char *code, const char *end);

/** Finds the first `wanted` at or after `from`, in a text that starts at `code`. Names at the start
 *  or end of `wanted` match only whole names: "x[" is not in "col_idx[". NULL: not found. */
const char *sl_code_find(const char *code, const char *from, const char *wanted);

/** The place after the bracket that closes the one at `open`; NULL: none does. */
const char *sl_code_after_bracket(const char *open);

/** The start of a line, counted from 1, and its length; NULL: there is no such line. */
const char *sl_code_line(const char *code, int line, size_t *length_out);

#endif
