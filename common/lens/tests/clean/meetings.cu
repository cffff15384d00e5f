// meetings.cu: lanes that meet at exchanges again and again: from different rounds of a loop, for
// longer than a buffer lasts, after some have left.
#include "check.h"

// The halves reach the exchange in different iterations: the upper half waits at first, and then
// stays one iteration behind. Each load except the first and the last is shared by both.
__global__ void out_of_step(const int *x, int *y) {
  int lane = threadIdx.x;
  bool lower = lane < 16;
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    bool meets = lower ? i > 0 : i < 3;
    if (meets) sum += __shfl_xor_sync(0xffffffffu, i, 16);
    sum += x[32 * i + lane]; // EXPECT load 45 1152 144 144
  }
  y[blockIdx.x * 32 + lane] = sum;
}

// Lanes do different amounts of work before they meet, 400 times.
__global__ void often(const int *x, int *y) {
  int lane = threadIdx.x % 32;
  int work = 0;
  int sum = 0;
  for (int round = 0; round < 400; round++) {
    for (int k = 0; k < lane % 4; k++) work += x[k]; // EXPECT load 7200 115200 7200 7200
    sum = lane;
    for (int half = 16; half > 0; half /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, half);
    if (__any_sync(0xffffffffu, sum != 496)) break;
    __syncwarp();
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum + work;
}

// Twenty lanes remain; the others return at once.
__global__ void some_left(int *y) {
  int lane = threadIdx.x;
  if (lane >= 20) return;
  unsigned present = 0;
  for (int i = 0; i < 50; i++) present |= __ballot_sync(0xffffffffu, 1);
  y[blockIdx.x * 32 + lane] = (int)present; // EXPECT store 9 180 27 27
}

// An exchange of a single lane.
__global__ void alone(const int *x, int *y) {
  int sum = 0;
  for (int i = 0; i < 300; i++) {
    sum += x[i % 32]; // EXPECT load 2700 2700 2700 2700
    sum += __shfl_sync(0xffffffffu, i, 0, 1);
  }
  y[blockIdx.x] = sum;
}

int main() {
  static int h[128], y[9 * 64];
  for (int i = 0; i < 128; i++) h[i] = i;
  int *d_x, *d_y;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof y);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  out_of_step<<<9, 32>>>(d_x, d_y);
  cudaMemcpy(y, d_y, 288 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 288; i++) {
    int lane = i % 32;
    if (y[i] != 4 * lane + 192 + (lane < 16 ? 0 + 1 + 2 : 1 + 2 + 3)) return 1;
  }
  often<<<3, 64>>>(d_x, d_y);
  cudaMemcpy(y, d_y, 192 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 192; i++) {
    int work = i % 4; // 0 + … + work − 1 in each round
    if (y[i] != 496 + 400 * (work * (work - 1) / 2)) return 1;
  }
  some_left<<<9, 32>>>(d_y);
  cudaMemcpy(y, d_y, 288 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 288; i++) {
    if (i % 32 < 20 && y[i] != (1 << 20) - 1) return 1;
  }
  alone<<<9, 1>>>(d_x, d_y);
  cudaMemcpy(y, d_y, 9 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 9; i++) {
    if (y[i] != 44850 + 9 * 496 + 66) return 1;
  }
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
