/** @file api.h
 *  Shared by the files of the runtime API, which depends only on abi.h.
 */
#ifndef LENS_RUNTIME_API_API_H
#define LENS_RUNTIME_API_API_H

#include "lens/abi.h"
#include "lens/include/cuda_runtime_api.h"

#include <stdbool.h>

/** Makes `error` the last error of this host thread and returns it. cudaSuccess changes nothing. */
cudaError_t lens_api_error(cudaError_t error);

/** Bytes of shared memory that a block may ask for. */
enum { LENS_API_SHARED_AT_MOST = 227 * 1024 };

/** Whether `pointer` must be filled in. Does not return if the caller may not write there
 *  (lens_limit_stores). So functions of the runtime API must not call one another with a pointer to
 *  a variable of their own. */
#define LENS_API_FILLS(pointer) ((pointer) && lens_may_store((pointer), sizeof *(pointer)))

/** Memory was freed: if it belongs to a pool, the pool's usage is reduced. */
void lens_api_left_pool(const void *pointer);
/** The device was reset: nothing is allocated. */
void lens_api_forget_pools(void);

/** The lens has one device, number 0. */
cudaError_t lens_api_check_device(int device);

#endif
