/** @file arrays.h
 *  Shared by the test programs: device arrays, and the check of the result.
 */
#ifndef LENS_TESTS_ARRAYS_H
#define LENS_TESTS_ARRAYS_H

#include "check.h"

/** Returns a device array of `n` elements that nothing has written. */
template <class T> static T *unset(size_t n) {
  void *array = nullptr;
  return cudaMalloc(&array, n * sizeof(T)) == cudaSuccess ? static_cast<T *>(array) : nullptr;
}

/** Returns a device array of `n` zeros. */
template <class T> static T *zeros(size_t n) {
  T *array = unset<T>(n);
  cudaMemset(array, 0, n * sizeof(T));
  return array;
}

/** Returns a device array of 0, 1, 2, … n - 1. */
template <class T> static T *numbers(size_t n) {
  T *array = unset<T>(n);
  T *host = new T[n];
  for (size_t i = 0; i < n; i++) host[i] = static_cast<T>(i);
  cudaMemcpy(array, host, n * sizeof(T), cudaMemcpyHostToDevice);
  delete[] host;
  return array;
}

/** Returns the exit status of a program whose kernels must have ended with `error`. */
static inline int outcome(cudaError_t error, const char *source) {
  return cudaDeviceSynchronize() == error ? check_annotations(source) : 1;
}

#endif
