// variable_templates.cu: templates of __device__ and __constant__ variables: each instance is
// separate device memory.
#include "check.h"

template <class T> __device__ T table[5];
template <> __device__ double table<double>[5] = {1, 2, 3, 4};
template <class T> __device__ T table<T *>[6] = {5, 6};
template <class T, int N = 3> static __constant__ T factors[N];
template <class T> __device__ constexpr T pi = T(3.14);
template <class... T> __device__ int number = sizeof...(T);
namespace space {
template <class T> __managed__ T shared[3];
}

__global__ void write() {
  int t = threadIdx.x;
  if (t < 4) table<int>[t] = t; // EXPECT store 1 4 1 1
}

template <class T> __global__ void read(T *out) {
  static_assert(sizeof table<T> == 5 * sizeof(T) && pi<float> > 3, "");
  out[0] = table<T>[1] + table<T>[3]; // EXPECT load 4 4
  out[1] = table<T *>[1] * factors<T>[2];
  out[2] = number<T, T, int> + pi<int>;
  space::shared<T>[0] = T(7);
}

__global__ void beyond(int *out, int n) {
  out[3] = table<float>[n]; // BUG out-of-bounds read table
}

template <class T> static bool gives(T first, T second) {
  T *d_out, out[3];
  const T values[3] = {0, 1, 2};
  cudaMalloc(&d_out, sizeof out);
  if (cudaMemcpyToSymbol(factors<T>, values, sizeof values) != cudaSuccess) return false;
  read<<<1, 1>>>(d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d_out);
  return out[0] == first && out[1] == second && out[2] == T(6) && space::shared<T>[0] == T(7);
}

int main() {
  int x[4], *d_x;
  write<<<1, 32>>>();
  if (cudaMemcpyFromSymbol(x, table<int>, sizeof x) != cudaSuccess || x[3] != 3) return 1;
  if (!gives<int>(4, 12) || !gives<double>(6, 12)) return 1;
  cudaMalloc(&d_x, sizeof x);
  beyond<<<1, 1>>>(d_x, 5);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
