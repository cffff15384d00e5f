/* atomics.h: atomic functions, for the types for which CUDA has each of them. */
#ifndef LENS_SHIM_ATOMICS_H
#define LENS_SHIM_ATOMICS_H

#include "common.h"

namespace lens_shim {

/* Operands travel to the runtime as bits, with a letter for their type. */
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

template <class T> LENS_INSTRUCTION T atomic(int operation, T *address, T operand, T compare) {
  return from_bits<T>(
      lens_atomic(operation, word<T>::letter, address, to_bits(operand), to_bits(compare)));
}

} // namespace lens_shim

/* A block's and the system's atomics are the device's here: the lens has one memory. */
#define LENS_ATOMIC_ONE(name, T, operation)                                                        \
  LENS_INSTRUCTION T name(T *address, T value) {                                                   \
    return lens_shim::atomic<T>(operation, address, value, static_cast<T>(0));                     \
  }
#define LENS_ATOMIC_FOR(name, T, operation)                                                        \
  LENS_ATOMIC_ONE(name, T, operation)                                                              \
  LENS_ATOMIC_ONE(name##_block, T, operation)                                                      \
  LENS_ATOMIC_ONE(name##_system, T, operation)

/* To add a constant 1 to shared memory is an instruction of its own on the GPU. */
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

#define LENS_CAS_ONE(name, T)                                                                      \
  LENS_INSTRUCTION T name(T *address, T compare, T value) {                                        \
    return lens_shim::atomic<T>(LENS_ATOMIC_CAS, address, value, compare);                         \
  }
#define LENS_CAS_FOR(T)                                                                            \
  LENS_CAS_ONE(atomicCAS, T)                                                                       \
  LENS_CAS_ONE(atomicCAS_block, T)                                                                 \
  LENS_CAS_ONE(atomicCAS_system, T)
LENS_CAS_FOR(int)
LENS_CAS_FOR(unsigned)
LENS_CAS_FOR(unsigned long long)
LENS_CAS_FOR(unsigned short)
#undef LENS_CAS_ONE
#undef LENS_CAS_FOR

#endif
