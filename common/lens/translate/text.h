/** @file text.h
 *  A text that grows. A failed allocation is remembered in `status`: later additions do nothing, so
 *  callers check the status once at the end.
 */
#ifndef LENS_TRANSLATE_TEXT_H
#define LENS_TRANSLATE_TEXT_H

#include "base/status.h"

#include <stddef.h>

typedef struct lens_text {
  char *data; /**< zero-terminated after the first addition; NULL before */
  size_t length, capacity;
  sl_status status;
} lens_text;

void lens_text_add(lens_text *text, const char *bytes, size_t count);
void lens_text_add_string(lens_text *text, const char *string);
/** Adds a formatted text. It must be shorter than 1024 bytes; a longer one is cut. */
void lens_text_printf(lens_text *text, const char *format, ...) SL_PRINTF(2, 3);
/** Adds the bytes with escapes, as a C string literal needs them between its quotes. */
void lens_text_add_quoted(lens_text *text, const char *bytes, size_t count);
void lens_text_free(lens_text *text);

#endif
