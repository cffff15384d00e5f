// axpy_half.cu: y = a x + y in half precision, two numbers at a time.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void haxpy(int n, half a, const half *x, half *y) {
  int start = threadIdx.x + blockDim.x * blockIdx.x, stride = blockDim.x * gridDim.x;
  int n2 = n / 2;
  half2 *x2 = (half2 *)x, *y2 = (half2 *)y;
  for (int i = start; i < n2; i += stride) y2[i] = __hfma2(__halves2half2(a, a), x2[i], y2[i]);
  if (start == 0 && (n % 2)) y[n - 1] = __hfma(a, x[n - 1], y[n - 1]);
}

int main() {
  const int n = 10001;
  const half a = __float2half(2.0f);
  std::vector<half> x(n), y(n);
  for (int i = 0; i < n; i++) {
    x[i] = __float2half((float)(i % 100));
    y[i] = __float2half((float)(i % 7) * 0.25f);
  }
  half *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(half));
  cudaMalloc(&d_y, n * sizeof(half));
  cudaMemcpy(d_x, x.data(), n * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, y.data(), n * sizeof(half), cudaMemcpyHostToDevice);
  haxpy<<<16, 256>>>(n, a, d_x, d_y);
  cudaMemcpy(y.data(), d_y, n * sizeof(half), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += fabsf(__half2float(y[i]) - (2.0f * (i % 100) + (i % 7) * 0.25f)) > 0.0625f;
  cudaFree(d_x);
  cudaFree(d_y);
  printf("%d wrong numbers\n", wrong);
  return wrong != 0;
}
