/* pool.c: memory pools. All pools allocate from the device's memory and free at once; a pool only
 * counts its allocations and stores its settings. */
#include "api.h"

#include <pthread.h>
#include <stdlib.h>

#undef cudaMalloc

enum { POOL_ALIVE = 0x504f4f4c };

struct CUmemPoolHandle_st {
  int alive;
  int reuse[3]; /* the attributes cudaMemPoolReuse…: stored, but without effect */
  uint64_t threshold, used, highest;
};

typedef struct allocation {
  void *pointer;
  size_t bytes;
  struct CUmemPoolHandle_st *pool;
  struct allocation *next;
} allocation;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static allocation *allocations;

static struct CUmemPoolHandle_st by_default = {.alive = POOL_ALIVE, .reuse = {1, 1, 1}};
static struct CUmemPoolHandle_st *current = &by_default;

static bool is_pool(cudaMemPool_t pool) {
  return pool && pool->alive == POOL_ALIVE;
}

/* ---- pools ---- */

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
  if (!LENS_API_FILLS(pool)) return lens_api_error(cudaErrorInvalidValue);
  *pool = &by_default;
  return lens_api_check_device(device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
  if (!LENS_API_FILLS(pool)) return lens_api_error(cudaErrorInvalidValue);
  *pool = current;
  return lens_api_check_device(device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (!is_pool(pool)) return lens_api_error(cudaErrorInvalidValue);
  current = pool;
  return lens_api_check_device(device);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props) {
  bool here = LENS_API_FILLS(pool) && props && props->allocType == cudaMemAllocationTypePinned &&
              props->location.type == cudaMemLocationTypeDevice && props->location.id == 0;
  if (!here) return lens_api_error(cudaErrorInvalidValue);
  if (props->handleTypes != cudaMemHandleTypeNone) return lens_api_error(cudaErrorNotSupported);
  *pool = malloc(sizeof **pool);
  if (!*pool) return lens_api_error(cudaErrorMemoryAllocation);
  **pool = (struct CUmemPoolHandle_st){.alive = POOL_ALIVE, .reuse = {1, 1, 1}};
  return cudaSuccess;
}

/* Allocations from the pool stay valid until they are freed, as in CUDA. */
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  if (!is_pool(pool) || pool == &by_default) return lens_api_error(cudaErrorInvalidValue);
  (void)pthread_mutex_lock(&lock);
  for (allocation *it = allocations; it; it = it->next) {
    if (it->pool == pool) it->pool = NULL;
  }
  (void)pthread_mutex_unlock(&lock);
  if (current == pool) current = &by_default;
  pool->alive = 0;
  free(pool);
  return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
  (void)bytes; /* a pool keeps no freed memory */
  return is_pool(pool) ? cudaSuccess : lens_api_error(cudaErrorInvalidValue);
}

/* ---- attributes: an int for the first three, otherwise 64 bits --- */

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value) {
  if (!is_pool(pool) || !value) return lens_api_error(cudaErrorInvalidValue);
  switch (attr) {
  case cudaMemPoolReuseFollowEventDependencies:
  case cudaMemPoolReuseAllowOpportunistic:
  case cudaMemPoolReuseAllowInternalDependencies:
    pool->reuse[attr - cudaMemPoolReuseFollowEventDependencies] = *(const int *)value;
    return cudaSuccess;
  case cudaMemPoolAttrReleaseThreshold:
    pool->threshold = *(const uint64_t *)value;
    return cudaSuccess;
  case cudaMemPoolAttrReservedMemHigh:
  case cudaMemPoolAttrUsedMemHigh: /* may only be reset */
    if (*(const uint64_t *)value != 0) break;
    pool->highest = pool->used;
    return cudaSuccess;
  default:
    break;
  }
  return lens_api_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value) {
  if (!is_pool(pool) || !LENS_API_FILLS((int *)value)) return lens_api_error(cudaErrorInvalidValue);
  switch (attr) {
  case cudaMemPoolReuseFollowEventDependencies:
  case cudaMemPoolReuseAllowOpportunistic:
  case cudaMemPoolReuseAllowInternalDependencies:
    *(int *)value = pool->reuse[attr - cudaMemPoolReuseFollowEventDependencies];
    return cudaSuccess;
  case cudaMemPoolAttrReleaseThreshold:
    *(uint64_t *)value = pool->threshold;
    return cudaSuccess;
  case cudaMemPoolAttrReservedMemCurrent:
  case cudaMemPoolAttrUsedMemCurrent:
    *(uint64_t *)value = pool->used;
    return cudaSuccess;
  case cudaMemPoolAttrReservedMemHigh:
  case cudaMemPoolAttrUsedMemHigh:
    *(uint64_t *)value = pool->highest;
    return cudaSuccess;
  default:
    return lens_api_error(cudaErrorInvalidValue);
  }
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *descriptions,
                                 size_t count) {
  if (!is_pool(pool) || (count > 0 && !descriptions)) return lens_api_error(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; i++) {
    if (descriptions[i].location.type != cudaMemLocationTypeDevice ||
        descriptions[i].flags == cudaMemAccessFlagsProtNone) /* access of the own device is fixed */
      return lens_api_error(cudaErrorInvalidValue);
    if (descriptions[i].location.id != 0) return lens_api_error(cudaErrorInvalidDevice);
  }
  return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location) {
  if (!LENS_API_FILLS(flags) || !is_pool(pool) || !location)
    return lens_api_error(cudaErrorInvalidValue);
  *flags = cudaMemAccessFlagsProtReadWrite;
  return cudaSuccess;
}

/* ---- allocations ---- */

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  (void)stream;
  if (!is_pool(pool)) return lens_api_error(cudaErrorInvalidValue);
  allocation *made = malloc(sizeof *made);
  if (!made) return lens_api_error(cudaErrorMemoryAllocation);
  cudaError_t error = cudaMalloc(pointer, bytes);
  if (error != cudaSuccess || !*pointer) {
    free(made);
    return error;
  }
  (void)pthread_mutex_lock(&lock);
  *made = (allocation){*pointer, bytes, pool, allocations};
  allocations = made;
  pool->used += bytes;
  if (pool->used > pool->highest) pool->highest = pool->used;
  (void)pthread_mutex_unlock(&lock);
  return cudaSuccess;
}

void lens_api_left_pool(const void *pointer) {
  (void)pthread_mutex_lock(&lock);
  allocation **at = &allocations;
  while (*at && (*at)->pointer != pointer) at = &(*at)->next;
  allocation *found = *at;
  if (found) {
    *at = found->next;
    if (found->pool) found->pool->used -= found->bytes;
    free(found);
  }
  (void)pthread_mutex_unlock(&lock);
}

void lens_api_forget_pools(void) {
  (void)pthread_mutex_lock(&lock);
  while (allocations) {
    allocation *next = allocations->next;
    if (allocations->pool) allocations->pool->used = 0;
    free(allocations);
    allocations = next;
  }
  (void)pthread_mutex_unlock(&lock);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocFromPoolAsync(pointer, bytes, current, stream);
}
