/* atomic.c: atomicAdd and the other atomics. Blocks run on several host threads, so these functions
 * use the processor's atomics. */
#include "access.h"
#include "confine.h"
#include "lens/include/lens_shim/half_bits.h"
#include "scope.h"
#include "unset.h"

#include <math.h>
#include <string.h>

/* Functions that compute the new value from the old one, both as bit patterns. */

static float as_float(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float value;
  memcpy(&value, &low, sizeof value);
  return value;
}

static uint64_t float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static double as_double(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint64_t double_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t update_float(int operation, uint64_t old, uint64_t operand) {
  float a = as_float(old);
  float b = as_float(operand);
  switch (operation) {
  case LENS_ATOMIC_ADD:
    return float_bits(a + b);
  case LENS_ATOMIC_SUB:
    return float_bits(a - b);
  case LENS_ATOMIC_MIN:
    return float_bits(fminf(a, b));
  case LENS_ATOMIC_MAX:
    return float_bits(fmaxf(a, b));
  default:
    return operand;
  }
}

static uint64_t update_double(int operation, uint64_t old, uint64_t operand) {
  double a = as_double(old);
  double b = as_double(operand);
  switch (operation) {
  case LENS_ATOMIC_ADD:
    return double_bits(a + b);
  case LENS_ATOMIC_SUB:
    return double_bits(a - b);
  case LENS_ATOMIC_MIN:
    return double_bits(fmin(a, b));
  case LENS_ATOMIC_MAX:
    return double_bits(fmax(a, b));
  default:
    return operand;
  }
}

static uint64_t update_integer(int operation, uint64_t a, uint64_t b) {
  switch (operation) {
  case LENS_ATOMIC_ADD:
  case LENS_ATOMIC_ADD_ONE:
    return a + b;
  case LENS_ATOMIC_SUB:
    return a - b;
  case LENS_ATOMIC_MIN:
    return a < b ? a : b;
  case LENS_ATOMIC_MAX:
    return a > b ? a : b;
  case LENS_ATOMIC_INC:
    return a >= b ? 0 : a + 1;
  case LENS_ATOMIC_DEC:
    return a == 0 || a > b ? b : a - 1;
  case LENS_ATOMIC_AND:
    return a & b;
  case LENS_ATOMIC_OR:
    return a | b;
  case LENS_ATOMIC_XOR:
    return a ^ b;
  default:
    return b;
  }
}

static uint64_t update_signed(int operation, int64_t a, int64_t b) {
  if (operation == LENS_ATOMIC_MIN) return (uint64_t)(a < b ? a : b);
  if (operation == LENS_ATOMIC_MAX) return (uint64_t)(a > b ? a : b);
  return update_integer(operation, (uint64_t)a, (uint64_t)b);
}

static uint64_t update(int operation, char type, uint64_t old, uint64_t operand, uint64_t compare) {
  if (operation == LENS_ATOMIC_CAS) return old == compare ? operand : old;
  switch (type) {
  case 'f':
    return update_float(operation, old, operand);
  case 'd':
    return update_double(operation, old, operand);
  case 'i':
    return update_signed(operation, (int32_t)old, (int32_t)operand);
  case 'l':
    return update_signed(operation, (int64_t)old, (int64_t)operand);
  case 'u':
    return update_integer(operation, (uint32_t)old, (uint32_t)operand);
  default:
    return update_integer(operation, old, operand);
  }
}

static uint64_t update_4(int operation, char type, uint32_t *address, uint64_t operand,
                         uint64_t compare) {
  uint32_t old = __atomic_load_n(address, __ATOMIC_RELAXED);
  uint32_t fresh;
  do {
    fresh = (uint32_t)update(operation, type, old, (uint32_t)operand, (uint32_t)compare);
  } while (
      !__atomic_compare_exchange_n(address, &old, fresh, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  return old;
}

static uint64_t update_8(int operation, char type, uint64_t *address, uint64_t operand,
                         uint64_t compare) {
  uint64_t old = __atomic_load_n(address, __ATOMIC_RELAXED);
  uint64_t fresh;
  do {
    fresh = update(operation, type, old, operand, compare);
  } while (
      !__atomic_compare_exchange_n(address, &old, fresh, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  return old;
}

/* ---- words of 2 bytes, and pairs of them: separate, because rare ---------------------------- */

static uint16_t add_16(char type, uint16_t a, uint16_t b) {
  return type == 'h' || type == 'H'
             ? lens_to_half(lens_from_half(a) + lens_from_half(b), LENS_ROUND_NEAREST)
             : lens_to_bfloat16(lens_from_bfloat16(a) + lens_from_bfloat16(b), LENS_ROUND_NEAREST);
}

static uint64_t update_2(char type, uint16_t *address, uint16_t operand, uint16_t compare) {
  uint16_t old = __atomic_load_n(address, __ATOMIC_RELAXED);
  uint16_t fresh;
  do {
    fresh = type != 's' ? add_16(type, old, operand) : old == compare ? operand : old;
  } while (
      !__atomic_compare_exchange_n(address, &old, fresh, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  return old;
}

static uint64_t update_pair(char type, uint32_t *address, uint32_t operand) {
  uint32_t old = __atomic_load_n(address, __ATOMIC_RELAXED);
  uint32_t fresh;
  do {
    fresh = add_16(type, (uint16_t)old, (uint16_t)operand) |
            (uint32_t)add_16(type, (uint16_t)(old >> 16), (uint16_t)(operand >> 16)) << 16;
  } while (
      !__atomic_compare_exchange_n(address, &old, fresh, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  return old;
}

static bool is_small(char type) {
  return type == 's' || type == 'h' || type == 'b' || type == 'H' || type == 'B';
}

/* Which instructions nvcc generates for the atomic in shared memory (read from machine code for
 * sm_90), and whether the atomic adds floating-point numbers. */
static enum lens_update update_of(int operation, char type) {
  if (operation == LENS_ATOMIC_CAS) return LENS_UPDATE_SWAP;
  if (operation == LENS_ATOMIC_EXCH) return LENS_UPDATE_PLAIN;
  if (type == 'f' || type == 'd') return LENS_UPDATE_LOOP | LENS_UPDATE_FLOATS;
  if (type != 'i' && type != 'u') return LENS_UPDATE_LOOP;
  return operation == LENS_ATOMIC_ADD_ONE ? LENS_UPDATE_ONE : LENS_UPDATE_PLAIN;
}

/* Called before each atomic, for what fences order (order.h). Its counterpart is called after each
 * atomic. */
static inline void release(lens_lane *lane, const void *address) {
  if (lane) lens_order_release(lane, address);
}

static inline void see(lens_lane *lane, const void *address) {
  if (lane) lens_order_see(lane, address);
}

static __attribute__((noinline)) uint64_t atomic_small(char type, void *address, uint64_t operand,
                                                       uint64_t compare, uintptr_t place,
                                                       uintptr_t frame) {
  bool pair = type == 'H' || type == 'B';
  enum lens_update as = type == 's' ? LENS_UPDATE_SWAP : LENS_UPDATE_LOOP | LENS_UPDATE_FLOATS;
  if (pair) {
    lens_access_as(address, 4, LENS_ATOMIC, as, false, place, frame);
  } else {
    lens_access_as(address, 2, LENS_ATOMIC, as, false, place, frame);
  }
  release(lens_lane_now, address);
  uint64_t old = pair ? update_pair(type, address, (uint32_t)operand)
                      : update_2(type, address, (uint16_t)operand, (uint16_t)compare);
  see(lens_lane_now, address);
  return old;
}

/* Whether the atomic increments or decrements an integer by one, so that its operand was not
 * computed from a value that was read before. */
static bool counts_by_one(int operation, char type, uint64_t operand) {
  if (operation != LENS_ATOMIC_ADD && operation != LENS_ATOMIC_SUB) return false;
  if (type == 'l' || type == 'L') return operand + 1 <= 2 && operand != 0;
  return (type == 'i' || type == 'u') && (uint32_t)operand + 1 <= 2 && (uint32_t)operand != 0;
}

LENS_INLINE uint64_t atomic_at(int operation, char type, void *address, uint64_t operand,
                               uint64_t compare, uintptr_t place, uintptr_t frame) {
  lens_confine_above(address, sizeof(uint64_t), place);
  if (LENS_LIKELY(lens_lane_now)) {
    bool by_one = counts_by_one(operation, type, operand);
    lens_lane_now->update = (uint8_t)(by_one ? LENS_ATOMIC_ADD_ONE : operation);
  }
  if (LENS_UNLIKELY(is_small(type)))
    return atomic_small(type, address, operand, compare, place, frame);
  bool wide = type == 'l' || type == 'L' || type == 'd';
  lens_access_as(address, wide ? 8 : 4, LENS_ATOMIC, update_of(operation, type), false, place,
                 frame);
  lens_lane *lane = lens_lane_now;
  if (lane && LENS_UNLIKELY(lane->block->work->may_be_unset)) {
    lens_unset_operand(lane, address, wide ? 8 : 4, operand, place);
  }
  release(lane, address);
  uint64_t old = wide ? update_8(operation, type, address, operand, compare)
                      : update_4(operation, type, address, operand, compare);
  see(lens_lane_now, address);
  return old;
}

uint64_t lens_atomic(int operation, char type, void *address, uint64_t operand, uint64_t compare) {
  return atomic_at(operation, type, address, operand, compare, LENS_PLACE, LENS_FRAME);
}

uint64_t lens_atomic_of_block(int operation, char type, void *address, uint64_t operand,
                              uint64_t compare) {
  bool wide = type == 'l' || type == 'L' || type == 'd';
  unsigned bytes = wide ? 8 : is_small(type) ? 2 : 4;
  if (lens_lane_now) lens_scope_look(lens_lane_now, address, bytes, LENS_PLACE);
  return atomic_at(operation, type, address, operand, compare, LENS_PLACE, LENS_FRAME);
}
