// stencil_tile.cu: a 3-D stencil with a halo in shared memory, on all sides within bounds.
#include "arrays.h"

__global__ void stencil(int nx, int ny, int nz, const float *u, float *v) {
  __shared__ float tile[10][10];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  bool inside = x < nx && y < ny;
  for (int z = 0; z < nz; z++) {
    const float *plane = u + z * nx * ny;
    tile[ty][tx] = inside ? plane[y * nx + x] : 0;
    if (tx == 1) tile[ty][0] = inside && x > 0 ? plane[y * nx + x - 1] : 0;
    if (tx == 8) tile[ty][9] = y < ny && x + 1 < nx ? plane[y * nx + x + 1] : 0;
    if (ty == 1) tile[0][tx] = inside && y > 0 ? plane[(y - 1) * nx + x] : 0;
    if (ty == 8) tile[9][tx] = x < nx && y + 1 < ny ? plane[(y + 1) * nx + x] : 0;
    __syncthreads();
    if (inside) {
      v[(z * ny + y) * nx + x] =
          tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx];
    }
    __syncthreads();
  }
}

int main() {
  const int nx = 20, ny = 13, nz = 3;
  stencil<<<dim3(3, 2), dim3(8, 8)>>>(nx, ny, nz, numbers<float>(nx * ny * nz),
                                      unset<float>(nx * ny * nz));
  return outcome(cudaSuccess, __FILE__);
}
