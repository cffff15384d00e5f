// intrinsics.cu: device functions of one or a few instructions: bits, warps, barriers, atomics of
// every type, caches, mathematics; each is compared with the right result.
#include "check.h"

#include <cassert>
#include <cmath>
#include <cstdio>

static int failures;

static void expect(const char *what, int i, double got, double wanted) {
  if (got == wanted || failures++ > 20) return;
  fprintf(stderr, "%s, number %d: %.17g and not %.17g\n", what, i, got, wanted);
}

// ---- within a warp ----

template <class T> __device__ double shuffled(T value) {
  unsigned all = 0xffffffffu;
  double sum = (double)__shfl_sync(all, value, 3) + (double)__shfl_up_sync(all, value, 1);
  return sum + (double)__shfl_down_sync(all, value, 2, 8) + (double)__shfl_xor_sync(all, value, 4);
}

__global__ void warps(double *out) {
  int i = threadIdx.x, n = 0;
  double *mine = out + 24 * i;
  mine[n++] = shuffled(i);
  mine[n++] = shuffled((unsigned)i);
  mine[n++] = shuffled((long long)i << 40);
  mine[n++] = shuffled((unsigned long)i << 33);
  mine[n++] = shuffled(i * 0.5f);
  mine[n++] = shuffled(i * 0.1);
  mine[n++] = __ballot_sync(0xffffffffu, i % 2);
  mine[n++] = __any_sync(0xffffffffu, i == 40) + 2 * __all_sync(0xffffffffu, i >= 0);
  mine[n++] = __match_any_sync(0xffffffffu, i % 4);
  int same;
  mine[n++] = __match_all_sync(0xffffffffu, i < 100, &same);
  mine[n++] = same;
  mine[n++] = __reduce_add_sync(0xffffffffu, i) + __reduce_max_sync(0xffffffffu, -i);
  mine[n++] = __reduce_xor_sync(0xffffffffu, (unsigned)i) + __reduce_or_sync(0xffffffffu, 3u);
  mine[n++] = __activemask();
  if (i % 32 < 5) mine[n] = __activemask();
  __syncwarp();
  mine[++n] = __syncthreads_count(i % 3 == 0);
  mine[++n] = __syncthreads_and(i < 64) + 2 * __syncthreads_or(i == 63);
}

static void check_warps() {
  static double host[64 * 24], *out;
  cudaMalloc(&out, sizeof host);
  warps<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++) {
    const double *mine = host + 24 * i;
    int w = i / 32 * 32, up = i % 32 ? i - 1 : i, down = i % 8 < 6 ? i + 2 : i;
    double sum = (w + 3) + up + down + (i ^ 4);
    expect("int", i, mine[0], sum);
    expect("unsigned", i, mine[1], sum);
    expect("long long", i, mine[2], ldexp(sum, 40));
    expect("unsigned long", i, mine[3], ldexp(sum, 33));
    expect("float", i, mine[4], sum / 2);
    expect("double", i, mine[5], (w + 3) * 0.1 + up * 0.1 + (down * 0.1 + 0) + (i ^ 4) * 0.1);
    expect("ballot", i, mine[6], 0xaaaaaaaau);
    expect("any, all", i, mine[7], w == 32 ? 3 : 2);
    expect("match_any", i, mine[8], 0x11111111u << i % 4);
    expect("match_all", i, mine[9], 0xffffffffu);
    expect("match_all", i, mine[10], 1);
    expect("reduce", i, mine[11], 496 + 32.0 * w - w);
    expect("reduce", i, mine[12], 3);
    expect("activemask", i, mine[13], 0xffffffffu);
    if (i % 32 < 5) expect("activemask", i, mine[14], 31);
    expect("count", i, mine[15], 22);
    expect("and, or", i, mine[16], 3);
  }
  cudaFree(out);
}

// ---- atomics ----

struct Cells {
  int i[8];
  unsigned u[8];
  unsigned long long ull[6];
  long long ll[2];
  float f[2];
  double d[2];
  unsigned short us[2];
};

__global__ void atomics(Cells *c) {
  int t = threadIdx.x;
  atomicAdd(&c->i[0], t); // EXPECT atomic 2 64
  atomicSub(&c->i[1], t);
  atomicMin(&c->i[2], -t);
  atomicMax(&c->i[3], t);
  atomicAnd(&c->i[4], ~(1 << t % 32));
  atomicOr(&c->i[5], 1 << t % 32);
  atomicXor(&c->i[6], t);
  atomicExch_block(&c->i[7], 5);
  atomicAdd_system(&c->u[0], 2u);
  atomicInc(&c->u[1], 9u);
  atomicDec(&c->u[2], 9u);
  atomicMax_block(&c->u[3], (unsigned)t);
  atomicCAS(&c->u[4], 0u, 7u);
  atomicAdd(&c->ull[0], 1ull << 40); // EXPECT atomic 2 64
  atomicMin(&c->ull[1], (unsigned long long)t + 3);
  atomicMax(&c->ull[2], (unsigned long long)t << 33);
  atomicOr(&c->ull[3], 1ull << t);
  atomicExch(&c->ull[4], 11ull);
  atomicCAS_system(&c->ull[5], 0ull, 1ull << 50);
  atomicMin(&c->ll[0], -(long long)t << 40);
  atomicMax(&c->ll[1], (long long)t << 40);
  atomicAdd(&c->f[0], 0.5f);
  atomicExch(&c->f[1], 2.5f);
  atomicAdd(&c->d[0], 0.25);
  atomicAdd_block(&c->d[1], 1e-3 * 0 + 2);
  atomicCAS(&c->us[1], (unsigned short)0, (unsigned short)99);
}

static void check_atomics() {
  Cells host = {}, *cells;
  host.i[4] = -1;
  host.ull[1] = 1000;
  cudaMalloc(&cells, sizeof host);
  cudaMemcpy(cells, &host, sizeof host, cudaMemcpyHostToDevice);
  atomics<<<1, 64>>>(cells);
  cudaMemcpy(&host, cells, sizeof host, cudaMemcpyDeviceToHost);
  const int ints[] = {2016, -2016, -63, 63, 0, -1, 0, 5};
  for (int k = 0; k < 8; k++) expect("int", k, host.i[k], ints[k]);
  const unsigned unsigneds[] = {128, 64 % 10, 9 - 63 % 10, 63, 7};
  for (int k = 0; k < 5; k++) expect("unsigned", k, host.u[k], unsigneds[k]);
  const unsigned long long longs[] = {64ull << 40, 3, 63ull << 33, ~0ull, 11, 1ull << 50};
  for (int k = 0; k < 6; k++) expect("unsigned long long", k, host.ull[k], longs[k]);
  expect("long long", 0, host.ll[0], -ldexp(63, 40));
  expect("long long", 1, host.ll[1], ldexp(63, 40));
  expect("float", 0, host.f[0], 32);
  expect("float", 1, host.f[1], 2.5);
  expect("double", 0, host.d[0], 16);
  expect("double", 1, host.d[1], 128);
  expect("unsigned short", 0, host.us[0], 0);
  expect("unsigned short", 1, host.us[1], 99);
  cudaFree(cells);
}

// ---- one thread ----

__global__ void numbers(double *out, const float4 *in, float x, double y, int k) {
  int n = 0;
  out[n++] = __popc(0xf0f) + __popcll(~0ull) + __clz(1) + __ffs(8) + __ffsll(1ll << 40);
  out[n++] = __brev(1) + __byte_perm(0x44332211, 0, 0x3333);
  out[n++] = __funnelshift_l(0x80000000u, 1, 1) + __funnelshift_r(0, 1, 4);
  out[n++] = __funnelshift_lc(1, 2, 40) + __funnelshift_rc(3, 4, 40);
  out[n++] = __mulhi(1 << 30, 16) + __umulhi(1u << 31, 6u) + __mul24(3, 5) +
             __dp4a(0x01020304, 0x01010101, 5);
  out[n++] = __float2int_rz(1e20f) + (double)__float2uint_rn(-3.0f) + __double2int_rn(2.5);
  out[n++] = __float2ll_rd(-0.5f) + (double)__float2int_rn(nanf(""));
  out[n++] = __int_as_float(0x40000000) + __uint_as_float(0x3f800000u) + __float_as_int(1.0f);
  out[n++] = __hiloint2double(0x40000000, 0) + __double2hiint(2.0) + __double2loint(2.0);
  out[n++] = __fmaf_rn(x, x, 1) + __fadd_rn(x, 1) + __fmul_rn(x, 2) + __frcp_rn(4) + __fsqrt_rn(16);
  out[n++] = __fma_rn(y, y, 1) + __dadd_rn(y, 1) + __ddiv_rn(y, 2) + __dsqrt_rn(9);
  out[n++] =
      rsqrtf(4) + rsqrt(16.0) + cbrtf(27) + __saturatef(3) + __saturatef(-1) + fdividef(6, 3);
  float s, c;
  sincosf(0, &s, &c);
  out[n++] = s + c + sinpif(0.5f) + cospif(1) + exp2f(3) + exp10f(2) + log2f(8) + log10f(1000);
  out[n++] =
      __expf(0) + __powf(2, 3) + __log2f(4) + __sinf(0) + __cosf(0) + fmaxf(x, 3) + fminf(x, 3);
  out[n++] =
      max(k, 3) + min(k, 3) + max(2.5f, x) + min(y, 7.0) + abs(-k) + fabsf(-x) + umax(3u, 4u);
  out[n++] =
      norm3df(2, 3, 6) + norm4df(2, 4, 4, 8) + rnorm3df(0, 0, 4) + hypotf(3, 4) + rhypotf(3, 4);
  out[n++] =
      copysignf(2, -1) + fmodf(7, 4) + truncf(-2.5f) + rintf(2.5f) + roundf(2.5f) + floorf(-0.5f);
  float4 v = __ldg(in); // EXPECT load 1 1 1
  out[n++] = v.x + v.y + __ldcs(&in[1]).z + __ldcg(&in->w);
  __stcs(&out[n++], 5.0);
  __stwt(&out[n++], 6);
  __nanosleep(20);
  __threadfence();
  assert(n == 20);
  printf("%d results, %s\n", n, x > 0 ? "positive" : "not positive");
}

static void check_numbers() {
  const float4 in[2] = {make_float4(1, 2, 3, 4), make_float4(5, 6, 7, 8)};
  const double wanted[] = {8 + 64 + 31 + 4 + 41,
                           2147483648.0 + 0x44444444,
                           3 + 0x10000000,
                           1 + 4,
                           4 + 3 + 15 + 15,
                           2147483647.0 + 0 + 2,
                           -1 + 0,
                           2 + 1 + 1065353216.0,
                           2 + 1073741824.0 + 0,
                           5 + 3 + 4 + 0.25 + 4,
                           10 + 4 + 1.5 + 3,
                           0.5 + 0.25 + 3 + 1 + 0 + 2,
                           0 + 1 + 1 - 1 + 8 + 100 + 3 + 3,
                           1 + 8 + 2 + 0 + 1 + 3 + 2,
                           5 + 3 + 2.5 + 3 + 5 + 2 + 4,
                           7 + 10 + 0.25 + 5 + 0.2f,
                           -2 + 3 - 2 + 2 + 3 - 1,
                           1 + 2 + 7 + 4,
                           5,
                           6};
  const int count = sizeof wanted / sizeof *wanted;
  double host[count], *out;
  float4 *d_in;
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&d_in, sizeof in);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  numbers<<<1, 1>>>(out, d_in, 2, 3, 5);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int k = 0; k < count; k++) expect("number", k, (float)host[k], (float)wanted[k]);
  cudaFree(out);
  cudaFree(d_in);
}

int main() {
  check_warps();
  check_atomics();
  check_numbers();
  if (cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess) return 1;
  return failures ? 1 : check_annotations(__FILE__);
}
