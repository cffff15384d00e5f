// reduction.cu: a sum with cooperative groups: over a warp, over a block, and by an atomic.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

template <unsigned blockSize>
__global__ void reduce_shuffles(const int *g_idata, int *g_odata, unsigned n) {
  cg::thread_block cta = cg::this_thread_block();
  extern __shared__ int sdata[];
  unsigned tid = threadIdx.x, gridSize = blockSize * gridDim.x;
  int mySum = 0;
  for (unsigned i = blockIdx.x * blockSize + tid; i < n; i += gridSize) mySum += g_idata[i];
  cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
  for (int offset = tile32.size() / 2; offset > 0; offset /= 2)
    mySum += tile32.shfl_down(mySum, offset);
  if (tile32.thread_rank() == 0) sdata[tile32.meta_group_rank()] = mySum;
  cg::sync(cta);
  if (tile32.meta_group_rank() == 0) {
    mySum = tid < tile32.meta_group_size() ? sdata[tid] : 0;
    mySum = cg::reduce(tile32, mySum, cg::plus<int>());
  }
  if (cta.thread_rank() == 0) atomicAdd(g_odata, mySum);
}

__global__ void reduce_neighbours(const int *in, int *out, int n) {
  __shared__ int part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

int main() {
  const int n = 100000, blocks = 24;
  std::vector<int> host(n);
  for (int i = 0; i < n; i++) host[i] = i % 17;
  int wanted = std::accumulate(host.begin(), host.end(), 0), results[2];
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, sizeof results);
  cudaMemset(d_out, 0, sizeof results);
  cudaMemcpy(d_in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  reduce_shuffles<256><<<blocks, 256, 256 / 32 * sizeof(int)>>>(d_in, d_out, n);
  reduce_neighbours<<<(n + 255) / 256, 256>>>(d_in, d_out + 1, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(results, d_out, sizeof results, cudaMemcpyDeviceToHost);
  printf("%d, %d and %d\n", wanted, results[0], results[1]);
  cudaFree(d_in);
  cudaFree(d_out);
  return results[0] == wanted && results[1] == wanted ? 0 : 1;
}
