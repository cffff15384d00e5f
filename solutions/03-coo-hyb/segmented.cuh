// segmented.cuh: rung 2, segmented COO: the kernel, and how its tiles are cut and filled.
#ifndef FAST_03_SEGMENTED_CUH
#define FAST_03_SEGMENTED_CUH
#include "coo.cuh"

namespace {

const int coo_threads = 128, coo_warps = coo_threads / 32;
const int coo_steps = 2;                   // steps of a warp, each with four entries per thread
const int coo_run = 32 * 4 * coo_steps;    // neighbouring entries of a warp
const int coo_items = coo_run * coo_warps; // entries of a tile
const int coo_most_rows = 16384;           // of a tile, including empty rows

// A block's entries are the coo_items from blockIdx.x * coo_items on.
struct coo_tile {
  int begin, end; // rows that are completely in this tile
  bool head_cut, tail_cut;
  bool gaps; // some of the rows have no entry
};

struct coo {
  const coo_tile *tiles;
  const int *row_idx, *col_idx; // whole tiles; places without an entry have the tile's last row
  const real *values;
};

__device__ void load_four(const int *from, int *to) {
  int4 four = __ldcs((const int4 *)from);
  to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

__device__ void load_four(const real *from, real *to) {
#ifdef SL_REAL_IS_DOUBLE
  double2 low = __ldcs((const double2 *)from), high = __ldcs((const double2 *)from + 1);
  to[0] = low.x, to[1] = low.y, to[2] = high.x, to[3] = high.y;
#else
  float4 four = __ldcs((const float4 *)from);
  to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
#endif
}

// The destinations of a warp's row sums. Its first row may have begun in the previous warp, and its
// last one may continue: the block adds up these two.
struct warp_rows {
  int first, last;
  real head, tail; // sums of the first row, if it ends in the warp, and of the last
};

struct target {
  real alpha, beta;
  real *y;
};

__device__ void finish(warp_rows *of, const target &to, int row, real sum) {
  if (row == of->first) {
    of->head = sum; // by one lane only: a row ends once
  } else {
    write_y(to.y, row, to.alpha, sum, to.beta);
  }
}

// One step of a warp: 128 entries, four per lane. `carry` is the sum of row `carry_row` at the end
// of the previous step; on return, both belong to this step.
__device__ void add_step(const int *row, const real *product, warp_rows *of, const target &to,
                         int *carry_row, real *carry) {
  int lane = threadIdx.x % 32;
  // Within the lane: the sums of its first row and of its last row. Rows between the two are
  // complete.
  real head = 0, run = product[0];
  bool split = false; // the lane has more than one row
#pragma unroll
  for (int j = 1; j < 4; j++) {
    if (row[j] == row[j - 1]) {
      run += product[j];
      continue;
    }
    if (split) {
      write_y(to.y, row[j - 1], to.alpha, run, to.beta);
    } else {
      head = run;
    }
    split = true;
    run = product[j];
  }
  int before = __shfl_up_sync(whole_warp, row[3], 1);
  int behind = __shfl_down_sync(whole_warp, row[0], 1);
  if (lane == 0) {
    before = *carry_row;
    if (before != row[0]) {
      finish(of, to, before, *carry);
    } else if (!split) {
      run += *carry;
    }
  }
  bool joined = before == row[0];
  // Between lanes: the sum of a row over several lanes, beginning with the lane in which the row
  // begins.
  unsigned begins = __ballot_sync(whole_warp, split || !joined || lane == 0);
  int leader = 31 - __clz((int)(begins & (whole_warp >> (31 - lane))));
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    real left = __shfl_up_sync(whole_warp, run, distance);
    if (lane - distance >= leader) run += left;
  }
  real left = __shfl_up_sync(whole_warp, run, 1);
  if (lane == 0) left = *carry;
  if (split) finish(of, to, row[0], joined ? head + left : head);
  if (lane < 31 && behind != row[3]) finish(of, to, row[3], run);
  *carry = __shfl_sync(whole_warp, run, 31);
  *carry_row = __shfl_sync(whole_warp, row[3], 31);
}

// Adds up the rows that continue from one warp to the next; one thread does this in the order of
// the warps.
__device__ void join_warps(const warp_rows *of, const coo_tile &tile, const target &to,
                           real *parts) {
  int row = of[0].first;
  real sum = 0;
  bool first = true; // still in the first row of the tile
  for (int w = 0; w < coo_warps; w++) {
    for (int end = 0; end < 2; end++) {
      if (end == 1 && of[w].first == of[w].last) continue;
      int next = end == 0 ? of[w].first : of[w].last;
      if (next != row) {
        if (first && tile.head_cut) {
          parts[2 * blockIdx.x] = sum;
        } else {
          write_y(to.y, row, to.alpha, sum, to.beta);
        }
        first = false;
        row = next;
        sum = 0;
      }
      sum += end == 0 && of[w].first != of[w].last ? of[w].head : of[w].tail;
    }
  }
  if (first && tile.head_cut) {
    parts[2 * blockIdx.x] = sum;
  } else if (tile.tail_cut) {
    parts[2 * blockIdx.x + 1] = sum;
  } else {
    write_y(to.y, row, to.alpha, sum, to.beta);
  }
}

__global__ void __launch_bounds__(coo_threads)
    spmv_segmented(coo a, real alpha, const real *x, real beta, real *y, real *parts) {
  __shared__ warp_rows of_warps[coo_warps];
  int lane = threadIdx.x % 32;
  size_t start = (size_t)blockIdx.x * coo_items + threadIdx.x / 32 * coo_run + lane * 4;
  int row[coo_steps][4], col[coo_steps][4];
  real product[coo_steps][4];
#pragma unroll
  for (int step = 0; step < coo_steps; step++) {
    load_four(a.col_idx + start + step * 128, col[step]);
    load_four(a.values + start + step * 128, product[step]);
    load_four(a.row_idx + start + step * 128, row[step]);
  }
  coo_tile tile = a.tiles[blockIdx.x];
#pragma unroll
  for (int step = 0; step < coo_steps; step++) {
#pragma unroll
    for (int j = 0; j < 4; j++) {
      product[step][j] = col[step][j] == no_col ? 0 : product[step][j] * __ldg(x + col[step][j]);
    }
  }
  if (tile.gaps) {
    // No thread writes rows without an entry. So all rows of the tile are scaled, and sums are
    // added to them. The scaled rows are still in the cache, so this costs little.
    for (int r = tile.begin + threadIdx.x; r < tile.end; r += coo_threads) {
      y[r] = beta == 0 ? 0 : beta * y[r];
    }
    beta = 1;
    __syncthreads();
  }
  target to = {alpha, beta, y};
  warp_rows *mine = of_warps + threadIdx.x / 32;
  int carry_row = __shfl_sync(whole_warp, row[0][0], 0);
  if (lane == 0) {
    mine->first = carry_row;
    mine->head = 0;
  }
  __syncwarp();
  real carry = 0;
#pragma unroll
  for (int step = 0; step < coo_steps; step++) {
    add_step(row[step], product[step], mine, to, &carry_row, &carry);
  }
  if (lane == 0) {
    mine->last = carry_row;
    mine->tail = carry;
  }
  __syncthreads();
  if (threadIdx.x == 0) join_warps(of_warps, tile, to, parts);
}

// ---- Preparation ----

// The host lays out the rows, and the device fills the tiles.
struct segmented_plan : coo_plan {
  const coo_tile *d_tiles;
};

// The tiles, and the first entry of each. Entries are in the tiles in the order of CSR.
struct coo_tiling {
  std::vector<coo_tile> tiles;
  std::vector<int> begins;
  std::vector<cut_row> cuts;
};

coo_tiling cut_segmented(const bench_csr *a) {
  coo_tiling made;
  int row = 0, k = 0; // the next row and its next entry
  while (row < a->num_rows) {
    int t = (int)made.tiles.size(), room = coo_items;
    coo_tile tile = {};
    tile.head_cut = k > a->row_ptr[row];
    tile.begin = row + tile.head_cut;
    if (tile.head_cut) made.cuts.back().last_tile = t;
    made.begins.push_back(k);
    for (; row < a->num_rows && row - tile.begin < coo_most_rows; row++) {
      int left = a->row_ptr[row + 1] - k;
      if (room == 0 && left > 0) break;
      if (left == 0) tile.gaps = true;
      int count = left < room ? left : room;
      k += count;
      room -= count;
      if (count == left) continue;
      tile.tail_cut = true;
      if (made.cuts.empty() || made.cuts.back().row != row) made.cuts.push_back({row, t, t});
      break;
    }
    tile.end = row;
    made.tiles.push_back(tile);
  }
  made.begins.push_back(k);
  return made;
}

// One block per tile. Places after its last entry belong to its last row.
__global__ void fill_segmented(const coo_tile *tiles, const int *begins, csr from, int *row_idx,
                               int *col_idx, real *values) {
  coo_tile tile = tiles[blockIdx.x];
  int first_row = tile.begin - tile.head_cut, last_row = tile.end - 1 + tile.tail_cut;
  for (int i = threadIdx.x; i < coo_items; i += blockDim.x) {
    size_t place = (size_t)blockIdx.x * coo_items + i;
    int k = begins[blockIdx.x] + i;
    bool entry = k < begins[blockIdx.x + 1];
    row_idx[place] = entry ? bench_row_of(from.row_ptr, first_row, last_row, k) : last_row;
    col_idx[place] = entry ? from.col_idx[k] : no_col;
    values[place] = entry ? from.values[k] : 0;
  }
}

const char *prepare_segmented(const bench_csr *a, void **out) {
  coo_tiling made = cut_segmented(a);
  size_t count = made.tiles.size();
  segmented_plan *p = new segmented_plan();
  device_memory scratch;
  const int *d_begins = scratch.upload(made.begins);
  p->d_tiles = p->upload(made.tiles);
  p->take_entries(count * coo_items);
  p->set_tiles(count, made.cuts);
  if (count > 0 && !p->failed && !scratch.failed) {
    fill_segmented<<<(unsigned)count, 256>>>(p->d_tiles, d_begins, on_device(a), p->d_row_idx,
                                             p->d_col_idx, p->d_values);
  }
  return bench_hand_over(p, out, scratch.trouble());
}

void run_segmented(void *of, real alpha, const real *x, real beta, real *y) {
  const segmented_plan *p = (const segmented_plan *)of;
  if (p->num_tiles == 0) return;
  coo a = {p->d_tiles, p->d_row_idx, p->d_col_idx, p->d_values};
  spmv_segmented<<<p->num_tiles, coo_threads>>>(a, alpha, x, beta, y, p->d_parts);
  tiles::launch_add_parts(p->num_cuts, p->d_cuts, p->d_parts, alpha, beta, y);
}

} // namespace
#endif
