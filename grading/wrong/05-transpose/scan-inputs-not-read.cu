// mistake: inputs-not-read, line 26, lens only
#include "transpose.h"

#include <vector>

#define SCAN
#include "rest.h"

static std::vector<int> sums_of(int n, const int *d_in) {
  std::vector<int> in(n), out(n + 1);
  cudaMemcpy(in.data(), d_in, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) out[i + 1] = out[i] + in[i];
  return out;
}

static __global__ void pass_on(int count, const int *from, int *to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  std::vector<int> out = sums_of(n, d_in);
  int *d_result, count = n + 1;
  cudaMalloc((void **)&d_result, count * sizeof(int));
  cudaMemcpy(d_result, out.data(), count * sizeof(int), cudaMemcpyHostToDevice);
  pass_on<<<count / 256 + 1, 256>>>(count, d_result, d_out);
  cudaFree(d_result);
}
