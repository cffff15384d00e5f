/* common.h: what the other shims need: the seam to the runtime, and how their functions vanish.
 *
 * Every function that stands for one machine instruction is LENS_INSTRUCTION: it must not appear
 * as a call in the compiled kernel, so that the access or the call of the runtime lies in the
 * student's own function.
 */
#ifndef LENS_SHIM_COMMON_H
#define LENS_SHIM_COMMON_H

#include "../../abi.h"

#include <stdlib.h>

#define LENS_INSTRUCTION static inline __attribute__((always_inline))
/* The same for members of a class, and for functions that a class has as friends. */
#define LENS_MEMBER inline __attribute__((always_inline))

/* Is in front of a function that is there to be refused: in words, at the line of its call. */
#define LENS_REFUSED(words) __attribute__((error(words)))

/* Not traced: what runs here is the launch itself and not the kernel. */
#define LENS_UNTRACED __attribute__((no_sanitize("thread")))

#ifdef __cplusplus
namespace lens_shim {
/* Chooses between the two bodies of a function that looks at __CUDA_ARCH__. */
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

/* Is after the declaration of a local variable without a value (translate/unset.c). Clang, and
 * gcc without optimisation, assume nothing of such a variable. */
template <typename T> LENS_INSTRUCTION void leave_unset(T &variable) {
#if defined __OPTIMIZE__ && !defined __clang__
  unsigned long long filling = 0xfefefefefefefefe;
  static_assert(sizeof variable <= sizeof filling, "a number");
  __asm__("" : "+r"(filling)); /* it might be any value, for all that gcc knows */
  __builtin_memcpy(&variable, &filling, sizeof variable);
#else
  (void)variable;
#endif
}
} // namespace lens_shim
#endif

#endif
