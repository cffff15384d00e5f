// copies_leave_unset.cu: copies that leave a part of an array unset, which is right.
#include "check.h"

__global__ void twice(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}

__global__ void in_rows(int columns, size_t pitch, float *x) {
  if (threadIdx.x >= columns) return;
  ((float *)((char *)x + blockIdx.x * pitch))[threadIdx.x] = blockIdx.x;
}

int main() {
  const int n = 256, used = n / 4, rows = 3, columns = 5;
  float h[n] = {0}, back[n] = {0}, *d_x, *d_y, *d_z, *d_rows;
  size_t pitch;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMalloc(&d_z, sizeof h);
  /* The capacity is larger than the used part: a quarter, which is as many bytes as there are
   * elements. */
  cudaMemcpy(d_x, h, used * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<1, 128>>>(used, d_x, d_y);
  cudaMemcpy(back, d_y, sizeof back, cudaMemcpyDeviceToHost);
  if (back[9] != 18) return 1;
  /* The whole array is copied, and filled later. */
  cudaMemcpy(d_z, d_y, sizeof h, cudaMemcpyDeviceToDevice);
  twice<<<1, 128>>>(used, d_z, d_y);
  cudaMemcpy(d_z + used, h, (n - used) * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<2, 128>>>(n, d_z, d_y);
  /* A copy from an odd address, and onto itself. */
  cudaMemcpy((char *)d_x + 1, (char *)d_z + 2, 41, cudaMemcpyDeviceToDevice);
  cudaMemcpy(d_z + 4, d_z, 8 * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaMemcpy(d_x + used, d_z, (n - used) * sizeof(float), cudaMemcpyDeviceToDevice);
  twice<<<2, 128>>>(n, d_x, d_y);
  /* The same capacity, without a kernel. */
  float *d_copied;
  cudaMalloc(&d_copied, sizeof h);
  cudaMemcpy(d_copied, h, used * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(back, d_copied, sizeof back, cudaMemcpyDeviceToHost);
  /* Rows with padding: copied as a whole, completely set, and only the first one. */
  cudaMallocPitch(&d_rows, &pitch, columns * sizeof(float), rows);
  for (int round = 0; round < 3; round++) {
    if (round == 1) cudaMemset(d_rows, 0, pitch * rows);
    in_rows<<<round == 0 ? 1 : rows, 32>>>(columns, pitch, d_rows);
    cudaMemcpy2D(back, columns * sizeof(float), d_rows, pitch, columns * sizeof(float), rows,
                 cudaMemcpyDeviceToHost);
  }
  return back[2 * columns] == 2 ? check_annotations(__FILE__) : 1;
}
