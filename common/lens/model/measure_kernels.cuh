/** @file measure_kernels.cuh
 *  The kernels of measure.cu: each does one thing, so that its time shows one constant of a GPU.
 */
#ifndef LENS_MODEL_MEASURE_KERNELS_CUH
#define LENS_MODEL_MEASURE_KERNELS_CUH

#include <cuda_runtime.h>

enum { LINE_WORDS = 32 };

__global__ void nothing() {}

__global__ void read_all(const uint4 *from, size_t count, unsigned *out) {
  size_t stride = gridDim.x * (size_t)blockDim.x;
  unsigned sum = 0;
#pragma unroll 4
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += stride) {
    uint4 q = from[i];
    sum += q.x ^ q.y ^ q.z ^ q.w;
  }
  if (sum == 0x12345671u) *out = sum;
}

template <bool past_l1>
__global__ void chase(const unsigned *next, unsigned start, int steps, long long *out) {
  unsigned at = start;
  long long begin = clock64();
  for (int i = 0; i < steps; i++) at = past_l1 ? __ldcg(next + at) : __ldca(next + at);
  out[0] = clock64() - begin;
  out[1] = at;
}

/* Each warp loads `count` lines that no other reads, and continues when all have arrived. */
template <int count>
__global__ void bursts(const unsigned *from, int rounds, unsigned *out, long long *cycles) {
  size_t all = gridDim.x * (size_t)blockDim.x, at = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  unsigned sum = 0;
  long long begin = clock64();
#pragma unroll 1
  for (int i = 0; i < rounds; i++) {
#pragma unroll
    for (int k = 0; k < count; k++) sum += __ldcg(from + at + k * all);
    at += count * all + (sum == 0x12345671u);
  }
  if (sum == 0x12345671u) *out = sum;
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

/* Reads `count` words, each at a fixed distance after the last one, from word `at` on. */
template <bool past_l1>
static __device__ __forceinline__ void time_reads(const unsigned *from, unsigned at, unsigned mask,
                                                  int count, unsigned *out, long long *cycles) {
  unsigned sum = 0;
  __syncthreads();
  long long begin = clock64();
#pragma unroll 1
  for (int i = 0; i < count; i += 8) {
#pragma unroll
    for (int k = 0; k < 8; k++) {
      const unsigned *p = from + ((at + k * (4099u * LINE_WORDS)) & mask);
      sum += past_l1 ? __ldcg(p) : __ldca(p);
    }
    at += 8 * 4099u * LINE_WORDS;
  }
  if (sum == 0x12345671u) *out = sum;
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

/* Each warp requests `lines` lines and `sectors` sectors of each, at different places. */
template <bool past_l1, int lines, int sectors>
__global__ void requests(const unsigned *from, unsigned mask, int count, unsigned *out,
                         long long *cycles) {
  constexpr int pieces = lines * sectors, lanes = 32 / pieces;
  unsigned lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  unsigned piece = lane / lanes;
  unsigned offset = piece / sectors * (13 * LINE_WORDS) + piece % sectors * 8 + lane % lanes;
  unsigned at = warp * (977u * LINE_WORDS) + offset;
  time_reads<past_l1>(from, at, mask, count, out, cycles);
}

/* As `requests`, but lane i reads the word i * stride, or a random word of its line i * 13. */
template <bool past_l1, int stride>
__global__ void strided(const unsigned *from, unsigned mask, int count, unsigned *out,
                        long long *cycles) {
  unsigned lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  unsigned offset = stride ? lane * stride : lane * (13 * LINE_WORDS) + (lane * 2654435761u >> 27);
  unsigned at = warp * (977u * LINE_WORDS) + offset;
  time_reads<past_l1>(from, at, mask, count, out, cycles);
}

/* Each lane reads a word of a random line, `count` times. */
template <bool past_l1>
__global__ void random_reads(const unsigned *from, unsigned mask, int count, unsigned *out,
                             long long *cycles) {
  unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u, sum = 0;
  __syncthreads();
  long long begin = clock64();
#pragma unroll 1
  for (int i = 0; i < count; i += 8) {
#pragma unroll
    for (int k = 0; k < 8; k++) {
      state = state * 1664525u + 1013904223u;
      const unsigned *p = from + ((state >> 4) & mask);
      sum += past_l1 ? __ldcg(p) : __ldca(p);
    }
  }
  if (sum == 0x12345671u) *out = sum;
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

__global__ void one_word_each(const unsigned *from, size_t count, unsigned *out) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < count && from[i] == 0x12345671u) *out = 1;
}

__global__ void store_each(unsigned *to, size_t count) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < count) to[i] = (unsigned)i;
}

__global__ void store_four(uint4 *to, size_t count) {
  size_t stride = gridDim.x * (size_t)blockDim.x;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += stride)
    to[i] = make_uint4((unsigned)i, 1, 2, 3);
}

__global__ void store_random(unsigned *to, unsigned mask) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  to[(i * 2654435761u >> 3) & mask] = i;
}

/* Like a matrix that is stored column by column: one sum per row. */
__global__ void two_arrays(const unsigned *a, const unsigned *b, unsigned *out, size_t rows,
                           int columns) {
  size_t row = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (row >= rows) return;
  unsigned sum = 0;
#pragma unroll 4
  for (int k = 0; k < columns; k++) sum += a[row + k * rows] ^ b[row + k * rows];
  out[row] = sum;
}

/* Each lane changes a random word, or each warp a random line. */
template <int kind> __global__ void random_updates(unsigned *to, unsigned mask, int count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = (kind == 3 ? i / 32 : i) * 2654435761u + 12345u;
  for (int k = 0; k < count; k++) {
    state = state * 1664525u + 1013904223u;
    unsigned at = (state >> 4) & mask;
    if (kind == 3)
      to[(at & ~31u) + (i & 31)] = i;
    else if (kind == 2)
      atomicAdd(to + at, 1u);
    else if (kind == 1)
      atomicAdd((float *)to + at, 1.f);
    else
      to[at] = i;
  }
}

__global__ void gather(const unsigned *index, const unsigned *from, size_t count, unsigned *out) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < count && from[index[i]] == 0x12345671u) *out = 1;
}

template <class number> __global__ void add(number *to, unsigned mask, unsigned factor) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(to + ((i * factor >> (factor == 1 ? 0 : 3)) & mask), (number)1);
}

template <class number> __global__ void add_by_one_lane(number *to, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((i & 31) == 0) atomicAdd(to + (size_t)(i >> 5) * stride % (1 << 20), (number)1);
}

template <class number> __global__ void add_and_use(number *to, int steps, long long *out) {
  number sum = 0;
  long long begin = clock64();
  for (int i = 0; i < steps; i++) sum += atomicAdd(to + (sum == (number)-1 ? 32 : 0), (number)1);
  out[0] = clock64() - begin;
  out[1] = (long long)sum;
}

/* The cost of dependent instructions for one warp, and of many instructions for a
 * multiprocessor. */
enum what { MULTIPLY, DOUBLES, SHUFFLE, SHARED, BARRIER, BALLOT };
template <what kind> __global__ void steps(int count, float *out, long long *cycles) {
  __shared__ unsigned words[1024];
  unsigned lane = threadIdx.x & 31;
  words[threadIdx.x] = lane;
  __syncthreads();
  float x = lane;
  double wide = lane;
  unsigned at = lane;
  long long begin = clock64();
#pragma unroll 16
  for (int i = 0; i < count; i++) {
    if (kind == MULTIPLY)
      x = x * 1.0001f + 1.f;
    else if (kind == DOUBLES)
      wide = wide * 1.0001 + 1.;
    else if (kind == SHUFFLE)
      x = __shfl_xor_sync(~0u, x, 1);
    else if (kind == SHARED)
      at = words[at];
    else if (kind == BALLOT)
      at = __ballot_sync(~0u, at & 1);
    else
      __syncthreads();
  }
  long long end = clock64();
  if (x + wide + at == 12345.) *out = x;
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

template <int stride>
__global__ void shared_conflicts(int count, unsigned *out, long long *cycles) {
  __shared__ unsigned words[8192];
  unsigned at = threadIdx.x % 32 * stride, sum = 0;
  for (unsigned i = threadIdx.x; i < 8192; i += blockDim.x) words[i] = i;
  __syncthreads();
  long long begin = clock64();
#pragma unroll 8
  for (int i = 0; i < count; i++) sum += words[(at + i * 32) & 8191];
  if (sum == 0x12345671u) *out = sum;
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

__global__ void fences(unsigned *to, int count, long long *out) {
  long long begin = clock64();
  for (int i = 0; i < count; i++) {
    to[i * 32] = i;
    __threadfence();
  }
  out[0] = clock64() - begin;
}

__global__ void wait_for(int cycles) {
  long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

#endif
