// host_function_in_structure.cu: the address of a function of both sides, in a structure that the
// host copies to the device.
#include "check.h"

typedef float operation(float);

struct step {
  int count;
  operation *what;
};

__host__ __device__ float square(float x) {
  return x * x;
}

__global__ void apply(const step *steps, float *x) {
  for (int i = 0; i < steps->count; i++)
    x[threadIdx.x] = steps->what(x[threadIdx.x]); // BUG host pointer steps
}

int main() {
  float *d_x;
  step *d_steps, one = {1, square};
  cudaMalloc(&d_x, 32 * sizeof(float));
  cudaMalloc(&d_steps, sizeof one);
  cudaMemset(d_x, 0, 32 * sizeof(float));
  cudaMemcpy(d_steps, &one, sizeof one, cudaMemcpyHostToDevice);
  apply<<<1, 32>>>(d_steps, d_x);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
