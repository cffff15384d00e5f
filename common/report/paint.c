/* paint.c: colour, and text laid out in columns. */
#define _GNU_SOURCE
#include "report/paint.h"

#include "base/visible.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_COLUMNS = 100, LEAST_COLUMNS = 20, NARROW_COLUMNS = 60, NARROW_INDENT = 4 };

bool sl_paint_shows(FILE *stream) {
  const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");
  if (off && *off) return false;
  return isatty(fileno(stream)) && terminal && strcmp(terminal, "dumb") != 0;
}

const char *sl_paint_code(FILE *stream, sl_paint paint) {
  static const char *const codes[] = {"\033[0m",  "\033[1m",  "\033[2m",
                                      "\033[32m", "\033[31m", "\033[33m"};
  return sl_paint_shows(stream) ? codes[paint] : "";
}

int sl_paint_columns(FILE *stream) {
  struct winsize size;
  if (stream != stdout && stream != stderr && !isatty(fileno(stream))) return 0;
  bool terminal = isatty(fileno(stream));
  if (terminal && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  const char *columns = getenv("COLUMNS");
  int given = columns ? atoi(columns) : 0;
  if (given > 0) return given < LEAST_COLUMNS ? LEAST_COLUMNS : given;
  return terminal ? USUAL_COLUMNS : 0;
}

static bool begins_character(char c) {
  return ((unsigned char)c & 0xc0) != 0x80;
}

static int width_of(const char *text, size_t length) {
  int width = 0;
  for (size_t i = 0; i < length; i++) width += begins_character(text[i]);
  return width;
}

int sl_paint_text_width(const char *text) {
  return width_of(text, strlen(text));
}

void sl_paint_right(FILE *stream, const char *text, int width) {
  int used = sl_paint_text_width(text);
  (void)fprintf(stream, "%*s%s", used < width ? width - used : 0, "", text);
}

void sl_paint_padded(FILE *stream, const char *text, int width) {
  int used = sl_paint_text_width(text);
  int shown = used <= width ? used : width - 1;
  const char *end = text;
  for (int count = 0; *end; end++) {
    if (begins_character(*end) && count++ == shown) break;
  }
  (void)fprintf(stream, "%.*s%s%*s", (int)(end - text), text, used > width ? "…" : "",
                used < width ? width - used : 0, "");
}

int sl_paint_text_fitting(const char *text, int length, int room) {
  enum { TAB = 4 };
  int column = 0, space = 0;
  for (int i = 0; i < length; i++) {
    if (!begins_character(text[i])) continue;
    if (text[i] == ' ' && i > 0 && text[i - 1] != ' ') space = i;
    if (column >= room) return space ? space : i;
    column += text[i] == '\t' ? TAB : 1;
  }
  return length;
}

/* Prints one line, without the newline at its end. Words are not split, so that an editor
 * recognises a path. */
static void print_line(FILE *stream, int hang, int columns, const char *text, int length) {
  for (int at = 0, room = columns; at < length; room = columns - hang) {
    int leading = at == 0 ? (int)strspn(text, " ") : 0; /* do not break in the indentation */
    int part = length - at;
    if (columns > 0 && leading < part) {
      part = leading + sl_paint_text_fitting(text + at + leading, part - leading, room - leading);
      if (!memchr(text + at + leading, ' ', (size_t)(part - leading))) {
        while (at + part < length && text[at + part] != ' ') part++;
      }
    }
    if (at > 0) (void)fprintf(stream, "%*s", hang, "");
    (void)fprintf(stream, "%.*s\n", part, text + at);
    for (at += part; at < length && text[at] == ' ';) at++;
  }
  if (length == 0) (void)fputc('\n', stream);
}

void sl_paint_line(FILE *stream, int hang, const char *format, ...) {
  va_list arguments;
  char *text;
  va_start(arguments, format);
  int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0) return;
  int columns = sl_paint_columns(stream);
  if (hang > columns / 2) hang = NARROW_INDENT;
  for (const char *line = text; *line;) {
    int end = (int)strcspn(line, "\n");
    print_line(stream, hang, columns, line, end);
    line += end + (line[end] == '\n');
  }
  free(text);
}

void sl_paint_wrapped(FILE *stream, const char *text, int indent, int width) {
  int column = 0, columns = sl_paint_columns(stream);
  if (columns > 0 && columns < width) width = columns;
  bool narrow = columns > 0 && columns < NARROW_COLUMNS;
  if (indent > (narrow ? NARROW_INDENT : width / 2)) indent = NARROW_INDENT;
  while (*text) {
    size_t length = strcspn(text, " ");
    int word_width = width_of(text, length);
    if (column > 0 && indent + column + 1 + word_width > width) {
      (void)fputc('\n', stream);
      column = 0;
    }
    if (column == 0) {
      (void)fprintf(stream, "%*s%.*s", indent, "", (int)length, text);
      column = word_width;
    } else {
      (void)fprintf(stream, " %.*s", (int)length, text);
      column += 1 + word_width;
    }
    text += length + strspn(text + length, " ");
  }
  (void)fputc('\n', stream);
}

void sl_paint_visible(FILE *stream, const char *text, size_t length) {
  for (size_t shown, taken; length > 0; text += taken, length -= taken) {
    const char *character = sl_visible_next(text, length, &shown, &taken);
    (void)fwrite(character, 1, shown, stream);
  }
}
