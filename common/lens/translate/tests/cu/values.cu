// values.cu: prints the results of functions whose results are exact. values.txt has the output of
// an H200 (CUDA 13.0); the lens must print the same.
#include <stdio.h>

#define NUM_RESULTS 128

// One block of 32 threads; each stores its results in a column.
struct Results {
  unsigned long long *out;
  int used;
  __device__ void add(unsigned long long bits) {
    out[used++ * 32 + threadIdx.x] = bits;
  }
  __device__ void add_float(float x) {
    add(__float_as_uint(x));
  }
  __device__ void add_double(double x) {
    add((unsigned long long)__double_as_longlong(x));
  }
};

__device__ void bits(Results &r, unsigned x, unsigned y) {
  r.add(__popc(x));
  r.add(__popcll((unsigned long long)x << 20 | y));
  r.add((unsigned)__clz((int)x));
  r.add((unsigned)__clzll((long long)x << 3));
  r.add((unsigned)__ffs((int)x));
  r.add((unsigned)__ffsll((long long)x << 9));
  r.add(__brev(x));
  r.add(__brevll((unsigned long long)x << 32 | y));
  r.add(__fns(x, y & 31, 2));
  r.add(__fns(x, y & 31, -2));
  r.add(__fns(x, y & 31, 0));
  r.add(__funnelshift_l(x, y, x));
  r.add(__funnelshift_r(x, y, y));
  r.add(__byte_perm(x, y, 0x7531));
  r.add((unsigned)__mul24((int)x, (int)y));
  r.add(__umul24(x, y));
  r.add((unsigned)__mulhi((int)x, (int)y));
  r.add(__umulhi(x, y));
  r.add((unsigned long long)__mul64hi((long long)x << 31, -(long long)y << 20));
  r.add(__umul64hi((unsigned long long)x << 31, (unsigned long long)y << 20));
  r.add(__sad((int)x, (int)y, 5));
  r.add(__usad(x, y, 5));
  r.add((unsigned)__hadd((int)x, (int)y));
  r.add((unsigned)__rhadd((int)x, (int)y));
  r.add((unsigned)min((int)x, (int)y) + max(x, y));
  r.add(min(-3, x) + max(-3, y));
}

__device__ void numbers(Results &r, float f, double d) {
  r.add((unsigned)__float2int_rn(f));
  r.add((unsigned)__float2int_rz(f));
  r.add((unsigned)__float2int_ru(f));
  r.add((unsigned)__float2int_rd(f));
  r.add((unsigned)__double2int_rn(d));
  r.add((unsigned long long)__float2ll_rn(f));
  r.add((unsigned)__double2hiint(d));
  r.add((unsigned)__double2loint(d));
  r.add_double(__hiloint2double((int)threadIdx.x, -5));
  r.add_float(__int2float_rn((int)(threadIdx.x * 123456789u)));
  r.add_float(__uint2float_rn(threadIdx.x * 123456789u));
  r.add_float(__double2float_rn(d * 1.1));
  r.add_float(__fadd_rn(f, 0.1f));
  r.add_float(__fmul_rn(f, f));
  r.add_float(__fdiv_rn(f, 3.0f));
  r.add_float(__fsqrt_rn(f * f));
  r.add_float(__frcp_rn(f + 0.25f));
  r.add_float(__fmaf_rn(f, f, -f));
  r.add_double(__fma_rn(d, d, -d));
  r.add_double(__ddiv_rn(d, 3.0));
  r.add_float(min(f, 0.0f) + max(f, 1.0f));
  r.add_float(min(f, NAN));
  r.add_float(sinpif(f * 2));
  r.add_float(cospif(f * 2 + 0.5f));
  r.add_float(__saturatef(f));
}

__device__ void warp(Results &r, int x) {
  unsigned all = 0xffffffffu;
  int lane = (int)threadIdx.x, same = 7;
  r.add((unsigned)__shfl_sync(all, x, 5));
  r.add((unsigned)__shfl_sync(all, x, lane + 3, 8));
  r.add((unsigned)__shfl_sync(all, x, 37));
  r.add((unsigned)__shfl_up_sync(all, x, 3));
  r.add((unsigned)__shfl_up_sync(all, x, 3, 8));
  r.add((unsigned)__shfl_down_sync(all, x, 3));
  r.add((unsigned)__shfl_down_sync(all, x, 3, 16));
  r.add((unsigned)__shfl_xor_sync(all, x, 5));
  r.add((unsigned)__shfl_xor_sync(all, x, 9, 4));
  r.add_double(__shfl_down_sync(all, x * 0.5, 1));
  r.add((unsigned long long)__shfl_xor_sync(all, (long long)x << 33, 1));
  r.add(__ballot_sync(all, x & 4));
  r.add((unsigned)__all_sync(all, x > -5) + 2u * (unsigned)__any_sync(all, x > 100));
  r.add(__match_any_sync(all, x % 5));
  r.add(__match_any_sync(all, (double)(x % 3)));
  r.add(__match_all_sync(all, x, &same));
  r.add((unsigned)same);
  r.add(__match_all_sync(all, 7, &same));
  r.add((unsigned)same);
  r.add(__activemask());
  r.add(__reduce_add_sync(all, (unsigned)x) + (unsigned)__reduce_add_sync(all, -x));
  r.add((unsigned)__reduce_min_sync(all, -x) + __reduce_max_sync(all, (unsigned)x));
  r.add(__reduce_and_sync(all, (unsigned)x) + __reduce_xor_sync(all, (unsigned)x));
  r.add((unsigned)(__syncthreads_count(x & 1) + __syncthreads_or(x == 3)));
  r.add((unsigned)__syncthreads_and(x < 1000));
  if (lane < 16) r.add(__ballot_sync(0xffffu, x & 2));
  else r.add(__shfl_xor_sync(0xffff0000u, (unsigned)x, 1));
}

__global__ void all_of_it(unsigned long long *out, int *used) {
  unsigned t = threadIdx.x, x = t * 2654435761u ^ t << 7, y = ~x * 40503u + t;
  Results r = {out, 0};
  bits(r, x, y);
  numbers(r, (float)(int)t * 0.75f - 8.0f, (double)(int)t * 1.5 - 20.0);
  warp(r, (int)(t * t % 37));
  if (t == 0) *used = r.used;
}

__global__ void atomics(int *i, unsigned *u, unsigned long long *ull, long long *ll, float *f) {
  int t = (int)threadIdx.x;
  atomicAdd(&i[0], t);
  atomicSub(&i[1], t);
  atomicMin(&i[2], -t);
  atomicMax(&i[3], t);
  atomicAnd(&i[4], ~(1 << t));
  atomicOr(&i[5], 1 << t);
  atomicXor(&i[6], t << t);
  atomicCAS(&i[7], 0, 9);
  atomicMin(&u[0], 100u - (unsigned)t);
  atomicMax(&u[1], 100u + (unsigned)t);
  atomicInc(&u[2], 20u);
  atomicDec(&u[3], 20u);
  atomicExch(&u[4], 77u);
  atomicAdd(ull, 1ull << t);
  atomicMin(&ll[0], -(1ll << t));
  atomicMax(&ll[1], 1ll << t);
  atomicAdd(f, 0.5f);
}

template <class T> static T *make(int count) {
  T *made;
  cudaMalloc(&made, count * sizeof(T));
  cudaMemset(made, 0, count * sizeof(T));
  return made;
}
template <class T> static void print(const char *name, const T *device, int count) {
  T host[8];
  cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost);
  printf("%s", name);
  for (int k = 0; k < count; k++) printf(" %.0f", (double)host[k]);
  printf("\n");
}

int main() {
  static unsigned long long host[NUM_RESULTS * 32];
  unsigned long long *out = make<unsigned long long>(NUM_RESULTS * 32);
  int *used = make<int>(1), count = 0;
  all_of_it<<<1, 32>>>(out, used);
  cudaMemcpy(&count, used, sizeof count, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int k = 0; k < count; k++) {
    printf("%d:", k);
    for (int t = 0; t < 32; t++) printf(" %llx", host[k * 32 + t]);
    printf("\n");
  }
  int *i = make<int>(8);
  unsigned *u = make<unsigned>(8);
  unsigned long long *ull = make<unsigned long long>(1);
  long long *ll = make<long long>(2);
  float *f = make<float>(1);
  cudaMemset(u, 1, 4);
  cudaMemset(i + 4, 255, 4);
  atomics<<<1, 32>>>(i, u, ull, ll, f);
  print("int", i, 8);
  print("unsigned", u, 5);
  print("unsigned long long", ull, 1);
  print("long long", ll, 2);
  print("float", f, 1);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
