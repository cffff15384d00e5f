// Right, in another style: templates and macros, two buffers in the scan, shuffles upwards, one
// atomic in shared memory.
#include "warm-up.h"

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t code = (call);                                                                     \
    if (code != cudaSuccess) {                                                                     \
      cudaFree(d_x);                                                                               \
      cudaFree(d_y);                                                                               \
      return code;                                                                                 \
    }                                                                                              \
  } while (0)

template <typename T> static __device__ T number_or_zero(const T *x, int i, int n) {
  return i < n ? x[i] : T(0);
}

static __device__ int my_number() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void add(int n, const real *__restrict__ x, real *__restrict__ y) {
  if (my_number() < n) {
    y[my_number()] += x[my_number()];
  }
}

cudaError_t run_on_arrays(array_kernel *kernel, size_t n, const real *x, real *y) {
  real *d_x = NULL, *d_y = NULL;
  dim3 block(64), grid((unsigned)((n + block.x - 1) / block.x));
  CHECK(cudaMalloc((void **)&d_x, sizeof(real) * n));
  CHECK(cudaMalloc((void **)&d_y, sizeof(real) * n));
  if (grid.x > 0) {
    CHECK(cudaMemcpyAsync(d_x, x, sizeof(real) * n, cudaMemcpyHostToDevice, 0));
    CHECK(cudaMemcpyAsync(d_y, y, sizeof(real) * n, cudaMemcpyHostToDevice, 0));
    kernel<<<grid, block>>>((int)n, d_x, d_y);
    CHECK(cudaPeekAtLastError());
    CHECK(cudaMemcpyAsync(y, d_y, sizeof(real) * n, cudaMemcpyDeviceToHost, 0));
    CHECK(cudaStreamSynchronize(0));
  }
  CHECK(cudaFree(d_x));
  d_x = NULL;
  return cudaFree(d_y);
}

// Half of the threads load two numbers; each warp ends with atomics on the sum.
__global__ void block_sums(int n, const real *x, real *sums) {
  __shared__ real pair[WARM_UP_BLOCK / 2], total;
  const int half = WARM_UP_BLOCK / 2, t = threadIdx.x, first = blockIdx.x * WARM_UP_BLOCK;
  if (t == 0) total = 0;
  if (t < half) pair[t] = number_or_zero(x, first + t, n) + number_or_zero(x, first + half + t, n);
  __syncthreads();
  if (t < 32) {
    real sum = pair[t] + pair[t + 32] + pair[t + 64] + pair[t + 96];
    for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
    if (t == 0) atomicAdd(&total, sum);
  }
  __syncthreads();
  if (t == WARM_UP_BLOCK - 1 && first < n) sums[blockIdx.x] = total;
}

// Reads from one buffer and writes to the other, so that one barrier per step is enough.
__global__ void block_scan(int n, const real *x, real *y) {
  __shared__ real buffers[2][WARM_UP_BLOCK];
  int t = threadIdx.x, from = 0;
  buffers[0][t] = number_or_zero(x, my_number(), n);
  __syncthreads();
  for (int step = 1; step < blockDim.x; step <<= 1, from ^= 1) {
    buffers[from ^ 1][t] = buffers[from][t] + (t >= step ? buffers[from][t - step] : 0);
    __syncthreads();
  }
  if (my_number() < n) y[my_number()] = buffers[from][t];
}

// The sum moves up, to the last lane.
__global__ void warp_sums(int n, const real *x, real *sums) {
  real sum = number_or_zero(x, my_number(), n);
  int lane = threadIdx.x & 31;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    real other = __shfl_up_sync(~0u, sum, d);
    if (lane >= d) sum += other;
  }
  int first = my_number() - lane;
  if (lane == 31 && first < n) sums[first >> 5] = sum;
}
