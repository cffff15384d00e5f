// hang_for_host.cu: a kernel waits for a flag that host code sets after the launch. On a GPU this
// works; the lens explains why it does not work here.
#include "check.h"

__global__ void wait(volatile int *flag, int *y) {
  while (*flag == 0) { // BUG hang: on the lens a launch returns only after
  }
  y[threadIdx.x] = 1;
}

int main() {
  int *flag, *d_y;
  cudaMallocHost(&flag, sizeof(int));
  cudaMalloc(&d_y, 32 * sizeof(int));
  *(volatile int *)flag = 0;
  wait<<<1, 1>>>(flag, d_y);
  *(volatile int *)flag = 1;
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  return check_annotations(__FILE__);
}
