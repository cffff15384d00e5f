/* groups.h: the groups of cooperative_groups.h: a block, parts of a warp, the grid.
 *
 * A part of a warp is identified by the mask of its lanes; mask 0 means the whole block. All
 * members are inlined into the kernel, so that findings in them have the student's own line. */
#ifndef LENS_SHIM_GROUPS_H
#define LENS_SHIM_GROUPS_H

#include "warp.h"

#include <type_traits>

#include "plain_builtins.h"

namespace lens_shim {

LENS_INSTRUCTION unsigned volume(dim3 size) {
  return size.x * size.y * size.z;
}

/* Threads are numbered along x first, as in warps. */
LENS_INSTRUCTION unsigned linear(uint3 index, dim3 size) {
  return (index.z * size.y + index.y) * size.x + index.x;
}

LENS_INSTRUCTION unsigned lane_of_warp() {
  return linear(thread_index(), block_size()) % 32;
}

/* Exchanges a value of up to 32 bytes in pieces, as CUDA does. */
template <class T>
LENS_INSTRUCTION T exchange_any(int kind, unsigned mask, const T &value, int argument, int width) {
  static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 32,
                "a group shuffles values of at most 32 bytes that can be copied as bytes");
  uint64_t word[4] = {0};
  __builtin_memcpy(word, &value, sizeof value);
  word[0] = lens_exchange(kind, mask, word[0], argument, width);
  if (sizeof(T) > 8) word[1] = lens_exchange(kind, mask, word[1], argument, width);
  if (sizeof(T) > 16) word[2] = lens_exchange(kind, mask, word[2], argument, width);
  if (sizeof(T) > 24) word[3] = lens_exchange(kind, mask, word[3], argument, width);
  union {
    T value;
    char bytes[sizeof(T)];
  } out = {value};
  __builtin_memcpy(out.bytes, word, sizeof out.bytes);
  return out.value;
}

} // namespace lens_shim

namespace cooperative_groups {

/** Any group except the grid. */
class thread_group {
protected:
  unsigned lanes_;
  LENS_MEMBER explicit thread_group(unsigned lanes) : lanes_(lanes) {}
  friend LENS_MEMBER thread_group tiled_partition(const thread_group &parent, unsigned size);

public:
  LENS_MEMBER unsigned long long num_threads() const {
    return lanes_ ? static_cast<unsigned>(__popc(lanes_)) : lens_shim::volume(blockDim);
  }
  LENS_MEMBER unsigned long long size() const {
    return num_threads();
  }
  LENS_MEMBER unsigned long long thread_rank() const {
    unsigned before = (1u << lens_shim::lane_of_warp()) - 1;
    return lanes_ ? static_cast<unsigned>(__popc(lanes_ & before))
                  : lens_shim::linear(threadIdx, blockDim);
  }
  LENS_MEMBER void sync() const {
    if (lanes_)
      lens_syncwarp(lanes_);
    else
      lens_syncthreads();
  }
  LENS_MEMBER unsigned lens_lanes() const {
    return lanes_;
  }
};

class thread_block : public thread_group {
  LENS_MEMBER thread_block() : thread_group(0u) {}
  friend LENS_MEMBER thread_block this_thread_block();

public:
  static LENS_MEMBER void sync() {
    lens_syncthreads();
  }
  static LENS_MEMBER unsigned thread_rank() {
    return lens_shim::linear(threadIdx, blockDim);
  }
  static LENS_MEMBER dim3 group_index() {
    return blockIdx;
  }
  static LENS_MEMBER dim3 thread_index() {
    return threadIdx;
  }
  static LENS_MEMBER dim3 dim_threads() {
    return blockDim;
  }
  static LENS_MEMBER dim3 group_dim() {
    return blockDim;
  }
  static LENS_MEMBER unsigned num_threads() {
    return lens_shim::volume(blockDim);
  }
  static LENS_MEMBER unsigned size() {
    return num_threads();
  }
};

LENS_MEMBER thread_block this_thread_block() {
  return thread_block();
}

/** Shared memory that CUDA needs for tiles larger than a warp, which are not supported here. Not
 *  used. */
template <unsigned MaxBlockSize = 1024> struct block_tile_memory {
  unsigned long long of_warps[(MaxBlockSize + 31) / 32];
};
template <unsigned N> LENS_MEMBER thread_block this_thread_block(block_tile_memory<N> &) {
  return this_thread_block();
}

/** Some lanes of a warp, in the order of their numbers. */
class coalesced_group : public thread_group {
  unsigned part_, parts_;

public:
  /* for the lens only: CUDA has no public constructor */
  LENS_MEMBER explicit coalesced_group(unsigned lanes, unsigned part = 0, unsigned parts = 1)
      : thread_group(lanes), part_(part), parts_(parts) {}

  LENS_MEMBER unsigned num_threads() const {
    return static_cast<unsigned>(__popc(lanes_));
  }
  LENS_MEMBER unsigned size() const {
    return num_threads();
  }
  LENS_MEMBER unsigned thread_rank() const {
    return static_cast<unsigned>(__popc(lanes_ & ((1u << lens_shim::lane_of_warp()) - 1)));
  }
  LENS_MEMBER void sync() const {
    lens_syncwarp(lanes_);
  }
  LENS_MEMBER unsigned meta_group_rank() const {
    return part_;
  }
  LENS_MEMBER unsigned meta_group_size() const {
    return parts_;
  }
  template <class T> LENS_MEMBER T shfl(T value, unsigned rank) const {
    int lane = static_cast<int>(lens_nth_lane(lanes_, rank));
    return lens_shim::exchange_any(LENS_SHFL, lanes_, value, lane, 32);
  }
  /* A lane that would read from outside of the group keeps its own value. */
  template <class T> LENS_MEMBER T shfl_up(T value, unsigned delta) const {
    unsigned rank = thread_rank();
    return shfl(value, rank >= delta ? rank - delta : rank);
  }
  template <class T> LENS_MEMBER T shfl_down(T value, unsigned delta) const {
    unsigned rank = thread_rank();
    return shfl(value, rank + delta < num_threads() ? rank + delta : rank);
  }
  LENS_MEMBER int any(int predicate) const {
    return __any_sync(lanes_, predicate);
  }
  LENS_MEMBER int all(int predicate) const {
    return __all_sync(lanes_, predicate);
  }
  LENS_MEMBER unsigned ballot(int predicate) const {
    return lens_pack_lanes(lanes_, __ballot_sync(lanes_, predicate));
  }
  template <class T> LENS_MEMBER unsigned match_any(T value) const {
    return lens_pack_lanes(lanes_, __match_any_sync(lanes_, value));
  }
  template <class T> LENS_MEMBER unsigned match_all(T value, int &same) const {
    return lens_pack_lanes(lanes_, __match_all_sync(lanes_, value, &same));
  }
};

LENS_MEMBER coalesced_group coalesced_threads() {
  return coalesced_group(lens_activemask());
}

/** N neighbouring lanes, N a power of 2. */
template <unsigned N> class lens_tile : public thread_group {
  static_assert(N > 0 && (N & (N - 1)) == 0, "the size of a tile is a power of 2");
  static_assert(N <= 32, "tiles of more than 32 threads do not run on the lens; use the block");
  unsigned part_, parts_;
  static LENS_MEMBER unsigned first_lane() {
    return lens_shim::lane_of_warp() & ~(N - 1);
  }

protected:
  LENS_MEMBER lens_tile(unsigned part, unsigned parts)
      : thread_group((0xffffffffu >> (32 - N)) << first_lane()), part_(part), parts_(parts) {}

public:
  static LENS_MEMBER constexpr unsigned num_threads() {
    return N;
  }
  static LENS_MEMBER constexpr unsigned size() {
    return N;
  }
  static LENS_MEMBER unsigned thread_rank() {
    return lens_shim::lane_of_warp() & (N - 1);
  }
  LENS_MEMBER void sync() const {
    lens_syncwarp(lanes_);
  }
  LENS_MEMBER unsigned meta_group_rank() const {
    return part_;
  }
  LENS_MEMBER unsigned meta_group_size() const {
    return parts_;
  }
  template <class T> LENS_MEMBER T shfl(T value, int rank) const {
    return lens_shim::exchange_any(LENS_SHFL, lanes_, value, rank, N);
  }
  template <class T> LENS_MEMBER T shfl_up(T value, unsigned delta) const {
    return lens_shim::exchange_any(LENS_SHFL_UP, lanes_, value, static_cast<int>(delta), N);
  }
  template <class T> LENS_MEMBER T shfl_down(T value, unsigned delta) const {
    return lens_shim::exchange_any(LENS_SHFL_DOWN, lanes_, value, static_cast<int>(delta), N);
  }
  template <class T> LENS_MEMBER T shfl_xor(T value, unsigned lanes) const {
    return lens_shim::exchange_any(LENS_SHFL_XOR, lanes_, value, static_cast<int>(lanes), N);
  }
  LENS_MEMBER int any(int predicate) const {
    return __any_sync(lanes_, predicate);
  }
  LENS_MEMBER int all(int predicate) const {
    return __all_sync(lanes_, predicate);
  }
  LENS_MEMBER unsigned ballot(int predicate) const {
    return __ballot_sync(lanes_, predicate) >> first_lane();
  }
  template <class T> LENS_MEMBER unsigned match_any(T value) const {
    return __match_any_sync(lanes_, value) >> first_lane();
  }
  template <class T> LENS_MEMBER unsigned match_all(T value, int &same) const {
    return __match_all_sync(lanes_, value, &same) >> first_lane();
  }
};

/** The parent of a tile is part of its type, as in CUDA, and is dropped if a parameter has the type
 *  thread_block_tile<N>. */
template <unsigned N, class Parent = void> class thread_block_tile : public lens_tile<N> {
  LENS_MEMBER thread_block_tile(unsigned part, unsigned parts) : lens_tile<N>(part, parts) {}
  friend struct lens_cutter;

public:
  template <class P, class = typename std::enable_if<std::is_void<Parent>::value &&
                                                     !std::is_void<P>::value>::type>
  LENS_MEMBER thread_block_tile(const thread_block_tile<N, P> &tile) : lens_tile<N>(tile) {}
};

/* Makes tiles. Programs cannot call the constructor of a tile themselves. */
struct lens_cutter {
  template <unsigned N, class Parent>
  static LENS_MEMBER thread_block_tile<N, Parent> cut(unsigned part, unsigned parts) {
    return thread_block_tile<N, Parent>(part, parts);
  }
};

/* The number of threads of a group, if it is known at compile time; otherwise more than any tile
 * has. */
template <class Group> struct lens_most { static constexpr unsigned threads = ~0u; };
template <unsigned N, class Parent> struct lens_most<thread_block_tile<N, Parent>> {
  static constexpr unsigned threads = N;
};
template <unsigned N> constexpr bool lens_is_tile() {
  return N > 0 && (N & (N - 1)) == 0;
}

template <unsigned N, class Parent>
LENS_REFUSED("the size of a tile is a power of 2: 1, 2, 4, 8, 16 or 32")
typename std::enable_if<!lens_is_tile<N>(), thread_group>::type
    tiled_partition(const Parent &parent);
template <unsigned N, class Parent>
LENS_REFUSED("tiles of more than 32 threads do not run on the lens; use the block")
typename std::enable_if<lens_is_tile<N>() && (N > 32), thread_group>::type
    tiled_partition(const Parent &parent);
template <unsigned N, class Parent>
LENS_REFUSED("a tile is smaller than the tile that it is cut from")
typename std::enable_if<lens_is_tile<N>() && N <= 32 && N >= lens_most<Parent>::threads,
                        thread_group>::type tiled_partition(const Parent &parent);

template <unsigned N, class Parent>
LENS_MEMBER
    typename std::enable_if<lens_is_tile<N>() && N <= 32 && (N < lens_most<Parent>::threads),
                            thread_block_tile<N, Parent>>::type
    tiled_partition(const Parent &parent) {
  unsigned threads = static_cast<unsigned>(parent.num_threads());
  return lens_cutter::cut<N, Parent>(static_cast<unsigned>(parent.thread_rank()) / N,
                                     (threads + N - 1) / N);
}

/* The forms of tiled_partition whose size is known only at run time. */
LENS_MEMBER thread_group tiled_partition(const thread_group &parent, unsigned size) {
  unsigned first = lens_shim::lane_of_warp() & ~(size - 1);
  unsigned lanes = (0xffffffffu >> (32 - size)) << first;
  return thread_group(parent.lens_lanes() ? parent.lens_lanes() & lanes : lanes);
}
LENS_MEMBER coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) {
  unsigned part = parent.thread_rank() / size, parts = (parent.size() + size - 1) / size;
  unsigned lanes = parent.lens_lanes();
  unsigned upto = part + 1 < parts ? lens_nth_lane(lanes, (part + 1) * size) : 32;
  lanes &= 0xffffffffu << lens_nth_lane(lanes, part * size);
  return coalesced_group(upto < 32 ? lanes & ((1u << upto) - 1) : lanes, part, parts);
}

/** Partitions a group into two groups, by the value of a predicate. */
template <class Group>
LENS_MEMBER coalesced_group binary_partition(const Group &group, bool predicate) {
  unsigned lanes = group.lens_lanes(), yes = __ballot_sync(lanes, predicate);
  if (yes == 0 || yes == lanes) return coalesced_group(lanes);
  return coalesced_group(predicate ? yes : lanes & ~yes, predicate, 2);
}

/** Partitions a group into one group per value. */
template <class Group, class Label>
LENS_MEMBER coalesced_group labeled_partition(const Group &group, Label label) {
  unsigned lanes = group.lens_lanes(), same = __match_any_sync(lanes, label);
  unsigned lowest = same & -same;
  unsigned leaders = __ballot_sync(lanes, lowest == 1u << lens_shim::lane_of_warp());
  return coalesced_group(same, static_cast<unsigned>(__popc(leaders & (lowest - 1))),
                         static_cast<unsigned>(__popc(leaders)));
}

class grid_group {
  LENS_MEMBER grid_group() {}
  friend LENS_MEMBER grid_group this_grid();

public:
  /** Whether the launch was cooperative; otherwise sync is not available. */
  static LENS_MEMBER bool is_valid() {
    return lens_is_cooperative() != 0;
  }
  static LENS_MEMBER void sync() {
    lens_grid_sync();
  }
  static LENS_MEMBER unsigned long long block_rank() {
    return lens_shim::linear(blockIdx, gridDim);
  }
  static LENS_MEMBER unsigned long long num_blocks() {
    return lens_shim::volume(gridDim);
  }
  static LENS_MEMBER unsigned long long num_threads() {
    return num_blocks() * lens_shim::volume(blockDim);
  }
  static LENS_MEMBER unsigned long long size() {
    return num_threads();
  }
  static LENS_MEMBER unsigned long long thread_rank() {
    return block_rank() * lens_shim::volume(blockDim) + lens_shim::linear(threadIdx, blockDim);
  }
  static LENS_MEMBER dim3 dim_blocks() {
    return gridDim;
  }
  static LENS_MEMBER dim3 group_dim() {
    return gridDim;
  }
  static LENS_MEMBER dim3 block_index() {
    return blockIdx;
  }
  static LENS_MEMBER dim3 dim_threads() {
    return blockDim;
  }
  static LENS_MEMBER dim3 thread_index() {
    return threadIdx;
  }
};

LENS_MEMBER grid_group this_grid() {
  return grid_group();
}

/* Functions that do the same as the members. */
template <class Group> LENS_MEMBER void sync(const Group &group) {
  group.sync();
}
template <class Group> LENS_MEMBER unsigned long long thread_rank(const Group &group) {
  return group.thread_rank();
}
template <class Group> LENS_MEMBER unsigned long long group_size(const Group &group) {
  return group.size();
}

/** One thread of the group calls the function. */
template <class Group, class Call, class... A>
LENS_MEMBER void invoke_one(const Group &group, Call &&call, A &&...arguments) {
  if (group.thread_rank() == 0) static_cast<Call &&>(call)(static_cast<A &&>(arguments)...);
}
/** Like invoke_one, but all threads get the result. Not for a block or the grid. */
template <class Group, class Call, class... A>
LENS_MEMBER auto invoke_one_broadcast(const Group &group, Call &&call, A &&...arguments)
    -> decltype(call(arguments...)) {
  decltype(call(arguments...)) result = {};
  if (group.thread_rank() == 0)
    result = static_cast<Call &&>(call)(static_cast<A &&>(arguments)...);
  return group.shfl(result, 0);
}

} // namespace cooperative_groups

#include "traced_builtins.h"

#endif
