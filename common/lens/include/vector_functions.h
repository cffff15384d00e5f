/* vector_functions.h: the lens's stand-in for make_float4 and similar functions. */
#ifndef LENS_VECTOR_FUNCTIONS_H
#define LENS_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#define LENS_MAKE(name, T)                                                                         \
  static inline struct name##1 make_##name##1(T x) {                                               \
    struct name##1 made = {x};                                                                     \
    return made;                                                                                   \
  }                                                                                                \
  static inline struct name##2 make_##name##2(T x, T y) {                                          \
    struct name##2 made = {x, y};                                                                  \
    return made;                                                                                   \
  }                                                                                                \
  static inline struct name##3 make_##name##3(T x, T y, T z) {                                     \
    struct name##3 made = {x, y, z};                                                               \
    return made;                                                                                   \
  }                                                                                                \
  static inline struct name##4 make_##name##4(T x, T y, T z, T w) {                                \
    struct name##4 made = {x, y, z, w};                                                            \
    return made;                                                                                   \
  }

LENS_MAKE(char, signed char)
LENS_MAKE(uchar, unsigned char)
LENS_MAKE(short, short)
LENS_MAKE(ushort, unsigned short)
LENS_MAKE(int, int)
LENS_MAKE(uint, unsigned)
LENS_MAKE(float, float)
LENS_MAKE(long, long)
LENS_MAKE(ulong, unsigned long)
LENS_MAKE(longlong, long long)
LENS_MAKE(ulonglong, unsigned long long)
LENS_MAKE(double, double)
#undef LENS_MAKE

#endif
