// copy_engine.cuh: the copy engine of the H100's generation: one thread requests a run of bytes,
// and all wait at a barrier in shared memory that counts them. It is in a separate file because the
// lens does not run it.
struct alignas(8) bell {
  unsigned long long state;
};
static __device__ inline unsigned shared_address(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}
static __device__ inline void bell_make(bell *b) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(b)) : "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
// Called by one thread; from, to and bytes must be multiples of 16.
static __device__ inline void bell_send(bell *b, void *to, const void *from, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(b)),
               "r"(bytes)
               : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(b))
      : "memory");
}
static __device__ inline void bell_wait(bell *b, unsigned turn) {
  unsigned done = 0;
  while (!done) {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 "
                 "%0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(shared_address(b)), "r"(turn)
                 : "memory");
  }
}
