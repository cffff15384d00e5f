// architecture.cu: code that depends on __CUDA_ARCH__ takes the device's branch in kernels and the
// host's on the host.
#include "check.h"

#include <cstdio>

// The device has an atomicAdd for double; this one is for older devices.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *, double) {
  return 0;
}
#endif

template <class T> __device__ T sum_of_warp(T value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(~0u, value, distance);
  return value;
}

#if __CUDA_ARCH__ >= 800
template <> __device__ int sum_of_warp<int>(int value) {
  return 1000 + __reduce_add_sync(~0u, value);
}
#endif

__host__ __device__ int side() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}

__host__ __device__ inline int architecture() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  return __CUDA_ARCH__ >= 700;
#elif defined(__CUDA_ARCH__)
  return 2;
#else
  return 3;
#endif
}

struct Made {
  int where;
  __host__ __device__ Made() : where(0) {
#if !defined(__CUDA_ARCH__)
    where = 7;
#else
    where = 8;
#endif
  }
};

#ifdef __CUDA_ARCH__
#define ON_DEVICE 1
#else
#define ON_DEVICE 0
#endif

// Used on both sides, also within another macro.
#ifdef __CUDA_ARCH__
#define PLACE    7
#define AT(list) list##_on_device
#else
#define PLACE    8
#define AT(list) list##_on_host
#endif
#define PLACES (10 * PLACE)
#ifdef NEVER_DEFINED
#ifdef __CUDA_ARCH__
#define NO_PLACE 1
#else
#define NO_PLACE 2
#endif
#endif
__constant__ int list_on_device[2] = {3, 4};
static int list_on_host[2] = {5, 6};

__host__ __device__ int place() { return PLACE + AT(list)[1]; }
__device__ int only_here() {
#ifdef NO_PLACE
  return NO_PLACE;
#else
  return PLACES + PLACE;
#endif
}

__host__ __device__ constexpr int twice(int x) {
#ifdef __CUDA_ARCH__
  return 2 * x + 1;
#else
  return 2 * x;
#endif
}

__global__ void k(int *x) {
  int sum = sum_of_warp((int)threadIdx.x);
  float other = sum_of_warp(1.0f);
  Made made;
  if (threadIdx.x > 0) return;
  x[0] = sum;
  x[1] = side();
  x[2] = architecture();
  x[3] = made.where;
  x[4] = ON_DEVICE;
  x[5] = (int)other;
  x[6] = twice(x[1]);
  x[7] = place();
  x[8] = only_here() + AT(list)[0];
}

int main() {
  const int wanted[] = {1496, 1, 1, 8, 1, 32, 3, 11, 80};
  int *x, got[9], table[twice(2)] = {0};
  cudaMalloc(&x, sizeof got);
  k<<<1, 32>>>(x);
  cudaMemcpy(got, x, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(x);
  for (int i = 0; i < 9; i++) {
    if (got[i] == wanted[i]) continue;
    printf("x[%d] = %d instead of %d\n", i, got[i], wanted[i]);
    return 1;
  }
  Made made;
  if (side() != 2 || architecture() != 3 || made.where != 7 || table[3] != 0) return 1;
#ifdef NO_PLACE
  return NO_PLACE;
#endif
  if (PLACE + PLACES != 88 || place() != 14 || AT(list)[0] != 5) return 1;
  return check_annotations(__FILE__);
}
