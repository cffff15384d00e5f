// host_does_not_wait.cu: host code uses memory that a kernel or a copy may still be using.
#include "check.h"

const int n = 256;

__global__ void twice(int count, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) x[i] *= 2;
}

__global__ void sum(int count, const float *x, float *y) {
  float s = 0;
  for (int i = 0; i < count; i++) s += x[i];
  if (threadIdx.x == 0 && blockIdx.x == 0) *y = s;
}

int main() {
  float *managed, *result, *pinned, *device;
  cudaMallocManaged(&managed, n * sizeof(float));
  cudaMallocManaged(&result, sizeof(float));
  cudaMallocHost(&pinned, n * sizeof(float));
  cudaMalloc(&device, n * sizeof(float));
  for (int i = 0; i < n; i++) managed[i] = pinned[i] = i;

  // Unified memory, one stream.
  twice<<<2, 128>>>(n, managed);
  float first = managed[0]; // BUG race //: kernel twice, launched at line 26, writes
  cudaDeviceSynchronize();

  // The input is changed while the kernel may still read it.
  sum<<<1, 32>>>(n, managed, result);
  managed[n - 1] = first; // BUG race //: kernel sum, launched at line 31, reads
  cudaDeviceSynchronize();

  // The buffer is filled again while the copy may still read it.
  cudaMemcpyAsync(device, pinned, n * sizeof(float), cudaMemcpyHostToDevice);
  pinned[0] = 5; // BUG race //: the cudaMemcpyAsync of line 36 reads
  cudaDeviceSynchronize();

  // Read before the data have arrived.
  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaMemcpyAsync(pinned, device, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(other);
  first += pinned[1]; // BUG race //: the cudaMemcpyAsync of line 44 writes
  cudaStreamSynchronize(stream);

  // The event is recorded before the relevant kernel.
  cudaEvent_t early;
  cudaEventCreate(&early);
  cudaEventRecord(early, stream);
  twice<<<2, 128, 0, stream>>>(n, managed);
  cudaEventSynchronize(early);
  first += managed[2]; // BUG race //: kernel twice, launched at line 53, writes
  return cudaDeviceSynchronize() == cudaSuccess && first != 0.5f ? check_annotations(__FILE__) : 1;
}
