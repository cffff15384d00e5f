// words_in_macros.cu: CUDA's keywords keep their meaning inside macros of the program.
#include "check.h"

#define HD         __host__ __device__
#define HDI        HD inline
#define ON_DEVICE  __device__
#define CONSTANT   __constant__
#define SHARED     __shared__
#define KERNEL     extern "C" __global__ void // a kernel
#define TWO_ARRAYS \
  SHARED int one[32];                                                                              \
  SHARED int two[32]
#define DECLARE(T, name, n)  __shared__ __align__(16) T name[n];
#define TILE(T, name, other) SHARED T name[32], other[32]
#define SCRATCH              extern __shared__ int scratch[]
#ifdef __CUDACC__
#define CALLABLE __host__ __device__
#else
#define CALLABLE
#endif

HDI int side() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}

struct point {
  int x;
  CALLABLE int where() const {
#ifdef __CUDA_ARCH__
    return x + 10;
#else
    return x + 20;
#endif
  }
};

ON_DEVICE int counter;
CONSTANT int factors[3];
template <class T> ON_DEVICE T table[5];

KERNEL count(int *x) {
  TWO_ARRAYS;
  SHARED int all;
  int t = threadIdx.x;
  one[t] = t; // EXPECT store 1 32 1
  two[t] = 1;
  if (t == 0) all = 0;
  __syncthreads();
  atomicAdd(&all, one[31 - t] + two[31 - t]);
  __syncthreads();
  if (t == 0) {
    counter++;
    x[0] = all * factors[1] + table<int>[1] + side() + point{100}.where();
  }
}

template <class T> __global__ void add(T *x) {
  DECLARE(T, first, 32) DECLARE(float, second, 32)
  TILE(T, third, fourth);
  SCRATCH;
  int t = threadIdx.x;
  first[t] = second[t] = third[t] = t; // EXPECT store 3 96 3
  fourth[t] = scratch[t] = 1;
  __syncthreads();
  x[0] = first[5] + (T)second[6] + third[7] + fourth[8] + scratch[9];
}
__global__ void past(int *x, int n) {
  DECLARE(int, few, 5)
  if (threadIdx.x < 5) few[threadIdx.x] = 0;
  __syncthreads();
  x[0] = few[n]; // BUG out-of-bounds read few
}

int main() {
  const int values[3] = {0, 2, 0};
  int got, calls, *x;
  cudaMalloc(&x, 2 * sizeof *x);
  if (cudaMemcpyToSymbol(factors, values, sizeof values) != cudaSuccess) return 1;
  count<<<1, 32>>>(x);
  cudaMemcpy(&got, x, sizeof got, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&calls, counter, sizeof calls);
  if (got != 2 * (32 * 31 / 2 + 32) + 0 + 1 + 110 || calls != 1) return 1;
  if (side() != 2 || point{100}.where() != 120) return 1;
  add<<<1, 32, 32 * sizeof(int)>>>(x);
  cudaMemcpy(&got, x, sizeof got, cudaMemcpyDeviceToHost);
  if (got != 5 + 6 + 7 + 1 + 1) return 1;
  past<<<1, 1>>>(x, 5);
  return check_annotations(__FILE__);
}
