// lost_update.cu: a sum by a plain read, and then an atomic that does not check whether the value
// has changed since.
#include "check.h"

__device__ int row_of(int i, int rows) {
  return i / 4 % rows;
}

__global__ void exchange(int n, int rows, const float *p, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int r = row_of(i, rows);
  atomicExch(&y[r], y[r] + p[i]); // BUG race y: may come between
}

__global__ void later(int n, int rows, const float *p, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int r = row_of(i, rows);
  float t = y[r]; // BUG race y: may come between
  for (int k = 0; k < 40; k++) t += p[(i + k) % n];
  atomicExch(&y[r], t);
}

__global__ void add(int n, int rows, const float *p, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int r = row_of(i, rows);
  float t = y[r]; // BUG race y: may come between
  atomicAdd(&y[r], p[i] * t - t);
}

__global__ void in_double(int n, int rows, const float *p, unsigned long long *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int r = row_of(i, rows);
  double t = __longlong_as_double((long long)y[r]); // BUG race y: may come between
  atomicExch(&y[r], (unsigned long long)__double_as_longlong(t + p[i]));
}

__global__ void in_shared(int n, const int *bin, int *out) {
  __shared__ int count[16];
  if (threadIdx.x < 16) count[threadIdx.x] = 0;
  __syncthreads();
  int b = bin[threadIdx.x % n];
  atomicExch(&count[b], count[b] + 1); // BUG race count: may come between
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], count[threadIdx.x]);
}

/* Two threads may take the same place. */
__global__ void take(int n, int rows, int *y, int *place) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int r = row_of(i, rows);
  int mine = y[r]; // BUG race y: may come between
  atomicAdd(&y[r], 1);
  if (mine < 0) place[i] = mine;
}

/* A correct compare-and-swap loop, and one atomic too many. */
__global__ void both(int n, int rows, const float *p, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int r = row_of(i, rows);
  int old = y[r]; // BUG race y: may come between
  if (i % 2) {
    atomicExch(&y[r], __float_as_int(__int_as_float(old) + p[i]));
    return;
  }
  int assumed;
  do {
    assumed = old;
    old = atomicCAS(&y[r], assumed, __float_as_int(__int_as_float(assumed) + p[i]));
  } while (old != assumed);
}

int main() {
  const int n = 1000, rows = 100;
  static float p[n];
  static int bin[n];
  for (int i = 0; i < n; i++) p[i] = i % 7 + 1, bin[i] = i % 16;
  float *d_p;
  int *d_bin;
  unsigned long long *d_y;
  cudaMalloc(&d_p, sizeof p);
  cudaMalloc(&d_bin, sizeof bin);
  cudaMalloc(&d_y, rows * sizeof *d_y);
  cudaMemcpy(d_p, p, sizeof p, cudaMemcpyHostToDevice);
  cudaMemcpy(d_bin, bin, sizeof bin, cudaMemcpyHostToDevice);
  cudaMemset(d_y, 0, rows * sizeof *d_y);
  exchange<<<8, 128>>>(n, rows, d_p, (float *)d_y);
  later<<<8, 128>>>(n, rows, d_p, (float *)d_y);
  add<<<8, 128>>>(n, rows, d_p, (float *)d_y);
  in_double<<<8, 128>>>(n, rows, d_p, d_y);
  in_shared<<<2, 128>>>(n, d_bin, (int *)d_y);
  both<<<8, 128>>>(n, rows, d_p, (int *)d_y);
  take<<<8, 128>>>(n, rows, (int *)d_y, d_bin);
  return cudaDeviceSynchronize() == cudaSuccess ? check_annotations(__FILE__) : 1;
}
