/* warp.h: exchanges between the lanes of a warp: shuffles, votes, matches, reductions. */
#ifndef LENS_SHIM_WARP_H
#define LENS_SHIM_WARP_H

#include "threads.h"

LENS_INSTRUCTION void __syncwarp(unsigned mask = 0xffffffffu) {
  lens_syncwarp(mask);
}
LENS_INSTRUCTION unsigned __activemask() {
  return lens_activemask();
}

namespace lens_shim {
/* Exchanges a value as bits: if its address were taken, the compiler would report accesses to
 * it. */
template <class Result, class T>
LENS_INSTRUCTION Result exchange(int kind, unsigned mask, T value, int argument, int width) {
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  bits = lens_exchange(kind, mask, bits, argument, width);
  Result result;
  __builtin_memcpy(&result, &bits, sizeof result);
  return result;
}
} // namespace lens_shim

/* These are overloads and not a template, so that a short or a bool becomes an int, as in CUDA. */
#define LENS_WARP_OF(T)                                                                            \
  LENS_INSTRUCTION T __shfl_sync(unsigned mask, T value, int lane, int width = warpSize) {         \
    return lens_shim::exchange<T>(LENS_SHFL, mask, value, lane, width);                            \
  }                                                                                                \
  LENS_INSTRUCTION T __shfl_up_sync(unsigned mask, T value, unsigned delta,                        \
                                    int width = warpSize) {                                        \
    return lens_shim::exchange<T>(LENS_SHFL_UP, mask, value, static_cast<int>(delta), width);      \
  }                                                                                                \
  LENS_INSTRUCTION T __shfl_down_sync(unsigned mask, T value, unsigned delta,                      \
                                      int width = warpSize) {                                      \
    return lens_shim::exchange<T>(LENS_SHFL_DOWN, mask, value, static_cast<int>(delta), width);    \
  }                                                                                                \
  LENS_INSTRUCTION T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = warpSize) {    \
    return lens_shim::exchange<T>(LENS_SHFL_XOR, mask, value, lanes, width);                       \
  }                                                                                                \
  LENS_INSTRUCTION unsigned __match_any_sync(unsigned mask, T value) {                             \
    return lens_shim::exchange<unsigned>(LENS_MATCH_ANY, mask, value, 0, warpSize);                \
  }                                                                                                \
  LENS_INSTRUCTION unsigned __match_all_sync(unsigned mask, T value, int *all) {                   \
    unsigned result = lens_shim::exchange<unsigned>(LENS_MATCH_ALL, mask, value, 0, warpSize);     \
    *all = result != 0;                                                                            \
    return result;                                                                                 \
  }

LENS_WARP_OF(int)
LENS_WARP_OF(unsigned)
LENS_WARP_OF(long)
LENS_WARP_OF(unsigned long)
LENS_WARP_OF(long long)
LENS_WARP_OF(unsigned long long)
LENS_WARP_OF(float)
LENS_WARP_OF(double)
#undef LENS_WARP_OF

#define LENS_VOTE(name, Result, kind)                                                              \
  LENS_INSTRUCTION Result name(unsigned mask, int predicate) {                                     \
    return lens_shim::exchange<Result>(kind, mask, predicate, 0, warpSize);                        \
  }
LENS_VOTE(__ballot_sync, unsigned, LENS_BALLOT)
LENS_VOTE(__all_sync, int, LENS_ALL)
LENS_VOTE(__any_sync, int, LENS_ANY)
#undef LENS_VOTE

#define LENS_REDUCE(name, T, kind)                                                                 \
  LENS_INSTRUCTION T name(unsigned mask, T value) {                                                \
    return lens_shim::exchange<T>(kind, mask, value, 0, warpSize);                                 \
  }
LENS_REDUCE(__reduce_add_sync, unsigned, LENS_REDUCE_ADD_U32)
LENS_REDUCE(__reduce_add_sync, int, LENS_REDUCE_ADD_U32) /* the bits of a sum have no sign */
LENS_REDUCE(__reduce_min_sync, unsigned, LENS_REDUCE_MIN_U32)
LENS_REDUCE(__reduce_min_sync, int, LENS_REDUCE_MIN_S32)
LENS_REDUCE(__reduce_max_sync, unsigned, LENS_REDUCE_MAX_U32)
LENS_REDUCE(__reduce_max_sync, int, LENS_REDUCE_MAX_S32)
LENS_REDUCE(__reduce_and_sync, unsigned, LENS_REDUCE_AND)
LENS_REDUCE(__reduce_or_sync, unsigned, LENS_REDUCE_OR)
LENS_REDUCE(__reduce_xor_sync, unsigned, LENS_REDUCE_XOR)
#undef LENS_REDUCE

#endif
