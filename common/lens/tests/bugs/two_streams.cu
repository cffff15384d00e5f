// two_streams.cu: kernels and copies in several streams that touch the same memory, and nothing
// orders them.
#include "check.h"

const int n = 512;
const size_t size = n * sizeof(float);

__global__ void fill(int count, float value, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = value; // BUG race y: kernel fill, launched at line 61, writes
}

__global__ void add(int count, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    float v = x[i]; // BUG race x: the cudaMemcpyAsync of line 69 writes
    y[i] += v;      // BUG race y: kernel add, launched at line 72, writes
  }
}

__global__ void use(int count, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = x[i];
}

__global__ void count_up(int *total) {
  if (threadIdx.x % 2 == 0) atomicAdd(total, 1);
}

__global__ void read_total(const int *total, int *seen) {
  seen[threadIdx.x] = *total; // BUG race total: kernel count_up, launched at line 100, updates
}

__global__ void bytes(int first, int count, unsigned char *image) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) image[first + i] = (unsigned char)(first + 1); // BUG race image: kernel bytes
}

int main() {
  float *x, *y, *z, *h;
  int *total, *seen;
  unsigned char *image;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&z, n * sizeof(float));
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&seen, 64 * sizeof(int));
  cudaMalloc(&image, 1000);
  cudaMallocHost(&h, n * sizeof(float));
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(z, 0, n * sizeof(float));
  cudaMemset(total, 0, sizeof(int));
  cudaStream_t one, two, free;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking);
  cudaDeviceSynchronize();

  // Two kernels write one array.
  fill<<<4, 128, 0, one>>>(n, 1, y);
  fill<<<4, 128, 0, two>>>(n, 2, y);
  cudaDeviceSynchronize();

  // A kernel does not wait for the copy of its input.
  cudaEvent_t copied;
  cudaEventCreate(&copied);
  cudaEventRecord(copied, one); // too early
  cudaMemcpyAsync(x, h, n * sizeof(float), cudaMemcpyHostToDevice, one);
  cudaStreamWaitEvent(two, copied, 0);
  // A kernel does not wait for the sum of another one.
  add<<<4, 128, 0, two>>>(n, x, z);
  add<<<4, 128, 0, free>>>(n, y, z);
  cudaDeviceSynchronize();

  // The buffer is filled again while a kernel may still read it.
  use<<<4, 128, 0, two>>>(n, x, y);
  cudaMemcpyAsync(x, h, size, cudaMemcpyHostToDevice, one); // BUG race x: kernel use
  cudaDeviceSynchronize();

  // A stream that does not wait for the default stream.
  cudaMemset(y, 0, n * sizeof(float));
  cudaMemcpyAsync(h, y, size, cudaMemcpyDeviceToHost, free); // BUG race y: the cudaMemset of
  cudaDeviceSynchronize();

  // Two copies into one array.
  cudaMemcpyAsync(z, x, n * sizeof(float), cudaMemcpyDeviceToDevice, one);
  float *middle = z + n / 2;
  cudaMemcpyAsync(middle, y, size / 2, cudaMemcpyDeviceToDevice, two); // BUG race z: the cudaMemcpy
  cudaDeviceSynchronize();

  // The chunks overlap by one element.
  for (int s = 0; s < 2; s++)
    cudaMemcpyAsync(h + s * n / 2, x + s * n / 2, (n / 2 + 1 - s) * sizeof(float), // BUG race //
                    cudaMemcpyDeviceToHost, s ? two : one);
  cudaDeviceSynchronize();

  // The host waits for one stream, but should wait for the other.
  fill<<<4, 128, 0, two>>>(n, 3, x);
  count_up<<<2, 64, 0, one>>>(total);
  cudaStreamSynchronize(two);
  read_total<<<1, 64, 0, two>>>(total, seen);
  cudaDeviceSynchronize();

  // Images of single bytes, which overlap.
  bytes<<<4, 128, 0, one>>>(0, 501, image);
  bytes<<<4, 128, 0, two>>>(499, 501, image);
  cudaDeviceSynchronize();

  // The memory is freed in a stream that does not wait.
  fill<<<4, 128, 0, one>>>(n, 3, z);
  cudaFreeAsync(z, two); // BUG race z: kernel fill, launched at line 111, writes
  return cudaDeviceSynchronize() == cudaSuccess ? check_annotations(__FILE__) : 1;
}
