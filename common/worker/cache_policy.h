/** @file cache_policy.h
 *  What of the L2 cache outlives its flushing, and how it is undone.
 */
#ifndef SL_WORKER_CACHE_POLICY_H
#define SL_WORKER_CACHE_POLICY_H

#include <cuda_runtime_api.h>

#include <string.h>

/** Lines that persist stay when the cache is flushed, and a window of the default stream makes more
 *  of them: both are undone. Devices that have neither say so, which is no matter. */
static inline void sl_forget_cache_policy(void) {
  cudaStreamAttrValue none;
  memset(&none, 0, sizeof none);
  (void)cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &none);
  (void)cudaCtxResetPersistingL2Cache();
  (void)cudaGetLastError();
}

#endif
