// structured_bindings.cu: auto [x, y] = vector; of all vector types, one access for the whole
// vector.
#include "check.h"

#include <cuda_fp16.h>
#include <type_traits>

struct pair {
  int a;
  float b;
};
__constant__ int2 limits = {7, 8};
__device__ ushort4 small_ones(unsigned short a) { return make_ushort4(a, a, 1, 2); }

__global__ void sum(const float4 *v, int2 *q, double4 *wide, float *out) {
  int t = threadIdx.x;
  auto [a, b, c, d] = v[t]; // EXPECT load 1 32 16
  auto &[x, y] = q[t];
  y = x + (int)a;           // EXPECT load 1 32 8 EXPECT store 1 32 8
  const auto &[e, f, g, h] = wide[0];
  __shared__ uchar2 bytes[32];
  bytes[t] = make_uchar2(t, 1);
  __syncthreads();
  auto [low, high] = bytes[31 - t];
  auto [p, r] = pair{1, 2};
  auto [tx, ty, tz] = threadIdx;
  auto [bx, by, bz] = blockDim;
  auto [u, w] = limits;
  auto [s0, s1, s2, s3] = small_ones(3);
  auto [h0, h1] = __floats2half2_rn(1, 2);
  auto [only] = make_float1(4);
  static_assert(std::is_same<decltype(a), float>::value && std::is_same<decltype(y), int>::value &&
                    std::is_same<decltype(e), const double>::value,
                "");
  c += b + d;
  out[t] = c + (float)(e + f + g + h) + low + high + p + r + tx + ty + tz + bx + by + bz + u + w +
           s0 + s1 + s2 + s3 + __half2float(h0) + __half2float(h1) + only;
}

int main() {
  float4 *v;
  int2 *q;
  double4 *wide;
  float *out;
  cudaMallocManaged(&v, 32 * sizeof *v);
  cudaMallocManaged(&q, 32 * sizeof *q);
  cudaMallocManaged(&wide, sizeof *wide);
  cudaMallocManaged(&out, 32 * sizeof *out);
  for (int i = 0; i < 32; i++) v[i] = make_float4(i, 1, 2, 3), q[i] = make_int2(i, 0);
  *wide = double4{1, 2, 3, 4};
  sum<<<1, 32>>>(v, q, wide, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < 32; i++) {
    auto [x, y] = q[i];
    if (x != i || y != 2 * i || out[i] != 6 + 10 + (31 - i) + 1 + 3 + i + 34 + 15 + 9 + 3 + 4)
      return 1;
  }
  cudaFree(v), cudaFree(q), cudaFree(wide), cudaFree(out);
  return check_annotations(__FILE__);
}
