// race_remedies.cu: bugs/race_remedies.cu with what its findings suggest.
#include "arrays.h"

__global__ void partial_sums(const float *x, float *y) {
  __shared__ float sums[4];
  float v = x[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(~0u, v, step);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) y[0] = sums[0] + sums[1];
}

__global__ void shift(const int *from, int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) to[i] = from[i + 1];
}

__global__ void two_buffers(float *x) {
  __shared__ float buffer[2][64];
  int t = threadIdx.x;
  buffer[0][t] = x[t];
  __syncthreads();
  for (int k = 0; k < 3; k++) {
    float next = buffer[k % 2][(t + 1) % 64];
    buffer[1 - k % 2][t] = next;
    __syncthreads();
  }
  x[t] = buffer[1][t];
}

struct queue {
  int tail;
  int items[64];
};

__global__ void push(queue *q) {
  int at = atomicAdd(&q->tail, 1);
  q->items[at % 64] = 1;
}

__global__ void hand_over(float *x) {
  __shared__ volatile int full;
  __shared__ float item;
  if (threadIdx.x == 0) full = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    item = 1;
    __threadfence();
    full = 1;
  } else if (threadIdx.x == 32) {
    while (!full) {
    }
    __threadfence();
    x[0] = item;
  }
}

int main() {
  float *x = zeros<float>(256), *y = zeros<float>(256);
  partial_sums<<<1, 64>>>(x, y);
  shift<<<2, 64>>>(zeros<int>(128), zeros<int>(128), 128);
  two_buffers<<<1, 64>>>(x);
  push<<<1, 64>>>(zeros<queue>(1));
  hand_over<<<1, 64>>>(x);
  return outcome(cudaSuccess, __FILE__);
}
