/* runtime_templates.h: the C++ forms of the runtime API, which take typed pointers and symbols. */
#ifndef LENS_SHIM_RUNTIME_TEMPLATES_H
#define LENS_SHIM_RUNTIME_TEMPLATES_H

#include "launch.h"

/* The translator writes this around a call whose result the program does not read. */
namespace lens_shim {
static inline void unread(const char *call, const char *file, int line, cudaError_t error) {
  if (error != cudaSuccess) lens_error_unread(error, call, file, line);
}
} // namespace lens_shim

/* cudaMemset sets bytes: a value that is not an integer loses its fraction, and then all bytes but
 * the lowest. */
namespace lens_shim {
__attribute__((warning("cudaMemset sets each byte to the value, which gives other numbers than "
                       "this one; fill the array by a kernel, or with cudaMemcpy"))) void
bytes_are_set() __asm__("lens_bytes_are_set");
} // namespace lens_shim
template <class T>
static inline __attribute__((always_inline))
typename std::enable_if<std::is_floating_point<T>::value, cudaError_t>::type
cudaMemset(void *to, T value, size_t bytes) {
  if (__builtin_constant_p(value) && value != 0) lens_shim::bytes_are_set();
  return cudaMemset(to, static_cast<int>(value), bytes);
}

template <class T>
static inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned flags = 1) {
  return lens_shim::typed(pointer,
                          cudaMallocManaged(reinterpret_cast<void **>(pointer), bytes, flags));
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
  return lens_shim::typed(pointer,
                          cudaMallocAsync(reinterpret_cast<void **>(pointer), bytes, stream));
}
template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes, cudaMemPool_t pool,
                                                  cudaStream_t stream) {
  return lens_shim::typed(
      pointer, cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool, stream));
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaMemPool_t pool,
                                          cudaStream_t stream) {
  return cudaMallocFromPoolAsync(pointer, bytes, pool, stream);
}
template <class T>
static inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
  return lens_shim::typed(
      pointer, cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height));
}
template <class T>
static inline cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned flags = 0) {
  return lens_shim::typed(pointer, cudaHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags));
}
template <class T>
static inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned flags) {
  return lens_shim::typed(pointer, cudaHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags));
}
#define LENS_NEEDS_ADDRESS(name, ...)                                                              \
  template <class T>                                                                               \
  LENS_REFUSED(#name " needs the address of a pointer: put & in front of its first argument")      \
  cudaError_t name(T *pointer, __VA_ARGS__);
LENS_NEEDS_ADDRESS(cudaMallocManaged, size_t bytes, unsigned flags = 1)
LENS_NEEDS_ADDRESS(cudaMallocHost, size_t bytes, unsigned flags = 0)
LENS_NEEDS_ADDRESS(cudaHostAlloc, size_t bytes, unsigned flags)
LENS_NEEDS_ADDRESS(cudaMallocAsync, size_t bytes, cudaStream_t stream)
#undef LENS_NEEDS_ADDRESS
static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}

/* A symbol is passed by name, not by address. Its size is known only here. */
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(static_cast<const void *>(&symbol), from, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, static_cast<const void *>(&symbol), bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                                                  size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = nullptr) {
  return cudaMemcpyToSymbolAsync(static_cast<const void *>(&symbol), from, bytes, offset, kind,
                                 stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes,
                                                    size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = nullptr) {
  return cudaMemcpyFromSymbolAsync(to, static_cast<const void *>(&symbol), bytes, offset, kind,
                                   stream);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags) {
  return cudaHostGetDevicePointer(reinterpret_cast<void **>(device), host, flags);
}

/* CUDA 13 gives the location as a struct, CUDA 12 as a number. */
static inline int lens_location(cudaMemLocation where) {
  return where.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : where.id;
}
static inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes,
                                               cudaMemLocation where, unsigned flags,
                                               cudaStream_t stream = nullptr) {
  (void)flags;
  return cudaMemPrefetchAsync(pointer, bytes, lens_location(where), stream);
}
static inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, cudaMemoryAdvise advice,
                                        cudaMemLocation where) {
  return cudaMemAdvise(pointer, bytes, advice, lens_location(where));
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

/* Because the kernel's type is known here, a kernel that was not registered can be called, such as
 * an instance of a template. */
template <class... P, size_t... I>
static inline cudaError_t lens_launch_typed(void (*kernel)(P...), dim3 grid, dim3 block,
                                            void **arguments, size_t shared_bytes,
                                            cudaStream_t stream, int cooperative,
                                            std::index_sequence<I...>) {
  (void)arguments; /* of a kernel without parameters */
  lens_launch settings = {};
  lens_push_launch(nullptr, nullptr, 0, reinterpret_cast<const void *>(kernel), grid, block,
                   shared_bytes, stream);
  lens_pop_launch(&settings);
  settings.cooperative = cooperative;
  typedef lens_shim::closure<void (*)(P...), P...> closure;
  closure made(kernel, closure::template at<P>(arguments[I])...);
  return static_cast<cudaError_t>(made.launch(&settings));
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
template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                             A &&...arguments) {
  int cooperative;
  cudaError_t error = lens_check_attributes(config, &cooperative);
  if (error != cudaSuccess) return error;
  std::tuple<P...> values(static_cast<A &&>(arguments)...);
  return std::apply(
      [&](P &...value) {
        void *addresses[] = {const_cast<void *>(static_cast<const void *>(&value))..., nullptr};
        return lens_launch_typed(kernel, config->LENS_OWN(gridDim), config->LENS_OWN(blockDim),
                                 addresses, config->dynamicSmemBytes, config->stream, cooperative,
                                 std::index_sequence_for<P...>());
      },
      values);
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
template <class... P>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, void (*kernel)(P...), int block_size, size_t shared_bytes, unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void *>(kernel), block_size, shared_bytes, flags);
}
template <class... P>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                                    void (*kernel)(P...),
                                                                    int blocks, int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, reinterpret_cast<const void *>(kernel),
                                                   blocks, block_size);
}

/* Finds the largest block among those that fill a multiprocessor with the most threads. */
template <class T, class Bytes>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block, T kernel,
                                               Bytes shared_bytes_of, int limit = 0) {
  int most = 0, processors = 0;
  *block = *min_grid = 0;
  cudaError_t error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  int first = limit > 0 && limit < 1024 ? limit : 1024;
  for (int size = first; size > 0 && error == cudaSuccess; size = (size - 1) / 32 * 32) {
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, size, static_cast<size_t>(shared_bytes_of(size)));
    if (blocks * size <= most) continue;
    most = blocks * size;
    *block = size;
    *min_grid = blocks * processors;
  }
  return error;
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block, T kernel,
                                                             size_t shared_bytes = 0,
                                                             int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      min_grid, block, kernel, [=](int) { return shared_bytes; }, limit);
}

#endif
