// host_object.cu: an object with a virtual function is made on the host and copied to the device.
#include "check.h"

struct shape {
  float size;
  __host__ __device__ explicit shape(float its) : size(its) {}
  __host__ __device__ virtual float area() const = 0;
};

struct square : shape {
  using shape::shape;
  __host__ __device__ float area() const override { return size * size; }
};

__global__ void measure(const shape *s, float *y) {
  *y = s->area(); // BUG host pointer s: points to the host's table
}

int main() {
  float *d_y;
  square *d_s, here(3);
  cudaMalloc(&d_y, sizeof(float));
  cudaMalloc(&d_s, sizeof here);
  cudaMemcpy(d_s, &here, sizeof here, cudaMemcpyHostToDevice);
  measure<<<1, 1>>>(d_s, d_y);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
