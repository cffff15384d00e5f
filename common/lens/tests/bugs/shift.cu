// shift.cu: shifts by as many bits as there are, by more, and by negative numbers. The kernel
// before them has no such shift, so the checks must not change its counts.
#include "arrays.h"

#define BIT(i) (1u << (i))

__device__ unsigned lanes_of(int width, int first) {
  unsigned all = (1u << width) - 1; // BUG shift too far: shifts by 32, and the value has 32 bits
  return all << first;
}

__device__ int half_of(int x, int by) {
  return x >> (by - 33); // BUG shift too far: shifts by -1, and the value has 32
}

__device__ unsigned long long of_64_bits(unsigned long long x, unsigned by) {
  return x << by; // BUG shift too far: shifts by 64, and the value has 64 bits
}

template <class T> __device__ T moved(T x, const int *by) {
  x <<= by[threadIdx.x]; // BUG shift too far
  return x;
}

__device__ int in_lambda(int x) {
  auto divide = [](int value, int bits) {
    return value >> bits; // BUG shift too far: shifts by 100
  };
  return divide(x, 100 - x);
}

// The other lanes of a warp do not wait for a lane that has ended.
__device__ int of_warp(int x) {
  unsigned bit = 1u << x; // BUG shift too far: shifts by 32,
  unsigned all = __ballot_sync(0xffffffff, bit != 0);
  __syncthreads();
  return all + __shfl_sync(0xffffffff, bit, 0);
}

__global__ void right(int n, const int *x, unsigned *y) {
  int i = threadIdx.x;
  unsigned sum = 0;
  for (int k = 0; k < 8; k++) {
    if (i >> k & 1) {
      sum += x[i ^ 1 << k]; // EXPECT load 5 80
    } else if (k < n) {
      sum -= x[k] << k; // EXPECT load 8 176
    }
  }
  sum |= i < 20 ? x[i] << i : 0; // EXPECT load 1 20
  y[i] = sum << n;               // EXPECT store 1 32
}

__global__ void wrong(const int *x, unsigned *y) {
  int i = threadIdx.x;
  y += blockIdx.x * blockDim.x;
  switch (blockIdx.x) {
  case 0:
    y[i] = lanes_of(x[i], 0);
    break;
  case 1:
    y[i] = half_of(x[i], 64 - i);
    break;
  case 2:
    y[i] = of_64_bits(x[i], i + 7);
    break;
  case 3:
    y[i] = moved(static_cast<short>(i), x);
    break;
  case 4:
    y[i] = in_lambda(x[i]);
    break;
  case 5:
    y[i] = of_warp(i + 12);
    break;
  default:
    y[i] = x[i] & ~BIT(x[i]); // BUG shift too far
  }
}

int main() {
  int *x = numbers<int>(64);
  unsigned *y = zeros<unsigned>(7 * 64);
  right<<<1, 32>>>(8, x, y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  wrong<<<7, 64>>>(x, y);
  (void)cudaDeviceSynchronize(); // a thread that does not continue makes the launch fail
  return check_annotations(__FILE__);
}
