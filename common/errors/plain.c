/* plain.c: a compiler's text in one form, whichever compiler it is. */
#include "errors/remark.h"

#include <ctype.h>
#include <string.h>

typedef struct writer {
  char *out;
  size_t size, used;
} writer;

static void put(writer *w, char c) {
  if (w->used + 1 < w->size) w->out[w->used++] = c;
}

static bool starts(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* Behind the bracket that closes the one at `open`. */
static const char *behind(const char *open, char opening, char closing) {
  int depth = 0;
  for (const char *c = open; *c; c++) {
    depth += (*c == opening) - (*c == closing);
    if (depth == 0) return c + 1;
  }
  return open + strlen(open);
}

/* What is passed over at this place; NULL: nothing. */
static const char *pass(const char *c) {
  static const char *const own[] = {"lens_shim::", "sl_own_"};
  if (starts(c, " {aka ")) return behind(c + 1, '{', '}');
  if (starts(c, " (aka ")) return behind(c + 1, '(', ')');
  if (starts(c, " [-W") || starts(c, " [-f")) return c + strlen(c);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (starts(c, own[i])) return c + strlen(own[i]);
  }
  return NULL;
}

/* The bytes of a quote at `c`, 0: none. */
static size_t quote(const char *c) {
  static const char *const quotes[] = {"‘", "’", "\"", "`"};
  for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
    if (starts(c, quotes[i])) return strlen(quotes[i]);
  }
  return 0;
}

static bool in_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

void sl_remark_plain(const char *text, char *out, size_t size) {
  writer w = {.out = out, .size = size};
  for (const char *c = text; *c;) {
    const char *next = pass(c);
    size_t bytes = quote(c);
    if (next) {
      c = next;
    } else if (bytes) {
      put(&w, '\'');
      c += bytes;
    } else {
      /* "int*" but not "a*b" */
      bool pointer = *c == '*' && c > text && in_name(c[-1]) && !in_name(c[1]);
      if (pointer) put(&w, ' ');
      put(&w, *c++);
    }
  }
  while (w.used > 0 && out[w.used - 1] == ' ') w.used--;
  if (size) out[w.used] = '\0';
}
