/* half_bits.h: 16-bit numbers as bits, for the shims and for the runtime's atomics; in C.
 *
 * A format has `fraction` bits after the point and `lowest`, the exponent of its smallest normal
 * number: 10 and -14 for half, 7 and -126 for bfloat16. A double holds the values of both formats
 * exactly.
 */
#ifndef LENS_SHIM_HALF_BITS_H
#define LENS_SHIM_HALF_BITS_H

#include <stdint.h>

#include "plain_builtins.h"

#define LENS_BITS static inline __attribute__((always_inline))

enum lens_rounding { LENS_ROUND_NEAREST, LENS_ROUND_ZERO, LENS_ROUND_DOWN, LENS_ROUND_UP };

LENS_BITS double lens_double_of_bits(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

LENS_BITS uint64_t lens_bits_of_double(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

LENS_BITS double lens_from_16(uint16_t bits, int fraction, int lowest) {
  uint64_t sign = (uint64_t)(bits >> 15) << 63;
  unsigned exponent = (bits & 0x7fffu) >> fraction;
  uint64_t rest = bits & ((1u << fraction) - 1);
  unsigned most = 0x7fffu >> fraction;
  if (exponent == most) /* infinity, or NaN, of which there is only one */
    return lens_double_of_bits(rest ? UINT64_C(0x7fffffffe0000000) : sign | UINT64_C(0x7ff) << 52);
  if (exponent == 0) { /* subnormal: rest · 2^(lowest − fraction) */
    double unit = lens_double_of_bits((uint64_t)(1023 + lowest - fraction) << 52);
    return lens_double_of_bits(lens_bits_of_double((double)rest * unit) | sign);
  }
  uint64_t biased = (uint64_t)((int)exponent + lowest - 1 + 1023);
  return lens_double_of_bits(sign | biased << 52 | rest << (52 - fraction));
}

/** Whether a truncated magnitude must be rounded up. `left` are the bits that were cut off; `half`
 *  is the highest one of these. */
LENS_BITS int lens_rounds_up(enum lens_rounding rounding, int negative, int odd, uint64_t left,
                             uint64_t half) {
  if (rounding == LENS_ROUND_NEAREST) return left > half || (left == half && odd);
  if (rounding == LENS_ROUND_ZERO) return 0;
  return left != 0 && (rounding == LENS_ROUND_UP) != negative;
}

LENS_BITS uint16_t lens_to_16(double value, int fraction, int lowest, enum lens_rounding rounding) {
  uint64_t bits = lens_bits_of_double(value);
  uint16_t sign = (uint16_t)(bits >> 63 << 15);
  uint64_t magnitude = bits & ~(UINT64_C(1) << 63);
  unsigned infinity = 0x7fffu >> fraction << fraction;
  if (magnitude > UINT64_C(0x7ff) << 52) return 0x7fff;
  if (magnitude == UINT64_C(0x7ff) << 52) return (uint16_t)(sign | infinity);
  int exponent = (int)(magnitude >> 52) - 1023;
  if (exponent < lowest - fraction - 2) { /* less than a quarter of the least number, or 0 */
    int up = lens_rounds_up(rounding, sign != 0, 0, magnitude != 0, 2);
    return (uint16_t)(sign | up);
  }
  uint64_t digits = (magnitude & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
  int drop = 52 - fraction + (exponent < lowest ? lowest - exponent : 0);
  uint64_t left = digits & ((UINT64_C(1) << drop) - 1);
  unsigned kept = (unsigned)(digits >> drop);
  if (exponent >= lowest) kept += (unsigned)(exponent - lowest) << fraction;
  kept += (unsigned)lens_rounds_up(rounding, sign != 0, (int)(kept & 1), left,
                                   UINT64_C(1) << (drop - 1));
  if (kept >= infinity) { /* rounding towards zero stops at the largest number */
    int stays = rounding == LENS_ROUND_ZERO || (rounding == LENS_ROUND_UP && sign) ||
                (rounding == LENS_ROUND_DOWN && !sign);
    kept = stays ? infinity - 1 : infinity;
  }
  return (uint16_t)(sign | kept);
}

LENS_BITS double lens_from_half(uint16_t bits) {
  return lens_from_16(bits, 10, -14);
}
LENS_BITS uint16_t lens_to_half(double value, enum lens_rounding rounding) {
  return lens_to_16(value, 10, -14, rounding);
}
LENS_BITS double lens_from_bfloat16(uint16_t bits) {
  return lens_from_16(bits, 7, -126);
}
LENS_BITS uint16_t lens_to_bfloat16(double value, enum lens_rounding rounding) {
  return lens_to_16(value, 7, -126, rounding);
}

/** Returns a · b + c for numbers of 16 bits, whose product a double holds. The result is rounded to
 *  odd, so that rounding it again, to 16 bits, is the same as rounding once. (Sums of half are
 *  exact or far from a tie; sums of bfloat16, which has a larger range of exponents, are not.) */
LENS_BITS double lens_fma_to_odd(double a, double b, double c) {
  double product = a * b, sum = product + c;
  double c_part = sum - product;
  double error = (product - (sum - c_part)) + (c - c_part); /* sum + error is exact */
  uint64_t bits = lens_bits_of_double(sum);
  if (error == 0 || error != error || (bits & 1)) return sum;
  int away = (error > 0) == (sum > 0);
  return lens_double_of_bits(away ? bits + 1 : bits - 1);
}

#include "traced_builtins.h"

#endif
