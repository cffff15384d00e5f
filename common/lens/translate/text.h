/** @file text.h
 *  A text that grows. Failures are remembered: after a failed allocation, adding does nothing, and
 *  the status is checked once at the end.
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
/** Each piece printed must be shorter than 1024 bytes; longer ones are cut. */
void lens_text_printf(lens_text *text, const char *format, ...) SL_PRINTF(2, 3);
/** Adds the bytes as the inside of a C string literal. */
void lens_text_add_quoted(lens_text *text, const char *bytes, size_t count);
void lens_text_free(lens_text *text);

#endif
