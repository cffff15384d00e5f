/* traced_builtins.h: C++ templates copy and clear memory with builtins, which the compiler inlines
 * for few bytes without calling the runtime. After this header, a .cu file calls the runtime's
 * functions instead. The header may be included several times. */
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
