/** @file histogram.h
 *  Lab 08: counting keys in bins, with atomics in global and in shared memory.
 */
#ifndef LAB_HISTOGRAM_H
#define LAB_HISTOGRAM_H

#include "matrix/real.h"

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HISTOGRAM_BINS = 16, HISTOGRAM_BLOCK = 256 };

/** Task global: adds the number of keys equal to b to d_bins[b], for each of HISTOGRAM_BINS bins.
 *  d_keys[n] holds numbers from 0 to HISTOGRAM_BINS - 1. Both arrays are on the device, and n may
 *  be 0. The bins already hold counts, which must be kept. */
void histogram_global(int n, const int *d_keys, int *d_bins);

/** Task shared: the same, but each block counts its keys in shared memory first, and then adds
 *  its HISTOGRAM_BINS counts to d_bins. */
void histogram_shared(int n, const int *d_keys, int *d_bins);

#ifdef __cplusplus
}
#endif
#endif
