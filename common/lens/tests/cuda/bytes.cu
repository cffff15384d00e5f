// bytes.cu: memcpy, memset and copies of structures in kernels count as accesses.
#include "check.h"

#include <cstring>

struct Record {
  float values[10];
  int number;
};

__global__ void structures(Record *to, const Record *from, int n) {
  int i = threadIdx.x;
  if (i < n) to[i] = from[i]; // EXPECT load 11 352
}

__global__ void bytes(char *to, const char *from) {
  int i = threadIdx.x;
  memcpy(to + 64 * i, from + 64 * i, 64); // EXPECT load 16 512
  memcpy(to + 64 * i, to + 64 * i + 8, 8);
  memset(to + 64 * i + 3, i, 2); // EXPECT store 2 64
}

__global__ void bits(unsigned *to, const float *from) {
  unsigned pattern;
  memcpy(&pattern, &from[threadIdx.x], sizeof pattern); // EXPECT load 1 32 4 4
  to[threadIdx.x] = pattern + 1;
}

__global__ void beyond(char *to, const char *from) {
  memcpy(to + 64 * threadIdx.x, from + 64 * threadIdx.x, 64); // BUG out-of-bounds read from
}

int main() {
  static unsigned char host[2048], back[2048];
  static float numbers[32];
  unsigned patterns[32], wanted;
  char *from, *to;
  for (int i = 0; i < 2048; i++) host[i] = (unsigned char)i;
  for (int i = 0; i < 32; i++) numbers[i] = i + 0.5f;
  cudaMalloc(&from, 2048);
  cudaMalloc(&to, 2048);
  cudaMemcpy(from, host, 2048, cudaMemcpyHostToDevice);
  structures<<<1, 32>>>((Record *)to, (const Record *)from, 32);
  cudaMemcpy(back, to, 32 * sizeof(Record), cudaMemcpyDeviceToHost);
  if (memcmp(back, host, 32 * sizeof(Record)) != 0) return 1;
  bytes<<<1, 32>>>(to, from);
  cudaMemcpy(back, to, 2048, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 2048; i++) {
    int at = i % 64, value = host[at < 8 ? i + 8 : i];
    if (at == 3 || at == 4) value = i / 64;
    if (back[i] != value) return 1;
  }
  cudaMemcpy(from, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  bits<<<1, 32>>>((unsigned *)to, (const float *)from);
  cudaMemcpy(patterns, to, sizeof patterns, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) {
    memcpy(&wanted, &numbers[i], sizeof wanted);
    if (patterns[i] != wanted + 1) return 1;
  }
  beyond<<<1, 33>>>(to, from);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
