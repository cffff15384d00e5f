// control_flow.cu: which lanes take part in which request, for every kind of branch and loop.
//
// A warp runs in lock step, lanes that diverge at a branch reconverge at its immediate
// post-dominator, and a line of k requests is one that the warp as a whole executes k times. Most
// expected values were computed by hand, and a model of a warp in Python, which follows the source
// with a set of active lanes, must give the same. `l` is the lane; kernels run one warp unless they
// say otherwise.
#include "control_flow.h"

// Trip counts l/8 + i: the longest gives the requests, the sum gives the threads.
__global__ void triangle(const float *a, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < l / 8 + i; ++j) s += a[j * 32 + l]; // EXPECT 18 384
    s *= a[i];                                              // EXPECT 4 128
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void leave_loop(const float *a, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 16; ++k) {
    if (k >= 4 + l % 4) break;
    s += a[k * 32 + l]; // EXPECT 7 176
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void skip_rest(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 6; ++k) {
    s += a[k * 32 + l]; // EXPECT 6 192
    if ((l ^ k) & 1) continue;
    s -= b[l]; // EXPECT 6 96
  }
  o[l] = s; // EXPECT 1 32
}

// 24 lanes stay at first; before round k, the lanes below 8 k leave.
__global__ void leave_kernel(const float *a, float *o) {
  int l = threadIdx.x;
  if (l >= 24) return;
  float s = a[l]; // EXPECT 1 24
  for (int k = 0; k < 3; ++k) {
    if (l < 8 * k) return;
    s += a[32 * k + l]; // EXPECT 3 48
  }
  o[l] = s; // EXPECT 1 8
}

// Of 32 lanes, 7 have l % 5 == 0, 7 have 1, 6 have 3, and 12 have 2 or 4.
__global__ void cases(const float *a, float *o) {
  int l = threadIdx.x;
  float s = 0;
  switch (l % 5) {
  case 0:
    s = a[l]; // EXPECT 1 7
    break;
  case 1:
    s = 2 * a[l + 32]; // EXPECT 1 7
    break;
  case 3:
    s = a[l + 64] + 1; // EXPECT 1 6
    break;
  default:
    s = -a[l + 96]; // EXPECT 1 12
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void choose(const float *a, float *o) {
  int l = threadIdx.x;
  float s = l & 1 ? a[l] : 2 * a[64 + l]; // EXPECT 2 32
  s += l % 4 == 0 ? a[128 + l] : 1.f;     // EXPECT 1 8
  o[l] = s;                               // EXPECT 1 32
}

// a[i] = i % 64: a[l] > 7 holds for 24 lanes, and of these a[l + 32] < 48, that is l < 16, for 8.
__global__ void all_of(const float *a, const float *b, float *o, int n) {
  int l = threadIdx.x;
  float s = 0;
  if (l < n && a[l] > 7 && // EXPECT 1 32
      a[l + 32] < 48)      // EXPECT 1 24
    s = b[l];              // EXPECT 1 8
  o[l] = s;                // EXPECT 1 32
}

__global__ void any_of(const float *a, float *o) {
  int l = threadIdx.x;
  int hits = 0;
  if (l < 8 || a[l] > 20 || // EXPECT 1 24
      a[l + 32] > 44)       // EXPECT 1 13
    hits++;
  o[l] = hits; // EXPECT 1 32
}

// Rounds until k * k >= l: 1 for l to 1, 2 to 4, 3 to 9, 4 to 16, 5 to 25, 6 to 31.
__global__ void at_least_once(const float *a, float *o) {
  int l = threadIdx.x, k = 0;
  float s = 0;
  do {
    s += a[32 * k + l]; // EXPECT 6 132
    ++k;
  } while (k * k < l);
  o[l] = s; // EXPECT 1 32
}

// Looks for 2 l among 0 … 63. The interval shrinks from 64 to 32 or 31, and so on: 6 or 7 rounds;
// only position 0 takes 7, because only it goes left each time (64, 32, 16, 8, 4, 2, 1).
__global__ void bisect(const int *b, float *o) {
  int l = threadIdx.x, low = 0, high = 64;
  while (low < high) {
    int middle = (low + high) / 2;
    if (b[middle] < 2 * l) // EXPECT 7 193
      low = middle + 1;
    else
      high = middle;
  }
  o[l] = low; // EXPECT 1 32
}

__device__ __noinline__ float sum_of(const float *a, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += a[i]; // EXPECT 19 184
  return s;
}

// Two calls of one function, from the two sides of a branch: 15 rounds of the first (lanes 0 to 15,
// l each), 4 of the second.
__global__ void calls(const float *a, float *o) {
  int l = threadIdx.x;
  float s;
  if (l < 16)
    s = sum_of(a, l);
  else
    s = sum_of(a + 64, 4);
  o[l] = s; // EXPECT 1 32
}

// Inlined, with a return in the middle. l + 16 k < 48 holds for 32, 32, 16 and 0 lanes.
__device__ __forceinline__ float read_below(const float *a, int i, int n) {
  if (i >= n) return 0;
  return a[i]; // EXPECT 3 80
}

__global__ void inlined(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 4; ++k) {
    s += read_below(a, l + 16 * k, 48);
    s *= b[32 * k + l]; // EXPECT 4 128
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void around_shuffles(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 4; ++k) {
    float v = a[l + 32 * k];        // EXPECT 4 128
    if (l < 8 * (k + 1)) v += b[l]; // EXPECT 4 80
    v += __shfl_xor_sync(0xffffffffu, v, 1);
    s += v * b[k]; // EXPECT 4 128
  }
  o[l] = s; // EXPECT 1 32
}

// Half a warp exchanges among itself; the halves meet again after the branch.
__global__ void half_shuffles(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = l;
  if (l < 16) {
    s += __shfl_down_sync(0xffffu, s, 8);
    s += a[l]; // EXPECT 1 16
  } else {
    s += a[32 + l]; // EXPECT 1 16
  }
  s += b[l]; // EXPECT 1 32
  o[l] = s;  // EXPECT 1 32
}

// In round i, 24 lanes stay. They need (l & 7) + 1 inner rounds; the longest, 8, is not among them
// when i % 4 == 3: 6 * 8 + 2 * 7. Each lane stays in 6 of 8 rounds: 6 * 4 * (1 + … + 8) threads.
__global__ void mixed_loops(const float *a, const float *b, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int i = 0; i < 8; ++i) {
    if (i % 4 == l % 4) continue;
    for (int j = 0; j < 8; ++j) {
      if (j > (l & 7)) break;
      s += a[j * 32 + l]; // EXPECT 62 864
    }
    s *= b[i]; // EXPECT 8 192
  }
  o[l] = s; // EXPECT 1 32
}

// c[k] = 10 - k. The loads are 10, 8, 5 and 2 for l % 4 = 0, 1, 2, 3.
__global__ void two_exits(const int *c, float *o) {
  int l = threadIdx.x, k = 0;
  while (k < 10 && c[k] > 3 * (l % 4)) // EXPECT 10 200
    ++k;
  o[l] = k; // EXPECT 1 32
}

__global__ void rarely(const float *a, float *o) {
  int l = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 10; ++k) {
    if (__builtin_expect(l == 3 * k, 0)) s += a[l]; // EXPECT 10 10
    s += a[k * 32 + l];                             // EXPECT 10 320
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void voted(const float *a, float *o) {
  int l = threadIdx.x, k = 0;
  float s = 0;
  while (__any_sync(0xffffffffu, k < l)) {
    if (k < l) s += a[k]; // EXPECT 31 496
    ++k;
  }
  o[l] = s; // EXPECT 1 32
}

__global__ void counted(int *o) {
  int l = threadIdx.x;
  for (int k = 0; k < l % 4; ++k) atomicAdd(&o[l], k); // EXPECT 3 48
}

// Two warps and barriers; only the first warp reads.
__global__ void in_step(const float *a, float *o) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 3; ++k) {
    tile[t] = a[64 * k + t]; // EXPECT load 6 192
    __syncthreads();
    if (t < 32) s += tile[63 - t]; // EXPECT 3 96
    __syncthreads();
  }
  o[t] = s; // EXPECT 2 64
}

// 40 threads: a full warp and one of 8.
__global__ void partial_warp(const float *a, float *o) {
  int t = threadIdx.x;
  if (t % 2 == 0) o[t] = a[t]; // EXPECT load 2 20
}

int main() {
  fill_inputs();
  triangle<<<1, 32>>>(a, o);
  leave_loop<<<1, 32>>>(a, o);
  skip_rest<<<1, 32>>>(a, b, o);
  leave_kernel<<<1, 32>>>(a, o);
  cases<<<1, 32>>>(a, o);
  choose<<<1, 32>>>(a, o);
  all_of<<<1, 32>>>(a, b, o, 32);
  any_of<<<1, 32>>>(a, o);
  at_least_once<<<1, 32>>>(a, o);
  bisect<<<1, 32>>>(p, o);
  calls<<<1, 32>>>(a, o);
  inlined<<<1, 32>>>(a, b, o);
  around_shuffles<<<1, 32>>>(a, b, o);
  half_shuffles<<<1, 32>>>(a, b, o);
  mixed_loops<<<1, 32>>>(a, b, o);
  two_exits<<<1, 32>>>(c, o);
  rarely<<<1, 32>>>(a, o);
  voted<<<1, 32>>>(a, o);
  counted<<<1, 32>>>(n);
  in_step<<<1, 64>>>(a, o);
  partial_warp<<<1, 40>>>(a, o);
  return check_launches(__FILE__);
}
