/* runtime_templates.h: the C++ forms of the runtime API, which take typed pointers and symbols. */
#ifndef LENS_SHIM_RUNTIME_TEMPLATES_H
#define LENS_SHIM_RUNTIME_TEMPLATES_H

#include "launch.h"

template <class T>
static inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned flags = 1) {
  return cudaMallocManaged(reinterpret_cast<void **>(pointer), bytes, flags);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(reinterpret_cast<void **>(pointer), bytes, stream);
}
template <class T>
static inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
  return cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}
template <class T>
static inline cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags);
}
template <class T>
static inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned flags) {
  return cudaHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags);
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}

/* A symbol is passed by name, not by address. Its size is known here, and here only. */
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  if (offset > sizeof symbol || bytes > sizeof symbol - offset) return cudaErrorInvalidValue;
  return cudaMemcpyToSymbol(static_cast<const void *>(&symbol), from, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  if (offset > sizeof symbol || bytes > sizeof symbol - offset) return cudaErrorInvalidValue;
  return cudaMemcpyFromSymbol(to, static_cast<const void *>(&symbol), bytes, offset, kind);
}
template <class P, class T>
static inline cudaError_t cudaGetSymbolAddress(P **pointer, const T &symbol) {
  return cudaGetSymbolAddress(reinterpret_cast<void **>(pointer),
                              static_cast<const void *>(&symbol));
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
  *bytes = sizeof symbol;
  return cudaSuccess;
}

/* By its type a kernel can be called without having been registered, as a template's instance. */
template <class... P, size_t... I>
static inline cudaError_t lens_launch_typed(void (*kernel)(P...), dim3 grid, dim3 block,
                                            void **arguments, size_t shared_bytes,
                                            cudaStream_t stream, int cooperative,
                                            std::index_sequence<I...>) {
  (void)arguments; /* of a kernel without parameters */
  lens_launch settings =
      lens_shim::settings_of(nullptr, nullptr, 0, reinterpret_cast<const void *>(kernel), grid,
                             block, shared_bytes, stream);
  settings.cooperative = cooperative;
  lens_shim::closure<void (*)(P...), P...> made = {
      kernel, std::tuple<P...>(*static_cast<P *>(arguments[I])...)};
  return static_cast<cudaError_t>(made.launch(&settings, std::index_sequence<I...>()));
}
template <class... P>
static inline cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                           void **arguments, size_t shared_bytes = 0,
                                           cudaStream_t stream = nullptr) {
  return lens_launch_typed(kernel, grid, block, arguments, shared_bytes, stream, 0,
                           std::index_sequence_for<P...>());
}
template <class... P>
static inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                                      void **arguments, size_t shared_bytes = 0,
                                                      cudaStream_t stream = nullptr) {
  return lens_launch_typed(kernel, grid, block, arguments, shared_bytes, stream, 1,
                           std::index_sequence_for<P...>());
}
template <class... P>
static inline cudaError_t cudaFuncSetAttribute(void (*kernel)(P...), cudaFuncAttribute attr,
                                               int value) {
  return cudaFuncSetAttribute(reinterpret_cast<const void *>(kernel), attr, value);
}
template <class... P>
static inline cudaError_t cudaFuncSetCacheConfig(void (*kernel)(P...), cudaFuncCache config) {
  return cudaFuncSetCacheConfig(reinterpret_cast<const void *>(kernel), config);
}
template <class... P>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                                                void (*kernel)(P...)) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}
template <class... P>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void (*kernel)(P...), int block_size,
                                              size_t shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, reinterpret_cast<const void *>(kernel), block_size, shared_bytes);
}
/* Without registers to be short of, any whole number of warps is as good: 256 is what people use.
 */
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block, T kernel,
                                                             size_t shared_bytes = 0,
                                                             int limit = 0) {
  *block = limit > 0 && limit < 256 ? limit : 256;
  int blocks = 0, processors = 0;
  cudaError_t error =
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, *block, shared_bytes);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  *min_grid = blocks * processors;
  return error;
}

#endif
