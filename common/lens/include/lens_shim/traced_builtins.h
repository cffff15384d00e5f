/* traced_builtins.h: the templates of C++ copy and clear by functions of the compiler, which does few
 * bytes in place and tells the runtime nothing of them. From here on a .cu calls the runtime's. May be
 * included several times. */
#if defined(__CUDACC__) && defined(__cplusplus) && !defined(LENS_PLAIN_HOST)
extern "C" {
void *__tsan_memcpy(void *to, const void *from, __SIZE_TYPE__ bytes) noexcept;
void *__tsan_memmove(void *to, const void *from, __SIZE_TYPE__ bytes) noexcept;
void *__tsan_memset(void *to, int value, __SIZE_TYPE__ bytes) noexcept;
}
#undef __builtin_memcpy
#undef __builtin_memmove
#undef __builtin_memset
#define __builtin_memcpy  __tsan_memcpy
#define __builtin_memmove __tsan_memmove
#define __builtin_memset  __tsan_memset
#endif
