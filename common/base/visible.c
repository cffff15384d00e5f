/* visible.c: decides which characters may be shown, and replaces the others. */
#include "base/visible.h"

#include "base/utf8.h"

#include <string.h>

bool sl_visible_point(uint32_t point) {
  static const struct {
    uint32_t first, last;
  } ranges[] = {{0x00, 0x08},     {0x0b, 0x1f},     {0x7f, 0x9f},      {0x61c, 0x61c},
                {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x206f},  {0xfdd0, 0xfdef},
                {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
    if (point >= ranges[i].first && point <= ranges[i].last) return false;
  }
  return (point & 0xfffe) != 0xfffe;
}

const char *sl_visible_next(const char *text, size_t left, size_t *shown_out, size_t *taken_out) {
  size_t length = sl_utf8_length(text, left);
  *taken_out = length ? length : 1;
  *shown_out = 1;
  if (text[0] == '\r') {
    if (left > 1 && text[1] == '\n') *taken_out = 2;
    return "\n";
  }
  if (length == 0 || !sl_visible_point(sl_utf8_point(text, length))) {
    *shown_out = 3;
    return "\xef\xbf\xbd";
  }
  *shown_out = length;
  return text;
}

void sl_visible_make(char *text, char by) {
  for (size_t left = strlen(text), taken; left > 0; text += taken, left -= taken) {
    size_t length = sl_utf8_length(text, left);
    taken = length ? length : 1;
    if (length == 0 || !sl_visible_point(sl_utf8_point(text, length))) memset(text, by, taken);
  }
}
