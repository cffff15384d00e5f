// meet.cuh: a barrier of the block that may stand in several places. `work` has copies of it in its
// unrolled loop, and warps may wait in different ones. CUDA C++ does not allow that of
// __syncthreads(), but PTX does of barrier.sync, whose barrier goes by its number; that of
// __syncthreads() is 0. Apart, as the lens does not run PTX.
static __device__ inline void meet() {
  asm volatile("barrier.sync 1;" ::: "memory");
}
