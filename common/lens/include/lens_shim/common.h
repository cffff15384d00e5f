/* common.h: what the other shims need: the interface to the runtime, and macros that have their
 * functions inlined.
 *
 * Every function that represents one machine instruction is LENS_INSTRUCTION: it must not be a call
 * in the compiled kernel, so that the access or the call of the runtime is in the student's own
 * function. */
#ifndef LENS_SHIM_COMMON_H
#define LENS_SHIM_COMMON_H

#include "../../abi.h"

#include <stdlib.h>

#define LENS_INSTRUCTION static inline __attribute__((always_inline))
/* Like LENS_INSTRUCTION, for members of a class and for friend functions. */
#define LENS_MEMBER inline __attribute__((always_inline))

/* Marks a function that is always refused, with a message at the line of its call. */
#define LENS_REFUSED(words) __attribute__((error(words)))

/* Marks code that is not traced, because it belongs to the launch and not to the kernel. */
#define LENS_UNTRACED __attribute__((no_sanitize("thread")))

#ifdef __cplusplus
namespace lens_shim {
/* Chooses between the two bodies of a function that tests __CUDA_ARCH__. */
LENS_INSTRUCTION constexpr bool on_device() {
  return !__builtin_is_constant_evaluated() && lens_on_device();
}

/* malloc and free in functions for both sides. */
LENS_INSTRUCTION void *any_malloc(size_t bytes) {
  return on_device() ? lens_heap_malloc(bytes) : (malloc)(bytes);
}
LENS_INSTRUCTION void any_free(void *pointer) {
  if (on_device())
    lens_heap_free(pointer);
  else
    (free)(pointer);
}

/* Added after the declaration of a local variable without a value (translate/unset.c). Not needed
 * with clang, or with gcc without optimisation, because these assume nothing about such a
 * variable. */
template <typename T> LENS_INSTRUCTION void leave_unset(T &variable) {
#if defined __OPTIMIZE__ && !defined __clang__
  unsigned long long filling = 0xfefefefefefefefe;
  static_assert(sizeof variable <= sizeof filling, "a number");
  __asm__("" : "+r"(filling)); /* gcc must assume any value */
  __builtin_memcpy(&variable, &filling, sizeof variable);
#else
  (void)variable;
#endif
}
} // namespace lens_shim
#endif

#endif
