// structs.cu: particles as an array of structs, and as a struct of arrays.
#include "inputs.h"

struct particle {
  float x, y, z, mass, vx, vy, vz;
};

struct particles {
  float *x, *y, *z, *mass, *vx, *vy, *vz;
};

__global__ void array_of_structs(int n, particle *p, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
  }
}

__global__ void struct_of_arrays(int n, particles p, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p.x[i] += dt * p.vx[i];
    p.y[i] += dt * p.vy[i];
    p.z[i] += dt * p.vz[i];
  }
}

static void run_input(int input) {
  int n = input_size[input];
  float *field[7];
  for (float *&one : field) one = upload_random<float>(n, 100);
  particles all = {field[0], field[1], field[2], field[3], field[4], field[5], field[6]};
  array_of_structs<<<blocks_for(n, 160), 160>>>(n, (particle *)upload_random<float>(7 * n, 100), 0.5f);
  struct_of_arrays<<<blocks_for(n, 160), 160>>>(n, all, 0.5f);
}
