/* half_pair.h: two numbers of 16 bits side by side, read and written with one access of 4 bytes. */
#ifndef LENS_SHIM_HALF_PAIR_H
#define LENS_SHIM_HALF_PAIR_H

#include "half.h"

namespace lens_shim {

#define LENS_PAIR_UNARY(name, of_one)                                                              \
  LENS_FRIEND pair name(pair a) {                                                                  \
    return pair(of_one(a.x), of_one(a.y));                                                         \
  }
#define LENS_PAIR_BINARY(name, of_one)                                                             \
  LENS_FRIEND pair name(pair a, pair b) {                                                          \
    return pair(of_one(a.x, b.x), of_one(a.y, b.y));                                               \
  }
#define LENS_PAIR_FMA(name, of_one)                                                                \
  LENS_FRIEND pair name(pair a, pair b, pair c) {                                                  \
    return pair(of_one(a.x, b.x, c.x), of_one(a.y, b.y, c.y));                                     \
  }
/* Each comparison has three forms: 1.0 or 0.0 for each half, a mask of ones, or both together. */
#define LENS_PAIR_TEST(test)                                                                       \
  LENS_FRIEND pair __h##test##2(pair a, pair b) {                                                  \
    return pair(small::of_bits(__h##test(a.x, b.x) ? Format::one : 0),                             \
                small::of_bits(__h##test(a.y, b.y) ? Format::one : 0));                            \
  }                                                                                                \
  LENS_FRIEND unsigned __h##test##2_mask(pair a, pair b) {                                         \
    return (__h##test(a.x, b.x) ? 0xffffu : 0u) | (__h##test(a.y, b.y) ? 0xffff0000u : 0u);        \
  }                                                                                                \
  LENS_FRIEND bool __hb##test##2(pair a, pair b) {                                                 \
    return __h##test(a.x, b.x) && __h##test(a.y, b.y);                                             \
  }

template <class Format> struct alignas(4) half_pair {
  typedef small_float<Format> small;
  typedef half_pair pair;
  union {
    struct {
      small x, y;
    };
    unsigned whole;
  };

  half_pair() = default;
  LENS_MEMBER half_pair(small low, small high) : x(low), y(high) {}
  LENS_MEMBER half_pair(const half_pair &other) : whole(other.whole) {}
  LENS_MEMBER half_pair &operator=(const half_pair &other) {
    whole = other.whole;
    return *this;
  }
  template <std::size_t i> LENS_MEMBER auto &get() {
    return component<i>(*this);
  }
  template <std::size_t i> LENS_MEMBER auto &get() const {
    return component<i>(*this);
  }

  LENS_PAIR_BINARY(__hadd2, __hadd)
  LENS_PAIR_BINARY(__hsub2, __hsub)
  LENS_PAIR_BINARY(__hmul2, __hmul)
  LENS_PAIR_BINARY(__h2div, __hdiv)
  LENS_PAIR_BINARY(__hadd2_rn, __hadd)
  LENS_PAIR_BINARY(__hsub2_rn, __hsub)
  LENS_PAIR_BINARY(__hmul2_rn, __hmul)
  LENS_PAIR_BINARY(__hadd2_sat, __hadd_sat)
  LENS_PAIR_BINARY(__hsub2_sat, __hsub_sat)
  LENS_PAIR_BINARY(__hmul2_sat, __hmul_sat)
  LENS_PAIR_BINARY(__hmax2, __hmax)
  LENS_PAIR_BINARY(__hmin2, __hmin)
  LENS_PAIR_BINARY(__hmax2_nan, __hmax_nan)
  LENS_PAIR_BINARY(__hmin2_nan, __hmin_nan)
  LENS_PAIR_FMA(__hfma2, __hfma)
  LENS_PAIR_FMA(__hfma2_sat, __hfma_sat)
  LENS_PAIR_FMA(__hfma2_relu, __hfma_relu)
  LENS_PAIR_UNARY(__hneg2, __hneg)
  LENS_PAIR_UNARY(__habs2, __habs)
  LENS_PAIR_UNARY(h2sqrt, hsqrt)
  LENS_PAIR_UNARY(h2rsqrt, hrsqrt)
  LENS_PAIR_UNARY(h2rcp, hrcp)
  LENS_PAIR_UNARY(h2exp, hexp)
  LENS_PAIR_UNARY(h2exp2, hexp2)
  LENS_PAIR_UNARY(h2exp10, hexp10)
  LENS_PAIR_UNARY(h2log, hlog)
  LENS_PAIR_UNARY(h2log2, hlog2)
  LENS_PAIR_UNARY(h2log10, hlog10)
  LENS_PAIR_UNARY(h2sin, hsin)
  LENS_PAIR_UNARY(h2cos, hcos)
  LENS_PAIR_UNARY(h2floor, hfloor)
  LENS_PAIR_UNARY(h2ceil, hceil)
  LENS_PAIR_UNARY(h2trunc, htrunc)
  LENS_PAIR_UNARY(h2rint, hrint)
  LENS_PAIR_TEST(eq)
  LENS_PAIR_TEST(ne)
  LENS_PAIR_TEST(lt)
  LENS_PAIR_TEST(le)
  LENS_PAIR_TEST(gt)
  LENS_PAIR_TEST(ge)
  LENS_PAIR_TEST(equ)
  LENS_PAIR_TEST(neu)
  LENS_PAIR_TEST(ltu)
  LENS_PAIR_TEST(leu)
  LENS_PAIR_TEST(gtu)
  LENS_PAIR_TEST(geu)
  LENS_FRIEND pair __hisnan2(pair a) {
    return pair(small::of_bits(__hisnan(a.x) ? Format::one : 0),
                small::of_bits(__hisnan(a.y) ? Format::one : 0));
  }

  LENS_PAIR_BINARY(operator+, __hadd)
  LENS_PAIR_BINARY(operator-, __hsub)
  LENS_PAIR_BINARY(operator*, __hmul)
  LENS_PAIR_BINARY(operator/, __hdiv)
  LENS_PAIR_UNARY(operator-, __hneg)
  LENS_FRIEND pair &operator+=(pair &a, pair b) {
    return a = a + b;
  }
  LENS_FRIEND pair &operator-=(pair &a, pair b) {
    return a = a - b;
  }
  LENS_FRIEND pair &operator*=(pair &a, pair b) {
    return a = a * b;
  }
  LENS_FRIEND pair &operator/=(pair &a, pair b) {
    return a = a / b;
  }
  LENS_FRIEND bool operator==(pair a, pair b) {
    return __hbeq2(a, b);
  }
  LENS_FRIEND bool operator!=(pair a, pair b) {
    return __hbneu2(a, b);
  }

  LENS_HALF_SHUFFLES(pair)
  LENS_FRIEND pair atomicAdd(pair *address, pair value) {
    pair old;
    old.whole = static_cast<unsigned>(
        lens_atomic(LENS_ATOMIC_ADD, Format::atomic_pair, address, value.whole, 0));
    return old;
  }
};

#undef LENS_PAIR_UNARY
#undef LENS_PAIR_BINARY
#undef LENS_PAIR_FMA
#undef LENS_PAIR_TEST

/* The halves of a pair; `name` is CUDA's name for one of them. */
#define LENS_PAIR_CONVERSIONS(small, pair, name)                                                   \
  LENS_INSTRUCTION pair __halves2##name##2(small x, small y) {                                     \
    return pair(x, y);                                                                             \
  }                                                                                                \
  LENS_INSTRUCTION small __low2##name(pair a) {                                                    \
    return a.x;                                                                                    \
  }                                                                                                \
  LENS_INSTRUCTION small __high2##name(pair a) {                                                   \
    return a.y;                                                                                    \
  }                                                                                                \
  LENS_INSTRUCTION pair __low2##name##2(pair a) {                                                  \
    return pair(a.x, a.x);                                                                         \
  }                                                                                                \
  LENS_INSTRUCTION pair __high2##name##2(pair a) {                                                 \
    return pair(a.y, a.y);                                                                         \
  }                                                                                                \
  LENS_INSTRUCTION pair __lows2##name##2(pair a, pair b) {                                         \
    return pair(a.x, b.x);                                                                         \
  }                                                                                                \
  LENS_INSTRUCTION pair __highs2##name##2(pair a, pair b) {                                        \
    return pair(a.y, b.y);                                                                         \
  }                                                                                                \
  LENS_INSTRUCTION pair __lowhigh2highlow(pair a) {                                                \
    return pair(a.y, a.x);                                                                         \
  }                                                                                                \
  LENS_INSTRUCTION float __low2float(pair a) {                                                     \
    return a.x;                                                                                    \
  }                                                                                                \
  LENS_INSTRUCTION float __high2float(pair a) {                                                    \
    return a.y;                                                                                    \
  }

/* From and to one number of the type, which CUDA calls `name`. */
#define LENS_HALF_CONVERSIONS(small, name)                                                         \
  LENS_INSTRUCTION small __float2##name(float x) {                                                 \
    return small(x);                                                                               \
  }                                                                                                \
  LENS_INSTRUCTION small __float2##name##_rn(float x) {                                            \
    return small(x);                                                                               \
  }                                                                                                \
  LENS_INSTRUCTION small __float2##name##_rz(float x) {                                            \
    return small::round(x, LENS_ROUND_ZERO);                                                       \
  }                                                                                                \
  LENS_INSTRUCTION small __float2##name##_rd(float x) {                                            \
    return small::round(x, LENS_ROUND_DOWN);                                                       \
  }                                                                                                \
  LENS_INSTRUCTION small __float2##name##_ru(float x) {                                            \
    return small::round(x, LENS_ROUND_UP);                                                         \
  }                                                                                                \
  LENS_INSTRUCTION small __double2##name(double x) {                                               \
    return small(x);                                                                               \
  }                                                                                                \
  LENS_INSTRUCTION float __##name##2float(small x) {                                               \
    return x;                                                                                      \
  }                                                                                                \
  LENS_INSTRUCTION short __##name##_as_short(small x) {                                            \
    return static_cast<short>(x.bits);                                                             \
  }                                                                                                \
  LENS_INSTRUCTION unsigned short __##name##_as_ushort(small x) {                                  \
    return x.bits;                                                                                 \
  }                                                                                                \
  LENS_INSTRUCTION small __short_as_##name(short x) {                                              \
    return small::of_bits(static_cast<unsigned short>(x));                                         \
  }                                                                                                \
  LENS_INSTRUCTION small __ushort_as_##name(unsigned short x) {                                    \
    return small::of_bits(x);                                                                      \
  }                                                                                                \
  LENS_HALF_INTEGER(small, name, short, short)                                                     \
  LENS_HALF_INTEGER(small, name, ushort, unsigned short)                                           \
  LENS_HALF_INTEGER(small, name, int, int)                                                         \
  LENS_HALF_INTEGER(small, name, uint, unsigned)                                                   \
  LENS_HALF_INTEGER(small, name, ll, long long)                                                    \
  LENS_HALF_INTEGER(small, name, ull, unsigned long long)

#define LENS_HALF_INTEGER(small, name, integer, T)                                                 \
  LENS_INSTRUCTION T __##name##2##integer##_rn(small x) {                                          \
    return lens_shim::saturated<T>(std::nearbyint(x.wide()));                                      \
  }                                                                                                \
  LENS_INSTRUCTION T __##name##2##integer##_rz(small x) {                                          \
    return lens_shim::saturated<T>(std::trunc(x.wide()));                                          \
  }                                                                                                \
  LENS_INSTRUCTION T __##name##2##integer##_rd(small x) {                                          \
    return lens_shim::saturated<T>(std::floor(x.wide()));                                          \
  }                                                                                                \
  LENS_INSTRUCTION T __##name##2##integer##_ru(small x) {                                          \
    return lens_shim::saturated<T>(std::ceil(x.wide()));                                           \
  }                                                                                                \
  LENS_INSTRUCTION small __##integer##2##name##_rn(T x) {                                          \
    return small(x);                                                                               \
  }

} // namespace lens_shim

namespace std { // auto [low, high] = pair
template <class Format>
struct tuple_size<lens_shim::half_pair<Format>> : integral_constant<size_t, 2> {};
template <size_t i, class Format> struct tuple_element<i, lens_shim::half_pair<Format>> {
  typedef lens_shim::small_float<Format> type;
};
} // namespace std

#endif
