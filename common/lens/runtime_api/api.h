/** @file api.h
 *  What the files of the runtime API share. The API depends only on abi.h.
 */
#ifndef LENS_RUNTIME_API_API_H
#define LENS_RUNTIME_API_API_H

#include "lens/abi.h"
#include "lens/include/cuda_runtime_api.h"

#include <stdbool.h>

/** Makes `error` the last error of this host thread and returns it. cudaSuccess changes nothing. */
cudaError_t lens_api_error(cudaError_t error);

/** The most bytes of shared memory that a block may request. */
enum { LENS_API_SHARED_AT_MOST = 227 * 1024 };

/** Whether `pointer` is not NULL, so that a function must store its result there. Does not return
 *  if the caller may not write there (lens_limit_stores). So functions of the runtime API must not
 *  call one another with a pointer to a variable of their own. */
#define LENS_API_FILLS(pointer) ((pointer) && lens_may_store((pointer), sizeof *(pointer)))

/** Called when memory is freed. If the memory belongs to a pool, reduces the pool's usage. */
void lens_api_left_pool(const void *pointer);
/** Called when the device is reset, after which nothing is allocated. */
void lens_api_forget_pools(void);

/** Returns an error unless the number is that of the lens's only device, 0. */
cudaError_t lens_api_check_device(int device);

#endif
