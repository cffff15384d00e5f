/* scan.c: converts text to numbers. Doubles are rounded exactly like strtod's, mostly without
 * calling it. */
#define _GNU_SOURCE /* strtod_l */
#include "scan.h"

#include <float.h>
#include <locale.h>
#include <stdlib.h>

/* A number of the text as w · 10^q. */
typedef struct decimal {
  uint64_t digits; /* w, if `exact` */
  long long power; /* q */
  bool negative;
  bool exact; /* whether `digits` holds all significant digits */
} decimal;

typedef unsigned __int128 wide;

/* ---- powers of ten ----
 * The loops below compute 5^q as a 128-bit mantissa that is always truncated, never rounded up.
 * Each step loses less than 2^-126 of the value, and 342 steps less than 2^-117. Therefore the 64
 * bits that the table keeps are a lower bound m with m <= 5^q / 2^e < m + 1 + 2^-53. by_interval
 * assumes m + 2. */

static void keep(sl_powers *table, int q, wide mantissa, int exponent) {
  sl_power *power = &table->at[q - SL_SCAN_MIN_POWER];
  power->mantissa = (uint64_t)(mantissa >> 64);
  power->exponent = exponent + 64 + q; /* 10^q = 5^q * 2^q */
}

static wide normalise(wide mantissa, int *exponent) {
  while (!(mantissa >> 127)) {
    mantissa <<= 1;
    (*exponent)--;
  }
  return mantissa;
}

void sl_scan_make_powers(sl_powers *out) {
  wide mantissa = (wide)1 << 127;
  int exponent = -127;
  for (int q = 0; q <= SL_SCAN_MAX_POWER; q++) {
    keep(out, q, mantissa, exponent);
    mantissa = mantissa / 8 * 5 + mantissa % 8 * 5 / 8; /* times 5/8, truncated: no overflow */
    exponent += 3;
    mantissa = normalise(mantissa, &exponent);
  }
  mantissa = (wide)1 << 127;
  exponent = -127;
  for (int q = 0; q >= SL_SCAN_MIN_POWER; q--) {
    keep(out, q, mantissa, exponent);
    mantissa = mantissa / 5 * 4 + mantissa % 5 * 4 / 5; /* times 4/5, truncated: no overflow */
    exponent -= 2;
    mantissa = normalise(mantissa, &exponent);
  }
}

/* ---- the text of a decimal ------------------------------------------------------------------- */

/* Appends the digits at `text` to `*digits`, which wraps around if there are too many. */
static inline const char *scan_digits(const char *text, uint64_t *digits) {
  static const uint64_t tens[9] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
  for (;;) {
    uint64_t more;
    int length = sl_scan_eight(text, &more);
    if (length == 0) return text;
    *digits = *digits * tens[length] + more;
    text += length;
    if (length < 8) return text;
  }
}

/* The number of digits from the first nonzero digit on. The text consists of digits and at most one
 * point. */
static long significant_digits(const char *text, const char *end) {
  while (text < end && (*text == '0' || *text == '.')) text++;
  return (long)(end - text) - (memchr(text, '.', (size_t)(end - text)) != NULL);
}

/* Scans an exponent such as e-05, if there is one. An "e" without digits after it is not an
 * exponent. */
static inline char *scan_exponent(char *text, long long *power) {
  if (*text != 'e' && *text != 'E' && *text != 'd' && *text != 'D') return text;
  char *digits = text + 1 + (text[1] == '-' || text[1] == '+');
  if (!sl_is_digit(*digits)) return text;
  bool down = text[1] == '-';
  *text = 'e'; /* strtod does not accept Fortran's D */
  long long exponent = 0;
  for (; sl_is_digit(*digits); digits++) {
    if (exponent < 1000000000) exponent = exponent * 10 + (*digits - '0');
  }
  *power += down ? -exponent : exponent;
  return digits;
}

static inline char *scan_decimal(char *text, decimal *out) {
  out->negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  const char *start = text;
  out->digits = 0;
  out->power = 0;
  text += scan_digits(text, &out->digits) - text;
  long length = (long)(text - start);
  if (*text == '.') {
    text++;
    const char *point = text;
    text += scan_digits(text, &out->digits) - text;
    length += (long)(text - point);
    out->power = point - text;
  }
  if (length == 0) return NULL;
  out->exact = length <= 19 || significant_digits(start, text) <= 19;
  return scan_exponent(text, &out->power);
}

/* ---- rounding -------------------------------------------------------------------------------- */

/* Computes the value with a single rounding. This is possible if the digits and the power of ten
 * are exact doubles: W. Clinger, "How to read floating point numbers accurately", PLDI 1990.
 * Returns false in other cases. */
static inline bool by_one_operation(uint64_t digits, long long power, double *value) {
  static const double tens[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (FLT_EVAL_METHOD != 0 || digits > UINT64_C(1) << 53 || power < -22 || power > 22) return false;
  *value = power < 0 ? (double)digits / tens[-power] : (double)digits * tens[power];
  return true;
}

/* Computes the value from the table of powers. The exact result is between digits·m and digits·(m +
 * 2). Rounding is monotonic, so if both ends round to the same double, that is the answer. The ends
 * differ about once in 300 numbers, because 64 bits are rounded to 53. Then the function returns
 * false. It also returns false if the result is not a normal number.
 *
 * `high` is the upper half of the 128-bit product, shifted so that its top bit is set. The lower
 * half is less than 1 in units of `high`, and 2·digits is less than 4. So the exact result is in
 * [high, high + 5). Half a unit of the 53-bit result is 1024. A result exactly half way must be
 * rounded to even; because of the −1, the two ends differ in this case. */
static inline bool by_interval(const sl_powers *powers, uint64_t digits, long long power,
                               double *value) {
  if (power < SL_SCAN_MIN_POWER || power > SL_SCAN_MAX_POWER) return false;
  const sl_power *ten = &powers->at[power - SL_SCAN_MIN_POWER];
  int spare = __builtin_clzll(digits);
  wide product = (wide)(digits << spare) * ten->mantissa;
  int lift = !(product >> 127);
  uint64_t high = (uint64_t)((product << lift) >> 64);
  if (high > UINT64_MAX - 2048) return false; /* the sums below would overflow */
  uint64_t mantissa = (high - 1 + 1024) >> 11;
  if (mantissa != (high + 5 + 1024) >> 11) return false;
  int biased = ten->exponent - spare - lift + 64 + 11 + 52 + 1023;
  if (biased < 1 || biased > 2045) return false;
  uint64_t bits = ((uint64_t)biased << 52) + (mantissa - (UINT64_C(1) << 52));
  memcpy(value, &bits, sizeof *value);
  return true;
}

/* Converts with the C library. It uses the C locale, because in other locales the decimal point may
 * be a comma. */
static double by_library(const char *text) {
  locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!c_locale) return strtod(text, NULL);
  double value = strtod_l(text, NULL, c_locale);
  freelocale(c_locale);
  return value;
}

const char *sl_scan_real(char *text, const sl_powers *powers, double *value) {
  decimal number;
  const char *end = scan_decimal(text, &number);
  if (!end) return NULL;
  double size;
  if (number.exact && number.digits == 0) {
    size = 0;
  } else if (!number.exact || (!by_one_operation(number.digits, number.power, &size) &&
                               !by_interval(powers, number.digits, number.power, &size))) {
    *value = by_library(text);
    return end;
  }
  *value = number.negative ? -size : size;
  return end;
}

/* ---- integers -------------------------------------------------------------------------------- */

const char *sl_scan_count(const char *text, int64_t *value) {
  if (*text == '+') text++;
  if (!sl_is_digit(*text)) return NULL;
  int64_t count = 0;
  for (; sl_is_digit(*text); text++) {
    int digit = *text - '0';
    count = count > (INT64_MAX - digit) / 10 ? INT64_MAX : count * 10 + digit;
  }
  *value = count;
  return text;
}

const char *sl_scan_integer(const char *text, double *value) {
  int64_t size;
  const char *end =
      *text == '-' && text[1] != '+' ? sl_scan_count(text + 1, &size) : sl_scan_count(text, &size);
  if (!end || size > INT64_C(1) << 53) return NULL;
  *value = *text == '-' ? -(double)size : (double)size;
  return end;
}
