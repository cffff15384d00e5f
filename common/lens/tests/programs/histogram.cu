// histogram.cu: counts bytes, each block in shared memory, the blocks' counts added with atomics.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define BINS 256

typedef unsigned char uchar;
typedef unsigned int uint;

__global__ void histogram(const uchar *data, uint size, uint *bins) {
  __shared__ uint local[BINS];
  for (uint i = threadIdx.x; i < BINS; i += blockDim.x) local[i] = 0;
  __syncthreads();
  uint stride = blockDim.x * gridDim.x;
  for (uint i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += stride)
    atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (uint i = threadIdx.x; i < BINS; i += blockDim.x)
    if (local[i]) atomicAdd(&bins[i], local[i]);
}

int main(void) {
  const uint size = 100003;
  uchar *h_data = (uchar *)malloc(size), *d_data;
  uint h_bins[BINS], wanted[BINS] = {0}, *d_bins;
  for (uint i = 0; i < size; i++) wanted[h_data[i] = (uchar)(rand() % 100 + rand() % 100)]++;
  cudaMalloc((void **)&d_data, size);
  cudaMalloc((void **)&d_bins, sizeof h_bins);
  cudaMemset(d_bins, 0, sizeof h_bins);
  cudaMemcpy(d_data, h_data, size, cudaMemcpyHostToDevice);
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  histogram<<<prop.multiProcessorCount * 2, 192>>>(d_data, size, d_bins);
  cudaMemcpy(h_bins, d_bins, sizeof h_bins, cudaMemcpyDeviceToHost);
  cudaFree(d_data);
  cudaFree(d_bins);
  free(h_data);
  bool same = memcmp(h_bins, wanted, sizeof wanted) == 0;
  puts(same ? "the histograms agree" : "the histograms differ");
  return !same;
}
