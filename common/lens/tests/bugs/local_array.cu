// local_array.cu: out-of-bounds indices of local arrays: a loop with one iteration too many, an
// index before the array, in a function, in a template, in a lambda.
#include "arrays.h"

__device__ float pick(int i) {
  float weights[3] = {1, 2, 3};
  return weights[i]; // BUG out-of-bounds index weights
}

__device__ float one_too_long(int n, const float *x) {
  float part[4];
  for (int k = 0; k < n; k++) part[k] = x[k]; // BUG out-of-bounds index part
  return part[threadIdx.x % 4];
}

__device__ float in_front(int i) {
  int counts[8] = {0};
  counts[i - 5]++; // BUG out-of-bounds index counts
  return counts[0];
}

template <int N> __device__ float last_row(const float *x) {
  float tile[N][2], *first = &tile[0][0], sum = 0;
  for (int k = 0; k < 2 * N; k++) first[k] = x[k];
  for (int k = 0; k <= N; k++) sum += tile[k][0]; // BUG out-of-bounds index tile
  return sum;
}

__device__ float in_lambda(int i) {
  auto digit = [](int k) {
    const char digits[] = "0123456789";
    return digits[k]; // BUG out-of-bounds index digits
  };
  return digit(i);
}

__device__ float constant(float a) {
  float both[2] = {a, a};
  return both[0] + both[2]; // BUG out-of-bounds index both
}

__global__ void kernel(const float *x, float *y) {
  int i = threadIdx.x;
  y += blockIdx.x * blockDim.x;
  switch (blockIdx.x) {
  case 0:
    y[i] = pick(i % 4);
    break;
  case 1:
    y[i] = one_too_long(5, x);
    break;
  case 2:
    y[i] = in_front(i);
    break;
  case 3:
    y[i] = last_row<3>(x);
    break;
  case 4:
    y[i] = in_lambda(i);
    break;
  default:
    y[i] = constant(x[i]);
  }
}

int main() {
  kernel<<<6, 64>>>(numbers<float>(64), zeros<float>(6 * 64));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
