// warp_reduction.cu: shuffles, shared memory within a warp, subsections of a warp, and lanes that
// have left.
#include "check.h"

// Sums of 4 neighbours; threads past the end leave early, though the mask names them.
__global__ void quads(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i];
  v += __shfl_down_sync(0xffffffffu, v, 2, 4);
  v += __shfl_down_sync(0xffffffffu, v, 1, 4);
  if (i % 4 == 0) y[i / 4] = v;
}

// A sum over 32 lanes through shared memory, and the same with shuffles.
__global__ void warps(const float *x, float *y) {
  __shared__ float part[128];
  int t = threadIdx.x, lane = t % 32;
  part[t] = x[blockIdx.x * 128 + t];
  __syncwarp();
  for (int half = 16; half > 0; half /= 2) {
    float other = lane < half ? part[t + half] : 0;
    __syncwarp();
    if (lane < half) part[t] += other;
    __syncwarp();
  }
  float v = x[blockIdx.x * 128 + t];
  for (int half = 16; half > 0; half /= 2) v += __shfl_xor_sync(0xffffffffu, v, half);
  unsigned same = __ballot_sync(0xffffffffu, v == part[t - lane]);
  if (lane == 0) y[(blockIdx.x * 128 + t) / 32] = same == 0xffffffffu ? v : -1;
}

// Two halves of a warp in different branches, each with its own mask.
__global__ void halves(const float *x, float *y) {
  int lane = threadIdx.x % 32;
  float v = x[threadIdx.x];
  if (lane < 16) {
    for (int half = 8; half > 0; half /= 2) v += __shfl_down_sync(0x0000ffffu, v, half, 16);
  } else {
    v *= 2;
    for (int half = 8; half > 0; half /= 2) v += __shfl_down_sync(0xffff0000u, v, half, 16);
  }
  if (lane % 16 == 0) y[threadIdx.x / 16] = v;
}

int main() {
  const int n = 1024;
  static float h[n], y[n];
  for (int i = 0; i < n; i++) h[i] = i % 8;
  float *d_x, *d_y;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  quads<<<8, 128>>>(1000, d_x, d_y);
  cudaMemcpy(y, d_y, 250 * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 250; i++)
    if (y[i] != (i % 2 ? 22 : 6)) return 1;
  warps<<<8, 128>>>(d_x, d_y);
  cudaMemcpy(y, d_y, 32 * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++)
    if (y[i] != 112) return 1;
  halves<<<1, 128>>>(d_x, d_y);
  cudaMemcpy(y, d_y, 8 * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++)
    if (y[i] != (i % 2 ? 112 : 56)) return 1;
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
