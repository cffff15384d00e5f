// double_buffer.cu: a scan with two buffers, and one barrier per step.
#include "arrays.h"

__global__ void scan(const int *x, int *y) {
  __shared__ int tile[2][128];
  int t = threadIdx.x;
  int from = 0;
  tile[0][t] = x[t];
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    int to = 1 - from;
    tile[to][t] = t >= step ? tile[from][t] + tile[from][t - step] : tile[from][t];
    from = to;
    __syncthreads();
  }
  y[t] = tile[from][t];
}

int main() {
  scan<<<1, 128>>>(numbers<int>(128), unset<int>(128));
  return outcome(cudaSuccess, __FILE__);
}
