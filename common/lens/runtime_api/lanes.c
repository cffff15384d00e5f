/* lanes.c: arithmetic on the halves or bytes of a word. */
#include "lens/include/lens_shim/lanes.h"

#include <stdbool.h>

static int clamp(int value, int least, int most) {
  return value < least ? least : value > most ? most : value;
}

static int combine(int operation, int a, int b) {
  switch (operation) {
  case LENS_LANE_ADD:
    return a + b;
  case LENS_LANE_SUB:
    return a - b;
  case LENS_LANE_ABS:
    return a < 0 ? -a : a;
  case LENS_LANE_NEG:
    return -a;
  case LENS_LANE_DIFFERENCE:
    return a > b ? a - b : b - a;
  case LENS_LANE_AVERAGE:
    return (a + b + (a + b >= 0)) >> 1; /* a half is rounded away from zero */
  case LENS_LANE_HALF_SUM:
    return (a + b) >> 1;
  case LENS_LANE_MAX:
    return a > b ? a : b;
  case LENS_LANE_MIN:
    return a < b ? a : b;
  case LENS_LANE_EQ:
    return a == b;
  case LENS_LANE_NE:
    return a != b;
  case LENS_LANE_GE:
    return a >= b;
  case LENS_LANE_GT:
    return a > b;
  case LENS_LANE_LE:
    return a <= b;
  default:
    return a < b;
  }
}

unsigned lens_lanes(int operation, int kind, int lanes, unsigned a, unsigned b) {
  int bits = 32 / lanes, half = 1 << (bits - 1);
  unsigned ones = (1u << bits) - 1, result = 0;
  bool is_signed = kind & LENS_LANE_SIGNED;
  for (int at = 0; at < 32; at += bits) {
    int x = (int)(a >> at & ones), y = (int)(b >> at & ones);
    if (is_signed) { /* the upper half of the values is negative */
      x -= x >= half ? 2 * half : 0;
      y -= y >= half ? 2 * half : 0;
    }
    int value = combine(operation, x, y);
    if (kind & LENS_LANE_SATURATED)
      value = clamp(value, is_signed ? -half : 0, is_signed ? half - 1 : 2 * half - 1);
    if (kind & LENS_LANE_MASK) value = -value;
    result += kind & LENS_LANE_SUM ? (unsigned)value : ((unsigned)value & ones) << at;
  }
  return result;
}
