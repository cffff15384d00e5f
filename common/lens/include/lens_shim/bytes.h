/* bytes.h: in a .cu file, memcpy and memset call the runtime, which records what they touch. The
 * compiler must not inline these calls (-fno-builtin-memcpy), because then nothing would be
 * recorded. Host code that is not traced uses the functions of the C library. */
#ifndef LENS_SHIM_BYTES_H
#define LENS_SHIM_BYTES_H

#include <string.h>

#ifndef LENS_PLAIN_HOST
extern "C" {
void *memcpy(void *to, const void *from, size_t bytes) noexcept __asm__("__tsan_memcpy");
void *memset(void *to, int value, size_t bytes) noexcept __asm__("__tsan_memset");
}

#if defined(__clang__) && __clang_major__ < 15
/* The compiler copies structures with its own calls. */
__asm__(".set memcpy, __tsan_memcpy\n.set memset, __tsan_memset\n.set memmove, __tsan_memmove");
#endif

#endif
#endif
