/* bytes.h: memcpy and memset of a .cu are the runtime's, which notes what they touch. The
 * compiler must not do them in place (-fno-builtin-memcpy): it would not tell. */
#ifndef LENS_SHIM_BYTES_H
#define LENS_SHIM_BYTES_H

#include <string.h>

extern "C" {
void *memcpy(void *to, const void *from, size_t bytes) noexcept __asm__("__tsan_memcpy");
void *memset(void *to, int value, size_t bytes) noexcept __asm__("__tsan_memset");
}

#endif
