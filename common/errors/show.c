/* show.c: errors as a person reads them. */
#define _GNU_SOURCE
#include "base/memory.h"
#include "base/path.h"
#include "errors/scene.h"
#include "report/paint.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 96 };

/* Returns the column of the marked word if the line's code contains it exactly once; −1: do not
 * mark it. */
static int column_of(const char *text, size_t length, const char *mark) {
  size_t size = strlen(mark);
  const char *found = NULL;
  for (const char *c = text; size && c + size <= text + length; c++) {
    if (strncmp(c, mark, size) != 0) continue;
    bool word = sl_code_in_name(mark[0]) && sl_code_in_name(mark[size - 1]);
    if (word && ((c > text && sl_code_in_name(c[-1])) || sl_code_in_name(c[size]))) continue;
    if (found) return -1;
    found = c;
  }
  if (!found) return -1;
  char before[1024];
  (void)snprintf(before, sizeof before, "%.*s", (int)(found - text), text);
  return sl_paint_text_width(before);
}

/* Prints part of a line, without characters that could control a terminal. */
static void print_part(FILE *stream, const char *text, int length) {
  while (length > 0 && text[length - 1] == ' ') length--;
  while (length > 0) {
    int part = 0;
    while (part < length && text[part] != '\t') part++;
    sl_paint_visible(stream, text, (size_t)part);
    if (part < length) (void)fputc(' ', stream);
    text += part + (part < length);
    length -= part + (part < length);
  }
  (void)fputc('\n', stream);
}

static void print_mark(FILE *stream, int column, int width) {
  (void)fprintf(stream, "%5s | %*s%s^", "", column, "", sl_paint_code(stream, SL_BAD));
  while (--width > 0) (void)fputc('~', stream);
  (void)fprintf(stream, "%s\n", sl_paint_code(stream, SL_PLAIN));
}

/* Prints the line, with a mark below its word. On a narrow terminal the line is broken at spaces.
 */
static void print_line(FILE *stream, const sl_source *source, const sl_error *error) {
  enum { BEFORE = 8 }; /* columns before the code */
  size_t length;
  const char *text = sl_code_line(source->text, error->line, &length);
  if (!text) return;
  if (error->line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0) {
    text += 3;
    length -= 3;
  }
  while (length > 0 && strchr(" \t\r", text[length - 1])) length--;
  int columns = sl_paint_columns(stream), width = sl_paint_text_width(error->mark);
  int column = column_of(text, length, error->mark);
  if (length == 0) (void)fprintf(stream, "%5d | \n", error->line);
  for (int at = 0, left = (int)length; left > 0;) {
    int room = columns > 2 * BEFORE ? columns - BEFORE : INT_MAX;
    int part = sl_paint_text_fitting(text + at, left, room);
    while (part < left && text[at + part] == ' ') part++;
    if (at == 0) {
      (void)fprintf(stream, "%5d | ", error->line);
    } else {
      (void)fprintf(stream, "%5s | ", "");
    }
    print_part(stream, text + at, part);
    char shown[1024];
    (void)snprintf(shown, sizeof shown, "%.*s", part, text + at);
    int shown_width = sl_paint_text_width(shown);
    if (column >= 0 && column < shown_width) print_mark(stream, column, width);
    column = column >= shown_width ? column - shown_width : -1;
    at += part;
    left -= part;
  }
}

static void print_one(FILE *stream, const sl_error *error, const sl_source *source,
                      const char *shown) {
  char where[600];
  if (error->file[0])
    (void)snprintf(where, sizeof where, "%s", error->file);
  else if (error->line)
    (void)snprintf(where, sizeof where, "%s:%d", shown, error->line);
  else
    (void)snprintf(where, sizeof where, "%s", shown);
  sl_paint_line(stream, 2, "%s: %s%s:%s %s\n", where,
                sl_paint_code(stream, error->warning ? SL_WARN : SL_BAD),
                error->warning ? "warning" : "error", sl_paint_code(stream, SL_PLAIN), error->what);
  if (error->line && source) print_line(stream, source, error);
  if (error->advice[0]) sl_paint_wrapped(stream, error->advice, 2, WIDTH);
}

void sl_errors_print(FILE *stream, const sl_errors *errors, const char *source, const char *shown) {
  sl_source text;
  bool read = sl_source_read(source, &text) == SL_OK;
  for (size_t i = 0; i < errors->count; i++) {
    print_one(stream, &errors->all[i], read ? &text : NULL, shown);
  }
  if (errors->more > 0 && errors->count > 0) {
    const char *what = errors->all[0].warning ? "warning" : "error";
    (void)fprintf(stream, "and %zu more %s%s%s\n", errors->more, what, errors->more > 1 ? "s" : "",
                  errors->all[0].warning ? "" : ", which may go with the first");
  }
  if (read) sl_source_free(&text);
}

sl_status sl_errors_text(const sl_errors *errors, const char *source, const char *shown,
                         char **out) {
  char *made = NULL;
  size_t size;
  *out = NULL;
  FILE *stream = open_memstream(&made, &size);
  if (!stream) return sl_fail(SL_ERR_MEMORY, "no memory for the compiler's messages");
  sl_errors_print(stream, errors, source, shown);
  if (fclose(stream) != 0 || !made) {
    free(made);
    return sl_fail(SL_ERR_MEMORY, "no memory for the compiler's messages");
  }
  sl_status status = sl_alloc(size + 1, 1, "the compiler's messages", out);
  if (status == SL_OK) memcpy(*out, made, size + 1);
  free(made);
  return status;
}
