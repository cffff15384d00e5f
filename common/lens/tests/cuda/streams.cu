// streams.cu: streams and events in order, priorities, callbacks; times are of the host.
#include "check.h"

#include <cstdio>

static int failures;

static void expect(int line, bool right) {
  if (right) return;
  fprintf(stderr, "line %d: not as expected\n", line);
  failures++;
}
#define EXPECT_THAT(condition) expect(__LINE__, condition)

__global__ void twice(int n, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

static int calls;

static void CUDART_CB count_call(void *data) {
  calls += *(int *)data;
}

static void CUDART_CB count_callback(cudaStream_t, cudaError_t status, void *data) {
  if (status == cudaSuccess) calls += *(int *)data;
}

// Halves of an array, each uploaded, computed and downloaded in its own stream.
static void overlap() {
  const int n = 1024, half = n / 2;
  float *host, *device;
  cudaStream_t streams[2];
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&device, n * sizeof(float));
  for (int i = 0; i < n; i++) host[i] = (float)i;
  for (cudaStream_t &stream : streams) EXPECT_THAT(cudaStreamCreate(&stream) == cudaSuccess);
  for (int s = 0; s < 2; s++) {
    int first = s * half;
    cudaMemcpyAsync(device + first, host + first, half * sizeof(float), cudaMemcpyHostToDevice,
                    streams[s]);
    twice<<<(half + 127) / 128, 128, 0, streams[s]>>>(half, device + first);
    cudaMemcpyAsync(host + first, device + first, half * sizeof(float), cudaMemcpyDeviceToHost,
                    streams[s]);
  }
  for (cudaStream_t stream : streams) EXPECT_THAT(cudaStreamSynchronize(stream) == cudaSuccess);
  for (int i = 0; i < n; i++) EXPECT_THAT(host[i] == 2.0f * i);
  for (cudaStream_t stream : streams) EXPECT_THAT(cudaStreamDestroy(stream) == cudaSuccess);
  cudaFreeHost(host);
  cudaFree(device);
}

static void events() {
  cudaStream_t first, second;
  cudaEvent_t start, stop, untimed;
  float ms = -1;
  int least, greatest, priority, one = 1;
  unsigned flags;
  EXPECT_THAT(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess);
  EXPECT_THAT(cudaStreamCreateWithPriority(&first, cudaStreamNonBlocking, greatest) == cudaSuccess);
  EXPECT_THAT(cudaStreamGetPriority(first, &priority) == cudaSuccess && priority == greatest);
  EXPECT_THAT(cudaStreamGetFlags(first, &flags) == cudaSuccess && flags == cudaStreamNonBlocking);
  EXPECT_THAT(cudaStreamCreateWithFlags(&second, cudaStreamDefault) == cudaSuccess);
  EXPECT_THAT(cudaEventCreate(&start) == cudaSuccess);
  EXPECT_THAT(cudaEventCreate(&stop) == cudaSuccess);
  EXPECT_THAT(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming) == cudaSuccess);
  EXPECT_THAT(cudaEventElapsedTime(&ms, start, stop) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  EXPECT_THAT(cudaEventRecord(start, first) == cudaSuccess);
  EXPECT_THAT(cudaEventRecord(untimed, first) == cudaSuccess);
  EXPECT_THAT(cudaStreamWaitEvent(second, untimed, 0) == cudaSuccess);
  EXPECT_THAT(cudaLaunchHostFunc(second, count_call, &one) == cudaSuccess);
  EXPECT_THAT(cudaStreamAddCallback(second, count_callback, &one, 0) == cudaSuccess);
  EXPECT_THAT(cudaEventRecord(stop, second) == cudaSuccess);
  EXPECT_THAT(cudaEventSynchronize(stop) == cudaSuccess);
  EXPECT_THAT(cudaStreamSynchronize(second) == cudaSuccess && calls == 2);
  EXPECT_THAT(cudaEventQuery(stop) == cudaSuccess && cudaStreamQuery(second) == cudaSuccess);
  EXPECT_THAT(cudaEventElapsedTime(&ms, start, stop) == cudaSuccess && ms >= 0);
  EXPECT_THAT(cudaEventElapsedTime(&ms, untimed, stop) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  for (cudaEvent_t event : {start, stop, untimed})
    EXPECT_THAT(cudaEventDestroy(event) == cudaSuccess);
  EXPECT_THAT(cudaStreamDestroy(first) == cudaSuccess && cudaStreamDestroy(second) == cudaSuccess);
}

int main() {
  overlap();
  events();
  EXPECT_THAT(cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaSuccess);
  return failures ? 1 : check_annotations(__FILE__);
}
