// copy_float4.cu: copies with 16 bytes per thread, the rest with 4; and float2 with a shift.
#include "inputs.h"

__global__ void copy4(int n, const float *x, float *y) {
  const float4 *x4 = reinterpret_cast<const float4 *>(x);
  float4 *y4 = reinterpret_cast<float4 *>(y);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    y4[i] = x4[i];
  }
  int rest = n / 4 * 4 + i;
  if (rest < n) {
    float value = x[rest];
    y[rest] = value;
  }
}

__global__ void copy2_reversed(int n, const float2 *x, float2 *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float2 value = x[n - 1 - i];
    y[i] = make_float2(value.y, value.x);
  }
}

__global__ void through_shared(int n, const float4 *x, float4 *y) {
  __shared__ float4 tile[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) {
    tile[threadIdx.x * 5 % 128] = x[i];
  }
  __syncthreads();
  int from = threadIdx.x * 37 % 128;
  if (i < n && blockIdx.x * 128 + 128 <= n) {
    y[i] = tile[from];
  }
}

static void run_input(int input) {
  int n = input_size[input];
  float *x = upload_random<float>(n, 100), *y = upload<float>(NULL, n);
  copy4<<<blocks_for(n, 4 * 128), 128>>>(n, x, y);
  copy2_reversed<<<blocks_for(n / 2, 128), 128>>>(n / 2, (const float2 *)x, (float2 *)y);
  through_shared<<<blocks_for(n / 4, 128), 128>>>(n / 4, (const float4 *)x, (float4 *)y);
}
