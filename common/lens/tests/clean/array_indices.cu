// array_indices.cu: indices that are larger than the last dimension but inside the variable, and
// other valid ones.
#include "arrays.h"

__constant__ float coefficients[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__device__ float table[4][16];

struct particle {
  float position[3], weight;
};

union vector {
  float4 all;
  float each[4];
};

// Accesses the whole tile through its first row.
__global__ void through_rows(float *y) {
  __shared__ float tile[4][16];
  tile[0][threadIdx.x] = threadIdx.x;
  table[0][threadIdx.x] = coefficients[0][threadIdx.x % 8];
  __syncthreads();
  y[threadIdx.x] = tile[0][63 - threadIdx.x] + table[0][threadIdx.x];
}

// The same in a template, for which the compiler reports other columns.
template <int N> __global__ void through_rows_of(float *y) {
  __shared__ float tile[N][16];
  tile[0][threadIdx.x] = threadIdx.x;
  __syncthreads();
  y[threadIdx.x] = tile[0][63 - threadIdx.x];
}

__global__ void members(const particle *p, float *y) {
  y[threadIdx.x] = p[threadIdx.x].position[threadIdx.x % 4];
}

__global__ void locals(int n, const float *x, float *y) {
  float own[4][4] = {}, part[4];
  vector v;
  for (int k = 0; k < 16; k++) own[0][k] = x[k];
  for (float *it = part; it != &part[4]; it++) *it = x[it - part];
  v.all = make_float4(1, 2, 3, 4);
  float sum = 0;
  for (int k = 0; k < n; k++) sum += k < 4 ? part[k] + v.each[k] : own[k / 4][k % 4];
  y[threadIdx.x] = sum;
}

int main() {
  float *x = numbers<float>(64), *y = zeros<float>(64);
  through_rows<<<1, 64>>>(y);
  through_rows_of<4><<<1, 64>>>(y);
  members<<<1, 64>>>(zeros<particle>(64), y);
  locals<<<1, 64>>>(16, x, y);
  return outcome(cudaSuccess, __FILE__);
}
