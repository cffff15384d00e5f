// shift_goes_on.cu: after a shift by too many bits, a thread continues with the result of a GPU:
// all bits are shifted out, and a signed number leaves copies of its sign, also for negative
// amounts.
#include "arrays.h"
#include <stdio.h>

__device__ unsigned turned(unsigned x, int by) {
  return (x << by) + (x >> by); // BUG shift too far
}

__device__ unsigned long long wide(unsigned long long x, int by) {
  return x >> by << by; // BUG shift too far
}

__device__ long long wide_signed(long long x, int by) {
  return x >> by; // BUG shift too far
}

/* Values that are live around the shift are unchanged. */
__device__ float among_others(float a, float b, int by, const int *x) {
  float sum = a * b + x[0];
  int bit = 1 << by; // BUG shift too far
  return sum + a + b + x[1] + bit;
}

__device__ int of_memory(short *x, int by) {
  *x >>= by; // BUG shift too far
  return *x;
}

/* Each thread has its own copy of the amounts, otherwise the compiler would only check the
 * first. */
__global__ void kernel(const int *amounts, const int *x, int *y, unsigned long long *wider,
                       float *sums) {
  int i = threadIdx.x;
  short low = -1000;
  y[i] = -77 >> amounts[i]; // BUG shift too far
  y[i + 32] = turned(0x89abcdefu, amounts[i + 32]);
  y[i + 64] = of_memory(&low, amounts[i + 64]);
  y[i + 96] = __popc(__ballot_sync(0xffffffffu, 1u << amounts[i + 96])); // BUG shift too far
  wider[i] = wide(0x8000000000000001ull, amounts[i + 128]);
  wider[i + 32] = wide_signed(-5, amounts[i + 160]);
  sums[i] = among_others(1, 2, amounts[i + 192], x);
}

static unsigned amount(int by, unsigned bits) {
  return by < 0 || (unsigned)by > bits ? bits : (unsigned)by;
}

static unsigned long long left(unsigned long long x, unsigned by, unsigned bits) {
  return by >= bits ? 0 : x << by;
}

static unsigned long long right(unsigned long long x, unsigned by, unsigned bits) {
  return by >= bits ? 0 : x >> by;
}

static bool is_right(int by, int i, const int *y, const unsigned long long *wider, float sum) {
  unsigned n = amount(by, 32), w = amount(by, 64);
  const unsigned x = 0x89abcdefu;
  unsigned turn = (unsigned)left(x, n, 32) + (unsigned)right(x, n, 32);
  float bit = n == 31 ? -2147483648.0f : (float)left(1, n, 32);
  return y[i] == (n == 32 ? -1 : -77 >> n) && (unsigned)y[i + 32] == turn &&
         y[i + 64] == (n >= 16 ? -1 : -1000 >> n) &&
         wider[i] == left(right(0x8000000000000001ull, w, 64), w, 64) &&
         (long long)wider[i + 32] == (w == 64 ? -1 : -5ll >> w) && sum == 2 + 3 + 0 + 1 + bit;
}

int main() {
  int h_amounts[7 * 32], ones = 0, y[128];
  unsigned long long wider[64];
  float sums[32];
  for (int i = 0; i < 32; i++) h_amounts[i] = i == 31 ? -1 : i == 30 ? 200 : i == 29 ? -32 : 3 * i;
  for (int i = 32; i < 7 * 32; i++) h_amounts[i] = h_amounts[i - 32];
  for (int i = 0; i < 32; i++) ones += h_amounts[i] >= 0 && h_amounts[i] < 32;
  int *amounts = unset<int>(7 * 32), *d_y = unset<int>(128), *x = numbers<int>(2);
  unsigned long long *d_wider = unset<unsigned long long>(64);
  float *d_sums = unset<float>(32);
  cudaMemcpy(amounts, h_amounts, sizeof h_amounts, cudaMemcpyHostToDevice);
  kernel<<<1, 32>>>(amounts, x, d_y, d_wider, d_sums);
#if defined(__x86_64__) && !defined(__clang__)
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
  cudaMemcpy(wider, d_wider, sizeof wider, cudaMemcpyDeviceToHost);
  cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) {
    if (is_right(h_amounts[i], i, y, wider, sums[i]) && y[i + 96] == ones) continue;
    printf("shift by %d: %d %x %d %llx %lld %g, %d of %d\n", h_amounts[i], y[i],
           (unsigned)y[i + 32], y[i + 64], wider[i], (long long)wider[i + 32], sums[i], y[i + 96],
           ones);
    return 1;
  }
#endif
  return check_annotations(__FILE__);
}
