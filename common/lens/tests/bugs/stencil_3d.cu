// stencil_3d.cu: the plane above the last one is read.
#include "arrays.h"

__global__ void stencil(int nx, int ny, int nz, const float *u, float *v) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  int i = (z * ny + y) * nx + x;
  float below = z > 0 ? u[i - nx * ny] : 0;
  float above = u[i + nx * ny]; // BUG out-of-bounds read u
  v[i] = above + below - 2 * u[i];
}

int main() {
  const int nx = 20, ny = 9, nz = 7;
  stencil<<<dim3(3, 2, 2), dim3(8, 8, 4)>>>(nx, ny, nz, numbers<float>(nx * ny * nz),
                                            unset<float>(nx * ny * nz));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
