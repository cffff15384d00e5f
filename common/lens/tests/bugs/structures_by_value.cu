// structures_by_value.cu: structures that a function takes by value from memory are checked like
// all other reads.
#include "arrays.h"

struct body {
  float x, y, z, mass, charge, age;
};
struct large {
  int words[64];
};
struct small {
  float x, y;
};

__device__ __noinline__ float weight(body b) {
  return b.mass + b.age;
}
__device__ __noinline__ int first(large l) {
  return l.words[0] + l.words[63];
}
__device__ __noinline__ float sum(small s, small t) {
  return s.x + t.y;
}
__global__ void out_of_bounds(body *bodies, large *all, small *few, body *fresh, float *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) out[t] = weight(bodies[t]); // BUG out-of-bounds read bodies: bodies[8].x: reads
  if (blockIdx.x == 1) out[8 + t] = first(all[t]); // BUG out-of-bounds read all: all[8].words[0]: reads
  if (blockIdx.x == 2) out[16 + t] = sum(few[0], few[t]); // BUG out-of-bounds read few: few[8].
  if (blockIdx.x == 3 && t == 0) out[25] = weight(fresh[1]); // BUG uninitialised read fresh: fresh[1].x
}

__global__ void races(body *bodies, float *out) {
  out[threadIdx.x] = weight(bodies[threadIdx.x / 2]); // BUG race bodies: writes the same element at line 34
  bodies[threadIdx.x].age = 1;
}

int main() {
  body *bodies = zeros<body>(8);
  races<<<1, 8>>>(bodies, zeros<float>(32));
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  out_of_bounds<<<4, 9>>>(bodies, zeros<large>(8), zeros<small>(8), unset<body>(2), zeros<float>(32));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
