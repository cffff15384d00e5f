// pageable_copies.cu: copies from pageable memory that are ordered before a kernel by the default
// stream, a stream that waits for it, the host, or an event; and pinned memory, for whose copy the
// host waits.
#include "check.h"

__global__ void scale(const float *x, float *y) {
  y[threadIdx.x] = 2 * x[threadIdx.x];
}

int main() {
  float *d_x, *d_y, *pinned, h[32] = {0};
  cudaStream_t free_one, blocking;
  cudaEvent_t copied;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMallocHost(&pinned, sizeof h);
  for (int i = 0; i < 32; i++) h[i] = pinned[i] = i;
  cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking);
  cudaStreamCreate(&blocking);
  cudaEventCreate(&copied);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(d_x, d_y);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 32, 0, blocking>>>(d_x, d_y);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaDeviceSynchronize();
  scale<<<1, 32, 0, free_one>>>(d_x, d_y);
  cudaStreamSynchronize(free_one);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaEventRecord(copied);
  cudaStreamWaitEvent(free_one, copied, 0);
  scale<<<1, 32, 0, free_one>>>(d_x, d_y);
  cudaStreamSynchronize(free_one);
  cudaMemcpy(d_x, pinned, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 32, 0, free_one>>>(d_x, d_y);
  cudaStreamSynchronize(free_one);
  cudaMemcpyAsync(d_x, h, sizeof h, cudaMemcpyHostToDevice, free_one);
  scale<<<1, 32, 0, free_one>>>(d_x, d_y);
  cudaMemcpyAsync(h, d_y, sizeof h, cudaMemcpyDeviceToHost, free_one);
  cudaStreamSynchronize(free_one);
  cudaEventDestroy(copied);
  cudaStreamDestroy(free_one);
  cudaStreamDestroy(blocking);
  cudaFreeHost(pinned);
  cudaFree(d_x);
  cudaFree(d_y);
  return h[5] == 10 ? check_at_end(__FILE__) : 1;
}
