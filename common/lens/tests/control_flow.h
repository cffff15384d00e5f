// control_flow.h: the arrays that control_flow*.cu and random kernels are launched with. The model
// of a warp in Python fills them in the same way.
#ifndef LENS_TESTS_CONTROL_FLOW_H
#define LENS_TESTS_CONTROL_FLOW_H

#include "check.h"

#include <cstddef>

static float *a, *b; // i % 64
static float *o;     // 64 zeros
static int *p;       // i % 64
static int *c;       // 10, 9, …, -5
static int *n;       // 64 zeros

template <class T> static T *filled(int count, T (*value)(int)) {
  T *array;
  cudaMallocManaged(&array, count * sizeof(T));
  for (int i = 0; i < count; ++i) array[i] = value(i);
  return array;
}

static void fill_inputs() {
  a = filled<float>(8192, [](int i) { return (float)(i % 64); });
  b = filled<float>(8192, [](int i) { return (float)(i % 64); });
  o = filled<float>(64, [](int) { return 0.f; });
  p = filled<int>(4096, [](int i) { return i % 64; });
  c = filled<int>(16, [](int i) { return 10 - i; });
  n = filled<int>(64, [](int) { return 0; });
}

// Called at the end of main.
static int check_launches(const char *source) {
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(source);
}

#endif
