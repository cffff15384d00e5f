// load_above_test.cu: loads before the test that decides if their result is needed. The compiler
// must not move them after it: the padding's column is -1, and x[-1] is read, as in the source.
#include "arrays.h"

struct pair {
  float a, b;
};

#define WRONG(name)                                                                                \
  __device__ __noinline__ void name([[maybe_unused]] int n, [[maybe_unused]] const int *c,         \
                                    [[maybe_unused]] const float *x, float *y)

// Lab 02's mistake: nvcc keeps the load, and selects the value afterwards.
WRONG(padded) {
  int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 2; k++) {
    int j = c[(i + k) % n];
    float value = x[(i + k) % n];
    float xj = x[j]; // BUG out-of-bounds read x
    if (j == -1) continue;
    sum += value * xj;
  }
  y[i] = sum;
}

WRONG(stored) {
  int i = threadIdx.x;
  float v = x[c[i]]; // BUG out-of-bounds read x
  if (c[i] >= 0) y[i] = v;
}

WRONG(left) {
  int i = threadIdx.x;
  int next = i + 1;
  float v = x[next]; // BUG out-of-bounds read x
  if (next >= n) return;
  y[next] = v;
}

WRONG(both) {
  int i = threadIdx.x;
  int j = c[i];
  bool positive = x[j] > 0; // BUG out-of-bounds read x
  if (j >= 0 && positive) y[i] = 1;
}

WRONG(either) {
  int i = threadIdx.x;
  int j = c[i];
  float t = x[j]; // BUG out-of-bounds read x
  float u = x[0];
  if (j < 0)
    y[i] = u * 3;
  else
    y[i] = t * 2;
}

WRONG(structure) {
  int i = threadIdx.x;
  pair both = ((const pair *)x)[i]; // BUG out-of-bounds read x
  if (i < n / 2) y[i] = both.a + both.b;
}

WRONG(vector) {
  int i = threadIdx.x;
  float4 four = ((const float4 *)x)[i]; // BUG out-of-bounds read x
  if (i < n / 4) y[i] = four.x;
}

__device__ float at(const float *x, int j) {
  return x[j]; // BUG out-of-bounds read x
}

WRONG(called) {
  int i = threadIdx.x;
  float v = at(x, c[i]);
  if (c[i] >= 0) y[i] = v;
}

WRONG(converted) {
  int i = threadIdx.x;
  int v = (int)fabsf(x[c[i]]); // BUG out-of-bounds read x
  if (c[i] >= 0) y[i] = v;
}

WRONG(in_loop) {
  int i = threadIdx.x;
  float v = x[c[i]]; // BUG out-of-bounds read x
  for (int k = 0; k < c[i] % 2; k++) y[i] = v;
}

WRONG(twice) {
  int i = threadIdx.x;
  int j = c[i];
  int far = c[j];   // BUG out-of-bounds read c
  float v = x[far]; // c[-1] is 0 here: nothing was written there
  if (j >= 0) y[i] = v;
}

WRONG(cached) {
  int i = threadIdx.x;
  float v = __ldg(&x[c[i]]); // BUG out-of-bounds read x
  if (c[i] >= 0) y[i] = v;
}

WRONG(cases) {
  int i = threadIdx.x;
  float v = x[c[i]]; // BUG out-of-bounds read x
  switch (c[i]) {
  case -1:
    break;
  case 1:
    y[i] = v + 1;
    break;
  default:
    y[i] = v;
  }
}

WRONG(shared) {
  int i = threadIdx.x;
  __shared__ float tile[64];
  tile[i] = x[i];
  __syncthreads();
  float next = tile[i + 1]; // BUG out-of-bounds read tile
  if (i + 1 < 64) y[i] = next;
}

WRONG(last_round) {
  int i = threadIdx.x;
  if (i > 0) return;
  float now = x[0];
  for (int j = 0; j < n; j++) {
    float next = x[j + 1]; // BUG out-of-bounds read x
    y[j] = now;
    now = next;
  }
  y[0] = now;
}

__global__ void kernel(int n, const int *c, const float *x, float *y) {
  y += blockIdx.x * n;
  switch (blockIdx.x) {
  case 0:
    return padded(n, c, x, y);
  case 1:
    return stored(n, c, x, y);
  case 2:
    return left(n, c, x, y);
  case 3:
    return both(n, c, x, y);
  case 4:
    return either(n, c, x, y);
  case 5:
    return structure(n, c, x, y);
  case 6:
    return vector(n, c, x, y);
  case 7:
    return called(n, c, x, y);
  case 8:
    return converted(n, c, x, y);
  case 9:
    return in_loop(n, c, x, y);
  case 10:
    return twice(n, c, x, y);
  case 11:
    return cached(n, c, x, y);
  case 12:
    return cases(n, c, x, y);
  case 13:
    return shared(n, c, x, y);
  case 14:
    return last_round(n, c, x, y);
  }
}

int main() {
  const int n = 64, functions = 15;
  int h[n];
  for (int i = 0; i < n; i++) h[i] = i < n - 1 ? i : -1;
  int *c = zeros<int>(n);
  cudaMemcpy(c, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<functions, n>>>(n, c, numbers<float>(n), zeros<float>(functions * n));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
