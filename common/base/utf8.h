/** @file utf8.h
 *  Decodes UTF-8 in arbitrary bytes.
 */
#ifndef SL_BASE_UTF8_H
#define SL_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The length of the character at `bytes`, of which `left` are available; 0 if there is no valid
 *  character. */
static inline size_t sl_utf8_length(const char *bytes, size_t left) {
  const unsigned char *text = (const unsigned char *)bytes;
  if (left == 0) return 0;
  size_t length = text[0] < 0x80                      ? 1
                  : text[0] >= 0xc2 && text[0] < 0xe0 ? 2
                  : text[0] >= 0xe0 && text[0] < 0xf0 ? 3
                  : text[0] >= 0xf0 && text[0] < 0xf5 ? 4
                                                      : 0;
  if (length > left) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80) return 0;
  }
  bool overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
  bool surrogate = text[0] == 0xed && text[1] >= 0xa0;
  bool beyond = text[0] == 0xf4 && text[1] >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

/** The code point of the character at `bytes`. `length` is the result of sl_utf8_length. */
static inline uint32_t sl_utf8_point(const char *bytes, size_t length) {
  const unsigned char *text = (const unsigned char *)bytes;
  uint32_t point = length == 1 ? text[0] : text[0] & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) point = point << 6 | (text[i] & 0x3fu);
  return point;
}

#endif
