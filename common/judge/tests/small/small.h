/** @file small.h
 *  A lab without a matrix, for tests of the judge: three functions on vectors.
 */
#ifndef TEST_SMALL_LAB_H
#define TEST_SMALL_LAB_H

#include "matrix/real.h"

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SMALL_BLOCK = 64, SMALL_BINS = 4 };

/** Task dot: the dot product of x and y. `d_partial` has room for a number per SMALL_BLOCK. */
real dot(int n, const real *d_x, const real *d_y, real *d_partial);

/** Task count: how many of the keys are in each of SMALL_BINS bins; returns the fullest bin. */
int count(int n, const int *d_keys, int *d_bins);

/** Task order: writes the numbers 0 … n−1 in any order in which x does not fall. */
void order(int n, const real *d_x, int *d_order);

#ifdef __cplusplus
}
#endif
#endif
