// stencil3d.cu: seven points in three dimensions, blocks of three dimensions, two arrays in turn.
#include <cassert>
#include <cstdio>
#include <utility>
#include <vector>

struct Grid {
  int nx, ny, nz;
  __host__ __device__ int at(int x, int y, int z) const {
    return (z * ny + y) * nx + x;
  }
  __host__ __device__ bool inner(int x, int y, int z) const {
    return x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1;
  }
};

template <class T>
__host__ __device__ inline T apply(const T *u, const Grid &g, int x, int y, int z) {
  T sum = u[g.at(x - 1, y, z)] + u[g.at(x + 1, y, z)];
  sum += u[g.at(x, y - 1, z)] + u[g.at(x, y + 1, z)];
  sum += u[g.at(x, y, z - 1)] + u[g.at(x, y, z + 1)];
  return T(0.5) * u[g.at(x, y, z)] + sum / T(16);
}

template <class T> __global__ void step(const T *__restrict__ u, T *__restrict__ v, Grid g) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= g.nx || y >= g.ny || z >= g.nz) return;
  assert(g.at(x, y, z) < g.nx * g.ny * g.nz);
  v[g.at(x, y, z)] = g.inner(x, y, z) ? apply(u, g, x, y, z) : u[g.at(x, y, z)];
}

int main() {
  const Grid g = {33, 20, 17};
  const int n = g.nx * g.ny * g.nz, steps = 4;
  std::vector<double> u(n), v(n);
  for (int i = 0; i < n; i++) u[i] = i % 13 - 6;
  double *d_u, *d_v;
  cudaMalloc(&d_u, n * sizeof(double));
  cudaMalloc(&d_v, n * sizeof(double));
  cudaMemcpy(d_u, u.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  const dim3 block(8, 4, 4), grid((g.nx + 7) / 8, (g.ny + 3) / 4, (g.nz + 3) / 4);
  for (int s = 0; s < steps; s++) {
    step<<<grid, block>>>(d_u, d_v, g);
    std::swap(d_u, d_v);
    for (int i = 0; i < n; i++) {
      int x = i % g.nx, y = i / g.nx % g.ny, z = i / g.nx / g.ny;
      v[i] = g.inner(x, y, z) ? apply(u.data(), g, x, y, z) : u[i];
    }
    u.swap(v);
  }
  cudaMemcpy(v.data(), d_u, n * sizeof(double), cudaMemcpyDeviceToHost);
  int wrong = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < n; i++) wrong += u[i] != v[i];
  cudaFree(d_u);
  cudaFree(d_v);
  printf("%d wrong points\n", wrong);
  return wrong != 0;
}
