// structures_by_value.cu: memory requests for copies of structures. nvcc makes one request for each
// member, or one for a structure that is aligned as a whole. Those that a call takes by value are
// counted in words of 4 bytes, also members that the function does not use. A returned structure is
// written through a pointer to its destination, and is counted in the function.
#include "arrays.h"

#include <new>

struct body {
  float x, y, z;
  int a, b, c;
};
struct alignas(16) aligned {
  float x, y, z, w;
};
struct complex {
  double re, im;
};
struct wave {
  double time;
  complex value;
};

__device__ __noinline__ float sum(body b) {
  return b.x + b.c;
}
__device__ __noinline__ float sum(body b, float v) {
  return b.x + b.c + v;
}
__device__ __noinline__ body made(float v) {
  return {v, v, v, 1, 2, 3}; // EXPECT store 12 384
}
__device__ __noinline__ body passed_on(const body *b) {
  return *b;
}

__global__ void kernel(body *bodies, body *others, aligned *fours, complex *numbers, wave *waves,
                       float *out) {
  int t = threadIdx.x;
  float v = sum(bodies[t]);    // EXPECT load 6 192
  v += sum(bodies[t], out[t]); // EXPECT load 7 224
  others[t] = made(v);
  bodies[t] = passed_on(others + t); // EXPECT store 6 192
  bodies[t].c += others[t].c;
  others[t] = bodies[t];           // EXPECT load 6 192
  fours[t + 32] = fours[t];        // EXPECT load 1 32
  numbers[t + 32] = numbers[t];    // EXPECT load 2 64
  waves[t].value = waves[32].value; // EXPECT load 2 64
  new (others + 32 + t) body(made(2));
  out[t] = v;
}

int main() {
  kernel<<<1, 32>>>(zeros<body>(32), zeros<body>(64), zeros<aligned>(64), zeros<complex>(64),
                    zeros<wave>(33), zeros<float>(32));
  return outcome(cudaSuccess, __FILE__);
}
