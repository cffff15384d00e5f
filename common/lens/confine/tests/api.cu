/* The runtime API: what it fills in, what it copies, and handles that are forged. */
#include "harness.h"
#include <cstring>
#include <cstdlib>
#include <cstdio>
static unsigned long mine[64];
static void *device() { void *d; cudaMalloc(&d, 4096); cudaMemset(d, 1, 4096); return d; }
#define V(type) ((type *)victim)
static void to_device_count() { cudaGetDeviceCount(V(int)); }
static void to_device() { cudaGetDevice(V(int)); }
static void to_properties() { cudaGetDeviceProperties(V(cudaDeviceProp), 0); }
static void to_attribute() { cudaDeviceGetAttribute(V(int), cudaDevAttrWarpSize, 0); }
static void to_configs() { cudaSharedMemConfig c; cudaDeviceGetSharedMemConfig(&c); cudaDeviceGetCacheConfig(V(cudaFuncCache)); }
static void to_priorities() { int least; cudaDeviceGetStreamPriorityRange(&least, V(int)); }
static void to_bus_id() { cudaDeviceGetPCIBusId(V(char), 64, 0); }
static void to_flags() { cudaSetDeviceFlags(8); cudaGetDeviceFlags(V(unsigned)); }
static void to_limit() { cudaDeviceGetLimit(V(size_t), cudaLimitMallocHeapSize); }
static void to_versions() { cudaRuntimeGetVersion(V(int)); cudaDriverGetVersion(V(int)); }
static void to_pointer() { cudaMalloc(V(void *), 16); }
static void to_managed() { cudaMallocManaged(V(void *), 16); }
static void to_pitch() { void *p; cudaMallocPitch(&p, V(size_t), 100, 3); }
static void to_pitched() { cudaMalloc3D(V(cudaPitchedPtr), cudaExtent{16, 2, 2}); }
static void to_pool() { cudaDeviceGetDefaultMemPool(V(cudaMemPool_t), 0); }
static void to_pool_value() { cudaMemPool_t p; cudaDeviceGetDefaultMemPool(&p, 0); cudaMemPoolGetAttribute(p, cudaMemPoolAttrReleaseThreshold, victim); cudaMemPoolGetAttribute(p, cudaMemPoolAttrUsedMemHigh, victim); }
static void to_pool_made() { cudaMemPoolProps q = {}; q.allocType = cudaMemAllocationTypePinned; q.location.type = cudaMemLocationTypeDevice; cudaMemPoolCreate(V(cudaMemPool_t), &q); }
static void to_host_memory() { cudaMallocHost(V(void *), 64); }
static void to_host_alias() { void *h; cudaMallocHost(&h, 64); cudaHostGetDevicePointer(V(void *), h, 0); }
static void to_host_flags() { void *h; cudaHostAlloc(&h, 64, 1); cudaHostGetFlags(V(unsigned), h); }
static void to_pointer_attributes() { cudaPointerGetAttributes(V(cudaPointerAttributes), device()); }
static void to_memory_info() { size_t f; cudaMemGetInfo(&f, V(size_t)); }
static void to_copy() { cudaMemcpy(victim, device(), 64, cudaMemcpyDeviceToHost); }
static void to_copy_default() { cudaMemcpy(victim, device(), 64, cudaMemcpyDefault); }
static void to_copy_host() { mine[0] = 1; cudaMemcpy(victim, mine, 64, cudaMemcpyHostToHost); }
static void to_copy_late() { cudaStream_t s; cudaStreamCreate(&s); cudaMemcpyAsync(victim, device(), 64, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); }
static void to_copy_rows() { cudaMemcpy2D(mine, (size_t)((char *)victim - (char *)mine), device(), 8, 8, 2, cudaMemcpyDeviceToHost); }
static void to_copy_rows_late() { cudaMemcpy2DAsync(mine, (size_t)((char *)victim - (char *)mine), device(), 8, 8, 2, cudaMemcpyDeviceToHost, 0); cudaDeviceSynchronize(); }
static void to_copy_wrapped() { cudaMemcpy2D(victim, 8, device(), 8, 8, ~0ul / 8 + 2, cudaMemcpyDeviceToHost); }
static void to_copy_3d() { cudaMemcpy3DParms p = {}; p.srcPtr = cudaPitchedPtr{device(), 64, 64, 1}; p.dstPtr = cudaPitchedPtr{mine, (size_t)((char *)victim - (char *)mine), 64, 2}; p.extent = cudaExtent{8, 2, 1}; p.kind = cudaMemcpyDeviceToHost; cudaMemcpy3D(&p); }
static void to_copy_3d_offset() { cudaMemcpy3DParms p = {}; p.srcPtr = cudaPitchedPtr{device(), 64, 64, 1}; p.dstPtr = cudaPitchedPtr{mine, 64, 64, 2}; p.dstPos = cudaPos{(size_t)((char *)victim - (char *)mine), 0, 0}; p.extent = cudaExtent{8, 1, 1}; p.kind = cudaMemcpyDeviceToHost; cudaMemcpy3D(&p); }
__device__ int symbol[16];
static void to_symbol_copy() { cudaMemcpyFromSymbol(victim, symbol, 64); int one = 1; cudaMemcpyToSymbol(symbol, &one, 4); cudaMemcpyFromSymbol(victim, symbol, 64); }
static void to_symbol_address() { cudaGetSymbolAddress(V(void *), symbol); }
static void from_forged_symbol() { long one[8] = {1, 1}; cudaMemcpyToSymbol((const void *)victim, one, 16); }
static void past_symbol() { long one[8] = {1, 1}; cudaMemcpyToSymbol(symbol, one, 16, (size_t)((char *)victim - (char *)symbol)); }
static void to_stream() { cudaStreamCreate(V(cudaStream_t)); }
static void to_stream_priority() { int p; cudaStream_t s; cudaStreamCreateWithPriority(&s, 1, -1); cudaStreamGetPriority(s, V(int)); cudaStreamGetFlags(s, V(unsigned)); (void)p; }
static void to_event() { cudaEventCreate(V(cudaEvent_t)); }
static __global__ void nothing(int *x) { if (x) *x = 1; }
static void to_function_attributes() { cudaFuncGetAttributes(V(cudaFuncAttributes), (const void *)nothing); }
static void to_occupancy() { cudaOccupancyMaxActiveBlocksPerMultiprocessor(V(int), nothing, 128, 0); }
static void to_occupancy_bytes() { cudaOccupancyAvailableDynamicSMemPerBlock(V(size_t), nothing, 1, 128); }
static void to_occupancy_size() { int grid; cudaOccupancyMaxPotentialBlockSize(&grid, V(int), nothing, 0, 0); }
static void by_kernel() { nothing<<<1, 1>>>((int *)victim); cudaDeviceSynchronize(); }
static void by_kernel_registered() { cudaHostRegister(victim, 64, 0); int *d; cudaHostGetDevicePointer((void **)&d, victim, 0); nothing<<<1, 1>>>(d); cudaDeviceSynchronize(); }
static void by_kernel_registered_wide() { cudaHostRegister(mine, (size_t)((char *)victim - (char *)mine) + 64, 0); nothing<<<1, 1>>>((int *)victim); cudaDeviceSynchronize(); }
static unsigned long forged[512];
static void *forge() { for (auto &word : forged) word = (unsigned long)victim; return forged; }
static void *forge_code() { for (auto &word : forged) word = harness_address_of_win(); return forged; }
static void forged_stream() { cudaStreamDestroy((cudaStream_t)forge()); cudaStreamSynchronize((cudaStream_t)forge()); cudaStreamQuery((cudaStream_t)forge()); }
static void forged_stream_order() { cudaStream_t s; cudaStreamCreate(&s); cudaStreamCopyAttributes((cudaStream_t)forge(), s); cudaMemcpyAsync(mine, device(), 8, cudaMemcpyDeviceToHost, (cudaStream_t)forge()); nothing<<<1, 1, 0, (cudaStream_t)forge()>>>(0); cudaDeviceSynchronize(); }
static void forged_stream_victim() { cudaStreamDestroy((cudaStream_t)victim); nothing<<<1, 1, 0, (cudaStream_t)victim>>>(0); cudaStreamSynchronize((cudaStream_t)victim); }
static void forged_event() { cudaEventRecord((cudaEvent_t)forge(), 0); cudaEventSynchronize((cudaEvent_t)forge()); cudaStreamWaitEvent(0, (cudaEvent_t)forge(), 0); cudaEventDestroy((cudaEvent_t)forge()); }
static void forged_event_victim() { cudaEventRecord((cudaEvent_t)victim, 0); cudaEventDestroy((cudaEvent_t)victim); }
static void forged_pool() { unsigned long v = 7; cudaMemPoolSetAttribute((cudaMemPool_t)victim, cudaMemPoolAttrReleaseThreshold, &v); cudaMemPoolSetAttribute((cudaMemPool_t)forge(), cudaMemPoolAttrReleaseThreshold, &v); void *p; cudaMallocFromPoolAsync(&p, 64, (cudaMemPool_t)victim, 0); cudaMemPoolTrimTo((cudaMemPool_t)forge(), 0); cudaMemPoolDestroy((cudaMemPool_t)victim); }
static void used_stream_again() { cudaStream_t s; cudaStreamCreate(&s); cudaStreamDestroy(s); void *p = malloc(64); memset(p, 1, 64); nothing<<<1, 1, 0, s>>>(0); cudaStreamDestroy(s); cudaStreamDestroy(s); cudaDeviceSynchronize(); }
static void by_callback() { cudaLaunchHostFunc(0, (cudaHostFn_t)harness_address_of_win(), 0); cudaDeviceSynchronize(); }
static void by_stream_callback() { cudaStreamAddCallback(0, (cudaStreamCallback_t)harness_address_of_win(), 0, 0); cudaDeviceSynchronize(); }
static void by_function_address() { void *a[1] = {mine}; cudaLaunchKernel((const void *)harness_address_of_win(), 1, 1, a, 0, 0); cudaDeviceSynchronize(); }
static void by_function_forged() { void *a[8] = {mine}; cudaLaunchKernel(forge_code(), 1, 1, a, 0, 0); cudaFuncSetAttribute(forge_code(), cudaFuncAttributeMaxDynamicSharedMemorySize, 1000); cudaFuncSetAttribute(victim, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000); cudaDeviceSynchronize(); }
static void frames_above(void *) { unsigned long *above = (unsigned long *)__builtin_frame_address(0); for (int i = 1; i < 200; i++) above[i] = harness_address_of_win(); }
static void by_callback_frames() { cudaLaunchHostFunc(0, frames_above, 0); cudaDeviceSynchronize(); }
static void free_forged() { cudaFree(forge()); cudaFreeHost(victim); cudaFreeHost(forge()); cudaHostUnregister(victim); cudaFreeAsync(victim, 0); }

static void right_api() {
  cudaDeviceProp p; int n, a; size_t f, t; cudaStream_t s; cudaEvent_t e; void *d, *h, *m; cudaFuncAttributes fa;
  if (cudaGetDeviceCount(&n) || cudaGetDeviceProperties(&p, 0) || cudaDeviceGetAttribute(&a, cudaDevAttrWarpSize, 0) || cudaMemGetInfo(&f, &t)) abort();
  if (cudaStreamCreate(&s) || cudaEventCreate(&e) || cudaMalloc(&d, 64) || cudaMallocHost(&h, 64) || cudaMallocManaged(&m, 64)) abort();
  if (cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice, s) || cudaMemcpy2D(h, 8, d, 16, 8, 4, cudaMemcpyDeviceToHost)) abort();
  if (cudaFuncSetAttribute((const void *)nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000) || cudaOccupancyAvailableDynamicSMemPerBlock(&f, nothing, 1, 128)) abort();
  if (cudaFuncGetAttributes(&fa, (const void *)nothing) || cudaEventRecord(e, s) || cudaStreamSynchronize(s)) abort();
  cudaFree(d); cudaFreeHost(h); cudaFree(m); cudaStreamDestroy(s); cudaEventDestroy(e);
}
#define A(name) {#name, name}
#define R(name) {"+" #name, name}
const harness_attack harness_attacks[] = {
    A(to_device_count), A(to_device), A(to_properties), A(to_attribute), A(to_configs), A(to_priorities), A(to_bus_id), A(to_flags), A(to_limit), A(to_versions), A(to_pointer), A(to_managed), A(to_pitch), A(to_pitched), A(to_pool), A(to_pool_value), A(to_pool_made), A(to_host_memory), A(to_host_alias), A(to_host_flags), A(to_pointer_attributes), A(to_memory_info), A(to_copy), A(to_copy_default), A(to_copy_host), A(to_copy_late), A(to_copy_rows), A(to_copy_rows_late), A(to_copy_wrapped), A(to_copy_3d), A(to_copy_3d_offset), A(to_symbol_copy), A(to_symbol_address), A(from_forged_symbol), A(past_symbol), A(to_stream), A(to_stream_priority), A(to_event), A(to_function_attributes), A(to_occupancy), A(to_occupancy_bytes), A(to_occupancy_size), A(by_kernel), A(by_kernel_registered), A(by_kernel_registered_wide), A(forged_stream), A(forged_stream_order), A(forged_stream_victim), A(forged_event), A(forged_event_victim), A(forged_pool), A(used_stream_again), A(by_callback), A(by_stream_callback), A(by_function_address), A(by_function_forged), A(by_callback_frames), A(free_forged), R(right_api), HARNESS_END};
