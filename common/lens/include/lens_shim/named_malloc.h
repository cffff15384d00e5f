/* named_malloc.h: cudaMalloc passes on the text of its argument, so that findings can name an array
 * without a kernel parameter: after cudaMalloc(&d_x, n), "d_x". */
#ifndef LENS_SHIM_NAMED_MALLOC_H
#define LENS_SHIM_NAMED_MALLOC_H

#ifdef __cplusplus
#include "common.h"
#include "types.h"

extern "C" {
#endif

/** cudaMalloc; `arguments` is the text of both arguments. */
cudaError_t lens_named_malloc(const char *arguments, void **pointer, size_t bytes);

#ifdef __cplusplus
}

/* The compiler's messages show this name. */
namespace lens_shim {
/* Records the element type of a successful allocation, which is taken from the type of the
 * pointer. */
template <class T> static inline cudaError_t typed(T **pointer, cudaError_t error) {
#if __cplusplus >= 201703L
  if (error == cudaSuccess) lens_set_type(*pointer, pointee<T *>());
#else
  (void)pointer;
#endif
  return error;
}
static inline cudaError_t cudaMalloc(const char *arguments, void **pointer, size_t bytes) {
  return lens_named_malloc(arguments, pointer, bytes);
}
template <class T>
static inline cudaError_t cudaMalloc(const char *arguments, T **pointer, size_t bytes) {
  return typed(pointer, lens_named_malloc(arguments, reinterpret_cast<void **>(pointer), bytes));
}
template <class T>
LENS_REFUSED("cudaMalloc needs the address of a pointer: put & in front of its first argument")
cudaError_t cudaMalloc(const char *arguments, T *pointer, size_t bytes);
} // namespace lens_shim

/* For uses that the macro does not cover: cudaMalloc<float>(&x, n), or as a function pointer. */
template <class T> static inline cudaError_t cudaMalloc(T **pointer, size_t bytes) {
  return lens_shim::typed(pointer,
                          lens_named_malloc("", reinterpret_cast<void **>(pointer), bytes));
}
#endif

/* The macro is variadic, because template arguments may contain a comma: sizeof(pair<int, int>). */
#ifdef __cplusplus
#define cudaMalloc(...) lens_shim::cudaMalloc(#__VA_ARGS__, __VA_ARGS__)
#else
#define cudaMalloc(...) lens_named_malloc(#__VA_ARGS__, __VA_ARGS__)
#endif

#endif
