// parameters.cu: structures, templates, constants and local arrays: none of them is global memory.
#include "check.h"

struct csr {
  int n;
  const int *start;
  const float *value;
};

__constant__ float weight[4];

template <typename T, int width> __global__ void rows(csr a, T *sum) {
  const float table[4] = {1, 2, 4, 8};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  T local[width];
  for (int k = 0; k < width; k++) local[k] = 0;
  int begin = a.start[i];   // EXPECT load 5 150
  int end = a.start[i + 1]; // EXPECT load 5 150
  for (int j = begin; j < end; j++)
    local[j % width] += a.value[j] * weight[j & 3] * table[i & 3]; // EXPECT load 15 300
  T all = 0;
  for (int k = 0; k < width; k++) all += local[(k + i) % width];
  sum[i] = all; // EXPECT store 5 150
}

int main() {
  const float table[4] = {1, 2, 4, 8};
  static int start[151];
  static float value[300];
  static double sum[150];
  const float w[4] = {1, 1, 1, 1};
  for (int i = 0; i < 150; i++) start[i + 1] = start[i] + 1 + i % 3;
  for (int i = 0; i < 300; i++) value[i] = 1;
  csr a = {150, nullptr, nullptr};
  double *d_sum;
  cudaMalloc((void **)&a.start, sizeof start);
  cudaMalloc((void **)&a.value, sizeof value);
  cudaMalloc(&d_sum, sizeof sum);
  cudaMemcpy((void *)a.start, start, sizeof start, cudaMemcpyHostToDevice);
  cudaMemcpy((void *)a.value, value, sizeof value, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weight, w, sizeof w);
  rows<double, 7><<<3, 64>>>(a, d_sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 150; i++)
    if (sum[i] != (1 + i % 3) * table[i & 3]) return 1;
  return check_annotations(__FILE__);
}
