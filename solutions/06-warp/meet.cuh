// meet.cuh: a barrier of the block that may be in several places. `work` has copies of it in its
// unrolled loop, and warps may wait in different ones. CUDA C++ does not allow that for
// __syncthreads(). PTX allows it for barrier.sync, which knows a barrier by its number;
// __syncthreads() has number 0. It is in a separate file because the lens cannot run PTX.
static __device__ inline void meet() {
  asm volatile("barrier.sync 1;" ::: "memory");
}
