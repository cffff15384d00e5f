// symbols_by_name.cu: valid uses of device variables by name in host code.
#include "check.h"

__device__ int table[4], count, limit = 3;
__constant__ float weights[4];
__device__ int *where;
__managed__ int shared_by_both[4];

__global__ void use(int n, const int *own, int *out) {
  atomicAdd(&count, n);
  out[threadIdx.x] = own[threadIdx.x] + table[threadIdx.x] + (int)weights[threadIdx.x] + *where;
}

template <class T> static cudaError_t upload(T &symbol, const void *from, size_t bytes) {
  return cudaMemcpyToSymbol(symbol, from, bytes);
}

/* Another variable of the same name. */
static int of_host(int *d_x) {
  int table[4] = {5, 6, 7, 8}, count = 4;
  cudaMemcpy(d_x, table, sizeof table, cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, &count, sizeof count, cudaMemcpyHostToDevice);
  cudaMemcpy(&count, d_x + 1, sizeof count, cudaMemcpyDeviceToHost);
  return count;
}

int main() {
  const int h[4] = {1, 2, 3, 4};
  const float w[4] = {1, 1, 1, 1};
  int *d_x, *d_out, out[4], counted;
  void *address;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_out, sizeof h);
  upload(table, h, sizeof h);
  cudaMemcpyToSymbol(weights, w, sizeof w);
  cudaMemcpyToSymbol(where, &d_x, sizeof d_x);
  cudaGetSymbolAddress(&address, table);
  cudaMemcpy(address, h, sizeof table, cudaMemcpyHostToDevice);
  cudaMemcpy(shared_by_both, h, sizeof h, cudaMemcpyHostToDevice);
  if (of_host(d_x) != 6) return 1;
  use<<<1, 4>>>(4, shared_by_both, d_out);
  use<<<1, 4>>>(4, (int *)address, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&counted, count, sizeof counted);
  return counted == 32 && out[2] == 3 + 3 + 1 + 4 ? check_annotations(__FILE__) : 1;
}
