/** @file cache_policy.h
 *  Resets settings by which data in the L2 cache survive a flush.
 */
#ifndef SL_WORKER_CACHE_POLICY_H
#define SL_WORKER_CACHE_POLICY_H

#include <cuda_runtime_api.h>

#include <string.h>

/** Removes persisting lines, which survive a flush, and the access window of the default stream,
 *  which creates more of them. Errors of devices without these features are ignored. */
static inline void sl_forget_cache_policy(void) {
  cudaStreamAttrValue none;
  memset(&none, 0, sizeof none);
  (void)cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &none);
  (void)cudaCtxResetPersistingL2Cache();
  (void)cudaGetLastError();
}

#endif
