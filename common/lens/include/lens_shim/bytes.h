/* bytes.h: memcpy and memset of a .cu are the runtime's, which notes what they touch. The
 * compiler must not do them in place (-fno-builtin-memcpy): it would not tell. Host code that is not
 * traced has those of the C library. */
#ifndef LENS_SHIM_BYTES_H
#define LENS_SHIM_BYTES_H

#include <string.h>

#ifndef LENS_PLAIN_HOST
extern "C" {
void *memcpy(void *to, const void *from, size_t bytes) noexcept __asm__("__tsan_memcpy");
void *memset(void *to, int value, size_t bytes) noexcept __asm__("__tsan_memset");
}

#if defined(__clang__) && __clang_major__ < 15
/* It copies structures with calls of its own. */
__asm__(".set memcpy, __tsan_memcpy\n.set memset, __tsan_memset\n.set memmove, __tsan_memmove");
#endif

#endif
#endif
