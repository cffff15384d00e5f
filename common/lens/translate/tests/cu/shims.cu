// shims.cu: uses everything that the stand-in headers declare. It must compile without a warning,
// with the lens and with nvcc, and without any include of CUDA's.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

template <typename T> __device__ T shuffles(T value) {
  unsigned all = 0xffffffffu;
  int same = 0;
  value += __shfl_sync(all, value, 0) + __shfl_sync(all, value, 0, 16);
  value += __shfl_up_sync(all, value, 1) + __shfl_down_sync(all, value, 1, 8);
  value += __shfl_xor_sync(all, value, 1) + __shfl_xor_sync(all, value, 1, warpSize);
  value += T(__match_any_sync(all, value) & 1) + T(__match_all_sync(all, value, &same) & 1);
  return value + T(same);
}

__global__ void warp(int *i, unsigned *u, long *l, unsigned long *ul, long long *ll,
                     unsigned long long *ull, float *f, double *d) {
  int t = threadIdx.x;
  i[t] = shuffles(i[t]);
  u[t] = shuffles(u[t]);
  l[t] = shuffles(l[t]);
  ul[t] = shuffles(ul[t]);
  ll[t] = shuffles(ll[t]);
  ull[t] = shuffles(ull[t]);
  f[t] = shuffles(f[t]);
  d[t] = shuffles(d[t]);
  unsigned mask = __activemask();
  u[t] += __ballot_sync(mask, t & 1) + __all_sync(mask, t) + __any_sync(mask, t);
  u[t] += __reduce_add_sync(mask, u[t]) + __reduce_min_sync(mask, u[t]);
  u[t] += __reduce_max_sync(mask, u[t]) + __reduce_and_sync(mask, u[t]);
  u[t] += __reduce_or_sync(mask, u[t]) + __reduce_xor_sync(mask, u[t]);
  i[t] += __reduce_add_sync(mask, i[t]) + __reduce_min_sync(mask, i[t]);
  i[t] += __reduce_max_sync(mask, i[t]);
  __syncwarp();
  __syncwarp(mask);
}

__global__ void atomics(int *i, unsigned *u, long long *ll, unsigned long long *ull, float *f,
                        double *d) {
  *i += atomicAdd(i, 1) + atomicSub(i, 1) + atomicExch(i, 1) + atomicMin(i, 1) + atomicMax(i, 1);
  *i += atomicCAS(i, 1, 2) + atomicAnd(i, 1) + atomicOr(i, 1) + atomicXor(i, 1);
  *u += atomicAdd(u, 1u) + atomicSub(u, 1u) + atomicExch(u, 1u) + atomicMin(u, 1u);
  *u += atomicMax(u, 1u) + atomicInc(u, 7u) + atomicDec(u, 7u) + atomicCAS(u, 1u, 2u);
  *u += atomicAnd(u, 1u) + atomicOr(u, 1u) + atomicXor(u, 1u);
  *ll += atomicMin(ll, 1ll) + atomicMax(ll, 1ll);
  *ull += atomicAdd(ull, 1ull) + atomicExch(ull, 1ull) + atomicMin(ull, 1ull);
  *ull += atomicMax(ull, 1ull) + atomicCAS(ull, 1ull, 2ull) + atomicAnd(ull, 1ull);
  *ull += atomicOr(ull, 1ull) + atomicXor(ull, 1ull);
  *f += atomicAdd(f, 1.0f) + atomicExch(f, 1.0f);
  *d += atomicAdd(d, 1.0);
  *i += atomicAdd_block(i, 1) + atomicAdd_system(i, 1) + atomicCAS_block(i, 1, 2);
}

__global__ void threads(int *out, clock_t *) {
  __shared__ int count;
  dim3 block = blockDim, grid = gridDim;
  uint3 here = threadIdx, there = blockIdx;
  if (here.x == 0 && there.y == 0) count = 0;
  __syncthreads();
  out[0] = __syncthreads_count(here.z) + __syncthreads_and(1) + __syncthreads_or(0);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  out[1] = static_cast<int>(block.x * grid.y * blockDim.z + gridDim.z) + count;
  assert(out[1] >= 0 && "a message, with a comma");
  if (out[1] < 0) __trap();
  __nanosleep(10);
  if (here.x == 0) printf("%d %s\n", out[0], "text");
}

__global__ void caches(const float4 *from, float4 *to, const int *x, double *y) {
  to[0] = __ldg(from);
  to[1] = __ldg(&from[1]);
  int sum = __ldg(x) + __ldcg(x) + __ldca(x) + __ldcs(x) + __ldlu(x) + __ldcv(x);
  __stwb(y, 1.0);
  __stcg(y, 1.0);
  __stcs(y, 1.0);
  __stwt(y, 1.0 + sum);
}

__global__ void __launch_bounds__(128, 2) bits(unsigned *u, unsigned long long *ull, int *i) {
  unsigned x = *u;
  unsigned long long y = *ull;
  i[0] = __popc(x) + __popcll(y) + __clz((int)x) + __clzll((long long)y) + __ffs((int)x);
  i[1] = __ffsll((long long)y) + __mul24(i[0], 3) + __mulhi(i[0], 1 << 30) + __hadd(i[0], 3);
  i[2] = __rhadd(i[0], 3);
  *u = __brev(x) + __umul24(x, 3u) + __umulhi(x, x) + __sad(1, 2, x) + __usad(1u, 2u, x);
  *u += __funnelshift_l(x, x, 3) + __funnelshift_r(x, x, 3) + __byte_perm(x, x, 0x3210);
  *u += __fns(x, 0, 3);
  *ull = __brevll(y) + (unsigned long long)__mul64hi((long long)y, 3) + __umul64hi(y, y);
  *u += umin(x, 3u) + umax(x, 3u);
}

__global__ void conversions(float *f, double *d, int *i, unsigned *u, long long *ll,
                            unsigned long long *ull) {
  *i = __float_as_int(*f) + __float2int_rn(*f) + __float2int_rz(*f) + __float2int_ru(*f);
  *i += __float2int_rd(*f) + __double2int_rn(*d) + __double2hiint(*d) + __double2loint(*d);
  *u = __float_as_uint(*f) + __float2uint_rn(*f) + __double2uint_rn(*d);
  *ll = __double_as_longlong(*d) + __float2ll_rn(*f) + __double2ll_rn(*d);
  *ull = __float2ull_rn(*f) + __double2ull_rn(*d);
  *f = __int_as_float(*i) + __uint_as_float(*u) + __int2float_rn(*i) + __uint2float_rn(*u);
  *f += __ll2float_rn(*ll) + __ull2float_rn(*ull) + __double2float_rn(*d);
  *d = __longlong_as_double(*ll) + __int2double_rn(*i) + __uint2double_rn(*u);
  *d += __ll2double_rn(*ll) + __ull2double_rn(*ull) + __hiloint2double(*i, *i);
}

__global__ void arithmetic(float *f, double *d, int n, unsigned k) {
  float x = *f, s, c;
  double y = *d, ys, yc;
  x += fmaf(x, x, x) + __fmaf_rn(x, x, x) + __fadd_rn(x, x) + __fsub_rn(x, x) + __fmul_rn(x, x);
  x += __fdiv_rn(x, x) + __fsqrt_rn(x) + __frcp_rn(x) + __frsqrt_rn(x) + __fdividef(x, x);
  x += rsqrtf(x) + rcbrtf(x) + sinpif(x) + cospif(x) + norm3df(x, x, x) + rhypotf(x, x);
  x += normcdff(x) + fdividef(x, x) + __saturatef(x) + __expf(x) + __exp10f(x) + __logf(x);
  x += __log2f(x) + __log10f(x) + __powf(x, x) + __sinf(x) + __cosf(x) + __tanf(x);
  __sincosf(x, &s, &c);
  sincosf(x, &s, &c);
  sincospif(x, &s, &c);
  x += sqrtf(x) + expf(x) + fabsf(x) + floorf(x) + fminf(x, s) + fmaxf(x, c) + hypotf(x, x);
  x += sqrt(x) + exp(x) + abs(x) + pow(x, 2.0f) + min(x, s) + max(x, c) + cbrtf(x);
  y += fma(y, y, y) + __fma_rn(y, y, y) + __dadd_rn(y, y) + __dsub_rn(y, y) + __dmul_rn(y, y);
  y += __ddiv_rn(y, y) + __dsqrt_rn(y) + __drcp_rn(y) + rsqrt(y) + rcbrt(y) + sinpi(y) + cospi(y);
  sincospi(y, &ys, &yc);
  y += norm3d(y, ys, yc) + rhypot(y, y) + normcdf(y) + sqrt(y) + fabs(y) + min(y, 1.0);
  y += max(y, x) + min(x, y) + max(1.0, y);
  y += min(n, 3) + max(n, -n) + min(k, 3u) + max(k, (unsigned)n) + min(n, k);
  y += min(3l, 4l) + max(3ll, 4ll) + min(3ul, 4ul) + max(3ull, 4ull) + abs(n);
  if (isnan(y) || isinf(x) || !isfinite(y)) y = 0;
  *f = x;
  *d = y;
}

struct __align__(8) Pair {
  int first, second;
};

__constant__ float4 corners[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__constant__ int bias;
__device__ Pair pairs[3];
__device__ volatile int flag = 1;
static __device__ int2 table[2];
__managed__ int managed;

__device__ __noinline__ float apart(float x) {
  return x + 1;
}
__host__ __device__ __forceinline__ float twice(float x) {
  return 2 * x;
}

__global__ void vectors(float4 *f4, double2 *d2, int *out, __grid_constant__ const Pair by_value) {
  __shared__ float4 tile[32];
  __shared__ __align__(16) Pair two[2][3];
  extern __shared__ double dynamic[];
  float4 v = f4[0], w = {1, 2, 3, 4}, zero = {};
  tile[threadIdx.x] = v;
  two[0][1] = Pair{1, 2};
  dynamic[threadIdx.x] = d2[0].y;
  v.x += w.w + zero.z + corners[1].x + tile[0].y + twice(apart(v.z));
  f4[1] = v;
  f4[2] = make_float4(v.x, v.y, v.z, v.w);
  d2[1] = make_double2(dynamic[0], 2.0);
  int2 i2 = make_int2(bias, managed);
  table[0] = i2;
  pairs[by_value.first] = two[0][1];
  flag = 2;
  char4 c4 = make_char4(1, 2, 3, 4);
  uchar4 uc4 = make_uchar4(1, 2, 3, 4);
  short2 s2 = make_short2(1, 2);
  ushort4 us4 = make_ushort4(1, 2, 3, 4);
  uint3 u3 = make_uint3(1, 2, 3);
  uint4 u4 = make_uint4(1, 2, 3, 4);
  int3 i3 = make_int3(1, 2, 3);
  int4 i4 = make_int4(1, 2, 3, 4);
  float1 f1 = make_float1(1);
  float2 f2 = make_float2(1, 2);
  float3 f3 = make_float3(1, 2, 3);
  longlong2 l2 = make_longlong2(1, 2);
  ulonglong2 ul2 = make_ulonglong2(1, 2);
  double3 d3 = make_double3(1, 2, 3);
  out[0] = c4.w + uc4.x + s2.y + us4.z + i3.z + i4.w + (int)(u3.y + u4.w + f1.x + f2.y + f3.z);
  out[1] = (int)(l2.x + (long long)ul2.y + (long long)d3.z) + by_value.second;
}

static void memory() {
  float *x, *host, here[4] = {0, 0, 0, 0};
  int *managed_array;
  void *raw;
  size_t pitch, left, all;
  cudaMalloc(&x, 4 * sizeof(float));
  cudaMalloc((void **)&raw, 16);
  cudaMallocManaged(&managed_array, 16);
  cudaMallocHost(&host, 16);
  cudaFreeHost(host);
  cudaHostAlloc(&host, 16, cudaHostAllocDefault);
  cudaFreeHost(host);
  cudaMemcpy(x, here, sizeof here, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(here, x, sizeof here, cudaMemcpyDeviceToHost);
  cudaMemset(x, 0, 16);
  cudaMemsetAsync(x, 0, 16, 0);
  cudaMemcpy2D(here, 8, x, 8, 8, 2, cudaMemcpyDefault);
  cudaMemset2D(x, 8, 0, 8, 2);
  cudaMemcpyToSymbol(bias, here, sizeof bias);
  cudaMemcpyToSymbol(table, here, sizeof(int2), sizeof(int2), cudaMemcpyHostToDevice);
  cudaMemcpyFromSymbol(here, corners, sizeof here);
  cudaGetSymbolAddress(&raw, corners);
  cudaGetSymbolSize(&left, corners);
  cudaMemGetInfo(&left, &all);
  cudaHostRegister(here, sizeof here, cudaHostRegisterDefault);
  cudaHostUnregister(here);
  cudaFree(managed_array);
  cudaFree(x);
  cudaMallocPitch(&x, &pitch, 10, 3);
  cudaFree(x);
  cudaMallocAsync(&x, 16, cudaStream_t(0));
  cudaFreeAsync(x, 0);
}

static float streams() {
  cudaStream_t stream;
  cudaEvent_t start, stop;
  float ms = 0;
  cudaStreamCreate(&stream);
  cudaEventCreate(&start);
  cudaEventCreateWithFlags(&stop, cudaEventDefault);
  cudaEventRecord(start, stream);
  cudaEventRecord(stop);
  cudaEventQuery(stop);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);
  cudaStreamWaitEvent(stream, stop, 0);
  cudaStreamQuery(stream);
  cudaStreamSynchronize(stream);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaStreamDestroy(stream);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamDestroy(stream);
  return ms;
}

static int device() {
  int count, value, blocks, grid, version;
  cudaDeviceProp properties;
  cudaFuncAttributes attributes;
  size_t limit;
  cudaGetDeviceCount(&count);
  cudaGetDevice(&value);
  cudaSetDevice(0);
  cudaGetDeviceProperties(&properties, 0);
  cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0);
  cudaDeviceSetLimit(cudaLimitStackSize, 1024);
  cudaDeviceGetLimit(&limit, cudaLimitStackSize);
  cudaRuntimeGetVersion(&version);
  cudaDriverGetVersion(&version);
  cudaFuncSetAttribute(bits, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  cudaFuncSetCacheConfig(bits, cudaFuncCachePreferL1);
  cudaFuncGetAttributes(&attributes, bits);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bits, 128, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &value, bits);
  cudaDeviceSynchronize();
  return count + properties.warpSize + properties.maxThreadsDim[0] + attributes.numRegs + blocks;
}

int main() {
  static unsigned u = 1;
  static unsigned long long ull;
  static int i[4];
  void *arguments[] = {&u, &ull, &i};
  memory();
  printf("%f %d\n", streams(), device());
  bits<<<1, 32>>>(&u, &ull, i);
  cudaLaunchKernel((const void *)bits, dim3(1), dim3(32), arguments, 0, 0);
  cudaLaunchKernel(bits, dim3(1), dim3(32), arguments);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess || cudaPeekAtLastError() != cudaSuccess)
    printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
  return cudaDeviceReset() == cudaErrorInvalidValue ? EXIT_FAILURE : EXIT_SUCCESS;
}
