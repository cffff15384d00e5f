/* intrinsics.h: functions that are one instruction on the GPU: bits, conversions, rounding. */
#ifndef LENS_SHIM_INTRINSICS_H
#define LENS_SHIM_INTRINSICS_H

#include "common.h"

#include <limits>

/* ---- bits ---- */
LENS_INSTRUCTION int __popc(unsigned x) {
  return __builtin_popcount(x);
}
LENS_INSTRUCTION int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
LENS_INSTRUCTION int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}
LENS_INSTRUCTION int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
LENS_INSTRUCTION int __ffs(int x) {
  return __builtin_ffs(x);
}
LENS_INSTRUCTION int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
LENS_INSTRUCTION unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
LENS_INSTRUCTION unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}
/* Returns the position of the n-th set bit from bit `base` on, upwards (n > 0) or downwards (n <
 * 0); if n is 0, `base` if its bit is set. All bits of the result are set if there is no such
 * bit. */
LENS_INSTRUCTION unsigned __fns(unsigned mask, unsigned base, int n) {
  int step = n < 0 ? -1 : 1, left = n < 0 ? -n : n;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step) {
    bool set = mask >> at & 1u;
    if (n == 0) return set ? static_cast<unsigned>(at) : 0xffffffffu;
    if (set && --left == 0) return static_cast<unsigned>(at);
  }
  return 0xffffffffu;
}
LENS_INSTRUCTION unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) << (shift & 31) >> 32);
}
LENS_INSTRUCTION unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) >> (shift & 31));
}
/* Like __funnelshift_l and __funnelshift_r, but a shift of more than 32 counts as 32. */
LENS_INSTRUCTION unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift < 32 ? __funnelshift_l(low, high, shift) : low;
}
LENS_INSTRUCTION unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift < 32 ? __funnelshift_r(low, high, shift) : high;
}
LENS_INSTRUCTION unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  uint64_t bytes = static_cast<uint64_t>(b) << 32 | a;
  unsigned result = 0;
  for (int i = 0; i < 4; i++)
    result |= static_cast<unsigned>(bytes >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return result;
}

/* ---- integers ---- */
LENS_INSTRUCTION int __mul24(int a, int b) {
  return (a << 8 >> 8) * (b << 8 >> 8);
}
LENS_INSTRUCTION unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
LENS_INSTRUCTION int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<int64_t>(a) * b >> 32);
}
LENS_INSTRUCTION unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<uint64_t>(a) * b >> 32);
}
LENS_INSTRUCTION long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
LENS_INSTRUCTION unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
LENS_INSTRUCTION unsigned __sad(int a, int b, unsigned sum) {
  return sum + (a > b ? static_cast<unsigned>(a) - static_cast<unsigned>(b)
                      : static_cast<unsigned>(b) - static_cast<unsigned>(a));
}
LENS_INSTRUCTION unsigned __usad(unsigned a, unsigned b, unsigned sum) {
  return sum + (a > b ? a - b : b - a);
}
LENS_INSTRUCTION int __hadd(int a, int b) {
  return static_cast<int>((static_cast<int64_t>(a) + b) >> 1);
}
LENS_INSTRUCTION int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<int64_t>(a) + b + 1) >> 1);
}

LENS_INSTRUCTION unsigned __uhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<uint64_t>(a) + b) >> 1);
}
LENS_INSTRUCTION unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<uint64_t>(a) + b + 1) >> 1);
}

/* The sum of the products of four bytes each. */
LENS_INSTRUCTION int __dp4a(int a, int b, int sum) {
  for (int at = 0; at < 32; at += 8)
    sum += static_cast<signed char>(a >> at) * static_cast<signed char>(b >> at);
  return sum;
}
LENS_INSTRUCTION unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
  for (int at = 0; at < 32; at += 8) sum += (a >> at & 0xff) * (b >> at & 0xff);
  return sum;
}

LENS_INSTRUCTION int __dp4a(char4 a, char4 b, int sum) {
  return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
LENS_INSTRUCTION unsigned __dp4a(uchar4 a, uchar4 b, unsigned sum) {
  return sum + static_cast<unsigned>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}

/* ---- the bits of a number ---- */
namespace lens_shim {
template <class To, class From> LENS_INSTRUCTION To reinterpret(From from) {
  static_assert(sizeof(To) == sizeof(From), "of one size");
  union {
    From from;
    To to;
  } both = {from};
  return both.to;
}
} // namespace lens_shim

LENS_INSTRUCTION int __float_as_int(float x) {
  return lens_shim::reinterpret<int>(x);
}
LENS_INSTRUCTION unsigned __float_as_uint(float x) {
  return lens_shim::reinterpret<unsigned>(x);
}
LENS_INSTRUCTION float __int_as_float(int x) {
  return lens_shim::reinterpret<float>(x);
}
LENS_INSTRUCTION float __uint_as_float(unsigned x) {
  return lens_shim::reinterpret<float>(x);
}
LENS_INSTRUCTION long long __double_as_longlong(double x) {
  return lens_shim::reinterpret<long long>(x);
}
LENS_INSTRUCTION double __longlong_as_double(long long x) {
  return lens_shim::reinterpret<double>(x);
}
LENS_INSTRUCTION int __double2hiint(double x) {
  return static_cast<int>(__double_as_longlong(x) >> 32);
}
LENS_INSTRUCTION int __double2loint(double x) {
  return static_cast<int>(__double_as_longlong(x));
}
LENS_INSTRUCTION double __hiloint2double(int high, int low) {
  return __longlong_as_double(
      static_cast<long long>(static_cast<uint64_t>(static_cast<unsigned>(high)) << 32) |
      static_cast<unsigned>(low));
}

/* ---- conversions: the suffix names the rounding: nearest, zero, up, down ---- */
namespace lens_shim {
/* Converts a whole number to an integer, saturated to the range, and 0 for NaN, as on a GPU. */
template <class T> LENS_INSTRUCTION T saturated(double whole) {
  constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  if (whole >= static_cast<double>(most)) return most;
  if (whole <= static_cast<double>(least)) return least;
  return whole == whole ? static_cast<T>(whole) : T(0);
}
} // namespace lens_shim

#define LENS_CONVERT_DOWN(From, from, T, name)                                                     \
  LENS_INSTRUCTION T __##from##2##name##_rn(From x) {                                              \
    return lens_shim::saturated<T>(std::nearbyint(x));                                             \
  }                                                                                                \
  LENS_INSTRUCTION T __##from##2##name##_rz(From x) {                                              \
    return lens_shim::saturated<T>(std::trunc(x));                                                 \
  }                                                                                                \
  LENS_INSTRUCTION T __##from##2##name##_ru(From x) {                                              \
    return lens_shim::saturated<T>(std::ceil(x));                                                  \
  }                                                                                                \
  LENS_INSTRUCTION T __##from##2##name##_rd(From x) {                                              \
    return lens_shim::saturated<T>(std::floor(x));                                                 \
  }
LENS_CONVERT_DOWN(float, float, int, int)
LENS_CONVERT_DOWN(float, float, unsigned, uint)
LENS_CONVERT_DOWN(float, float, long long, ll)
LENS_CONVERT_DOWN(float, float, unsigned long long, ull)
LENS_CONVERT_DOWN(double, double, int, int)
LENS_CONVERT_DOWN(double, double, unsigned, uint)
LENS_CONVERT_DOWN(double, double, long long, ll)
LENS_CONVERT_DOWN(double, double, unsigned long long, ull)
#undef LENS_CONVERT_DOWN

#define LENS_CONVERT_UP(From, from, T, name)                                                       \
  LENS_INSTRUCTION T __##from##2##name##_rn(From x) {                                              \
    return static_cast<T>(x);                                                                      \
  }
LENS_CONVERT_UP(int, int, float, float)
LENS_CONVERT_UP(unsigned, uint, float, float)
LENS_CONVERT_UP(long long, ll, float, float)
LENS_CONVERT_UP(unsigned long long, ull, float, float)
LENS_CONVERT_UP(long long, ll, double, double)
LENS_CONVERT_UP(unsigned long long, ull, double, double)
LENS_CONVERT_UP(double, double, float, float)
#undef LENS_CONVERT_UP
LENS_INSTRUCTION double __int2double_rn(int x) {
  return x;
}
LENS_INSTRUCTION double __uint2double_rn(unsigned x) {
  return x;
}

/* ---- arithmetic rounded to nearest, never fused with its neighbours ---- */
#define LENS_ARITHMETIC(T, letter, suffix)                                                         \
  LENS_INSTRUCTION T __##letter##add_rn(T a, T b) {                                                \
    return a + b;                                                                                  \
  }                                                                                                \
  LENS_INSTRUCTION T __##letter##sub_rn(T a, T b) {                                                \
    return a - b;                                                                                  \
  }                                                                                                \
  LENS_INSTRUCTION T __##letter##mul_rn(T a, T b) {                                                \
    return a * b;                                                                                  \
  }                                                                                                \
  LENS_INSTRUCTION T __##letter##div_rn(T a, T b) {                                                \
    return a / b;                                                                                  \
  }                                                                                                \
  LENS_INSTRUCTION T __##letter##sqrt_rn(T a) {                                                    \
    return ::sqrt##suffix(a);                                                                      \
  }                                                                                                \
  LENS_INSTRUCTION T __##letter##rcp_rn(T a) {                                                     \
    return T(1) / a;                                                                               \
  }                                                                                                \
  LENS_INSTRUCTION T __fma##suffix##_rn(T a, T b, T c) {                                           \
    return ::fma##suffix(a, b, c);                                                                 \
  }
LENS_ARITHMETIC(float, f, f)
LENS_INSTRUCTION float __fmaf_ieee_rn(float a, float b, float c) {
  return ::fmaf(a, b, c);
}
LENS_ARITHMETIC(double, d, )
#undef LENS_ARITHMETIC

#endif
