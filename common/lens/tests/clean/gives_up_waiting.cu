// gives_up_waiting.cu: threads check a flag a limited number of times, then do the work themselves.
// One counts up, one down.
#include "check.h"

__global__ void kernel(int tries, int *flag, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = tries;
  if (threadIdx.x % 2) {
    while (left > 0 && atomicAdd(flag, 0) == 0) left--;
  } else {
    int tried = 0;
    while (tried < tries && atomicAdd(flag, 0) == 0) tried++;
    left = tries - tried;
  }
  y[i] = left;
}

int main() {
  const int n = 4;
  int *d_flag, *d_y, y[n];
  cudaMalloc(&d_flag, sizeof(int));
  cudaMalloc(&d_y, sizeof y);
  cudaMemset(d_flag, 0, sizeof(int));
  kernel<<<1, n>>>(5 << 18, d_flag, d_y);
  if (cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < n; i++) {
    if (y[i] != 0) return 1;
  }
  cudaFree(d_flag);
  cudaFree(d_y);
  return check_annotations(__FILE__);
}
