// bytes.cu: threads write neighbouring bytes and half words, also across warps and blocks; each reads
// its own, and after a barrier those of others.
#include "check.h"

__global__ void kernel(const unsigned char *image, unsigned char *out, short *halves) {
  __shared__ unsigned char tile[130];
  int t = threadIdx.x;
  int i = blockIdx.x * 99 + t; // the boundary between two blocks is in the middle of a word
  tile[t] = image[i];
  if (t < 31) tile[99 + t] = 0;
  __syncthreads();
  int sum = tile[t] + tile[t + 1] + tile[t + 2];
  __syncthreads();
  tile[t] = static_cast<unsigned char>(sum);
  out[i] = tile[t];
  out[i] += 1;
  halves[i] = static_cast<short>(out[i]);
}

__global__ void words(unsigned char *bytes, unsigned *sum) {
  __shared__ unsigned whole[32];
  unsigned char *part = reinterpret_cast<unsigned char *>(whole);
  int t = threadIdx.x;
  part[t] = static_cast<unsigned char>(t);
  __syncthreads();
  if (t < 32) atomicAdd(sum, whole[t]);
  __syncthreads();
  if (t < 32) whole[t] = 0;
  __syncthreads();
  bytes[t] = part[127 - t];
}

int main() {
  const int n = 99 * 6;
  unsigned char *d_image, *d_out;
  short *d_halves;
  unsigned *d_sum;
  cudaMalloc(&d_image, n);
  cudaMalloc(&d_out, n);
  cudaMalloc(&d_halves, 2 * n);
  cudaMalloc(&d_sum, 4);
  cudaMemset(d_image, 1, n);
  cudaMemset(d_sum, 0, 4);
  kernel<<<6, 99>>>(d_image, d_out, d_halves);
  words<<<2, 128>>>(d_out, d_sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
