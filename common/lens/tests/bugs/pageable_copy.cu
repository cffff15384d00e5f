// pageable_copy.cu: cudaMemcpy from pageable memory may return before the data are on the device, and
// a stream that does not wait for the default one may be faster.
#include "check.h"

__global__ void scale(const float *x, float *y) {
  y[threadIdx.x] = 2 * x[threadIdx.x]; // BUG race x: which may return before the data arrive
}

int main() {
  float *d_x, *d_y, h[32] = {0};
  cudaStream_t stream;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 32, 0, stream>>>(d_x, d_y);
  cudaStreamSynchronize(stream);
  cudaMemcpy(h, d_y, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaStreamDestroy(stream);
  return check_at_end(__FILE__);
}
