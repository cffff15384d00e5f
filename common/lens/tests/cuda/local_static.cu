// local_static.cu: static variables of the device within functions are ordinary device memory.
#include "check.h"

__device__ int before = 3;

template <class T> __device__ T next() {
  static __device__ T last = 10;
  return last += 1;
}

__global__ void k(int *x) {
  static __device__ int here = 2, list[3] = {1, 2, 3};
  static __constant__ int fixed[2] = {1, 2};
  static const int table[3] = {5, 6, 7};
  x[0] = here + list[2]; // EXPECT load 2 2
  x[1] = fixed[1] + table[threadIdx.x] + before;
  x[2] = next<int>() + (int)next<float>();
}

__global__ void count(int *x) {
  static __device__ int calls;
  atomicAdd(&calls, 1);
  __syncthreads();
  if (threadIdx.x == 0) x[0] = calls;
}

// They are device variables even without a keyword.
__device__ int numbered(int step) {
  static int steps[2] = {1, 2}, unused;
  (void)unused;
  return atomicAdd(&steps[step], 1);
}

__global__ void plain(int *x) {
  static int calls;
  static const char *name = "first";
  static const int fixed[3] = {5, 6, 7};
  atomicAdd(&calls, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    name = name[0] == 'f' ? "then" : "last"; // EXPECT load 2 2 EXPECT store 2 2
    x[0] = calls + name[0] + fixed[numbered(1) % 3];
  }
}

__global__ void beyond(int *x, int n) {
  static __device__ int few[4];
  x[0] = few[n]; // BUG out-of-bounds read few
}

int main() {
  int *x, got[3];
  cudaMalloc(&x, sizeof got);
  k<<<1, 1>>>(x);
  cudaMemcpy(got, x, sizeof got, cudaMemcpyDeviceToHost);
  if (got[0] != 5 || got[1] != 10 || got[2] != 22) return 1;
  count<<<1, 32>>>(x);
  count<<<1, 32>>>(x);
  cudaMemcpy(got, x, sizeof got, cudaMemcpyDeviceToHost);
  if (got[0] != 64) return 1;
  plain<<<1, 32>>>(x);
  plain<<<1, 32>>>(x);
  cudaMemcpy(got, x, sizeof got, cudaMemcpyDeviceToHost);
  if (got[0] != 64 + 'l' + 5) return 1;
  beyond<<<1, 1>>>(x, 4);
  return check_annotations(__FILE__);
}
