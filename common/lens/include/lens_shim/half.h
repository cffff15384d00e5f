/* half.h: the common parts of half and bfloat16: numbers of 16 bits, and pairs of them.
 *
 * Sums, products and similar results are computed in double and rounded to the nearest even, as the
 * hardware does; a double is so much wider that rounding twice gives the same result. Most
 * functions are friends: like CUDA's they accept everything that converts to their type.
 */
#ifndef LENS_SHIM_HALF_H
#define LENS_SHIM_HALF_H

#include "half_bits.h"
#include "intrinsics.h"
#include "warp.h"

#include "standard.h"

namespace lens_shim {

struct half_format {
  static constexpr char atomic = 'h', atomic_pair = 'H';
  static constexpr uint16_t one = 0x3c00;
  LENS_INSTRUCTION double from(uint16_t bits) {
    return lens_from_half(bits);
  }
  LENS_INSTRUCTION uint16_t to(double value, lens_rounding rounding) {
    return lens_to_half(value, rounding);
  }
};

struct bfloat16_format {
  static constexpr char atomic = 'b', atomic_pair = 'B';
  static constexpr uint16_t one = 0x3f80;
  LENS_INSTRUCTION double from(uint16_t bits) {
    return lens_from_bfloat16(bits);
  }
  LENS_INSTRUCTION uint16_t to(double value, lens_rounding rounding) {
    return lens_to_bfloat16(value, rounding);
  }
};

#define LENS_FRIEND friend LENS_MEMBER

/* Most of the hundred functions differ only by an expression in a and b. */
#define LENS_HALF_UNARY(name, expression)                                                          \
  LENS_FRIEND small name(small number) {                                                           \
    double a = number.wide();                                                                      \
    return round(expression);                                                                      \
  }
#define LENS_HALF_BINARY(name, expression)                                                         \
  LENS_FRIEND small name(small left, small right) {                                                \
    double a = left.wide(), b = right.wide();                                                      \
    return round(expression);                                                                      \
  }
#define LENS_HALF_TEST(name, expression)                                                           \
  LENS_FRIEND bool name(small left, small right) {                                                 \
    double a = left.wide(), b = right.wide();                                                      \
    return expression;                                                                             \
  }
#define LENS_HALF_SHUFFLE(T, name, Argument, kind)                                                 \
  LENS_FRIEND T name(unsigned mask, T value, Argument argument, int width = warpSize) {            \
    return lens_shim::exchange<T>(kind, mask, value, static_cast<int>(argument), width);           \
  }
#define LENS_HALF_SHUFFLES(T)                                                                      \
  LENS_HALF_SHUFFLE(T, __shfl_sync, int, LENS_SHFL)                                                \
  LENS_HALF_SHUFFLE(T, __shfl_up_sync, unsigned, LENS_SHFL_UP)                                     \
  LENS_HALF_SHUFFLE(T, __shfl_down_sync, unsigned, LENS_SHFL_DOWN)                                 \
  LENS_HALF_SHUFFLE(T, __shfl_xor_sync, int, LENS_SHFL_XOR)

/* Saturates to [0, 1]. NaN becomes 0, as in all of CUDA's functions that saturate. */
LENS_INSTRUCTION double saturate(double value) {
  return value > 0 ? (value < 1 ? value : 1) : 0;
}
LENS_INSTRUCTION double quiet_nan() {
  return __builtin_nan("");
}
/* Maximum and minimum: +0 is larger than −0, and the result is NaN only if both operands are. */
LENS_INSTRUCTION double larger(double a, double b) {
  if (a == b) return std::signbit(a) ? b : a;
  return ::fmax(a, b);
}
LENS_INSTRUCTION double smaller(double a, double b) {
  return -larger(-a, -b);
}

template <class Format> struct small_float {
  unsigned short bits;
  typedef small_float small;

  small_float() = default;
  template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
  LENS_MEMBER small_float(T value)
      : bits(Format::to(static_cast<double>(value), LENS_ROUND_NEAREST)) {}
  LENS_MEMBER operator float() const {
    return static_cast<float>(wide());
  }
  LENS_MEMBER double wide() const {
    return Format::from(bits);
  }
  static LENS_MEMBER small of_bits(unsigned bits) {
    small made;
    made.bits = static_cast<unsigned short>(bits);
    return made;
  }
  static LENS_MEMBER small round(double value, lens_rounding rounding = LENS_ROUND_NEAREST) {
    return of_bits(Format::to(value, rounding));
  }

  LENS_HALF_BINARY(__hadd, a + b)
  LENS_HALF_BINARY(__hsub, a - b)
  LENS_HALF_BINARY(__hmul, a *b)
  LENS_HALF_BINARY(__hdiv, a / b)
  LENS_HALF_BINARY(__hadd_rn, a + b)
  LENS_HALF_BINARY(__hsub_rn, a - b)
  LENS_HALF_BINARY(__hmul_rn, a *b)
  LENS_HALF_BINARY(__hadd_sat, saturate(a + b))
  LENS_HALF_BINARY(__hsub_sat, saturate(a - b))
  LENS_HALF_BINARY(__hmul_sat, saturate(a *b))
  LENS_HALF_BINARY(__hmax, larger(a, b))
  LENS_HALF_BINARY(__hmin, smaller(a, b))
  LENS_HALF_BINARY(__hmax_nan, a != a || b != b ? quiet_nan() : larger(a, b))
  LENS_HALF_BINARY(__hmin_nan, a != a || b != b ? quiet_nan() : smaller(a, b))
  LENS_FRIEND small __hfma(small a, small b, small c) {
    return round(lens_fma_to_odd(a.wide(), b.wide(), c.wide()));
  }
  LENS_FRIEND small __hfma_sat(small a, small b, small c) {
    return round(saturate(lens_fma_to_odd(a.wide(), b.wide(), c.wide())));
  }
  LENS_FRIEND small __hfma_relu(small a, small b, small c) {
    double sum = lens_fma_to_odd(a.wide(), b.wide(), c.wide());
    return round(sum < 0 ? 0 : sum);
  }
  LENS_FRIEND small __hneg(small a) {
    return of_bits(a.bits ^ 0x8000u);
  }
  LENS_FRIEND small __habs(small a) {
    return of_bits(a.bits & 0x7fffu);
  }

  LENS_HALF_TEST(__heq, a == b)
  LENS_HALF_TEST(__hne, a<b || a> b)
  LENS_HALF_TEST(__hlt, a < b)
  LENS_HALF_TEST(__hle, a <= b)
  LENS_HALF_TEST(__hgt, a > b)
  LENS_HALF_TEST(__hge, a >= b)
  LENS_HALF_TEST(__hequ, !(a < b || a > b))
  LENS_HALF_TEST(__hneu, a != b)
  LENS_HALF_TEST(__hltu, !(a >= b))
  LENS_HALF_TEST(__hleu, !(a > b))
  LENS_HALF_TEST(__hgtu, !(a <= b))
  LENS_HALF_TEST(__hgeu, !(a < b))
  LENS_FRIEND bool __hisnan(small a) {
    return a.wide() != a.wide();
  }
  LENS_FRIEND int __hisinf(small a) {
    double wide = a.wide();
    return std::isinf(wide) ? (wide > 0 ? 1 : -1) : 0;
  }

  LENS_HALF_UNARY(hsqrt, ::sqrt(a))
  LENS_HALF_UNARY(hrsqrt, 1 / ::sqrt(a))
  LENS_HALF_UNARY(hrcp, 1 / a)
  LENS_HALF_UNARY(hexp, ::exp(a))
  LENS_HALF_UNARY(hexp2, ::exp2(a))
  LENS_HALF_UNARY(hexp10, ::pow(10.0, a))
  LENS_HALF_UNARY(hlog, ::log(a))
  LENS_HALF_UNARY(hlog2, ::log2(a))
  LENS_HALF_UNARY(hlog10, ::log10(a))
  LENS_HALF_UNARY(hsin, ::sin(a))
  LENS_HALF_UNARY(hcos, ::cos(a))
  LENS_HALF_UNARY(htanh, ::tanh(a))
  LENS_HALF_UNARY(hfloor, ::floor(a))
  LENS_HALF_UNARY(hceil, ::ceil(a))
  LENS_HALF_UNARY(htrunc, ::trunc(a))
  LENS_HALF_UNARY(hrint, ::nearbyint(a))

  LENS_HALF_BINARY(operator+, a + b)
  LENS_HALF_BINARY(operator-, a - b)
  LENS_HALF_BINARY(operator*, a *b)
  LENS_HALF_BINARY(operator/, a / b)
  LENS_HALF_TEST(operator==, a == b)
  LENS_HALF_TEST(operator!=, a != b)
  LENS_HALF_TEST(operator<, a < b)
  LENS_HALF_TEST(operator<=, a <= b)
  LENS_HALF_TEST(operator>, a > b)
  LENS_HALF_TEST(operator>=, a >= b)
  LENS_FRIEND small operator-(small a) {
    return __hneg(a);
  }
  LENS_FRIEND small operator+(small a) {
    return a;
  }
  LENS_FRIEND small &operator+=(small &a, small b) {
    return a = a + b;
  }
  LENS_FRIEND small &operator-=(small &a, small b) {
    return a = a - b;
  }
  LENS_FRIEND small &operator*=(small &a, small b) {
    return a = a * b;
  }
  LENS_FRIEND small &operator/=(small &a, small b) {
    return a = a / b;
  }
  LENS_FRIEND small &operator++(small &a) {
    return a = a + of_bits(Format::one);
  }
  LENS_FRIEND small &operator--(small &a) {
    return a = a - of_bits(Format::one);
  }

  LENS_HALF_SHUFFLES(small)
  LENS_FRIEND small atomicAdd(small *address, small value) {
    return of_bits(static_cast<unsigned>(
        lens_atomic(LENS_ATOMIC_ADD, Format::atomic, address, value.bits, 0)));
  }
};

} // namespace lens_shim

#endif
