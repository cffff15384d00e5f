// stores_one_sum.cu: a loop that stores the same sum in the same place many times, and ends. Its
// counter is in a register, so nothing that the lens sees changes.
#include "check.h"

__global__ void add(const float *x, const float *y, float *z, int rounds) {
  int i = threadIdx.x;
  for (int k = 0; k < rounds; k++) z[i] = x[i] + y[i];
}

int main() {
  const int n = 2, rounds = 12 << 20;
  float *d_x, *d_y, *d_z, x[n] = {1, 2}, y[n] = {3, 5}, z[n];
  cudaMalloc(&d_x, sizeof x);
  cudaMalloc(&d_y, sizeof y);
  cudaMalloc(&d_z, sizeof z);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice);
  add<<<1, n>>>(d_x, d_y, d_z, rounds);
  if (cudaMemcpy(z, d_z, sizeof z, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  if (z[0] != 4 || z[1] != 7) return 1;
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_z);
  return check_annotations(__FILE__);
}
