// mistake: nothing-launched, line 18, lens only
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

void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  std::vector<int> out = sums_of(n, d_in);
  cudaMemcpy(d_out, out.data(), out.size() * sizeof(int), cudaMemcpyHostToDevice);
}
