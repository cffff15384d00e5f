// race_of_bytes_and_words.cu: one kernel fills bytes and reads them as words without a barrier.
#include "check.h"

__global__ void kernel(unsigned *y) {
  __shared__ unsigned words[32];
  unsigned char *bytes = reinterpret_cast<unsigned char *>(words);
  int t = threadIdx.x;
  bytes[t] = static_cast<unsigned char>(t);
  if (t < 32)
    y[t] = words[t]; // BUG race words
}

int main() {
  unsigned *d_y;
  cudaMalloc(&d_y, 32 * sizeof(unsigned));
  kernel<<<1, 128>>>(d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
