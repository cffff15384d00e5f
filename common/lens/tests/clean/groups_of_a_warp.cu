// groups_of_a_warp.cu: lanes are ordered with those with which they synchronise, in any groups: one
// at a time, indirectly through others, or all at once before the element is written again.
#include "check.h"

__global__ void group_by_group(int turns, const int *x, int *y) {
  __shared__ int said[4];
  int lane = threadIdx.x % 32, group = lane / 8;
  unsigned mask = 0xffu << group * 8;
  for (int i = 0; i < turns; i++) {
    if (lane % 8 == 0) said[group] = x[i];
    __syncwarp(mask);
    int sum = said[group] + lane;
    __syncwarp(mask);
    if (lane % 8 == 0) y[group] = sum;
  }
}

// Pairs, then pairs of pairs: lane 0 has synchronised with lane 3 through lane 1 or 2.
__global__ void pair_by_pair(int turns, const int *x, int *y) {
  __shared__ int said;
  int lane = threadIdx.x % 32;
  if (lane >= 4) return;
  unsigned neighbours = lane < 2 ? 0x3 : 0xc, across = lane % 2 ? 0xa : 0x5;
  for (int i = 0; i < turns; i++) {
    if (lane == 0) said = x[i];
    __syncwarp(0xf);
    int sum = said + lane;
    __syncwarp(neighbours);
    __syncwarp(across);
    y[lane] = sum;
  }
}

__global__ void groups_then_all(int turns, const int *x, int *y) {
  __shared__ int said;
  int lane = threadIdx.x % 32;
  unsigned group = 0xffu << lane / 8 * 8;
  for (int i = 0; i < turns; i++) {
    if (lane == 0) said = x[i];
    __syncwarp();
    int sum = said + lane;
    for (int step = 4; step > 0; step /= 2) sum += __shfl_down_sync(group, sum, step, 8);
    if (lane % 8 == 0) y[lane / 8] = sum;
    __syncwarp();
  }
}

int main() {
  const int n = 4;
  int *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(int));
  cudaMalloc(&d_y, n * sizeof(int));
  cudaMemset(d_x, 0, n * sizeof(int));
  group_by_group<<<1, 32>>>(n, d_x, d_y);
  pair_by_pair<<<1, 32>>>(n, d_x, d_y);
  groups_then_all<<<1, 32>>>(n, d_x, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
