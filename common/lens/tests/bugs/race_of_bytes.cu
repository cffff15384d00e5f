// race_of_bytes.cu: a blur in place: each thread overwrites bytes that its neighbours still read.
#include "check.h"

__global__ void kernel(int n, unsigned char *image) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    image[i] = (image[i - 1] + image[i] + image[i + 1]) / 3; // BUG race image
}

int main() {
  const int n = 1000;
  unsigned char *d_image;
  cudaMalloc(&d_image, n);
  cudaMemset(d_image, 7, n);
  kernel<<<8, 128>>>(n, d_image);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
