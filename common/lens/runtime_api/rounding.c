/* rounding.c: arithmetic rounded in a given direction, with the processor's rounding modes. This
 * file is compiled with -frounding-math, and `volatile` keeps each operation between the two
 * changes of the mode. */
#include "lens/include/lens_shim/rounding.h"

#include <fenv.h>
#include <math.h>

static int change_to(int direction) {
  static const int modes[] = {
      [LENS_TO_ZERO] = FE_TOWARDZERO, [LENS_UPWARD] = FE_UPWARD, [LENS_DOWNWARD] = FE_DOWNWARD};
  int before = fegetround();
  (void)fesetround(modes[direction]);
  return before;
}

#define ROUNDED(T, suffix)                                                                         \
  T lens_rounded_##T(int operation, int direction, T a_, T b_, T c_) {                             \
    volatile T a = a_, b = b_, c = c_, result = 0;                                                 \
    int before = change_to(direction);                                                             \
    switch (operation) {                                                                           \
    case LENS_ADD:                                                                                 \
      result = a + b;                                                                              \
      break;                                                                                       \
    case LENS_SUB:                                                                                 \
      result = a - b;                                                                              \
      break;                                                                                       \
    case LENS_MUL:                                                                                 \
      result = a * b;                                                                              \
      break;                                                                                       \
    case LENS_DIV:                                                                                 \
      result = a / b;                                                                              \
      break;                                                                                       \
    case LENS_SQRT:                                                                                \
      result = sqrt##suffix(a);                                                                    \
      break;                                                                                       \
    case LENS_FMA:                                                                                 \
      result = fma##suffix(a, b, c);                                                               \
      break;                                                                                       \
    default:                                                                                       \
      break;                                                                                       \
    }                                                                                              \
    (void)fesetround(before);                                                                      \
    return result;                                                                                 \
  }
ROUNDED(float, f)
ROUNDED(double, )

#define CONVERTED(To, name, From)                                                                  \
  To lens_##name(int direction, From x_) {                                                         \
    volatile From x = x_;                                                                          \
    int before = change_to(direction);                                                             \
    volatile To result = (To)x;                                                                    \
    (void)fesetround(before);                                                                      \
    return result;                                                                                 \
  }
CONVERTED(float, float_of_double, double)
CONVERTED(float, float_of_signed, long long)
CONVERTED(float, float_of_unsigned, unsigned long long)
CONVERTED(double, double_of_signed, long long)
CONVERTED(double, double_of_unsigned, unsigned long long)
