// half.cu: compares half precision with exact integer arithmetic: every half is a multiple of
// 2^-24, so the test compares such multiples. It covers all 65,536 halves.
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <cstring>

typedef __int128 wide;

static const int num_halves = 1 << 16, infinity = 0x7c00, not_a_number = 0x7fff;

__global__ void decode(const __half *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __half2float(in[i]); // EXPECT load 2048 65536 4096 4096
}

__global__ void encode(int n, const float *in, unsigned short *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[4 * i] = __half_as_ushort(__float2half(in[i]));
  out[4 * i + 1] = __half_as_ushort(__float2half_rz(in[i]));
  out[4 * i + 2] = __half_as_ushort(__float2half_rd(in[i]));
  out[4 * i + 3] = __half_as_ushort(__float2half_ru(in[i]));
}

__global__ void compute(const __half *a, const __half *b, const __half *c, __half *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __half x = a[i], y = b[i], z = c[i];
  out[4 * i] = __hadd(x, y);
  out[4 * i + 1] = x - y;
  out[4 * i + 2] = x * y;
  out[4 * i + 3] = __hfma(x, y, z);
}

// ---- the exact answer ----

static int is_finite(int half) {
  return (half & 0x7fff) < infinity;
}

// In units of 2^-24.
static wide units_of(int half) {
  int exponent = half >> 10 & 31, fraction = half & 1023;
  wide size = exponent == 0 ? fraction : (wide)(fraction + 1024) << (exponent - 1);
  return half & 0x8000 ? -size : size;
}

// The nearest half, to even at a tie, of `value` in units of 2^-shift; exact zeros are positive.
static int nearest(wide value, int shift) {
  int sign = value < 0 ? 0x8000 : 0, low = 0, high = infinity;
  wide size = value < 0 ? -value : value;
  while (high - low > 1) { // low ≤ value < high, with infinity as 65,536
    int middle = (low + high) / 2;
    wide at = middle == infinity ? (wide)1 << 40 : units_of(middle);
    if (at << (shift - 24) <= size)
      low = middle;
    else
      high = middle;
  }
  wide below = units_of(low) << (shift - 24);
  wide above = (high == infinity ? (wide)1 << 40 : units_of(high)) << (shift - 24);
  wide twice = 2 * size - below - above;
  return sign | (twice > 0 || (twice == 0 && (low & 1)) ? high : low);
}

static unsigned random_bits() {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned)(state >> 20);
}

static int failures;

static void expect(const char *what, int i, int got, int wanted) {
  if (got == wanted || failures++ > 20) return;
  fprintf(stderr, "%s of number %d: 0x%04x and not 0x%04x\n", what, i, got, wanted);
}

static unsigned short halves[num_halves], results[16 * num_halves];
static float floats[4 * num_halves];

static void check_decoding() {
  __half *in;
  float *out;
  cudaMalloc(&in, sizeof halves);
  cudaMalloc(&out, num_halves * sizeof(float));
  for (int i = 0; i < num_halves; i++) halves[i] = (unsigned short)i;
  cudaMemcpy(in, halves, sizeof halves, cudaMemcpyHostToDevice);
  decode<<<num_halves / 256, 256>>>(in, out);
  cudaMemcpy(floats, out, num_halves * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < num_halves; i++) {
    double wanted = ldexp((double)units_of(i), -24);
    if ((i & 0x7fff) == infinity) wanted = i & 0x8000 ? -INFINITY : INFINITY;
    int same = (i & 0x7fff) > infinity
                   ? std::isnan(floats[i])
                   : floats[i] == wanted && std::signbit(floats[i]) == (i >= 0x8000);
    expect("decoding", i, same, 1);
  }
  cudaFree(in);
  cudaFree(out);
}

// Each half, the midpoint between it and the next, and the floats on both sides of the midpoint.
static int make_floats() {
  int n = 0;
  for (int i = 0; i < infinity; i++) {
    float here = (float)ldexp((double)units_of(i), -24);
    float next = i + 1 == infinity ? 65536 : (float)ldexp((double)units_of(i + 1), -24);
    float middle = here + (next - here) / 2, sign = i % 2 ? -1.0f : 1.0f;
    floats[n++] = sign * here;
    floats[n++] = sign * middle;
    floats[n++] = sign * nextafterf(middle, 0);
    floats[n++] = sign * nextafterf(middle, INFINITY);
  }
  float others[] = {65536, 1e30f, -INFINITY, NAN, 1e-40f, -1e-8f, 0.0f, -0.0f};
  for (float other : others) floats[n++] = other;
  return n;
}

static void check_encoding() {
  int n = make_floats();
  float *in;
  unsigned short *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, 4 * n * sizeof(unsigned short));
  cudaMemcpy(in, floats, n * sizeof(float), cudaMemcpyHostToDevice);
  encode<<<(n + 255) / 256, 256>>>(n, in, out);
  cudaMemcpy(results, out, 4 * n * sizeof(unsigned short), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) {
    const unsigned short *mine = results + 4 * i;
    float x = floats[i];
    int sign = std::signbit(x) ? 0x8000 : 0, wanted = not_a_number;
    if (std::isinf(x) || fabsf(x) >= 65536) wanted = sign | infinity;
    // below 1e-8, a float rounds to 0; every larger float is a multiple of 2^-50
    else if (!std::isnan(x))
      wanted = fabsf(x) < 1e-8f ? sign : nearest((wide)ldexp((double)x, 50), 50) | sign;
    expect("rounding to nearest", i, mine[0], wanted);
    if (std::isnan(x) || std::isinf(x)) continue;
    float zero = __half2float(__ushort_as_half(mine[1])),
          down = __half2float(__ushort_as_half(mine[2]));
    float up = __half2float(__ushort_as_half(mine[3]));
    expect("rounding to zero", i, fabsf(zero) <= fabsf(x) && mine[1] == mine[sign ? 3 : 2], 1);
    expect("rounding down and up", i, down <= x && x <= up, 1);
    bool exact =
        !(fabsf(x) > 65504) && wanted == mine[1] && __half2float(__ushort_as_half(mine[1])) == x;
    expect("neighbours", i, (mine[2] & 0x7fff) - (mine[3] & 0x7fff), exact ? 0 : sign ? 1 : -1);
  }
  cudaFree(in);
  cudaFree(out);
}

static void check_arithmetic() {
  static unsigned short a[num_halves], b[num_halves], c[num_halves];
  __half *d_a, *d_b, *d_c, *out;
  cudaMalloc(&d_a, sizeof a);
  cudaMalloc(&d_b, sizeof b);
  cudaMalloc(&d_c, sizeof c);
  cudaMalloc(&out, 4 * sizeof a);
  for (int i = 0; i < num_halves; i++) {
    // a is every half; b is random or similar to a; c is small
    a[i] = (unsigned short)i;
    b[i] = (unsigned short)(i % 3 ? random_bits() : (i ^ random_bits() % 2048));
    c[i] =
        (unsigned short)(i % 2 ? random_bits() % 2048 | (random_bits() & 0x8000) : random_bits());
  }
  cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
  cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice);
  compute<<<num_halves / 256, 256>>>(d_a, d_b, d_c, out);
  cudaMemcpy(results, out, 4 * sizeof a, cudaMemcpyDeviceToHost);
  for (int i = 0; i < num_halves; i++) {
    const unsigned short *mine = results + 4 * i;
    if (!is_finite(a[i]) || !is_finite(b[i])) {
      if ((a[i] & 0x7fff) > infinity) expect("NaN", i, mine[0] & mine[2] & mine[3], not_a_number);
      continue;
    }
    wide x = units_of(a[i]), y = units_of(b[i]);
    if (x + y != 0) expect("sum", i, mine[0], nearest(x + y, 24));
    if (x - y != 0) expect("difference", i, mine[1], nearest(x - y, 24));
    int sign = (a[i] ^ b[i]) & 0x8000;
    expect("product", i, mine[2], nearest(x * y, 48) | sign);
    if (!is_finite(c[i])) continue;
    wide sum = x * y + (units_of(c[i]) << 24);
    if (sum != 0) expect("fma", i, mine[3], nearest(sum, 48));
  }
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  cudaFree(out);
}

// ---- pairs, shuffles, atomics, the other functions ----

__global__ void pairs(const __half2 *in, __half2 *out, __half2 *sum, __half *one) {
  int i = threadIdx.x;
  __half2 a = in[i], b = __ldg(&in[31 - i]); // EXPECT load 2 64 8 8
  __half2 shuffled = __shfl_xor_sync(0xffffffffu, a, 1);
  __half low = __shfl_down_sync(0xffffffffu, __low2half(a), 1);
  out[i] = __hfma2(a, b, shuffled) + __half2half2(low); // EXPECT store 1 32 4 4
  atomicAdd(sum, a);                                    // EXPECT atomic 1 32
  atomicAdd(one, __high2half(b));
  if (__hbgt2(a, b)) out[i] = __hmul2(out[i], __float2half2_rn(2.0f));
}

__global__ void bfloats(const __nv_bfloat16 *in, float *out, __nv_bfloat162 *sum) {
  int i = threadIdx.x;
  __nv_bfloat16 a = in[i];                         // EXPECT load 1 32 2 2
  __nv_bfloat16 b = __float2bfloat16(1.00390625f); // half way between 1 and the next: 1
  out[i] = __bfloat162float(__hfma(a, b, __float2bfloat16(0.5f)));
  atomicAdd(sum, __floats2bfloat162_rn(1.0f, a));
  // 259 and 273 lie half way between two numbers; any small addend decides the rounding
  __nv_bfloat16 bit = __float2bfloat16(ldexpf(1, -60));
  out[32] = __hfma(__nv_bfloat16(7), __nv_bfloat16(37), -bit);
  out[33] = __hfma(__nv_bfloat16(7), __nv_bfloat16(39), bit);
}

__global__ void functions(float *out) {
  __half x = __float2half(2.25f), nan = __ushort_as_half(0x7e00), four = 4;
  int n = 0;
  out[n++] = hsqrt(x);
  out[n++] = __habs(__hneg(x));
  out[n++] = __hmax(x, nan) + __hmin(nan, x);
  out[n++] = __hisnan(__hmax_nan(x, nan));
  out[n++] = __hadd_sat(x, x) + __hsub_sat(x, four);
  out[n++] = __hlt(x, nan) + 2 * __hltu(x, nan) + 4 * __hne(x, nan) + 8 * __hneu(x, nan);
  out[n++] = __half2int_rn(x) + 10 * __half2int_ru(x) + 100 * __half2int_rz(__hneg(x));
  out[n++] = __half2short_rz(__ushort_as_half(0x7c00));
  out[n++] = __half2uint_rn(nan);
  out[n++] = hfloor(x) + hceil(x) + htrunc(x) + hrint(x);
  out[n++] = __int2half_rn(2049);
  out[n++] = __hdiv(__half(1), __half(3));
  out[n++] = hexp(__half(0)) + hlog2(four) + hexp2(four) + hcos(__half(0));
  __half2 p = __floats2half2_rn(1.5f, 3.0f);
  float2 f = __half22float2(__lowhigh2highlow(p));
  out[n++] = f.x * 10 + f.y;
  out[n++] = __low2float(__heq2(p, __float2half2_rn(1.5f))) + 2 * __high2float(__hne2(p, p));
  x += four;
  x *= x;
  out[n++] = x > four && x != nan ? (float)x : -1.0f;
  half h = 1;
  ++h;
  out[n++] = -h / four;
}

static void expect_float(const char *what, int i, float got, float wanted) {
  if (got == wanted || failures++ > 20) return;
  fprintf(stderr, "%s, number %d: %g and not %g\n", what, i, got, wanted);
}

static void check_pairs() {
  static __half2 in[32], out[32], sum;
  __half2 *d_in, *d_out, *d_sum;
  __half *d_one, one;
  for (int i = 0; i < 32; i++) in[i] = __floats2half2_rn((float)i, i * 0.5f);
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMalloc(&d_sum, sizeof sum);
  cudaMalloc(&d_one, sizeof one);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemset(d_sum, 0, sizeof sum);
  cudaMemset(d_one, 0, sizeof one);
  pairs<<<1, 32>>>(d_in, d_out, d_sum, d_one);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpy(&one, d_one, sizeof one, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) {
    float low = i < 31 ? i + 1 : i, twice = i > 31 - i ? 2 : 1;
    float2 got = __half22float2(out[i]);
    expect_float("low", i, got.x, twice * (i * (31.0f - i) + (i ^ 1) + low));
    expect_float("high", i, got.y, twice * (i * (31.0f - i) / 4 + (i ^ 1) * 0.5f + low));
  }
  expect_float("atomics", 0, __low2float(sum), 496);
  expect_float("atomics", 1, __high2float(sum), 248);
  expect_float("atomics", 2, __half2float(one), 248);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_sum);
  cudaFree(d_one);
}

static void check_bfloats() {
  static __nv_bfloat16 in[32], *d_in;
  static __nv_bfloat162 sum, *d_sum;
  static float out[34], *d_out;
  for (int i = 0; i < 32; i++) in[i] = __float2bfloat16((float)i);
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMalloc(&d_sum, sizeof sum);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemset(d_sum, 0, sizeof sum);
  bfloats<<<1, 32>>>(d_in, d_out, d_sum);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) expect_float("bfloat16", i, out[i], i + 0.5f);
  expect_float("bfloat16 fma", 0, out[32], 258);
  expect_float("bfloat16 fma", 1, out[33], 274);
  expect_float("bfloat16 atomics", 0, __low2float(sum), 32);
  for (unsigned i = 0; i < 1000; i++) { // the upper half of a float, rounded
    unsigned bits = random_bits() << 8 | random_bits() % 256, up = (bits >> 16 & 1) + 0x7fff;
    float x;
    memcpy(&x, &bits, sizeof x);
    if (std::isnan(x)) continue;
    expect("bfloat16 bits", (int)i, __bfloat16_as_ushort(__float2bfloat16(x)), (bits + up) >> 16);
  }
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_sum);
}

static void check_functions() {
  const float wanted[] = {1.5f,
                          2.25f,
                          4.5f,
                          1,
                          1,
                          2 + 8,
                          2 + 30 - 200,
                          32767,
                          0,
                          2 + 3 + 2 + 2,
                          2048,
                          0.333251953125f,
                          1 + 2 + 16 + 1,
                          31.5f,
                          1,
                          39.0625f,
                          -0.5f};
  const int count = sizeof wanted / sizeof *wanted;
  float got[count], *out;
  cudaMalloc(&out, sizeof got);
  functions<<<1, 1>>>(out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; i++) expect_float("functions", i, got[i], wanted[i]);
  cudaFree(out);
}

int main() {
  check_decoding();
  check_encoding();
  check_arithmetic();
  check_pairs();
  check_bfloats();
  check_functions();
  if (cudaDeviceSynchronize() != cudaSuccess || failures) return 1;
  return check_annotations(__FILE__);
}
