// copies_leave_unset.cu: copies whose count is in elements, copies of unwritten memory, and rows
// that are copied without their padding. The report names the copy.
#include "check.h"

__global__ void twice(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i]; // BUG uninitialised read x: in line 24 set only the first 100 of the 400 bytes
}

__global__ void thrice(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 3 * x[i]; // BUG uninitialised read x: the copy in line 29 put values here that nothing had written
}

__global__ void number(int columns, int *x) {
  if (threadIdx.x < columns) x[blockIdx.x * columns + threadIdx.x] = blockIdx.x; // no pitch
}

int main() {
  const int n = 100, rows = 3, columns = 5;
  float h[n] = {0}, *d_x, *d_y, *d_z, *d_set;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMemcpy(d_x, h, n, cudaMemcpyHostToDevice);
  twice<<<1, 128>>>(n, d_x, d_y);

  cudaMalloc(&d_z, sizeof h);
  cudaMemset(d_x, 0, sizeof h / 2);
  cudaMemcpy(d_z, d_x, sizeof h, cudaMemcpyDeviceToDevice);
  thrice<<<1, 128>>>(n, d_z, d_y);

  cudaMalloc(&d_set, sizeof h);
  cudaMemcpy(d_set, d_y, n, cudaMemcpyDeviceToDevice);
  cudaMemcpy(h, d_set, sizeof h, cudaMemcpyDeviceToHost); // BUG uninitialised read d_set: in line 33 set as many bytes as the array has elements

  int *d_rows, *d_packed, h_rows[rows * columns] = {0};
  size_t pitch;
  cudaMallocPitch(&d_rows, &pitch, columns * sizeof(int), rows);
  number<<<rows, 32>>>(columns, d_rows);
  cudaMemcpy2D(h_rows, columns * sizeof(int), d_rows, pitch, columns * sizeof(int), rows, cudaMemcpyDeviceToHost); // BUG uninitialised read: only the first 60 bytes
  cudaMallocPitch(&d_packed, &pitch, columns * sizeof(int), rows);
  cudaMemcpy(d_packed, h_rows, sizeof h_rows, cudaMemcpyHostToDevice);
  cudaMemcpy2D(h_rows, columns * sizeof(int), d_packed, pitch, columns * sizeof(int), rows, cudaMemcpyDeviceToHost); // BUG uninitialised read: only the first 60 bytes
  return cudaDeviceSynchronize() == cudaSuccess ? check_annotations(__FILE__) : 1;
}
