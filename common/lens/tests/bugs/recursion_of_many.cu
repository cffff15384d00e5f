// recursion_of_many.cu: all threads of large blocks are in a recursion that does not end for one of
// them, and each keeps its own path in local memory.
#include "check.h"

__device__ int walk(const int *next, int node, int *path, int depth) {
  int own[256]; // a kilobyte for each step
  own[depth % 256] = node;
  path[depth % 4] = own[depth % 256];
  __syncwarp(__activemask());
  if (next[node] == 0) return depth; // BUG stack overflow
  return walk(next, next[node], own, depth + 1);
}

__global__ void kernel(int n, const int *next, int *steps) {
  int path[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __syncthreads();
  if (i < n) steps[i] = walk(next, i % 64, path, 0);
}

int main() {
  int next[64];
  for (int i = 0; i < 64; i++) next[i] = i / 2;
  next[32] = 33, next[33] = 32; // two nodes that are each other's next
  const int n = 4 * 1024;
  int *d_next, *d_steps;
  cudaMalloc(&d_next, sizeof next);
  cudaMalloc(&d_steps, n * sizeof(int));
  cudaMemcpy(d_next, next, sizeof next, cudaMemcpyHostToDevice);
  kernel<<<4, 1024>>>(n, d_next, d_steps);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
