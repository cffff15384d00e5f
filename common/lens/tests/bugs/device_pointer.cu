// device_pointer.cu: host code reads a device array directly.
#include "check.h"

int main() {
  static float h[64];
  float *d_x;
  cudaMalloc(&d_x, sizeof h);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  float sum = 0;
  for (int i = 0; i < 64; i++)
    sum += d_x[i]; // BUG device pointer d_x
  if (sum != 0) return 1;
  return check_annotations(__FILE__);
}
