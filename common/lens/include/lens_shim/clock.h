/* clock.h: the GPU's clocks, and the special registers that programs read with inline PTX.
 *
 * The lens has no time. Programs that read a clock still run: each reading returns a larger number,
 * and the compiler warns that it is meaningless. In device code the translator replaces clock by
 * lens_shim::clock, because on the host clock is the C library's. */
#ifndef LENS_SHIM_CLOCK_H
#define LENS_SHIM_CLOCK_H

#include "threads.h"

#include <time.h>

#define LENS_NO_TIME __attribute__((warning("the lens has no GPU clock: this is not a time")))

extern "C" {
LENS_NO_TIME long long clock64() __asm__("lens_clock_count");
}

namespace lens_shim {
LENS_NO_TIME clock_t clock() __asm__("lens_clock_count");

/* The clock in functions for both sides. */
LENS_INSTRUCTION clock_t any_clock() {
  return on_device() ? lens_shim::clock() : ::clock();
}

LENS_INSTRUCTION unsigned register_laneid() {
  uint3 index = thread_index();
  dim3 size = block_size();
  return ((index.z * size.y + index.y) * size.x + index.x) % 32;
}
LENS_INSTRUCTION unsigned register_warpid() {
  uint3 index = thread_index();
  dim3 size = block_size();
  return ((index.z * size.y + index.y) * size.x + index.x) / 32;
}
/* The number of the multiprocessor, as if blocks were distributed round-robin. */
LENS_INSTRUCTION unsigned register_nsmid() {
  return static_cast<unsigned>(lens_multiprocessors());
}
LENS_INSTRUCTION unsigned register_smid() {
  uint3 index = block_index();
  dim3 size = grid_size();
  return ((index.z * size.y + index.y) * size.x + index.x) % register_nsmid();
}
LENS_INSTRUCTION unsigned register_lanemask_eq() {
  return 1u << register_laneid();
}
LENS_INSTRUCTION unsigned register_lanemask_lt() {
  return register_lanemask_eq() - 1;
}
LENS_INSTRUCTION unsigned register_lanemask_le() {
  return register_lanemask_lt() | register_lanemask_eq();
}
LENS_INSTRUCTION unsigned register_lanemask_gt() {
  return ~register_lanemask_le();
}
LENS_INSTRUCTION unsigned register_lanemask_ge() {
  return ~register_lanemask_lt();
}
LENS_NO_TIME long long register_clock() __asm__("lens_clock_count");
LENS_NO_TIME long long register_clock64() __asm__("lens_clock_count");
LENS_NO_TIME long long register_globaltimer() __asm__("lens_clock_count");
LENS_NO_TIME long long register_globaltimer_lo() __asm__("lens_clock_count");
} // namespace lens_shim

#endif
