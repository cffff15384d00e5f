// set_in_part.cu: local variables with parts that are never set and never used.
#include "arrays.h"

struct particle {
  float4 at;
  float weight, unused;
};

__device__ __noinline__ void middle(const float *x, int i, float *low, float *high) {
  *low = x[i];
  *high = x[(i + 1) % 64];
}

// A value that is stored as one, such as a float4, may have an unused part.
__global__ void vectors(const float *x, float4 *y) {
  float4 v;
  v.x = v.y = x[threadIdx.x];
  v.z = 1;
  y[threadIdx.x] = v;
}

__global__ void members(const float *x, float *y) {
  particle p;
  p.at.x = x[threadIdx.x];
  p.weight = 2;
  y[threadIdx.x] = p.at.x * p.weight;
}

__global__ void first_elements(const float *x, float *y) {
  float part[16], low, high;
  int used = 1 + threadIdx.x % 4;
  for (int k = 0; k < used; k++) part[k] = x[threadIdx.x] + k;
  float sum = 0;
  for (int k = 0; k < used; k++) sum += part[k];
  middle(x, threadIdx.x, &low, &high);
  y[threadIdx.x] = sum + low + high;
}

__global__ void where_set(const int *c, float *y) {
  float value;
  bool good = c[threadIdx.x] >= 0;
  if (good) value = 3;
  if (good) y[threadIdx.x] = value;
}

__global__ void brighter(const uchar4 *image, uchar4 *y) {
  uchar4 pixel = image[threadIdx.x];
  y[threadIdx.x] = pixel;
}

__global__ void copy(const float *x, float *y) {
  y[threadIdx.x] = x[threadIdx.x];
}

// The host fills a part of an array and passes the whole array.
static float *half_filled(int n) {
  float *device = unset<float>(64), host[64];
  for (int i = 0; i < n; i++) host[i] = i;
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  return device;
}

int main(int argc, char **) {
  float *x = numbers<float>(64), *y = zeros<float>(64);
  vectors<<<1, 64>>>(x, zeros<float4>(64));
  members<<<1, 64>>>(x, y);
  first_elements<<<1, 64>>>(x, y);
  where_set<<<1, 64>>>(numbers<int>(64), y);
  uchar4 host[64], *image = zeros<uchar4>(64);
  for (uchar4 &pixel : host) pixel = make_uchar4(254, 254, 254, 254);
  cudaMemcpy(image, host, sizeof host, cudaMemcpyHostToDevice);
  brighter<<<1, 64>>>(image, zeros<uchar4>(64));
  copy<<<1, 64>>>(half_filled(31 + argc), y);
  return outcome(cudaSuccess, __FILE__);
}
