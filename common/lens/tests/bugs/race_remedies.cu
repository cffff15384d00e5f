// race_remedies.cu: races in various styles. Each finding names the two lines, and a fix.
#include "arrays.h"

__global__ void partial_sums(const float *x, float *y) {
  __shared__ float sums[4];
  float v = x[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(~0u, v, step);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
  if (threadIdx.x == 0) y[0] = sums[0] + sums[1]; // BUG race sums: a __syncthreads() that all threads of the block reach is missing between line 8 and line 9
}

__global__ void shift(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) a[i] = a[i + 1]; // BUG race a: so do other blocks, and nothing orders the blocks
}

__global__ void relax(float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 2; k++) {
    b[i] = a[(i + 64) % n] / 2; // BUG race a: at line 22; nothing orders the blocks of a launch: use an atomic, or do
    __syncthreads();
    a[i] = b[i];
    __syncthreads();
  }
}

__global__ void two_buffers(float *x) {
  __shared__ float buffer[2][64];
  int t = threadIdx.x;
  buffer[0][t] = x[t];
  __syncthreads();
  for (int k = 0; k < 3; k++) {
    float next = buffer[k % 2][(t + 1) % 64]; // BUG race buffer: is missing in the loop, between line 33 and line 34 or between
    buffer[1 - k % 2][t] = next;
  }
  x[t] = buffer[1][t];
}

struct queue {
  int tail;
  int items[64];
};

__global__ void push(queue *q) {
  int at = q->tail++; // BUG race q: nothing orders the two: if both change it, use an atomic
  q->items[at % 64] = 1;
}

__global__ void hand_over(float *x) {
  __shared__ volatile int full;
  __shared__ float item;
  if (threadIdx.x == 0) full = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    item = 1;
    full = 1;
  } else if (threadIdx.x == 32) {
    while (!full) {
    }
    x[0] = item; // BUG race item: a flag orders nothing by itself
  }
}

int main() {
  float *x = zeros<float>(256), *y = zeros<float>(256);
  partial_sums<<<1, 64>>>(x, y);
  shift<<<2, 64>>>(zeros<int>(128), 128);
  relax<<<2, 64>>>(x, y, 128);
  two_buffers<<<1, 64>>>(x);
  push<<<1, 2>>>(zeros<queue>(1));
  hand_over<<<1, 64>>>(x);
  return outcome(cudaSuccess, __FILE__);
}
