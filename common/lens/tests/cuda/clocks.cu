// clocks.cu: programs that read the GPU's clocks or special registers run. Their times are
// meaningless.
#include "check.h"

#include <ctime>

__device__ unsigned lane() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__device__ __forceinline__ unsigned warp() {
  unsigned warp;
  asm volatile("mov.u32 %0, %warpid;" : "=r"(warp));
  return warp;
}

__device__ unsigned lower() {
  unsigned lanes;
  asm volatile("mov.u32 %0, %%lanemask_lt;\n\t" : "=r"(lanes)::"memory");
  return lanes;
}

__device__ unsigned long long now() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

__host__ __device__ clock_t either() {
  return clock();
}

__global__ void times(int *good) {
  clock_t begin = clock();
  long long first = clock64(), second = clock64();
  unsigned long long third = now(), fourth = now();
  good[threadIdx.x] = second > first && fourth > third && clock() > begin && either() > begin;
}

__global__ void wait(long long cycles) {
  long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

__global__ void registers(unsigned *out) {
  out[threadIdx.x] = 1000 * warp() + 100 * __popc(lower()) + lane();
}

int main() {
  int *good, got[64];
  unsigned *out, numbers[64];
  clock_t begin = either();
  cudaMalloc(&good, sizeof got);
  cudaMalloc(&out, sizeof numbers);
  times<<<1, 64>>>(good);
  wait<<<1, 1>>>(1000000);
  registers<<<1, 64>>>(out);
  cudaMemcpy(got, good, sizeof got, cudaMemcpyDeviceToHost);
  cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++) {
    unsigned wanted = 1000 * (i / 32) + 101 * (i % 32);
    if (!got[i] || numbers[i] != wanted) return 1;
  }
  cudaFree(good);
  cudaFree(out);
  if (clock() - begin < 0) return 1;
  return check_annotations(__FILE__);
}
