// structures.cu: an array of structures, with one particle too many.
#include "arrays.h"

struct particle {
  float3 position;
  int cell;
};

__global__ void move(int n, particle *particles, float step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n) return;
  particles[i].position.x += step; // BUG out-of-bounds read particles
  particles[i].cell = i;
}

int main() {
  move<<<2, 64>>>(100, zeros<particle>(100), 0.5f);
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
