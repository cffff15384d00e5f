/* marker.c: reads the lines that say where text comes from. */
#include "marker.h"

#include <string.h>

typedef struct cursor {
  const char *at, *end;
} cursor;

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static void skip_blanks(cursor *now) {
  while (now->at < now->end && (*now->at == ' ' || *now->at == '\t')) now->at++;
}

/* Reads a number of at most nine digits, so that it fits into an int. */
static bool read_number(cursor *now, int *number) {
  int digits = 0;
  *number = 0;
  for (; now->at < now->end && is_digit(*now->at) && digits < 10; digits++)
    *number = digits < 9 ? 10 * *number + (*now->at++ - '0') : *number;
  return digits > 0 && digits < 10;
}

/* Reads the name between the quotes, and the closing quote. */
static bool read_name(cursor *now, lens_marker *out) {
  out->name = ++now->at;
  for (; now->at < now->end && *now->at != '"' && *now->at != '\n'; now->at++) {
    if (*now->at == '\\' && now->at + 1 < now->end) now->at++;
  }
  out->name_bytes = (size_t)(now->at - out->name);
  return now->at < now->end && *now->at++ == '"';
}

bool lens_marker_read(const char *text, size_t bytes, lens_marker *out) {
  cursor now = {text, text + bytes};
  *out = (lens_marker){0};
  if (bytes == 0 || *now.at++ != '#') return false;
  skip_blanks(&now);
  if (now.end - now.at > 4 && memcmp(now.at, "line", 4) == 0) now.at += 4;
  skip_blanks(&now);
  if (!read_number(&now, &out->line)) return false;
  skip_blanks(&now);
  if (now.at == now.end || *now.at != '"') return true;
  if (!read_name(&now, out)) return false;
  for (int flag; skip_blanks(&now), read_number(&now, &flag);) {
    out->enters = out->enters || flag == 1;
    out->leaves = out->leaves || flag == 2;
    out->system = out->system || flag == 3;
  }
  return true;
}

/* Adds the character after a backslash: gcc writes an unprintable byte as three octal digits, and
 * any other character is itself. Returns the number of bytes read. */
static size_t add_escaped(const char *from, size_t bytes, lens_text *name) {
  if (bytes < 3 || !is_digit(from[0]) || !is_digit(from[1]) || !is_digit(from[2])) {
    lens_text_add(name, from, 1);
    return 1;
  }
  char byte = (char)((from[0] - '0') * 64 + (from[1] - '0') * 8 + (from[2] - '0'));
  lens_text_add(name, &byte, 1);
  return 3;
}

void lens_marker_add_name(const lens_marker *marker, lens_text *name) {
  lens_text_add(name, "", 0); /* makes an empty string of an empty name */
  for (size_t i = 0; i < marker->name_bytes; i++) {
    if (marker->name[i] == '\\' && i + 1 < marker->name_bytes)
      i += add_escaped(marker->name + i + 1, marker->name_bytes - i - 1, name);
    else
      lens_text_add(name, marker->name + i, 1);
  }
}
