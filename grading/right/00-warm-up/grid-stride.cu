// Right, in another style: loops over the grid, a work-efficient scan, errors by an early exit.
#include "warm-up.h"

#define WARP 32
#define FULL 0xffffffffu

__global__ void add(int n, const real *x, real *y) {
  const int stride = blockDim.x * gridDim.x;
  for (int i = threadIdx.x + blockDim.x * blockIdx.x; i < n; i += stride) y[i] = x[i] + y[i];
}

cudaError_t run_on_arrays(array_kernel *kernel, size_t n, const real *x, real *y) {
  real *both = nullptr; // one allocation for x and y
  cudaError_t error;
  if (n == 0) return cudaSuccess;
  error = cudaMalloc(&both, 2 * n * sizeof *both);
  if (error != cudaSuccess) return error;
  if ((error = cudaMemcpy(both, x, n * sizeof *x, cudaMemcpyHostToDevice)) == cudaSuccess &&
      (error = cudaMemcpy(both + n, y, n * sizeof *y, cudaMemcpyDefault)) == cudaSuccess) {
    kernel<<<n / 128 + 1, 128>>>(n, both, both + n);
    error = cudaGetLastError();
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = cudaMemcpy(y, both + n, n * sizeof *y, cudaMemcpyDefault);
  }
  cudaError_t freed = cudaFree(both);
  return error != cudaSuccess ? error : freed;
}

static __device__ real warp_sum(real mine) {
  for (int other = WARP / 2; other >= 1; other >>= 1) mine += __shfl_xor_sync(FULL, mine, other);
  return mine;
}

// The sums of the warps are in shared memory, and one warp adds these up: the open task.
__global__ void block_sums(int n, const real *x, real *sums) {
  __shared__ real of_warp[WARM_UP_BLOCK / WARP];
  const int i = threadIdx.x + blockDim.x * blockIdx.x, lane = threadIdx.x % WARP;
  real sum = warp_sum(i < n ? x[i] : 0);
  if (lane == 0) of_warp[threadIdx.x / WARP] = sum;
  __syncthreads();
  if (threadIdx.x >= WARP) return;
  sum = warp_sum(lane < WARM_UP_BLOCK / WARP ? of_warp[lane] : 0);
  if (lane == 0 && i < n) sums[blockIdx.x] = sum;
}

// A scan up and down a tree: it needs fewer additions than the one of the handout.
__global__ void block_scan(int n, const real *x, real *y) {
  __shared__ real tree[WARM_UP_BLOCK];
  const int t = threadIdx.x, i = t + blockDim.x * blockIdx.x;
  tree[t] = i < n ? x[i] : 0;
  for (int width = 1; width < WARM_UP_BLOCK; width *= 2) {
    __syncthreads();
    const int last = (t + 1) * 2 * width - 1;
    if (last < WARM_UP_BLOCK) tree[last] += tree[last - width];
  }
  for (int width = WARM_UP_BLOCK / 4; width > 0; width /= 2) {
    __syncthreads();
    const int next = (t + 1) * 2 * width - 1 + width;
    if (next < WARM_UP_BLOCK) tree[next] += tree[next - width];
  }
  __syncthreads();
  if (i < n) y[i] = tree[t];
}

__global__ void warp_sums(int n, const real *x, real *sums) {
  const int i = threadIdx.x + blockDim.x * blockIdx.x;
  const real sum = warp_sum(i < n ? x[i] : 0);
  if (i < n && i % WARP == 0) sums[i / WARP] = sum;
}
