// hang.cu: waits for a flag that no one sets.
#include "check.h"

#include "lens/lens.h"

__global__ void kernel(int n, const float *x, float *y) {
  volatile const float *flag = x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  while (flag[0] == 0) v += 1; // BUG hang
  if (i < n) y[i] = v;
}

int main() {
  static float h[128];
  float *d_x, *d_y;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  lens_set_step_budget(10000);
  kernel<<<1, 128>>>(128, d_x, d_y);
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  return check_annotations(__FILE__);
}
