/** @file cache_policy.h
 *  Undoes settings by which data in the L2 cache survive flushing.
 */
#ifndef SL_WORKER_CACHE_POLICY_H
#define SL_WORKER_CACHE_POLICY_H

#include <cuda_runtime_api.h>

#include <string.h>

/** Persisting lines survive flushing, and an access window of the default stream creates more of
 *  them, so both are reset. The errors of devices without these features are ignored. */
static inline void sl_forget_cache_policy(void) {
  cudaStreamAttrValue none;
  memset(&none, 0, sizeof none);
  (void)cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &none);
  (void)cudaCtxResetPersistingL2Cache();
  (void)cudaGetLastError();
}

#endif
