/** @file scan.h
 *  Converts text to numbers, fast. All functions read a line that ends in a newline, and
 *  SL_SCAN_MARGIN bytes after the newline must be readable. The newline ends every loop, so no
 *  function has to check for the end of the text, and eight bytes can always be loaded at once.
 *
 *  strtod_l is not fast enough for matrices with millions of entries: it reads a number with 17
 *  digits in 330 to 520 ns, and sl_scan_real in 60 to 120 ns (AMD EPYC, glibc 2.36).
 *
 *  The functions only report success or failure; explain.c describes what is wrong with a
 *  number.
 */
#ifndef SL_IO_SCAN_H
#define SL_IO_SCAN_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/** The number of bytes after the last newline that must be readable. Their content does not
 *  matter. */
#define SL_SCAN_MARGIN 16

enum { SL_SCAN_MIN_POWER = -342, SL_SCAN_MAX_POWER = 308 };

/** 10^q = mantissa · 2^exponent. The mantissa is truncated to 64 bits, and its top bit is set. */
typedef struct sl_power {
  uint64_t mantissa;
  int exponent;
} sl_power;

/** The powers of ten that sl_scan_real multiplies by. Element q − SL_SCAN_MIN_POWER is 10^q. */
typedef struct sl_powers {
  sl_power at[SL_SCAN_MAX_POWER - SL_SCAN_MIN_POWER + 1];
} sl_powers;

/** Fills the table. This takes only a few microseconds, so each reader makes its own table, and
 *  there is no global one. */
void sl_scan_make_powers(sl_powers *out);

/** Scans [+-]digits[.digits][(e|E|d|D)[+-]digits] at `text` into `*value`. The result is bit for
 *  bit that of strtod in the C locale; on overflow it is infinity. A Fortran D is overwritten with
 *  e. Returns the address after the number, or NULL if there is no number. */
const char *sl_scan_real(char *text, const sl_powers *powers, double *value);

/** Scans [+-]digits into `*value`. Returns the address after the number. Returns NULL if none
 *  is there, or if it is outside of ±2^53, the range in which a double represents every
 *  integer. */
const char *sl_scan_integer(const char *text, double *value);

/** Scans [+]digits into `*value`, which is INT64_MAX if the number is larger than that. Returns the
 *  address after the number, or NULL if there is no number. */
const char *sl_scan_count(const char *text, int64_t *value);

/** Whether the character is blank space within a line. The carriage return of a Windows line end
 *  is. */
static inline bool sl_is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

static inline const char *sl_skip_blanks(const char *text) {
  while (sl_is_blank(*text)) text++;
  return text;
}

static inline bool sl_is_digit(char c) {
  return (unsigned char)(c - '0') < 10;
}

/** Scans up to eight digits at once. Returns the number of digits at `text`, and sets `*value` to
 *  their value.
 *
 *  The eight bytes are loaded as one word. A byte that is a digit becomes 0 to 9. The first byte
 *  that is not a digit sets its top bit in `stops`, and the position of this bit is the number of
 *  digits. A shift moves the digits to the top of the word and zeros in front of them. Then three
 *  multiplications combine the digits into pairs, fours and eights. Idea: D. Lemire, "Quickly
 *  parsing eight digits", 2018. */
static inline int sl_scan_eight(const char *text, uint64_t *value) {
  uint64_t word;
  memcpy(&word, text, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  word ^= UINT64_C(0x3030303030303030);
  uint64_t stops = (word | (word + UINT64_C(0x7676767676767676))) & UINT64_C(0x8080808080808080);
  int length = stops ? __builtin_ctzll(stops) / 8 : 8;
  if (length == 0) return 0;
  word <<= 8 * (8 - length);
  word = word * 10 + (word >> 8); /* pairs of digits in bytes 0, 2, 4 and 6 */
  uint64_t high = (word & UINT64_C(0xFF000000FF)) * (100 + (UINT64_C(1000000) << 32));
  uint64_t low = ((word >> 16) & UINT64_C(0xFF000000FF)) * (1 + (UINT64_C(10000) << 32));
  *value = (high + low) >> 32;
  return length;
}

/** Scans a row or column number. Returns the address after it, or NULL if there is no number.
 *  Numbers of up to eight digits are fast; sl_scan_count scans all others. */
static inline const char *sl_scan_index(const char *text, int64_t *value) {
  uint64_t digits;
  int length = sl_scan_eight(text, &digits);
  if (length == 0 || sl_is_digit(text[length])) return sl_scan_count(text, value);
  *value = (int64_t)digits;
  return text + length;
}

#endif
