// host_takes_part.cu: the host correctly uses memory that a kernel may still use: by atomics, and
// in a thread that a stream callback has started.
#include "check.h"

#include <thread>

__global__ void count(int *sum, int *largest) {
  atomicAdd_system(sum, 2);
  atomicMax_system(largest, threadIdx.x);
}

__global__ void fill(int n, int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

static int counts_with_kernel() {
  int *word;
  cudaMallocManaged(&word, 2 * sizeof(int));
  word[0] = word[1] = 0;
  count<<<4, 64>>>(&word[0], &word[1]);
  for (int i = 0; i < 100; i++) {
    __sync_fetch_and_add(&word[0], 1);
    int expected, old;
    do {
      expected = word[1];
      old = __sync_val_compare_and_swap(&word[1], expected, expected > i ? expected : i);
    } while (old != expected);
  }
  cudaDeviceSynchronize();
  int right = word[0] == 2 * 256 + 100 && word[1] == 99;
  cudaFree(word);
  return right;
}

static std::thread reader;
static int right_in_thread;

static void read_in_thread(cudaStream_t, cudaError_t status, void *data) {
  reader = std::thread([=] {
    const int *x = (const int *)data;
    right_in_thread = status == cudaSuccess;
    for (int i = 0; i < 256; i++) right_in_thread &= x[i] == i;
  });
}

static int goes_on_in_thread() {
  int *h_x, *d_x;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&h_x, 256 * sizeof(int));
  cudaMalloc(&d_x, 256 * sizeof(int));
  fill<<<2, 128, 0, stream>>>(256, d_x);
  cudaMemcpyAsync(h_x, d_x, 256 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamAddCallback(stream, read_in_thread, h_x, 0);
  cudaStreamSynchronize(stream);
  reader.join();
  cudaFree(d_x);
  cudaFreeHost(h_x);
  cudaStreamDestroy(stream);
  return right_in_thread;
}

int main() {
  return counts_with_kernel() && goes_on_in_thread() ? check_annotations(__FILE__) : 1;
}
