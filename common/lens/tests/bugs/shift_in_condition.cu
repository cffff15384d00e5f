// shift_in_condition.cu: to check a shift, gcc adds basic blocks, for a condition that needs no
// jump, and in a loop. The other kernels of the file are still checked.
#include "arrays.h"

#define ONES(width) ((width) < 32 ? (1u << (width)) - 1 : 0xffffffffu)

__device__ unsigned bits(int first, int width) {
  unsigned mask = 0;
  for (int i = 0; i < width; i++) mask |= 1u << (first + i);
  return mask;
}

__device__ int sum_of_vector(unsigned mask, int sum, int width) {
  for (int d = width / 2; d > 0; d /= 2) sum += __shfl_down_sync(mask, sum, d, width);
  return sum;
}

__device__ void sum_row(int width, int row, const int *x, int *y) {
  int lane = threadIdx.x % 32;
  unsigned mask = ONES(width) << (lane - lane % width);
  int sum = 0;
  for (int k = row + lane % width; k < 64; k += width) sum += x[k];
  sum = sum_of_vector(mask, sum, width);
  if (lane % width == 0) y[row] = sum;
}

__global__ void in_condition(int width, const int *x, int *y) {
  for (int row = threadIdx.x / width; row < 64; row += 64 / width) sum_row(width, row, x, y);
}

__global__ void in_loop(int width, const int *x, int *y) {
  int lane = threadIdx.x % 32, first = lane - lane % width;
  int sum = sum_of_vector(bits(first, width), x[threadIdx.x], width);
  if (lane % width == 0) y[threadIdx.x / width] = sum;
}

__global__ void wrong(int width, const int *x, int *y) {
  int vector = threadIdx.x / width;
  unsigned mask = ONES(width) << (vector * width); // BUG shift too far: shifts by 32, and the value
  int sum = sum_of_vector(0xffffffffu, x[threadIdx.x], width);
  if (threadIdx.x % width == 0) y[vector] = sum ^ mask;
}

int main() {
  int *x = numbers<int>(64), *y = zeros<int>(64);
  in_condition<<<1, 64>>>(8, x, y);
  in_loop<<<1, 64>>>(8, x, y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  wrong<<<1, 64>>>(8, x, y);
  (void)cudaDeviceSynchronize(); // a thread that does not continue makes the launch fail
  return check_annotations(__FILE__);
}
