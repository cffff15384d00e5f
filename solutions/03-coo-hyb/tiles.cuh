// tiles.cuh: cuts the entries of a matrix into tiles of equal work.
//
// A block computes a tile. If a tile ends in the middle of a row, the row is *cut*: each of its
// tiles stores the sum of its part in an array, and a second, short kernel adds up the parts,
// always in the same order. Tile t has two places in the array: 2t for a row that began before it,
// 2t + 1 for a row that begins in it and continues after it.
#ifndef COO_HYB_TILES_CUH
#define COO_HYB_TILES_CUH

#include "bench/contest.h"
#include "bench/convert.cuh"
#include "bench/lanes.cuh"

namespace tiles {

using lanes::sum_of_lanes, lanes::whole_warp, lanes::write_y;

// The beginning of a tile, and the end of the previous one. If the corner cuts a row, `row` is the
// complement of that row's number, which is negative.
struct corner {
  int row, entry;
};

// A row that is in more than one tile.
struct cut_row {
  int row, first_tile, last_tile;
};

struct tiling {
  std::vector<corner> corners; // one more than there are tiles
  std::vector<cut_row> cuts;
};

static __host__ __device__ inline int row_of(corner at) {
  return at.row < 0 ? ~at.row : at.row;
}

// The path of merge-based SpMV (D. Merrill, M. Garland, SC 2016): entries and rows are counted
// together, so that neither long rows nor many empty ones overload a tile. Each tile begins `items`
// after the one before. A row counts as `row_weight` entries. Unlike in that method, a row of at
// most `longest` entries is not cut: it belongs to the tile in which it begins. So a tile has up to
// items + longest entries.
static tiling cut_into_tiles(int num_rows, const int *row_ptr, int row_weight, int items,
                             int longest) {
  tiling made;
  long long total = row_ptr[num_rows] + (long long)row_weight * num_rows;
  int row = 0;
  for (long long item = 0; item < total; item += items) {
    int high = num_rows - 1; // the last row that begins at `item` or before it
    while (row < high) {
      int middle = row + (high - row + 1) / 2;
      if (row_ptr[middle] + (long long)row_weight * middle <= item) {
        row = middle;
      } else {
        high = middle - 1;
      }
    }
    long long inside = item - row_ptr[row] - (long long)row_weight * row;
    int length = row_ptr[row + 1] - row_ptr[row];
    corner at = {row, row_ptr[row]};
    if (inside >= length || (inside > 0 && length <= longest)) {
      if (inside > 0) at = {row + 1, row_ptr[row + 1]};
    } else if (inside > 0) {
      at = {~row, row_ptr[row] + (int)inside};
      int tile = (int)made.corners.size();
      if (made.cuts.empty() || made.cuts.back().row != row) {
        made.cuts.push_back({row, tile - 1, tile});
      }
      made.cuts.back().last_tile = tile;
    }
    made.corners.push_back(at);
  }
  made.corners.push_back({num_rows, row_ptr[num_rows]});
  return made;
}

// Returns the sum of staged[begin … end − 1], in each of the `width` lanes of a vector. All lanes
// of the warp call this, each vector with its own span. The whole warp adds up a span that is long
// for its vector, so that a long row does not delay the others.
static __device__ real sum_of_span(const real *staged, int begin, int end, int width) {
  int lane = threadIdx.x % 32;
  bool is_long = end - begin > 32 * width;
  real sum = 0;
  if (!is_long) {
#pragma unroll 4
    for (int k = begin + lane % width; k < end; k += width) sum += staged[k];
  }
  sum = sum_of_lanes(sum, width);
  unsigned waiting = __ballot_sync(whole_warp, is_long && lane % width == 0);
  for (; waiting != 0; waiting &= waiting - 1) {
    int owner = __ffs((int)waiting) - 1; // the first lane of a vector that needs help
    int from = __shfl_sync(whole_warp, begin, owner), to = __shfl_sync(whole_warp, end, owner);
    real part = 0;
    for (int k = from + lane; k < to; k += 32) part += staged[k];
    part = sum_of_lanes(part, 32);
    if (lane / width == owner / width) sum = part;
  }
  return sum;
}

// Returns the number of lanes per row, at most a warp, if a block's threads are divided among
// `rows` rows.
static __device__ int lanes_a_row(int threads, int rows) {
  int width = 32;
  while (width > 1 && rows * width > threads) width /= 2;
  return width;
}

// Adds up the parts of cut rows, one warp per row.
static __global__ void add_parts(int num_cut, const cut_row *cuts, const real *parts, real alpha,
                                 real beta, real *y) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (i >= num_cut) return; // true for all lanes of a warp or for none
  cut_row cut = cuts[i];
  int lane = threadIdx.x % 32;
  real sum = lane == 0 ? parts[2 * cut.first_tile + 1] : 0;
#pragma unroll 4
  for (int t = cut.first_tile + 1 + lane; t <= cut.last_tile; t += 32) sum += parts[2 * t];
  sum = sum_of_lanes(sum, 32);
  if (lane == 0) write_y(y, cut.row, alpha, sum, beta);
}

static void launch_add_parts(int num_cut, const cut_row *d_cuts, const real *d_parts, real alpha,
                             real beta, real *d_y) {
  if (num_cut == 0) return;
  add_parts<<<bench_ceil_div(num_cut, 8), 256>>>(num_cut, d_cuts, d_parts, alpha, beta, d_y);
}

} // namespace tiles

#endif
