// ranks.cuh: the common part of both passes: for each entry of a tile, how many entries with the
// same digit come before it, and its place in the sorted tile.
#ifndef SL_FAST_TRANSPOSE_RANKS_CUH
#define SL_FAST_TRANSPOSE_RANKS_CUH

#include "tiles.cuh"

namespace fast_transpose {

// How a kernel is laid out: a block of THREADS sorts THREADS * ITEMS entries by DIGITS digits.
template <int T, int I, int D, int B> struct shape {
  static const int THREADS = T, ITEMS = I, DIGITS = D, BLOCKS = B;
  static const int TILE = T * I, WARPS = T / WARP;
  static const int ROW = D / 2;             // words of a warp's counters
  static const int PER = (ROW + T - 1) / T; // words per thread
  static const int RANKED = I % 4 ? 2 : 4;  // entries of a thread that are ranked at the same time
  static_assert(ROW % 4 == 0, "counts are cleared four words at a time");
};

const int FEW_MEET = 4; // up to this many conflicting lanes are ordered one digit at a time

// Returns the ranks of lanes with the same digit. `after`: the counter after all of them have
// added.
__device__ inline unsigned rank_among(unsigned peers, unsigned after) {
  return after - __popc(peers) + __popc(peers & lanes_below());
}

// For each warp, counts [DIGITS], two per word, hold how many entries of each digit it has seen.
// Turns COUNT digits of a thread into digit << 16 | rank.
//
// An atomic counter returns to a lane how many came before it, but lanes that use one counter at
// the same time get their results in any order. So each lane reads the counter again: if another
// lane has raised it in the meantime, the lanes with this digit are ordered. __match_any_sync finds
// lanes with the same digit directly, but takes 55 cycles of a multiprocessor if all digits differ.
template <int COUNT> __device__ inline void rank_in_warp(unsigned *counts, unsigned *digit) {
  unsigned rank[COUNT], after[COUNT];
#pragma unroll
  for (int i = 0; i < COUNT; i++) {
    unsigned *word = counts + digit[i] / 2, half = digit[i] % 2 * 16;
    rank[i] = atomicAdd(word, 1u << half) >> half & 0xffff;
    __syncwarp();
    after[i] = *word >> half & 0xffff;
    __syncwarp();
  }
#pragma unroll
  for (int i = 0; i < COUNT; i++) {
    unsigned met = __ballot_sync(ALL, after[i] != rank[i] + 1);
    if (__popc(met) > FEW_MEET) {
      rank[i] = rank_among(__match_any_sync(ALL, digit[i]), after[i]);
      met = 0;
    }
    while (met) {
      unsigned one = __shfl_sync(ALL, digit[i], __ffs(met) - 1);
      unsigned peers = __ballot_sync(ALL, digit[i] == one);
      if (digit[i] == one) rank[i] = rank_among(peers, after[i]);
      met &= ~peers;
    }
    digit[i] = digit[i] << 16 | rank[i];
  }
}

// Like rank_in_warp, for neighbouring lanes that often have the same digit, because the columns of
// a row ascend: the first lane of such a run counts for the whole run, so only lanes of different
// runs can conflict.
template <int COUNT> __device__ inline void rank_runs_in_warp(unsigned *counts, unsigned *digit) {
  unsigned after[COUNT], rank[COUNT], met[COUNT], lane = threadIdx.x % WARP;
#pragma unroll
  for (int i = 0; i < COUNT; i++) {
    unsigned *word = counts + digit[i] / 2, half = digit[i] % 2 * 16;
    unsigned left = __shfl_up_sync(ALL, digit[i], 1);
    bool head = lane == 0 || left != digit[i];
    unsigned heads_above = __ballot_sync(ALL, head) >> lane >> 1;
    unsigned length = heads_above ? __ffs(heads_above) : WARP - lane; // length of the run from this
                                                                      // lane on
    unsigned before = 0;
    if (head) before = atomicAdd(word, length << half) >> half & 0xffff;
    __syncwarp();
    after[i] = *word >> half & 0xffff;
    __syncwarp();
    rank[i] = after[i] - length;
    met[i] = __ballot_sync(ALL, head && before != rank[i]);
  }
#pragma unroll
  for (int i = 0; i < COUNT; i++) {
    if (met[i]) rank[i] = rank_among(__match_any_sync(ALL, digit[i]), after[i]);
    digit[i] = digit[i] << 16 | rank[i];
  }
}

// A warp clears its own counts, four words at a time, and waits for no other warp.
__device__ inline void clear_counts(unsigned *mine, int digits) {
  uint4 *four = (uint4 *)mine;
  for (int i = threadIdx.x % WARP; i < (digits + 7) / 8; i += WARP) {
    four[i] = make_uint4(0, 0, 0, 0);
  }
  __syncwarp();
}

// Turns the warps' counts into the places in the tile at which the warps' runs begin. Each thread
// has PER words; calls done(i, digit, place) for its digits, with i from 0 to 2 PER - 1.
template <class S, typename Done>
__device__ void place_runs(unsigned *words, int digits, int *sums, Done done) {
  int first = threadIdx.x * S::PER, used = (digits + 1) / 2;
  unsigned total[S::PER];
  int sum = 0, all;
#pragma unroll
  for (int j = 0; j < S::PER; j++) {
    total[j] = 0;
    if (first + j < used) {
#pragma unroll
      for (int w = 0; w < S::WARPS; w++) total[j] += words[w * S::ROW + first + j];
    }
    sum += (total[j] & 0xffff) + (total[j] >> 16);
  }
  int place = sum_before<S::THREADS>(sum, sums, &all);
#pragma unroll
  for (int j = 0; j < S::PER; j++) {
    if (first + j < used) {
      int low = total[j] & 0xffff, high = total[j] >> 16;
      done(2 * j, 2 * (first + j), place);
      done(2 * j + 1, 2 * (first + j) + 1, place + low);
      unsigned run = (unsigned)place | (unsigned)(place + low) << 16;
      place += low + high;
#pragma unroll
      for (int w = 0; w < S::WARPS; w++) {
        unsigned own = words[w * S::ROW + first + j];
        words[w * S::ROW + first + j] = run;
        run += own;
      }
    }
  }
}

} // namespace fast_transpose

#endif
