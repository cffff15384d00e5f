/* text.c: a text that grows. */
#include "text.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void reserve(lens_text *text, size_t more) {
  if (text->status != SL_OK || text->length + more + 1 <= text->capacity) return;
  size_t capacity = 2 * (text->length + more) + 64;
  text->status = sl_resize(capacity, 1, "translated text", &text->data);
  if (text->status == SL_OK) text->capacity = capacity;
}

void lens_text_add(lens_text *text, const char *bytes, size_t count) {
  reserve(text, count);
  if (text->status != SL_OK) return;
  if (count > 0) memcpy(text->data + text->length, bytes, count);
  text->length += count;
  text->data[text->length] = '\0';
}

void lens_text_add_string(lens_text *text, const char *string) {
  lens_text_add(text, string, strlen(string));
}

void lens_text_printf(lens_text *text, const char *format, ...) {
  char piece[1024];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(piece, sizeof piece, format, arguments);
  va_end(arguments);
  lens_text_add_string(text, piece);
}

void lens_text_add_quoted(lens_text *text, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if (byte < ' ') {
      lens_text_printf(text, "\\%03o", byte);
    } else {
      if (byte == '"' || byte == '\\') lens_text_add(text, "\\", 1);
      lens_text_add(text, &bytes[i], 1);
    }
  }
}

void lens_text_free(lens_text *text) {
  sl_free(text->data);
  *text = (lens_text){0};
}
