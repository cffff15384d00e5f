// host_threads.cu: a thread of the host allocates while another one launches kernels.
#include <atomic>
#include <thread>
#include <vector>

#include "arrays.h"

__global__ void twice(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}

static void allocate_until(const std::atomic<bool> &done) {
  std::vector<void *> arrays;
  while (!done) {
    void *array = nullptr;
    cudaMalloc(&array, 64);
    arrays.push_back(array);
  }
  for (void *array : arrays) cudaFree(array);
}

int main() {
  const int n = 4096;
  float *x = numbers<float>(n);
  float *y = zeros<float>(n);
  std::atomic<bool> done(false);
  std::thread other([&] { allocate_until(done); });
  for (int i = 0; i < 200; i++) twice<<<n / 64, 64>>>(n, x, y);
  done = true;
  other.join();
  return outcome(cudaSuccess, __FILE__);
}
