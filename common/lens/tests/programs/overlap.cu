// overlap.cu: copies and kernels of several streams, timed with events.
#include <cmath>
#include <cstdio>
#include <cstring>

inline cudaError_t checkCuda(cudaError_t result) {
  if (result != cudaSuccess)
    fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
  return result;
}

__global__ void kernel(float *a, int offset) {
  int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
  float x = (float)i, s = sinf(x), c = cosf(x);
  a[i] = a[i] + sqrtf(s * s + c * c);
}

int main() {
  const int blockSize = 256, nStreams = 4, n = 4 * 16 * blockSize * nStreams;
  const int streamSize = n / nStreams, streamBytes = streamSize * sizeof(float);
  float *a, *d_a, ms;
  cudaDeviceProp prop;
  checkCuda(cudaGetDeviceProperties(&prop, 0));
  printf("Device : %s, %d copy engines\n", prop.name, prop.asyncEngineCount);
  checkCuda(cudaSetDevice(0));
  checkCuda(cudaMallocHost((void **)&a, n * sizeof(float)));
  checkCuda(cudaMalloc((void **)&d_a, n * sizeof(float)));
  cudaEvent_t startEvent, stopEvent;
  cudaStream_t stream[nStreams];
  checkCuda(cudaEventCreate(&startEvent));
  checkCuda(cudaEventCreate(&stopEvent));
  for (int i = 0; i < nStreams; ++i) checkCuda(cudaStreamCreate(&stream[i]));
  memset(a, 0, n * sizeof(float));
  checkCuda(cudaEventRecord(startEvent, 0));
  for (int i = 0; i < nStreams; ++i) {
    int offset = i * streamSize;
    checkCuda(
        cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
    kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
    checkCuda(
        cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
  }
  checkCuda(cudaEventRecord(stopEvent, 0));
  checkCuda(cudaEventSynchronize(stopEvent));
  checkCuda(cudaEventElapsedTime(&ms, startEvent, stopEvent));
  float maxError = 0;
  for (int i = 0; i < n; i++) maxError = fmaxf(maxError, fabsf(a[i] - 1.0f));
  printf("max error: %e, time not negative: %d\n", maxError, ms >= 0);
  for (int i = 0; i < nStreams; ++i) checkCuda(cudaStreamDestroy(stream[i]));
  checkCuda(cudaEventDestroy(startEvent));
  checkCuda(cudaEventDestroy(stopEvent));
  cudaFree(d_a);
  cudaFreeHost(a);
  return maxError < 1e-6f ? 0 : 1;
}
