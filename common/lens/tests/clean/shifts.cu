// shifts.cu: shifts by all valid amounts, shifts after a test, and shifts by too many bits in host
// code, which give the same on the lens as with a GPU.
#include "arrays.h"

__device__ unsigned turned(unsigned x, unsigned by) {
  return x << (by & 31) | x >> (-by & 31);
}

__device__ unsigned below(int i) {
  return i < 32 ? (1u << i) - 1 : 0xffffffff;
}

__host__ __device__ unsigned long long of_both(unsigned long long x, int by) {
  return x >> by;
}

__global__ void kernel(const int *x, unsigned *y) {
  int i = threadIdx.x;
  unsigned sum = turned(x[i], i); // EXPECT load 2 64
  for (int k = 0; k < 32; k++) {
    if (i >> 1 == k) sum ^= x[k] << k; // EXPECT load 32 64
  }
  for (int k = i; k < 40; k += 8) {
    sum += below(k);
    if (k < 31) sum ^= x[k >> x[1]] >> k; // EXPECT load 8 152
  }
  sum -= (unsigned)of_both(1ull << i, 63 - i);
  y[i] = sum << 0 << (i & 7) >> (31 - i % 32); // EXPECT store 2 64
}

int main() {
  volatile int far = 40, farther = 70;
  volatile unsigned one = 1;
  unsigned bit = one << far;
  bit += static_cast<unsigned>(of_both(1ull << 63, farther));
  kernel<<<1, 64>>>(numbers<int>(64), zeros<unsigned>(64));
  return bit == 0 ? 1 : outcome(cudaSuccess, __FILE__);
}
