// warp_aggregated.cu: the first of the lanes with an element reserves room for all of them.
#include "arrays.h"

__device__ int reserve(int *count) {
  unsigned active = __activemask();
  int leader = __ffs(active) - 1;
  int lane = threadIdx.x % 32;
  int first = 0;
  if (lane == leader) first = atomicAdd(count, __popc(active));
  first = __shfl_sync(active, first, leader);
  return first + __popc(active & ((1u << lane) - 1));
}

__global__ void filter(int n, const int *x, int *y, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] % 3 == 0) y[reserve(count)] = x[i];
}

int main() {
  filter<<<8, 128>>>(1000, numbers<int>(1000), unset<int>(1000), zeros<int>(1));
  return outcome(cudaSuccess, __FILE__);
}
