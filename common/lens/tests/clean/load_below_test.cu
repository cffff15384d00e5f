// load_below_test.cu: loads below the test that guards them. A compiler that loads first and
// selects afterwards, or moves loads out of a loop that never runs, would read outside of the
// arrays.
#include "arrays.h"

#define RIGHT(name)                                                                                \
  __device__ __noinline__ void name([[maybe_unused]] int n, [[maybe_unused]] const int *c,         \
                                    [[maybe_unused]] const float *x, float *y)

RIGHT(padded) {
  int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 2; k++) {
    int j = c[(i + k) % n];
    if (j == -1) continue;
    sum += x[(i + k) % n] * x[j];
  }
  y[i] = sum;
}

RIGHT(chosen) {
  int i = threadIdx.x;
  y[i] = c[i] < 0 ? 0 : x[c[i]];
}

RIGHT(chosen_of_two) {
  int i = threadIdx.x;
  int next = i + 1;
  y[i] = next < n ? x[next] : x[i];
}

RIGHT(both) {
  int i = threadIdx.x;
  int j = c[i];
  if (j >= 0 && x[j] > 0) y[i] = 1;
}

RIGHT(address_only) {
  int i = threadIdx.x;
  const float *at = &x[c[i]];
  y[i] = c[i] < 0 ? 0 : *at;
}

// The loop of the last thread has no iterations, and the element that it would read does not exist.
RIGHT(no_rounds) {
  int i = threadIdx.x;
  int j = c[i];
  int rounds = j < 0 ? 0 : 3;
  float sum = 0;
  for (int k = 0; k < rounds; k++) sum += x[j] * k;
  y[i] = sum;
}

RIGHT(no_rounds_of_inner_loop) {
  int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 2; k++) {
    int j = c[(i + k) % n];
    for (int l = 0; l <= j && l < 3; l++) sum += x[j] * y[i];
  }
  y[i] = sum;
}

RIGHT(stored_in_no_round) {
  int i = threadIdx.x;
  int j = c[i];
  for (int k = 0; k < 3 && j >= 0; k++) y[j] += x[j];
}

RIGHT(left) {
  int i = threadIdx.x + 1;
  if (i >= n) return;
  y[i] = x[i] * x[i - 1];
}

RIGHT(null_unless_used) {
  int i = threadIdx.x;
  const float *at = c[i] < 0 ? nullptr : x + c[i];
  float v = 0;
  if (at) v = *at;
  y[i] = v;
}

RIGHT(cases) {
  int i = threadIdx.x;
  switch (c[i]) {
  case -1:
    y[i] = 0;
    break;
  case 1:
    y[i] = x[c[i]] + 1;
    break;
  default:
    y[i] = x[c[i]];
  }
}

RIGHT(divided) {
  int i = threadIdx.x;
  int j = c[i] + 1;
  y[i] = j == 0 ? 0 : 64 / j;
}

// Only the first thread reads elements whose loads could be moved out of the other threads' loops.
RIGHT(shared) {
  __shared__ float total;
  int i = threadIdx.x;
  if (i == 0) total = 0;
  __syncthreads();
  if (i == 1)
    for (int k = 0; k < n; k++) total += x[k];
  __syncthreads();
  if (i == 0) y[i] = total;
}

// All elements of a local array that are read are set before.
RIGHT(set_before_read) {
  int i = threadIdx.x;
  float part[4], last;
  int used = c[i] < 0 ? 2 : 4;
  for (int k = 0; k < used; k++) last = part[k] = x[i] + k;
  for (int k = 0; k < used; k++) y[i] += part[k];
  y[i] += last;
}

__global__ void kernel(int n, const int *c, const float *x, float *y) {
  y += blockIdx.x * n;
  switch (blockIdx.x) {
  case 0:
    return padded(n, c, x, y);
  case 1:
    return chosen(n, c, x, y);
  case 2:
    return chosen_of_two(n, c, x, y);
  case 3:
    return both(n, c, x, y);
  case 4:
    return address_only(n, c, x, y);
  case 5:
    return no_rounds(n, c, x, y);
  case 6:
    return no_rounds_of_inner_loop(n, c, x, y);
  case 7:
    return stored_in_no_round(n, c, x, y);
  case 8:
    return left(n, c, x, y);
  case 9:
    return null_unless_used(n, c, x, y);
  case 10:
    return cases(n, c, x, y);
  case 11:
    return divided(n, c, x, y);
  case 12:
    return shared(n, c, x, y);
  case 13:
    return set_before_read(n, c, x, y);
  }
}

int main() {
  const int n = 64, functions = 14;
  int h[n];
  for (int i = 0; i < n; i++) h[i] = i < n - 1 ? i : -1;
  int *c = zeros<int>(n);
  cudaMemcpy(c, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<functions, n>>>(n, c, numbers<float>(n), zeros<float>(functions * n));
  return outcome(cudaSuccess, __FILE__);
}
