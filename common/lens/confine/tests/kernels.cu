/* Attacks from kernels: on the host, on other threads, and on the functions that they call. */
#include "harness.h"
#include <cstring>
#include <cstdlib>
#include <cstdio>
#include <string>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct wide { unsigned long word[12]; };
#define RUN(kernel, blocks, threads, ...) { kernel<<<blocks, threads>>>(__VA_ARGS__); cudaDeviceSynchronize(); }
/* Stores from the stack pointer downwards, as in below.cu. */
#define SWEEP(name, statement) static __global__ void k_##name(unsigned long win) { unsigned long value[2] = {win, 0}; char here; for (volatile int i = 1; i < 500; i++) { char *to = (char *)(((unsigned long)&here - 8 * i) & ~7ul); statement; } } \
  static void name() RUN(k_##name, 1, 1, harness_address_of_win())
SWEEP(by_memcpy, memcpy(to, value, 8))
SWEEP(by_memset, memset(to, (int)value[0], 8))
SWEEP(by_exchange, atomicExch((unsigned long long *)to, (unsigned long long)value[0]))
SWEEP(by_compare, atomicCAS((unsigned long long *)to, *(unsigned long long *)to, (unsigned long long)value[0]))
SWEEP(by_add, atomicAdd((unsigned long long *)to, (unsigned long long)value[0] - *(unsigned long long *)to))
SWEEP(by_block_exchange, atomicExch_block((unsigned long long *)to, (unsigned long long)value[0]))
SWEEP(by_fetch, __atomic_exchange_n((unsigned long *)to, value[0], 5))
SWEEP(by_expected, unsigned long local = 1; __atomic_compare_exchange_n(&local, (unsigned long *)to, 7, false, 5, 5))
static __global__ void k_wide(wide *to) { wide w; for (auto &x : w.word) x = 1; *to = w; }
static void by_wide() RUN(k_wide, 1, 1, (wide *)victim)
static __device__ __noinline__ wide made() { wide w; for (auto &x : w.word) x = 1; return w; }
static __global__ void k_returned(wide *to) { *to = made(); }
static void by_returned() RUN(k_returned, 1, 32, (wide *)victim)
static __global__ void k_call(void (*f)()) { f(); }
static void by_call() RUN(k_call, 1, 1, (void (*)())harness_address_of_win())
struct thing { virtual __device__ void go() {} };
static __global__ void k_virtual(unsigned long win) { unsigned long table[4] = {win, win, win, win}, *start = table; thing t; memcpy((void *)&t, &start, 8); thing *volatile p = &t; p->go(); }
static void by_virtual() RUN(k_virtual, 1, 1, harness_address_of_win())
static __device__ __noinline__ void spoil(unsigned long win) { volatile unsigned long local[2]; for (int i = 2; i < 20; i++) local[i] = win; }
static __global__ void k_return(unsigned long win) { spoil(win); }
static void by_return() RUN(k_return, 1, 1, harness_address_of_win())
static __global__ void k_other_lane(unsigned long win, char **shared_place) { char here; if (threadIdx.x == 0) *shared_place = &here; __syncthreads(); if (threadIdx.x == 1) for (int i = -50; i < 50; i++) ((unsigned long *)*shared_place)[i] = win; __syncthreads(); }
static void by_other_lane() { char **d; cudaMalloc(&d, 8); RUN(k_other_lane, 1, 2, harness_address_of_win(), d) }
static __global__ void k_end_of_stack(unsigned long distance) { char here; memset(&here, 1, distance); }
static void by_end_of_stack() RUN(k_end_of_stack, 1, 1, 1ul << 19)
static __global__ void k_from_stack(char *v) { char here; (&here)[v - &here] = 1; }
static void by_from_stack() RUN(k_from_stack, 1, 1, (char *)victim)
static __global__ void k_from_shared(char *v) { __shared__ char here[64]; here[v - here] = 1; }
static void by_from_shared() RUN(k_from_shared, 1, 1, (char *)victim)
static __global__ void k_from_array(int *a, char *v) { ((char *)a)[v - (char *)a] = 1; }
static void by_from_array() { int *d; cudaMalloc(&d, 64); RUN(k_from_array, 1, 1, d, (char *)victim) }
static __global__ void k_alloca(unsigned long distance) { volatile char *p = (volatile char *)__builtin_alloca(distance); p[0] = 1; }
static void by_alloca() { char here; RUN(k_alloca, 1, 1, (unsigned long)(&here - (char *)victim)) }
static __global__ void k_format(char *format, int *v, int turns) { if (blockIdx.x == 0) for (int i = 0; i < turns; i++) printf(format, v); else for (int i = 0; i < turns; i++) { format[1] = 'n'; format[1] = 'p'; } }
static void by_format() { char *f; cudaMallocManaged(&f, 64); strcpy(f, "%p"); RUN(k_format, 2, 1, f, (int *)victim, 300) }
static __global__ void k_n(int *v) { char f[8] = "%n"; printf(f, v); }
static void by_n() RUN(k_n, 1, 1, (int *)victim)
static __global__ void k_free(void *v) { free(v); }
static void by_free() RUN(k_free, 1, 1, victim)
static __global__ void k_heap() { unsigned long *p = (unsigned long *)malloc(64); if (p) { p[-1] = p[-2] = 1ul << 40; free(p); p = (unsigned long *)malloc(1 << 12); if (p) p[100] = 1; } }
static void by_heap() RUN(k_heap, 1, 1)
static std::string &kept = *new std::string("a text that is long enough to be in memory of its own");
static __global__ void k_string(std::string *s) { s->append("more"); }
static void by_string() { *(void **)&kept = victim; RUN(k_string, 1, 1, &kept) }
static __global__ void k_group(char *v) { auto w = cg::tiled_partition<32>(cg::this_thread_block()); memcpy(v, "abcdefgh", 8); w.sync(); }
static void by_group() RUN(k_group, 1, 32, (char *)victim)
static __global__ void k_vector(float4 *v) { *v = make_float4(1, 1, 1, 1); }
static void by_vector() RUN(k_vector, 1, 1, (float4 *)victim)
static __global__ void k_streaming(int *v) { __stcg(v, 1); __stwt(v + 1, 1); __stcs((float4 *)v, make_float4(1, 1, 1, 1)); }
static void by_streaming() RUN(k_streaming, 1, 1, (int *)victim)
static __global__ void right_kernel(int *out, int n) { __shared__ int tile[64]; int local[8]; memset(local, 0, sizeof local); tile[threadIdx.x] = (int)threadIdx.x; __syncthreads(); memcpy(local, tile, sizeof local); atomicAdd(out, local[3] + tile[n]); wide w = made(); local[1] = (int)w.word[3]; atomicExch(&local[2], 5); printf("%d", local[2] == 5 ? 0 : 1); out[threadIdx.x + 1] = local[1] + local[2]; }
static void right_run() { int *d, h[65]; cudaMalloc(&d, sizeof h); cudaMemset(d, 0, sizeof h); right_kernel<<<1, 64>>>(d, 5); if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) || h[0] != 64 * 8 || h[7] != 6) abort(); }
#define A(name) {#name, name}
#define R(name) {"+" #name, name}
const harness_attack harness_attacks[] = {A(by_memcpy), A(by_memset), A(by_exchange), A(by_compare), A(by_add), A(by_block_exchange), A(by_fetch), A(by_expected), A(by_wide), A(by_returned), A(by_call), A(by_virtual), A(by_return), A(by_other_lane), A(by_end_of_stack), A(by_from_stack), A(by_from_shared), A(by_from_array), A(by_alloca), A(by_format), A(by_n), A(by_free), A(by_heap), A(by_string), A(by_group), A(by_vector), A(by_streaming),
  R(right_run), HARNESS_END};
