/* memory.c: cudaMalloc and related functions. The runtime checks the pointers and the sizes. */
#include "api.h"

#include <string.h>

#undef cudaMalloc

/* Copies the first argument as written: up to the first comma outside of brackets. */
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
  char first[128]; /* the runtime copies it */
  if (!LENS_API_FILLS(pointer)) return lens_api_error(cudaErrorInvalidValue);
  first_argument(arguments, first, sizeof first);
  return (cudaError_t)lens_malloc(pointer, bytes, first);
}

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  return lens_named_malloc("", pointer, bytes);
}

/* The host can use the lens's device memory, so managed memory is ordinary device memory. The lens
 * does not see what the host writes there, so all managed memory counts as written from the
 * start. */
cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  (void)flags;
  return (cudaError_t)lens_malloc_managed(pointer, bytes, "");
}

/* Waits for all earlier work of the device. */
cudaError_t cudaFree(void *pointer) {
  lens_host_wait_all();
  lens_api_left_pool(pointer);
  return (cudaError_t)lens_free(pointer);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
  lens_api_left_pool(pointer);
  lens_stream_begin(stream, "cudaFreeAsync");
  cudaError_t error = (cudaError_t)lens_free(pointer);
  lens_stream_end();
  return error;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  return (cudaError_t)lens_memcpy(to, from, bytes, (int)kind);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
  lens_stream_begin(stream, "cudaMemcpyAsync");
  cudaError_t error = cudaMemcpy(to, from, bytes, kind);
  lens_stream_end();
  return error;
}

cudaError_t cudaMemset(void *to, int value, size_t bytes) {
  return (cudaError_t)lens_memset(to, value, bytes);
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream) {
  lens_stream_begin(stream, "cudaMemsetAsync");
  cudaError_t error = cudaMemset(to, value, bytes);
  lens_stream_end();
  return error;
}

/* The address of a variable of the device, plus `offset`. The runtime accepts it as a device
 * pointer. CUDA passes the symbol as const, although the caller may write there. */
static void *symbol_address(const void *symbol, size_t offset) {
  const char *address = (const char *)symbol + offset;
  void *writable;
  memcpy(&writable, &address, sizeof writable);
  return writable;
}

/* Whether the address belongs to a device variable, also a managed one. Only the address is checked
 * here; the runtime checks the length of a copy. */
static bool is_symbol(const void *symbol) {
  int kind = symbol ? lens_memory_kind(symbol) : LENS_MEMORY_UNKNOWN;
  return kind == LENS_MEMORY_DEVICE || kind == LENS_MEMORY_MANAGED;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind) {
  if (!is_symbol(symbol)) return lens_api_error(cudaErrorInvalidSymbol);
  return cudaMemcpy(symbol_address(symbol, offset), from, bytes, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind) {
  if (!is_symbol(symbol)) return lens_api_error(cudaErrorInvalidSymbol);
  return cudaMemcpy(to, symbol_address(symbol, offset), bytes, kind);
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
  if (!LENS_API_FILLS(pointer)) return lens_api_error(cudaErrorInvalidValue);
  if (!is_symbol(symbol)) return lens_api_error(cudaErrorInvalidSymbol);
  *pointer = symbol_address(symbol, 0);
  return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream) {
  lens_stream_begin(stream, "cudaMemcpyToSymbolAsync");
  cudaError_t error = cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
  lens_stream_end();
  return error;
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
  lens_stream_begin(stream, "cudaMemcpyFromSymbolAsync");
  cudaError_t error = cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
  lens_stream_end();
  return error;
}
