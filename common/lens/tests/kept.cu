// kept.cu: loads of shared memory whose value nvcc may keep in a register, and loads for which it
// may not. The last of the five numbers is the number of such requests.
#include "arrays.h"

__global__ void sum(const float *a, float *y) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = 0;
  for (int i = t; i < 512; i += 128) {
    s[t] += a[i]; // EXPECT load 32 1024 80 80 16
  }
  y[t] = s[t]; // EXPECT load 4 128 4 4 4
}

__global__ void reduce(const float *a, float *y) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int k = 64; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k]; // EXPECT load 16 254 16 16 0
    __syncthreads();
  }
  if (t == 0) y[0] = s[0]; // EXPECT load 1 1 1 1 0
}

__global__ void others(const float *a, float *y) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = a[t];
  for (int i = 0; i < 4; i++) {
    s[t] += a[i]; // EXPECT load 8 256 8 8 1
    __syncwarp();
  }
  for (int i = 0; i < 4; i++) {
    if ((t ^ i) & 1) s[t] += a[i]; // EXPECT load 8 128 8 8 0
  }
  y[t] = s[t];
}

__global__ void never(const float *a, float *y) {
  __shared__ float s[32];
  volatile float *v = s;
  int t = threadIdx.x;
  v[t] = a[t];
  float first = v[t]; // EXPECT load 1 32 1 1 0
  s[t] = first;
  float second = v[t]; // EXPECT load 1 32 1 1 0
  atomicAdd(&s[t], second);
  y[t] = s[t]; // EXPECT load 1 32 1 1 0
}

int main() {
  float *d_a = zeros<float>(512), *d_y = unset<float>(128);
  sum<<<1, 128>>>(d_a, d_y);
  reduce<<<1, 128>>>(d_a, d_y);
  others<<<1, 32>>>(d_a, d_y);
  never<<<1, 32>>>(d_a, d_y);
  return check_annotations(__FILE__);
}
