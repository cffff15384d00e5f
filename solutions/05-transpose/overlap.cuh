// overlap.cuh: starts a kernel while the previous one still runs, and reports from kernels to the
// host.
//
// Ten consecutive kernels cost ten starts of some microseconds each. With programmatic dependent
// launch, a kernel starts when the earlier blocks have ended, even if their writes are not visible
// yet. Its first line waits for the writes.
#ifndef SL_FAST_TRANSPOSE_OVERLAP_CUH
#define SL_FAST_TRANSPOSE_OVERLAP_CUH

#include <cuda_runtime.h>

#include <cstring>

namespace fast_transpose {

// The first line of each kernel that launch_next starts. Before compute capability 9.0 kernels do
// not overlap, and there is nothing to wait for. A kernel might also let the next one start while
// its own blocks work (cudaTriggerProgrammaticLaunchCompletion), but then waiting blocks occupy
// resources: 725 µs and not 702 on rmat:20 in double.
__device__ inline void wait_for_kernels() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

// Writes to host memory. A copy and a wait would take as long as transposing a small matrix. The
// value is a single word, so no fence is needed.
template <typename Told> __device__ inline void tell(Told *host, Told what) {
  static_assert(sizeof(Told) == 8, "written at once");
  unsigned long long word;
  memcpy(&word, &what, sizeof word);
  *(volatile unsigned long long *)host = word;
}

// Whether kernels were compiled with the wait, which is only useful on a card of 9.0 or higher,
// where code for older cards may also run. All kernels of the file are compiled alike.
static bool kernels_wait(const void *kernel) {
  static int version = 0;
  cudaFuncAttributes found;
  if (version == 0 && cudaFuncGetAttributes(&found, kernel) == cudaSuccess) {
    version = found.ptxVersion;
  }
  return version >= 90;
}

// Starts kernel<<<blocks, threads, shared_bytes>>>(arguments...), which may begin before the
// previous kernel has ended.
template <typename... Parameters, typename... Arguments>
static void launch_next(void (*kernel)(Parameters...), int blocks, int threads, size_t shared_bytes,
                        Arguments... arguments) {
  cudaLaunchAttribute overlap = {};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = shared_bytes;
  config.attrs = &overlap;
  config.numAttrs = kernels_wait((const void *)kernel);
  cudaLaunchKernelEx(&config, kernel, Parameters(arguments)...);
}

} // namespace fast_transpose

#endif
