// left_before_barrier.cu: threads without work return, and the others of their block continue to
// barriers; since Volta, barriers wait only for the remaining threads.
#include "check.h"

__global__ void reverse(int n, const int *x, int *y) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  int first = blockIdx.x * 128;
  int count = n - first < 128 ? n - first : 128;
  if (t >= count) return;
  tile[t] = x[first + t];
  __syncthreads();
  y[first + t] = tile[count - 1 - t];
}

/* Half of the remaining threads leave in each iteration. */
__global__ void reduce(const int *x, int *sum) {
  __shared__ int part[128];
  int t = threadIdx.x;
  part[t] = x[t];
  for (int half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (t >= half) return;
    part[t] += part[t + half];
  }
  *sum = part[0];
}

int main() {
  const int n = 300;
  int h[n], *x, *y, *sum, total = 0;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&y, sizeof h);
  cudaMalloc(&sum, sizeof total);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  reverse<<<3, 128>>>(n, x, y);
  reduce<<<1, 128>>>(x, sum);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
  bool right = h[0] == 127 && h[256] == 299 && h[299] == 256 && total == 127 * 64;
  return right ? check_annotations(__FILE__) : 1;
}
