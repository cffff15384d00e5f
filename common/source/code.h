/** @file code.h
 *  A source as text without comments and literals, and searches in it. This is for code that
 *  examines a few characters of a line. All other code uses tokens.h.
 */
#ifndef SL_SOURCE_CODE_H
#define SL_SOURCE_CODE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Copies `size` bytes of `text` to `*out`, and adds a zero byte. Comments, string literals and
 *  character literals become blanks. Newlines and line splices remain, so that each byte keeps its
 *  line and column. The caller frees `*out` with sl_free; after a failure it is NULL. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_code_make(const char *text, size_t size, char **out);

/** Whether a name may contain `c`. */
bool sl_code_in_name(char c);

/** The length of the name that begins at `text`; 0 if no name begins there. */
size_t sl_code_name_length(const char *text);

/** The beginning of the name that ends before `end`, in a text that begins at `code`. */
const char *sl_code_name_before(const char *code, const char *end);

/** Finds the first occurrence of `wanted` at or after `from`, in a text that begins at `code`. If
 *  `wanted` begins or ends with a name, this must be a whole name in the text: "x[" is not in
 *  "col_idx[". Returns NULL if there is no occurrence. */
const char *sl_code_find(const char *code, const char *from, const char *wanted);

/** Returns the address after the bracket that closes the bracket at `open`; NULL if there is
 *  none. */
const char *sl_code_after_bracket(const char *open);

/** Returns the beginning of line `line`, counted from 1, and sets its length; NULL if there is no
 *  such line. */
const char *sl_code_line(const char *code, int line, size_t *length_out);

#endif
