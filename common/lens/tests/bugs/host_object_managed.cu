// host_object_managed.cu: an object with a virtual function is made on the host, in managed memory.
#include "check.h"

#include <new>

struct shape {
  float size;
  __host__ __device__ explicit shape(float its) : size(its) {}
  __host__ __device__ virtual float area() const = 0;
};

struct square : shape {
  using shape::shape;
  __host__ __device__ float area() const override { return size * size; }
};

__global__ void measure(shape *const *all, float *y) {
  *y = all[0]->area(); // BUG host pointer: points to the host's table
}

int main() {
  float *d_y;
  shape **list;
  square *s;
  cudaMalloc(&d_y, sizeof(float));
  cudaMallocManaged(&list, sizeof *list);
  cudaMallocManaged(&s, sizeof *s);
  list[0] = new (s) square(3);
  measure<<<1, 1>>>(list, d_y);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
