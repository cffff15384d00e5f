/* atomics.h: atomic functions, each for the types that CUDA supports. */
#ifndef LENS_SHIM_ATOMICS_H
#define LENS_SHIM_ATOMICS_H

#include "common.h"

#include <type_traits>

namespace lens_shim {

/* Operands are passed to the runtime as bits, with a letter for their type. */
template <class T> struct word;
template <> struct word<int> {
  static constexpr char letter = 'i';
  typedef unsigned bits;
};
template <> struct word<unsigned> {
  static constexpr char letter = 'u';
  typedef unsigned bits;
};
template <> struct word<long long> {
  static constexpr char letter = 'l';
  typedef unsigned long long bits;
};
template <> struct word<unsigned long long> {
  static constexpr char letter = 'L';
  typedef unsigned long long bits;
};
template <> struct word<unsigned short> {
  static constexpr char letter = 's';
  typedef unsigned short bits;
};
template <> struct word<float> {
  static constexpr char letter = 'f';
  typedef unsigned bits;
};
template <> struct word<double> {
  static constexpr char letter = 'd';
  typedef unsigned long long bits;
};

template <class T> LENS_INSTRUCTION uint64_t to_bits(T value) {
  union {
    T value;
    typename word<T>::bits bits;
  } both = {value};
  return both.bits;
}

template <class T> LENS_INSTRUCTION T from_bits(uint64_t bits) {
  union {
    typename word<T>::bits bits;
    T value;
  } both = {static_cast<typename word<T>::bits>(bits)};
  return both.value;
}

typedef uint64_t atomic_of_scope(int operation, char type, void *address, uint64_t operand,
                                 uint64_t compare);

template <class T>
LENS_INSTRUCTION T atomic(atomic_of_scope *scope, int operation, T *address, T operand, T compare) {
  return from_bits<T>(
      scope(operation, word<T>::letter, address, to_bits(operand), to_bits(compare)));
}

} // namespace lens_shim

/* In the lens, system-wide atomics are the same as device-wide ones, because there is only one
 * memory. */
#define LENS_ATOMIC_ONE(name, scope, T, operation)                                                 \
  LENS_INSTRUCTION T name(T *address, T value) {                                                   \
    return lens_shim::atomic<T>(scope, operation, address, value, static_cast<T>(0));              \
  }
#define LENS_ATOMIC_FOR(name, T, operation)                                                        \
  LENS_ATOMIC_ONE(name, lens_atomic, T, operation)                                                 \
  LENS_ATOMIC_ONE(name##_block, lens_atomic_of_block, T, operation)                                \
  LENS_ATOMIC_ONE(name##_system, lens_atomic, T, operation)

/* Adding a constant 1 to shared memory is a separate instruction on the GPU. */
#define LENS_ATOMIC_ADD_OF(value)                                                                  \
  (__builtin_constant_p(value) && (value) == 1 ? LENS_ATOMIC_ADD_ONE : LENS_ATOMIC_ADD)

LENS_ATOMIC_FOR(atomicAdd, int, LENS_ATOMIC_ADD_OF(value))
LENS_ATOMIC_FOR(atomicAdd, unsigned, LENS_ATOMIC_ADD_OF(value))
LENS_ATOMIC_FOR(atomicAdd, unsigned long long, LENS_ATOMIC_ADD)
LENS_ATOMIC_FOR(atomicAdd, float, LENS_ATOMIC_ADD)
LENS_ATOMIC_FOR(atomicAdd, double, LENS_ATOMIC_ADD)
LENS_ATOMIC_FOR(atomicSub, int, LENS_ATOMIC_SUB)
LENS_ATOMIC_FOR(atomicSub, unsigned, LENS_ATOMIC_SUB)
LENS_ATOMIC_FOR(atomicExch, int, LENS_ATOMIC_EXCH)
LENS_ATOMIC_FOR(atomicExch, unsigned, LENS_ATOMIC_EXCH)
LENS_ATOMIC_FOR(atomicExch, unsigned long long, LENS_ATOMIC_EXCH)
LENS_ATOMIC_FOR(atomicExch, float, LENS_ATOMIC_EXCH)
LENS_ATOMIC_FOR(atomicMin, int, LENS_ATOMIC_MIN)
LENS_ATOMIC_FOR(atomicMin, unsigned, LENS_ATOMIC_MIN)
LENS_ATOMIC_FOR(atomicMin, long long, LENS_ATOMIC_MIN)
LENS_ATOMIC_FOR(atomicMin, unsigned long long, LENS_ATOMIC_MIN)
LENS_ATOMIC_FOR(atomicMax, int, LENS_ATOMIC_MAX)
LENS_ATOMIC_FOR(atomicMax, unsigned, LENS_ATOMIC_MAX)
LENS_ATOMIC_FOR(atomicMax, long long, LENS_ATOMIC_MAX)
LENS_ATOMIC_FOR(atomicMax, unsigned long long, LENS_ATOMIC_MAX)
LENS_ATOMIC_FOR(atomicInc, unsigned, LENS_ATOMIC_INC)
LENS_ATOMIC_FOR(atomicDec, unsigned, LENS_ATOMIC_DEC)
LENS_ATOMIC_FOR(atomicAnd, int, LENS_ATOMIC_AND)
LENS_ATOMIC_FOR(atomicAnd, unsigned, LENS_ATOMIC_AND)
LENS_ATOMIC_FOR(atomicAnd, unsigned long long, LENS_ATOMIC_AND)
LENS_ATOMIC_FOR(atomicOr, int, LENS_ATOMIC_OR)
LENS_ATOMIC_FOR(atomicOr, unsigned, LENS_ATOMIC_OR)
LENS_ATOMIC_FOR(atomicOr, unsigned long long, LENS_ATOMIC_OR)
LENS_ATOMIC_FOR(atomicXor, int, LENS_ATOMIC_XOR)
LENS_ATOMIC_FOR(atomicXor, unsigned, LENS_ATOMIC_XOR)
LENS_ATOMIC_FOR(atomicXor, unsigned long long, LENS_ATOMIC_XOR)
#undef LENS_ATOMIC_ONE
#undef LENS_ATOMIC_FOR
#undef LENS_ATOMIC_ADD_OF

/* Overloads that explain wrong calls: with the variable instead of its address, or with a type that
 * CUDA does not support. */
namespace lens_shim {
template <class T> constexpr bool is_number() {
  return std::is_arithmetic<T>::value || std::is_pointer<T>::value;
}
} // namespace lens_shim
#define LENS_NOT_ATOMIC(name, has)                                                                 \
  template <class T, class... V>                                                                   \
  LENS_REFUSED(#name " needs the address of a variable: put & in front of its first argument")     \
  typename std::enable_if<std::is_arithmetic<T>::value, T>::type name(T variable, V... values);    \
  template <class T, class... V>                                                                   \
  LENS_REFUSED("CUDA has no " #name " for variables of this type")                                 \
  typename std::enable_if<lens_shim::is_number<T>() && !(has), T>::type name(T *address,           \
                                                                             V... values);
#define LENS_IS(type) std::is_same<T, type>::value
#define LENS_IS_INT   (LENS_IS(int) || LENS_IS(unsigned))
#define LENS_IS_BITS  (LENS_IS_INT || LENS_IS(unsigned long long))
LENS_NOT_ATOMIC(atomicAdd, LENS_IS_BITS || LENS_IS(float) || LENS_IS(double))
LENS_NOT_ATOMIC(atomicSub, LENS_IS_INT)
LENS_NOT_ATOMIC(atomicExch, LENS_IS_BITS || LENS_IS(float))
LENS_NOT_ATOMIC(atomicMin, LENS_IS_BITS || LENS_IS(long long))
LENS_NOT_ATOMIC(atomicMax, LENS_IS_BITS || LENS_IS(long long))
LENS_NOT_ATOMIC(atomicInc, LENS_IS(unsigned))
LENS_NOT_ATOMIC(atomicDec, LENS_IS(unsigned))
LENS_NOT_ATOMIC(atomicAnd, LENS_IS_BITS)
LENS_NOT_ATOMIC(atomicOr, LENS_IS_BITS)
LENS_NOT_ATOMIC(atomicXor, LENS_IS_BITS)
LENS_NOT_ATOMIC(atomicCAS, LENS_IS_BITS || LENS_IS(unsigned short))
#undef LENS_NOT_ATOMIC
#undef LENS_IS_BITS
#undef LENS_IS_INT
#undef LENS_IS

#define LENS_CAS_ONE(name, scope, T)                                                               \
  LENS_INSTRUCTION T name(T *address, T compare, T value) {                                        \
    return lens_shim::atomic<T>(scope, LENS_ATOMIC_CAS, address, value, compare);                  \
  }
#define LENS_CAS_FOR(T)                                                                            \
  LENS_CAS_ONE(atomicCAS, lens_atomic, T)                                                          \
  LENS_CAS_ONE(atomicCAS_block, lens_atomic_of_block, T)                                           \
  LENS_CAS_ONE(atomicCAS_system, lens_atomic, T)
LENS_CAS_FOR(int)
LENS_CAS_FOR(unsigned)
LENS_CAS_FOR(unsigned long long)
LENS_CAS_FOR(unsigned short)
#undef LENS_CAS_ONE
#undef LENS_CAS_FOR

#endif
