/* host.c: host memory that kernels may use, and attributes of an address. */
#include "api.h"

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  (void)flags; /* all pinned memory is mapped, at the same address on all sides */
  if (!LENS_API_FILLS(pointer)) return lens_api_error(cudaErrorInvalidValue);
  return (cudaError_t)lens_malloc_pinned(pointer, bytes);
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
  return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

/* Like cudaHostUnregister, waits for all earlier work of the device. */
cudaError_t cudaFreeHost(void *pointer) {
  lens_host_wait_all();
  return (cudaError_t)lens_free_pinned(pointer);
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
  (void)flags;
  return (cudaError_t)lens_host_register(pointer, bytes);
}

cudaError_t cudaHostUnregister(void *pointer) {
  if (!pointer) return lens_api_error(cudaErrorInvalidValue);
  lens_host_wait_all();
  return (cudaError_t)lens_host_unregister(pointer);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
  if (!LENS_API_FILLS(device) || flags != 0) return lens_api_error(cudaErrorInvalidValue);
  *device = lens_memory_kind(host) == LENS_MEMORY_PINNED ? host : NULL;
  return *device ? cudaSuccess : lens_api_error(cudaErrorInvalidValue);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *pointer) {
  bool pinned = lens_memory_kind(pointer) == LENS_MEMORY_PINNED;
  if (!LENS_API_FILLS(flags) || !pinned) return lens_api_error(cudaErrorInvalidValue);
  *flags = cudaHostAllocMapped;
  return cudaSuccess;
}

/* Removes const: CUDA passes these addresses as const, but returns them for writing. */
static void *writable(const void *pointer) {
  return (void *)(uintptr_t)pointer;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer) {
  static const enum cudaMemoryType types[] = {
      [LENS_MEMORY_UNKNOWN] = cudaMemoryTypeUnregistered,
      [LENS_MEMORY_PINNED] = cudaMemoryTypeHost,
      [LENS_MEMORY_DEVICE] = cudaMemoryTypeDevice,
      [LENS_MEMORY_MANAGED] = cudaMemoryTypeManaged,
  };
  if (!LENS_API_FILLS(attributes)) return lens_api_error(cudaErrorInvalidValue);
  int kind = lens_memory_kind(pointer);
  *attributes = (struct cudaPointerAttributes){
      .type = types[kind],
      .device = kind == LENS_MEMORY_UNKNOWN ? cudaInvalidDeviceId : 0,
      .devicePointer = kind == LENS_MEMORY_UNKNOWN ? NULL : writable(pointer),
      .hostPointer = kind == LENS_MEMORY_DEVICE ? NULL : writable(pointer),
  };
  return cudaSuccess;
}
