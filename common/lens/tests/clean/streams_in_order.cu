// streams_in_order.cu: every way to put streams and the host in order, and work that needs no
// order.
#include "check.h"

#include <vector>

const int n = 1024, chunks = 4, chunk = n / chunks;

__global__ void twice(int count, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) x[i] *= 2;
}

__global__ void add(int count, const float *x, const float *y, float *z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) z[i] = x[i] + y[i];
}

__global__ void sum(int count, const float *x, float *total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(total, x[i]);
}

__global__ void mark(int first, int count, unsigned char *image) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) image[first + i] = 1;
}

static bool right = true;

static void expect(bool holds) {
  right &= holds;
}

static cudaStream_t streams[chunks], unblocked;

/* Each chunk has its own stream; then the work is issued stage by stage over all streams. */
static void overlap(float *host, float *device) {
  for (int stage = 0; stage < 2; stage++) {
    for (int i = 0; i < n; i++) host[i] = i;
    for (int s = 0; s < chunks; s++) {
      float *h = host + s * chunk, *d = device + s * chunk;
      cudaMemcpyAsync(d, h, chunk * sizeof(float), cudaMemcpyHostToDevice, streams[s]);
      if (stage == 0) twice<<<chunk / 128, 128, 0, streams[s]>>>(chunk, d);
      if (stage == 0)
        cudaMemcpyAsync(h, d, chunk * sizeof(float), cudaMemcpyDeviceToHost, streams[s]);
    }
    for (int s = 0; stage == 1 && s < chunks; s++)
      twice<<<chunk / 128, 128, 0, streams[s]>>>(chunk, device + s * chunk);
    for (int s = 0; stage == 1 && s < chunks; s++)
      cudaMemcpyAsync(host + s * chunk, device + s * chunk, chunk * sizeof(float),
                      cudaMemcpyDeviceToHost, streams[s]);
    if (stage == 0) {
      for (cudaStream_t stream : streams) cudaStreamSynchronize(stream);
    } else {
      cudaDeviceSynchronize();
    }
    for (int i = 0; i < n; i++) expect(host[i] == 2 * i);
  }
}

/* Two alternating buffers: each is filled again after its kernel and its copy back are done. */
static void double_buffer(float *host, float *device) {
  cudaEvent_t done[2];
  for (cudaEvent_t &it : done) cudaEventCreateWithFlags(&it, cudaEventDisableTiming);
  for (int k = 0; k < 8; k++) {
    int b = k % 2;
    float *h = host + b * chunk, *d = device + b * chunk;
    if (k >= 2) cudaEventSynchronize(done[b]);
    if (k >= 2) expect(h[5] == 2 * (k - 2 + 5));
    for (int i = 0; i < chunk; i++) h[i] = k + i;
    cudaMemcpyAsync(d, h, chunk * sizeof(float), cudaMemcpyHostToDevice, streams[b]);
    twice<<<chunk / 128, 128, 0, streams[b]>>>(chunk, d);
    cudaMemcpyAsync(h, d, chunk * sizeof(float), cudaMemcpyDeviceToHost, streams[b]);
    cudaEventRecord(done[b], streams[b]);
  }
  while (cudaEventQuery(done[0]) == cudaErrorNotReady) continue;
  cudaStreamSynchronize(streams[1]);
  expect(host[0] == 12 && host[chunk] == 14);
  for (cudaEvent_t it : done) cudaEventDestroy(it);
}

/* Two producers, and a consumer that waits for both by events; then the same in reverse. */
static void fork_and_join(float *x, float *y, float *z) {
  cudaEvent_t begin, first, second, joined;
  for (cudaEvent_t *it : {&begin, &first, &second, &joined}) cudaEventCreate(it);
  cudaMemsetAsync(x, 0, n * sizeof(float), unblocked);
  cudaMemsetAsync(y, 0, n * sizeof(float), unblocked);
  cudaEventRecord(begin, unblocked);
  cudaStreamWaitEvent(streams[0], begin, 0);
  cudaStreamWaitEvent(streams[1], begin, 0);
  twice<<<n / 128, 128, 0, streams[0]>>>(n, x);
  twice<<<n / 128, 128, 0, streams[1]>>>(n, y);
  cudaEventRecord(first, streams[0]);
  cudaEventRecord(second, streams[1]);
  cudaStreamWaitEvent(streams[2], first, 0);
  cudaStreamWaitEvent(streams[2], second, 0);
  add<<<n / 128, 128, 0, streams[2]>>>(n, x, y, z);
  cudaEventRecord(joined, streams[2]);
  cudaStreamWaitEvent(streams[3], joined, 0); // which also waits for the first two
  twice<<<n / 128, 128, 0, streams[3]>>>(n, x);
  twice<<<n / 128, 128, 0, streams[3]>>>(n, z);
  cudaEventRecord(joined, streams[3]);
  cudaEventSynchronize(joined);
  add<<<n / 128, 128, 0, unblocked>>>(n, y, z, x);
  cudaStreamSynchronize(unblocked);
  for (cudaEvent_t it : {begin, first, second, joined}) cudaEventDestroy(it);
}

/* The default stream waits for the others, and the others for it. */
static void default_stream(float *x, float *y, float *total) {
  float host = -1;
  cudaMemset(x, 0, n * sizeof(float));
  twice<<<n / 128, 128, 0, streams[0]>>>(n, x);
  twice<<<n / 128, 128>>>(n, x);
  twice<<<n / 128, 128, 0, streams[1]>>>(n, x);
  cudaMemset(total, 0, sizeof(float));
  sum<<<n / 128, 128, 0, streams[0]>>>(n, x, total); // both read x, and both add to the total
  sum<<<n / 128, 128, 0, streams[1]>>>(n, x, total);
  cudaMemcpy(&host, total, sizeof host, cudaMemcpyDeviceToHost);
  expect(host == 0);
  twice<<<n / 128, 128, 0, unblocked>>>(n, y);
  twice<<<n / 128, 128>>>(n, x); // uses other memory
  cudaStreamSynchronize(unblocked);
  twice<<<n / 128, 128, 0, cudaStreamPerThread>>>(n, x);
  twice<<<n / 128, 128>>>(n, x);
  cudaEvent_t all;
  cudaEventCreate(&all);
  cudaEventRecord(all, 0);
  cudaEventSynchronize(all);
  cudaEventDestroy(all);
  twice<<<n / 128, 128, 0, unblocked>>>(n, x);
  cudaDeviceSynchronize();
}

/* Pageable memory is copied before the call returns; the host waits for managed memory. */
static void host_memory(float *x, float *managed) {
  std::vector<float> pageable(n, 1.0f);
  cudaMemcpyAsync(x, pageable.data(), n * sizeof(float), cudaMemcpyHostToDevice, streams[0]);
  pageable[0] = 2;
  cudaMemcpyAsync(pageable.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost, streams[0]);
  expect(pageable[0] == 1);
  for (int i = 0; i < n; i++) managed[i] = i;
  twice<<<chunk / 128, 128, 0, streams[0]>>>(chunk, managed);
  managed[chunk] = 3; // not used by the kernel
  cudaStreamSynchronize(streams[0]);
  expect(managed[7] == 14 && managed[chunk] == 3);
  cudaFree(x); // waits for all
}

static void CUDART_CB check_chunk(void *data) {
  expect(((const float *)data)[3] == 6);
}

/* Host functions run in stream order. */
static void host_function(float *host, float *device) {
  for (int i = 0; i < n; i++) host[i] = i;
  cudaMemcpyAsync(device, host, n * sizeof(float), cudaMemcpyHostToDevice, unblocked);
  twice<<<n / 128, 128, 0, unblocked>>>(n, device);
  cudaMemcpyAsync(host, device, n * sizeof(float), cudaMemcpyDeviceToHost, unblocked);
  cudaLaunchHostFunc(unblocked, check_chunk, host);
  while (cudaStreamQuery(unblocked) != cudaSuccess) continue;
  expect(host[4] == 8);
}

/* Chunks of bytes and of columns whose boundaries are within words. */
static void small_chunks(unsigned char *image, unsigned char *pixels) {
  mark<<<4, 128, 0, streams[0]>>>(0, 501, image);
  mark<<<4, 128, 0, streams[1]>>>(501, 499, image);
  cudaMemcpyAsync(pixels, image, 501, cudaMemcpyDeviceToHost, streams[0]);
  cudaMemcpyAsync(pixels + 501, image + 501, 499, cudaMemcpyDeviceToHost, streams[1]);
  cudaStreamSynchronize(streams[0]);
  cudaStreamSynchronize(streams[1]);
  for (int s = 0; s < 2; s++) // columns of rows of 40
    cudaMemcpy2DAsync(image + 20 * s, 40, pixels + 20 * s, 40, 20, 25, cudaMemcpyHostToDevice,
                      streams[s]);
  cudaDeviceSynchronize();
  for (int i = 0; i < 1000; i++) expect(pixels[i] == 1);
}

int main() {
  float *host, *device, *x, *y, *z, *total, *managed;
  unsigned char *image, *pixels;
  cudaMallocHost(&host, n * sizeof(float));
  for (float **it : {&device, &x, &y, &z}) cudaMalloc((void **)it, n * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMalloc(&image, 1000);
  cudaHostAlloc((void **)&pixels, 1000, cudaHostAllocDefault);
  cudaMallocManaged(&managed, n * sizeof(float));
  for (cudaStream_t &stream : streams) cudaStreamCreate(&stream);
  cudaStreamCreateWithFlags(&unblocked, cudaStreamNonBlocking);
  overlap(host, device);
  double_buffer(host, device);
  fork_and_join(x, y, z);
  default_stream(x, y, total);
  host_memory(x, managed);
  host_function(host, device);
  small_chunks(image, pixels);
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  return right ? check_annotations(__FILE__) : 1;
}
