// groups.cu: every group of cooperative_groups.h, its members, its partitions; their results are
// compared with those of the host.
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

namespace cg = cooperative_groups;

struct Pair {
  double first, second;
};

template <unsigned N, class Parent>
__device__ int sum_of(cg::thread_block_tile<N, Parent> tile, int value) {
  for (int half = tile.size() / 2; half > 0; half /= 2) value += tile.shfl_down(value, half);
  return tile.shfl(value, 0);
}

__device__ int first_of(const cg::thread_block_tile<8> &eight, int value) {
  return eight.shfl(value, 0);
}

template <class Group> __device__ int rank_in(const Group &group) {
  return (int)group.thread_rank() * 1000 + (int)group.size();
}

// The known example of the first article on cooperative groups: one function for any group.
__device__ int reduce_sum(cg::thread_group g, int *part, int value) {
  int rank = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    part[rank] = value;
    g.sync();
    if (rank < i) value += part[rank + i];
    g.sync();
  }
  return value;
}

__global__ void indices(int *out) {
  cg::thread_block block = cg::this_thread_block();
  int i = block.thread_rank();
  dim3 at = block.thread_index(), size = block.dim_threads();
  bool right = i == (int)((at.z * size.y + at.y) * size.x + at.x) && block.size() == 64 &&
               block.num_threads() == 64 && block.group_index().x == blockIdx.x;
  cg::grid_group grid = cg::this_grid();
  right = right && grid.size() == gridDim.x * 64 && !grid.is_valid();
  right = right && grid.thread_rank() == blockIdx.x * 64ull + i && grid.num_blocks() == gridDim.x;
  out[grid.thread_rank()] = right ? rank_in(block) : -1; // EXPECT store 4 128 16 16
}

__global__ void tiles(int *out) {
  __shared__ int part[64];
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto eight = cg::tiled_partition<8>(block);
  auto four = cg::tiled_partition<4>(eight);
  int i = block.thread_rank(), *mine = out + 20 * i;
  mine[0] = sum_of(eight, i) + first_of(eight, i);
  mine[1] = four.shfl_up(i, 1);
  mine[2] = four.shfl_xor(i, 3);
  mine[3] = eight.any(i == 11);
  mine[4] = eight.all(i >= 8);
  mine[5] = eight.ballot(i % 3 == 0);
  mine[6] = eight.match_any(i % 2);
  int same;
  unsigned matches = four.match_all(i / 8, same);
  mine[7] = matches + 100 * same;
  mine[8] = eight.meta_group_rank() * 100 + eight.meta_group_size();
  mine[9] = four.meta_group_rank() * 100 + four.meta_group_size();
  mine[10] = rank_in(warp);
  mine[11] = reduce_sum(cg::tiled_partition(block, 16), part + i / 16 * 16, i);
  block.sync();
  mine[12] = reduce_sum(block, part, 1);
  Pair pair = warp.shfl(Pair{i + 0.5, i * 2.0}, 5);
  mine[13] = (int)(pair.first * 2 + pair.second);
  mine[14] = warp.shfl((char)i, 3);
  mine[15] = (int)cg::thread_rank(four) + 10 * (int)cg::group_size(four);
  cg::sync(warp);
  mine[16] = cg::invoke_one_broadcast(
      eight, [&](int x) { return x + i; }, 1);
  mine[17] = 0;
  cg::invoke_one(block, [&] { mine[17] = 7; });
  mine[18] = (int)warp.shfl(1000000000000ll * i, 2 + (int)warp.meta_group_rank()) % 1000;
  mine[19] = warp.shfl_down(1.5f * i, 2) * 2;
}

__global__ void some_threads(int *out) {
  int i = threadIdx.x, *mine = out + 12 * i;
  for (int k = 0; k < 12; k++) mine[k] = -1;
  if (i % 3 != 1) return;
  cg::coalesced_group few = cg::coalesced_threads();
  mine[0] = rank_in(few);
  mine[1] = few.shfl(i, 2);
  mine[2] = few.shfl_up(i, 1);
  mine[3] = few.shfl_down(i, 2);
  mine[4] = few.ballot(i % 2);
  mine[5] = few.any(i == 31) + 10 * few.all(i > 0);
  mine[6] = few.match_any(i / 8);
  cg::coalesced_group part = cg::labeled_partition(few, i / 8);
  mine[7] = rank_in(part);
  mine[8] = part.meta_group_rank() * 100 + part.meta_group_size();
  cg::coalesced_group odd = cg::binary_partition(few, i % 2);
  mine[9] = odd.shfl(i, 0) + 100 * odd.meta_group_rank();
  cg::coalesced_group quad = cg::tiled_partition(few, 4);
  mine[10] = rank_in(quad) + 100000 * quad.meta_group_rank();
  few.sync();
  mine[11] = cg::reduce(few, i, cg::plus<int>());
}

__global__ void reductions(int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto eight = cg::tiled_partition<8>(warp);
  int i = threadIdx.x, *mine = out + 14 * i, value = i * 7 % 32;
  mine[0] = cg::reduce(warp, value, cg::plus<int>());
  mine[1] = cg::reduce(eight, value, cg::less<int>());
  mine[2] = cg::reduce(eight, value, cg::greater<int>());
  mine[3] = cg::reduce(eight, value | 32, cg::bit_and<int>());
  mine[4] = cg::reduce(eight, value, cg::bit_or<int>());
  mine[5] = cg::reduce(eight, value, cg::bit_xor<int>());
  mine[6] = (int)cg::reduce(warp, 0.25 * value, cg::plus<double>());
  mine[7] = cg::reduce(eight, value, [](int a, int b) { return a * 3 % 100 + b * 3 % 100; });
  mine[8] = cg::inclusive_scan(eight, value);
  mine[9] = cg::exclusive_scan(warp, value);
  mine[10] = cg::inclusive_scan(warp, value, cg::greater<int>());
  mine[11] = cg::exclusive_scan(eight, value, cg::bit_or<int>());
  cg::coalesced_group all = cg::coalesced_threads();
  mine[12] = cg::reduce(all, value, cg::plus<int>());
  mine[13] = -1;
  if (i % 4 == 1) {
    cg::coalesced_group few = cg::coalesced_threads();
    mine[13] = cg::exclusive_scan(few, value) * 100 + cg::inclusive_scan(few, 1);
  }
}

// A barrier that half of the block never reaches is found at the student's line.
__global__ void left_out(int *out) {
  cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x >= 32) return;
  block.sync(); // BUG divergent barrier
  out[threadIdx.x] = 1;
}

static int failures;

static void expect(const char *what, int i, int got, int wanted) {
  if (got == wanted || failures++ > 20) return;
  fprintf(stderr, "%s of thread %d: %d and not %d\n", what, i, got, wanted);
}

static int bits_of(int first, int count, bool (*is_set)(int)) {
  int bits = 0;
  for (int k = 0; k < count; k++) bits |= is_set(first + k) << k;
  return bits;
}

static int value_of(int i) {
  return i * 7 % 32;
}

static void check_tiles(const int *out) {
  for (int i = 0; i < 64; i++) {
    const int *mine = out + 20 * i;
    int eight = i / 8 * 8, four = i / 4 * 4, warp = i / 32 * 32;
    expect("sum", i, mine[0], 9 * eight + 28);
    expect("up", i, mine[1], i == four ? i : i - 1);
    expect("xor", i, mine[2], i ^ 3);
    expect("any", i, mine[3], eight == 8);
    expect("all", i, mine[4], eight >= 8);
    expect("ballot", i, mine[5], bits_of(eight, 8, [](int k) { return k % 3 == 0; }));
    expect("match_any", i, mine[6], i % 2 ? 0xaa : 0x55);
    expect("match_all", i, mine[7], 115);
    expect("meta of 8", i, mine[8], i / 8 * 100 + 8);
    expect("meta of 4", i, mine[9], i % 8 / 4 * 100 + 2);
    expect("warp", i, mine[10], i % 32 * 1000 + 32);
    if (i % 16 == 0) expect("tile at run time", i, mine[11], 16 * i + 120);
    if (i == 0) expect("block", i, mine[12], 64);
    expect("pair", i, mine[13], 2 * (warp + 5) + 1 + 2 * (warp + 5));
    expect("char", i, mine[14], warp + 3);
    expect("functions", i, mine[15], i % 4 + 40);
    expect("invoke_one_broadcast", i, mine[16], 1 + eight);
    expect("invoke_one", i, mine[17], i == 0 ? 7 : 0);
    expect("long long", i, mine[18], (int)(1000000000000ll * (warp + 2 + i / 32)) % 1000);
    expect("down", i, mine[19], (i % 32 < 30 ? i + 2 : i) * 3);
  }
}

static void check_some(const int *out) {
  int lanes[11], sum = 0;
  for (int r = 0; r < 10; r++) lanes[r] = 3 * r + 1, sum += lanes[r];
  lanes[10] = 31, sum += 31;
  for (int r = 0; r < 11; r++) {
    int i = lanes[r];
    const int *mine = out + 12 * i;
    expect("rank", i, mine[0], r * 1000 + 11);
    expect("shfl", i, mine[1], lanes[2]);
    expect("shfl_up", i, mine[2], r ? lanes[r - 1] : i);
    expect("shfl_down", i, mine[3], r < 9 ? lanes[r + 2] : i);
    int odd = 0, like = 0, first = 11, before = 0, count = 0;
    for (int k = 0; k < 11; k++) {
      odd |= (lanes[k] % 2) << k;
      if (lanes[k] / 8 != i / 8) continue;
      like |= 1 << k, before += k < r, count++;
    }
    for (int k = 10; k >= 0; k--) first = lanes[k] % 2 == i % 2 ? lanes[k] : first;
    expect("ballot", i, mine[4], odd);
    expect("any and all", i, mine[5], 11);
    expect("match_any", i, mine[6], like);
    expect("labels", i, mine[7], before * 1000 + count);
    expect("meta of labels", i, mine[8], i / 8 * 100 + 4);
    expect("binary", i, mine[9], first + 100 * (i % 2));
    expect("quads", i, mine[10], r % 4 * 1000 + (r < 8 ? 4 : 3) + r / 4 * 100000);
    expect("reduce", i, mine[11], sum);
  }
}

static void check_reductions(const int *out) {
  int running = 0, highest = 0;
  for (int i = 0; i < 32; i++) {
    const int *mine = out + 14 * i;
    int least = 99, most = 0, all = 63, any = 0, odd = 0, sum = 0, any_before = 0, nested[8];
    for (int k = i / 8 * 8; k < i / 8 * 8 + 8; k++) {
      int v = value_of(k);
      least = v < least ? v : least, most = v > most ? v : most;
      all &= v | 32, any |= v, odd ^= v, nested[k % 8] = v;
      if (k <= i) sum += v;
      if (k < i) any_before |= v;
    }
    for (int half = 4; half > 0; half /= 2) {
      int next[8];
      for (int k = 0; k < 8; k++) next[k] = nested[k] * 3 % 100 + nested[k ^ half] * 3 % 100;
      for (int k = 0; k < 8; k++) nested[k] = next[k];
    }
    highest = value_of(i) > highest ? value_of(i) : highest;
    int wanted[] = {496,           least, most,    all,     any,        odd, 124,
                    nested[i % 8], sum,   running, highest, any_before, 496};
    for (int k = 0; k < 13; k++) expect("reduction", i * 100 + k, mine[k], wanted[k]);
    running += value_of(i);
    int few = 0;
    for (int k = 1; k < i; k += 4) few += value_of(k);
    expect("few", i, mine[13], i % 4 == 1 ? few * 100 + i / 4 + 1 : -1);
  }
}

int main() {
  if (FLT_MAX < 1e38f) return 1; // known without its own header
  static int host[64 * 20];
  int *out;
  cudaMalloc(&out, sizeof host);
  indices<<<2, dim3(4, 8, 2)>>>(out);
  cudaMemcpy(host, out, 128 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; i++) expect("indices", i, host[i], i % 64 * 1000 + 64);
  tiles<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  check_tiles(host);
  some_threads<<<1, 32>>>(out);
  cudaMemcpy(host, out, 32 * 12 * sizeof(int), cudaMemcpyDeviceToHost);
  check_some(host);
  reductions<<<1, 32>>>(out);
  cudaMemcpy(host, out, 32 * 14 * sizeof(int), cudaMemcpyDeviceToHost);
  check_reductions(host);
  check_strict_barriers();
  left_out<<<1, 64>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess || failures) return 1;
  return check_annotations(__FILE__);
}
