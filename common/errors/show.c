/* show.c: errors as a person reads them. */
#define _GNU_SOURCE
#include "base/memory.h"
#include "base/path.h"
#include "errors/scene.h"
#include "report/paint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 96 };

/* Where the marked word stands in a line, if just once in its code, in columns; −1: it is not
 * shown. */
static int column_of(const char *text, size_t length, const char *mark) {
  size_t size = strlen(mark);
  const char *found = NULL;
  for (const char *c = text; size && c + size <= text + length; c++) {
    if (strncmp(c, mark, size) != 0) continue;
    bool word = sl_in_name(mark[0]) && sl_in_name(mark[size - 1]);
    if (word && ((c > text && sl_in_name(c[-1])) || sl_in_name(c[size]))) continue;
    if (found) return -1;
    found = c;
  }
  if (!found) return -1;
  char before[1024];
  (void)snprintf(before, sizeof before, "%.*s", (int)(found - text), text);
  return sl_text_width(before);
}

/* The line, printable: no sign of it can do anything to a terminal. */
static void print_line(FILE *stream, const sl_source *source, const sl_error *error) {
  size_t length;
  const char *text = sl_scene_line(source->text, error->line, &length);
  if (!text) return;
  if (error->line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0) {
    text += 3;
    length -= 3;
  }
  while (length > 0 && strchr(" \t\r", text[length - 1])) length--;
  (void)fprintf(stream, "%5d | ", error->line);
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    (void)fputc(c == '\t' ? ' ' : c < 0x20 || c == 0x7f ? '?' : c, stream);
  }
  (void)fputc('\n', stream);
  int column = column_of(text, length, error->mark);
  if (column < 0) return;
  (void)fprintf(stream, "%5s | %*s%s^", "", column, "", sl_paint_code(stream, SL_BAD));
  for (int i = sl_text_width(error->mark); i > 1; i--) (void)fputc('~', stream);
  (void)fprintf(stream, "%s\n", sl_paint_code(stream, SL_PLAIN));
}

static void print_one(FILE *stream, const sl_error *error, const sl_source *source,
                      const char *shown) {
  if (error->file[0])
    (void)fprintf(stream, "%s: ", error->file);
  else if (error->line)
    (void)fprintf(stream, "%s:%d: ", shown, error->line);
  else
    (void)fprintf(stream, "%s: ", shown);
  (void)fprintf(stream, "%s%s:%s %s\n", sl_paint_code(stream, error->warning ? SL_WARN : SL_BAD),
                error->warning ? "warning" : "error", sl_paint_code(stream, SL_PLAIN), error->what);
  if (error->line && source) print_line(stream, source, error);
  if (error->advice[0]) sl_print_wrapped(stream, error->advice, 2, WIDTH);
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
  if (!stream) return sl_fail(SL_ERR_MEMORY, "no memory for what the compiler says");
  sl_errors_print(stream, errors, source, shown);
  if (fclose(stream) != 0 || !made) {
    free(made);
    return sl_fail(SL_ERR_MEMORY, "no memory for what the compiler says");
  }
  sl_status status = sl_alloc(size + 1, 1, "what the compiler says", out);
  if (status == SL_OK) memcpy(*out, made, size + 1);
  free(made);
  return status;
}
