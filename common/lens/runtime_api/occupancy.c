/* occupancy.c: how many blocks fit on a multiprocessor: CUDA's functions, which use
 * lens_occupancy. */
#include "api.h"

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int block_size, size_t shared_bytes) {
  if (!LENS_API_FILLS(blocks) || block_size < 1) return lens_api_error(cudaErrorInvalidValue);
  if (!function) return lens_api_error(cudaErrorInvalidDeviceFunction);
  bool allowed = shared_bytes <= lens_dynamic_shared(function);
  *blocks = allowed ? lens_occupancy((unsigned)block_size, shared_bytes) : 0;
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int block_size, size_t shared_bytes, unsigned flags) {
  (void)flags;
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, shared_bytes);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function,
                                                      int blocks, int block_size) {
  if (!LENS_API_FILLS(bytes) || blocks < 1 || block_size < 1)
    return lens_api_error(cudaErrorInvalidValue);
  if (!function) return lens_api_error(cudaErrorInvalidDeviceFunction);
  if (blocks > lens_occupancy((unsigned)block_size, 0))
    return lens_api_error(cudaErrorInvalidValue);
  size_t share = LENS_SHARED_OF_MULTIPROCESSOR / (size_t)blocks;
  size_t most = LENS_API_SHARED_AT_MOST + LENS_SHARED_RESERVED;
  *bytes = (share < most ? share : most) - LENS_SHARED_RESERVED;
  return cudaSuccess;
}
