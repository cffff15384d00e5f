// block_reduction.cu: a tree in shared memory, several rounds, and the number of threads that voted.
#include "check.h"

__global__ void kernel(int n, const float *x, float *sums, int *positive) {
  __shared__ float part[128];
  int t = threadIdx.x;
  for (int first = blockIdx.x * 128; first < n; first += gridDim.x * 128) {
    float v = first + t < n ? x[first + t] : 0;
    part[t] = v;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
      if (t < half) part[t] += part[t + half];
      __syncthreads();
    }
    int votes = __syncthreads_count(v > 0);
    if (t == 0) {
      sums[first / 128] = part[0];
      positive[first / 128] = votes;
    }
    __syncthreads();
  }
}

int main() {
  const int n = 10000, blocks = (n + 127) / 128;
  static float h[n], sums[blocks];
  static int votes[blocks];
  for (int i = 0; i < n; i++) h[i] = i % 3;
  float *d_x, *d_sums;
  int *d_votes;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_sums, sizeof sums);
  cudaMalloc(&d_votes, sizeof votes);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<13, 128>>>(n, d_x, d_sums, d_votes);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(votes, d_votes, sizeof votes, cudaMemcpyDeviceToHost);
  double sum = 0;
  int positive = 0;
  for (int i = 0; i < blocks; i++) {
    sum += sums[i];
    positive += votes[i];
  }
  if (sum != 9999 || positive != 6666) return 1;
  return check_annotations(__FILE__);
}
