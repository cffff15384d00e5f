/* memory.c: cudaMalloc and its kin. The runtime checks the pointers and the sizes. */
#include "api.h"

#include <stdlib.h>
#include <string.h>

#undef cudaMalloc

/* The first of the arguments, as written: up to the first comma outside of brackets. */
static void first_argument(const char *arguments, char *first, size_t size) {
  size_t used = 0;
  int depth = 0;
  for (const char *c = arguments; *c && used + 1 < size; c++) {
    if (strchr("([{", *c)) depth++;
    if (strchr(")]}", *c)) depth--;
    if (*c == ',' && depth <= 0) break;
    first[used++] = *c;
  }
  first[used] = '\0';
}

cudaError_t lens_named_malloc(const char *arguments, void **pointer, size_t bytes) {
  char first[128]; /* the runtime keeps a copy of what it needs */
  if (!pointer) return lens_api_error(cudaErrorInvalidValue);
  first_argument(arguments, first, sizeof first);
  return (cudaError_t)lens_malloc(pointer, bytes, first);
}

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  return lens_named_malloc("", pointer, bytes);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
  (void)stream;
  return lens_named_malloc("", pointer, bytes);
}

/* The host can use the lens's device memory, so managed memory is just that. What the host writes
 * there the lens does not see: so all of it counts as written from the start. */
cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  (void)flags;
  return (cudaError_t)lens_malloc_managed(pointer, bytes, "");
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  if (!pitch || width > SIZE_MAX - 511) return lens_api_error(cudaErrorInvalidValue);
  *pitch = (width + 511) / 512 * 512;
  if (height > 0 && *pitch > SIZE_MAX / height) return lens_api_error(cudaErrorMemoryAllocation);
  return lens_named_malloc("", pointer, *pitch * height);
}

cudaError_t cudaFree(void *pointer) {
  return (cudaError_t)lens_free(pointer);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
  (void)stream;
  return cudaFree(pointer);
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  (void)flags;
  if (!pointer) return lens_api_error(cudaErrorInvalidValue);
  *pointer = bytes > 0 ? malloc(bytes) : NULL;
  return *pointer || bytes == 0 ? cudaSuccess : lens_api_error(cudaErrorMemoryAllocation);
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
  return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void *pointer) {
  free(pointer);
  return cudaSuccess;
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
  (void)bytes;
  (void)flags;
  return pointer ? cudaSuccess : lens_api_error(cudaErrorInvalidValue);
}

cudaError_t cudaHostUnregister(void *pointer) {
  return pointer ? cudaSuccess : lens_api_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  return (cudaError_t)lens_memcpy(to, from, bytes, (int)kind);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
  (void)stream;
  return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return lens_api_error(cudaErrorInvalidPitchValue);
  cudaError_t error = cudaSuccess;
  for (size_t row = 0; row < height && error == cudaSuccess; row++)
    error =
        cudaMemcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width, kind);
  return error;
}

cudaError_t cudaMemset(void *to, int value, size_t bytes) {
  return (cudaError_t)lens_memset(to, value, bytes);
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream) {
  (void)stream;
  return cudaMemset(to, value, bytes);
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
  if (width > pitch) return lens_api_error(cudaErrorInvalidPitchValue);
  cudaError_t error = cudaSuccess;
  for (size_t row = 0; row < height && error == cudaSuccess; row++)
    error = cudaMemset((char *)to + row * pitch, value, width);
  return error;
}

/* The runtime knows where the variables of the device are: their address is a device pointer. CUDA
 * passes it as const, although it is there to be written. */
static void *symbol_address(const void *symbol, size_t offset) {
  const char *address = (const char *)symbol + offset;
  void *writable;
  memcpy(&writable, &address, sizeof writable);
  return writable;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind) {
  if (!symbol) return lens_api_error(cudaErrorInvalidSymbol);
  return cudaMemcpy(symbol_address(symbol, offset), from, bytes, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind) {
  if (!symbol) return lens_api_error(cudaErrorInvalidSymbol);
  return cudaMemcpy(to, symbol_address(symbol, offset), bytes, kind);
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
  if (!pointer) return lens_api_error(cudaErrorInvalidValue);
  if (!symbol) return lens_api_error(cudaErrorInvalidSymbol);
  *pointer = symbol_address(symbol, 0);
  return cudaSuccess;
}
