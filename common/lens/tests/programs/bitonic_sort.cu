// bitonic_sort.cu: sorts 4096 keys with their values, in shared memory if one block is enough.
#include <cstdio>
#include <cstdlib>

typedef unsigned uint;
#define SHARED_SIZE_LIMIT 512U

__device__ inline void Comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir) {
  uint t;
  if ((keyA > keyB) == dir) {
    t = keyA, keyA = keyB, keyB = t;
    t = valA, valA = valB, valB = t;
  }
}

__global__ void sortShared(uint *d_Key, uint *d_Val) {
  __shared__ uint s_key[SHARED_SIZE_LIMIT], s_val[SHARED_SIZE_LIMIT];
  uint base = blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  const uint half = SHARED_SIZE_LIMIT / 2;
  s_key[threadIdx.x] = d_Key[base];
  s_val[threadIdx.x] = d_Val[base];
  s_key[threadIdx.x + half] = d_Key[base + half];
  s_val[threadIdx.x + half] = d_Val[base + half];
  for (uint size = 2; size <= SHARED_SIZE_LIMIT; size <<= 1) {
    uint ddd = size < SHARED_SIZE_LIMIT ? (threadIdx.x & (size / 2)) == 0 : (blockIdx.x + 1) & 1;
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
    }
  }
  __syncthreads();
  d_Key[base] = s_key[threadIdx.x];
  d_Val[base] = s_val[threadIdx.x];
  d_Key[base + half] = s_key[threadIdx.x + half];
  d_Val[base + half] = s_val[threadIdx.x + half];
}

__global__ void mergeGlobal(uint *d_Key, uint *d_Val, uint size, uint stride, uint n) {
  uint i = blockIdx.x * blockDim.x + threadIdx.x, comparator = i & (n / 2 - 1);
  uint ddd = 1 ^ ((comparator & (size / 2)) != 0);
  uint pos = 2 * i - (i & (stride - 1));
  uint keyA = d_Key[pos], valA = d_Val[pos];
  uint keyB = d_Key[pos + stride], valB = d_Val[pos + stride];
  Comparator(keyA, valA, keyB, valB, ddd);
  d_Key[pos] = keyA;
  d_Val[pos] = valA;
  d_Key[pos + stride] = keyB;
  d_Val[pos + stride] = valB;
}

int main() {
  const uint n = 4096;
  static uint key[n], val[n], sorted[n];
  uint *d_key, *d_val;
  for (uint i = 0; i < n; i++) {
    key[i] = (uint)rand() % 1000;
    val[i] = i;
  }
  cudaMalloc(&d_key, sizeof key);
  cudaMalloc(&d_val, sizeof val);
  cudaMemcpy(d_key, key, sizeof key, cudaMemcpyHostToDevice);
  cudaMemcpy(d_val, val, sizeof val, cudaMemcpyHostToDevice);
  sortShared<<<n / SHARED_SIZE_LIMIT, SHARED_SIZE_LIMIT / 2>>>(d_key, d_val);
  for (uint size = 2 * SHARED_SIZE_LIMIT; size <= n; size <<= 1)
    for (uint stride = size / 2; stride > 0; stride >>= 1)
      mergeGlobal<<<n / 512, 256>>>(d_key, d_val, size, stride, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(sorted, d_key, sizeof sorted, cudaMemcpyDeviceToHost);
  cudaMemcpy(val, d_val, sizeof val, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (uint i = 0; i < n; i++) {
    if (i > 0 && sorted[i - 1] > sorted[i]) wrong++;
    if (key[val[i]] != sorted[i]) wrong++;
  }
  cudaFree(d_key);
  cudaFree(d_val);
  printf("%d wrong places\n", wrong);
  return wrong != 0;
}
