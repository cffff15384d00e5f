/* hints.c: settings that affect the speed of a GPU, or several devices. They are checked, but have
 * no effect. */
#include "api.h"

#include <stdio.h>
#include <string.h>

static const char bus_id[] = "0000:00:00.0";

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
  (void)config;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
  if (!LENS_API_FILLS(config)) return lens_api_error(cudaErrorInvalidValue);
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
  (void)config;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
  if (!LENS_API_FILLS(config)) return lens_api_error(cudaErrorInvalidValue);
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config) {
  (void)config;
  return function ? cudaSuccess : lens_api_error(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config) {
  (void)config;
  return function ? cudaSuccess : lens_api_error(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  if (LENS_API_FILLS(least)) *least = 0;
  if (LENS_API_FILLS(greatest)) *greatest = -5;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  if (!LENS_API_FILLS(can)) return lens_api_error(cudaErrorInvalidValue);
  *can = 0; /* a device is not its own peer */
  cudaError_t error = lens_api_check_device(device);
  return error == cudaSuccess ? lens_api_check_device(peer) : error;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  (void)flags;
  (void)peer;
  return lens_api_error(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return lens_api_error(peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int from, int to) {
  (void)attr;
  (void)from;
  (void)to;
  if (!LENS_API_FILLS(value)) return lens_api_error(cudaErrorInvalidValue);
  *value = 0;
  return lens_api_error(cudaErrorInvalidDevice); /* there is only one device */
}

cudaError_t cudaSetValidDevices(int *devices, int count) {
  if (!devices || count < 1) return lens_api_error(cudaErrorInvalidValue);
  return lens_api_check_device(devices[0]);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text) {
  if (!LENS_API_FILLS(device) || !text) return lens_api_error(cudaErrorInvalidValue);
  *device = 0;
  return strcmp(text, bus_id) == 0 ? cudaSuccess : lens_api_error(cudaErrorInvalidDevice);
}

cudaError_t cudaCtxResetPersistingL2Cache(void) {
  return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop) {
  if (!LENS_API_FILLS(device) || !prop) return lens_api_error(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device) {
  if (!text || length < 13 || !lens_may_store(text, (size_t)length))
    return lens_api_error(cudaErrorInvalidValue);
  (void)snprintf(text, (size_t)length, "%s", bus_id);
  return lens_api_check_device(device);
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
  (void)device_flags;
  (void)flags;
  return lens_api_check_device(device);
}

cudaError_t cudaGetDeviceFlags(unsigned *flags) {
  if (!LENS_API_FILLS(flags)) return lens_api_error(cudaErrorInvalidValue);
  *flags = cudaDeviceScheduleAuto | cudaDeviceMapHost;
  return cudaSuccess;
}

/* Checks the arguments of a hint about managed memory. The hint has no effect, because the memory
 * is in one place only. */
static cudaError_t check_managed(const void *pointer, size_t bytes, int device) {
  bool known = device == cudaCpuDeviceId || device == 0;
  if (!known) return lens_api_error(cudaErrorInvalidDevice);
  bool managed = lens_memory_kind(pointer) == LENS_MEMORY_MANAGED;
  return managed && bytes > 0 ? cudaSuccess : lens_api_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream) {
  (void)stream;
  return check_managed(pointer, bytes, device);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          int device) {
  bool known = advice >= cudaMemAdviseSetReadMostly && advice <= cudaMemAdviseUnsetAccessedBy;
  if (!known) return lens_api_error(cudaErrorInvalidValue);
  bool of_device = advice >= cudaMemAdviseSetPreferredLocation;
  return check_managed(pointer, bytes, of_device ? device : 0);
}
