/* device.c: the lens described as a device.
 *
 * The figures are constants, so that a program that derives its grid from them behaves the same
 * everywhere. The limits are those of the lens; properties without an equivalent are 0. */
#include "api.h"

#include <unistd.h>

enum { SHARED_BY_DEFAULT = 48 * 1024 };

cudaError_t lens_api_check_device(int device) {
  return device == 0 ? cudaSuccess : lens_api_error(cudaErrorInvalidDevice);
}

cudaError_t cudaGetDeviceCount(int *count) {
  if (!LENS_API_FILLS(count)) return lens_api_error(cudaErrorInvalidValue);
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device) {
  if (!LENS_API_FILLS(device)) return lens_api_error(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  return lens_api_check_device(device);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  (void)flags;
  return cudaSuccess;
}

static size_t half_of_the_memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? (size_t)pages / 2 * (size_t)page : (size_t)1 << 30;
}

static const struct cudaDeviceProp description = {
    .name = "lens (CPU)",
    .sharedMemPerBlock = SHARED_BY_DEFAULT,
    .regsPerBlock = 65536,
    .warpSize = 32,
    .memPitch = 0x7fffffff,
    .maxThreadsPerBlock = 1024,
    .maxThreadsDim = {1024, 1024, 64},
    .maxGridSize = {0x7fffffff, 65535, 65535},
    .totalConstMem = 65536,
    .major = 9,
    .minor = 0,
    .concurrentKernels = 1,
    .unifiedAddressing = 1,
    .l2CacheSize = 4 << 20,
    .maxThreadsPerMultiProcessor = LENS_THREADS_OF_MULTIPROCESSOR,
    .sharedMemPerMultiprocessor = LENS_SHARED_OF_MULTIPROCESSOR,
    .regsPerMultiprocessor = 65536,
    .sharedMemPerBlockOptin = LENS_API_SHARED_AT_MOST,
    .maxBlocksPerMultiProcessor = LENS_BLOCKS_OF_MULTIPROCESSOR,
    .reservedSharedMemPerBlock = LENS_SHARED_RESERVED,
    .canMapHostMemory = 1,
    .asyncEngineCount = 1,
    .managedMemory = 1,
    .concurrentManagedAccess = 1,
    .cooperativeLaunch = 1,
    .deviceOverlap = 1,
    .streamPrioritiesSupported = 1,
    .globalL1CacheSupported = 1,
    .localL1CacheSupported = 1,
    .canUseHostPointerForRegisteredMem = 1,
    .hostRegisterSupported = 1,
    .memoryPoolsSupported = 1,
    .unifiedFunctionPointers = 1,
};

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device) {
  if (!LENS_API_FILLS(prop)) return lens_api_error(cudaErrorInvalidValue);
  *prop = description;
  prop->totalGlobalMem = half_of_the_memory();
  prop->multiProcessorCount = lens_multiprocessors();
  return lens_api_check_device(device);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device) {
  static const struct {
    enum cudaDeviceAttr attribute;
    int value;
  } table[] = {
      {cudaDevAttrMaxThreadsPerBlock, 1024},
      {cudaDevAttrMaxBlockDimX, 1024},
      {cudaDevAttrMaxBlockDimY, 1024},
      {cudaDevAttrMaxBlockDimZ, 64},
      {cudaDevAttrMaxGridDimX, 0x7fffffff},
      {cudaDevAttrMaxGridDimY, 65535},
      {cudaDevAttrMaxGridDimZ, 65535},
      {cudaDevAttrMaxSharedMemoryPerBlock, SHARED_BY_DEFAULT},
      {cudaDevAttrTotalConstantMemory, 65536},
      {cudaDevAttrWarpSize, 32},
      {cudaDevAttrMaxPitch, 0x7fffffff},
      {cudaDevAttrMaxRegistersPerBlock, 65536},
      {cudaDevAttrConcurrentKernels, 1},
      {cudaDevAttrL2CacheSize, 4 << 20},
      {cudaDevAttrMaxThreadsPerMultiProcessor, LENS_THREADS_OF_MULTIPROCESSOR},
      {cudaDevAttrUnifiedAddressing, 1},
      {cudaDevAttrComputeCapabilityMajor, 9},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, LENS_SHARED_OF_MULTIPROCESSOR},
      {cudaDevAttrMaxRegistersPerMultiprocessor, 65536},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, LENS_API_SHARED_AT_MOST},
      {cudaDevAttrMaxBlocksPerMultiprocessor, LENS_BLOCKS_OF_MULTIPROCESSOR},
      {cudaDevAttrReservedSharedMemoryPerBlock, LENS_SHARED_RESERVED},
      {cudaDevAttrCanMapHostMemory, 1},
      {cudaDevAttrAsyncEngineCount, 1},
      {cudaDevAttrManagedMemory, 1},
      {cudaDevAttrConcurrentManagedAccess, 1},
      {cudaDevAttrCooperativeLaunch, 1},
      {cudaDevAttrStreamPrioritiesSupported, 1},
      {cudaDevAttrCanUseHostPointerForRegisteredMem, 1},
      {cudaDevAttrGpuOverlap, 1},
      {cudaDevAttrGlobalL1CacheSupported, 1},
      {cudaDevAttrLocalL1CacheSupported, 1},
      {cudaDevAttrHostRegisterSupported, 1},
      {cudaDevAttrMemoryPoolsSupported, 1},
  };
  if (!LENS_API_FILLS(value)) return lens_api_error(cudaErrorInvalidValue);
  /* attributes outside of the table have no equivalent */
  *value = attr == cudaDevAttrMultiProcessorCount ? lens_multiprocessors() : 0;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (table[i].attribute == attr) *value = table[i].value;
  }
  return lens_api_check_device(device);
}

cudaError_t cudaDeviceSynchronize(void) {
  lens_host_wait_all();
  return (cudaError_t)lens_device_synchronize();
}

cudaError_t cudaDeviceReset(void) {
  lens_host_wait_all();
  lens_api_forget_pools();
  return (cudaError_t)lens_device_reset();
}

cudaError_t cudaThreadSynchronize(void) {
  return cudaDeviceSynchronize();
}

cudaError_t cudaThreadExit(void) {
  return cudaDeviceReset();
}

/* The limits that cudaDeviceSetLimit sets. They are stored, but most have no effect. */
static size_t limits[] = {
    [cudaLimitStackSize] = 128u << 10,
    [cudaLimitPrintfFifoSize] = 8u << 20,
    [cudaLimitMallocHeapSize] = 8u << 20,
    [cudaLimitDevRuntimeSyncDepth] = 0,
    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64,
    [cudaLimitPersistingL2CacheSize] = 0,
};

static bool is_limit(enum cudaLimit limit) {
  return (unsigned)limit < sizeof limits / sizeof *limits;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
  if (!is_limit(limit)) return lens_api_error(cudaErrorInvalidValue);
  limits[limit] = value;
  if (limit == cudaLimitMallocHeapSize) lens_heap_set_limit(value);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
  if (!LENS_API_FILLS(value) || !is_limit(limit)) return lens_api_error(cudaErrorInvalidValue);
  *value = limits[limit];
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version) {
  if (!LENS_API_FILLS(version)) return lens_api_error(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version) {
  return cudaRuntimeGetVersion(version);
}

cudaError_t cudaProfilerStart(void) {
  return cudaSuccess;
}

cudaError_t cudaProfilerStop(void) {
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
  if (!LENS_API_FILLS(free_bytes) || !LENS_API_FILLS(total_bytes))
    return lens_api_error(cudaErrorInvalidValue);
  *total_bytes = half_of_the_memory();
  size_t used = lens_memory_in_use();
  *free_bytes = used < *total_bytes ? *total_bytes - used : 0;
  return cudaSuccess;
}
