// fast.cu: tuned y ← α A x + β y on COO and HYB, without atomics: the same sums on every run.
//
// A ladder from the solution of lab 03. Microseconds on an H100 (float, CUDA 13.0, L2 flushed,
// median of 11), of the first form of each kernel in a probe; those in this file differ and have
// not been timed yet. In brackets: cuSPARSE's COO_ALG1 in that run.
//
// 1. A thread an entry, one atomic each: lab 03.
// 2. Segmented COO: four neighbouring entries a lane in loads of 16 bytes, sums within the lane,
//    then within the warp by shuffles, then within the block. road:2000 68 (69), laplace2d5:2048
//    121 (120), web:1000000 58 (57), one giant row and column 30 (31). With rows over several tiles
//    joined in the same launch, by a fence and an atomic, rmat:20 took 163 to 181 (126). Here a
//    second launch adds them up, which took CSR's tiles from 147 to 118 there.
// 3. HYB in one launch: the ELL part and the rest of the same rows by one block. With up to a
//    thousand rows a block: laplace2d5 111, road 86, web 80, hpcg:32 50. So 256 threads had too
//    much to do one after the other; here a block has 256 rows at most.
//
// Tried and dropped: a list of the empty rows for blocks of their own (hypersparse:20000000 206
// against 146, as the list is as long as the row pointers).
#include "bench/tiles.cuh"

namespace {

using tiles::corner, tiles::cut_row, tiles::write_y, tiles::sum_of_lanes;
using tiles::whole_warp;

// ---- 2. Segmented COO ----

const int coo_threads = 128, coo_warps = coo_threads / 32;
const int coo_steps = 2;                   // times four entries a thread
const int coo_run = 32 * 4 * coo_steps;    // neighbouring entries of a warp
const int coo_items = coo_run * coo_warps; // entries of a tile
const int coo_most_rows = 16384;           // of a tile, with those that have no entry
const int no_col = -1;                     // of a place that holds no entry

// A block's entries are the coo_items from blockIdx.x * coo_items on.
struct coo_tile {
  int begin, end; // rows that are whole in this tile
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

// Where the sums of a warp's rows go. Its first row may have begun with the warp before, and its
// last one may go on: these two are left for the block.
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

// One step of a warp: 128 entries, four a lane. `carry` is the sum of row `carry_row`, with which
// the step before ended; on return they are this step's.
__device__ void add_step(const int *row, const real *product, warp_rows *of, const target &to,
                         int *carry_row, real *carry) {
  int lane = threadIdx.x % 32;
  // Within the lane: the first row's sum, and that of the last. Rows between the two are whole.
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
  // Between lanes: the sum of a row that goes over several lanes, from the lane in which it begins.
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

// The rows with which warps begin and end, by one thread, in the order of the warps.
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
    // Rows without an entry have nobody who writes them. So all rows of the tile are scaled, and
    // sums are added to what then stands there: still in the cache, and so nearly for nothing.
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

// ---- 3. HYB in one launch ----

const int hyb_threads = 256;
const int hyb_flight = 5; // entries of the rest a thread
const int hyb_room = hyb_threads * hyb_flight;
const int hyb_longest = 224;  // rests up to here are not cut
const int hyb_row_weight = 4; // so that no tile has more rows than threads
const int hyb_items = hyb_threads * hyb_row_weight;
const int hyb_align = 32;

struct hyb {
  int width;     // of the ELL part
  size_t stride; // from one entry of a row to its next
  const int *ell_col_idx;
  const real *ell_values;
  const int *row_idx, *col_idx; // the rest, in COO
  const real *values;
};

__device__ real ell_row(const hyb &a, int row, const real *x) {
  real sum = 0;
#pragma unroll 4
  for (int i = 0; i < a.width; i++) {
    int col = __ldcs(a.ell_col_idx + i * a.stride + row);
    real value = __ldcs(a.ell_values + i * a.stride + row);
    if (col != no_col) sum += value * __ldg(x + col);
  }
  return sum;
}

// A block has up to 256 neighbouring rows, a thread for each in the ELL part, and the rest of these
// rows. Where the row of an entry differs from that of the next, a row's rest ends: that is noted
// in shared memory, and replaces the row pointers that COO has not.
__global__ void __launch_bounds__(hyb_threads)
    spmv_hyb(const corner *corners, hyb a, real alpha, const real *x, real beta, real *y,
             real *parts) {
  __shared__ real staged[hyb_room];
  __shared__ real ell[hyb_threads + 2];
  __shared__ int begins[hyb_threads + 2], ends[hyb_threads + 2];
  corner from = corners[blockIdx.x], to = corners[blockIdx.x + 1];
  bool head_cut = from.row < 0, tail_cut = to.row < 0;
  int first_row = tiles::row_of(from), rows = tiles::row_of(to) + tail_cut - first_row;
  int base = from.entry / hyb_align * hyb_align;
  int begin = from.entry - base, end = to.entry - base, lane = threadIdx.x % 32;
  int col[hyb_flight], row[hyb_flight];
  real value[hyb_flight];
#pragma unroll
  for (int i = 0; i < hyb_flight; i++) {
    int k = threadIdx.x + i * hyb_threads;
    row[i] = -1;
    if (k >= begin && k < end) {
      col[i] = __ldcs(a.col_idx + base + k);
      value[i] = __ldcs(a.values + base + k);
      row[i] = __ldg(a.row_idx + base + k) - first_row;
    }
  }
  for (int i = threadIdx.x; i < rows; i += hyb_threads) {
    // Of a row that is cut, the first tile takes the ELL part.
    ell[i] = i == 0 && head_cut ? 0 : ell_row(a, first_row + i, x);
    begins[i] = ends[i] = 0;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < hyb_flight; i++) {
    int k = threadIdx.x + i * hyb_threads;
    int next = __shfl_down_sync(whole_warp, row[i], 1);
    if (k < begin || k >= end) continue;
    staged[k] = value[i] * __ldg(x + col[i]);
    if (k + 1 == end) next = -1;
    if (k + 1 < end && lane == 31) next = __ldg(a.row_idx + base + k + 1) - first_row;
    if (k == begin) begins[row[i]] = k;
    if (next == row[i]) continue;
    ends[row[i]] = k + 1;
    if (next >= 0) begins[next] = k + 1;
  }
  __syncthreads();
  int width = tiles::lanes_a_row(hyb_threads, rows);
  for (int first = threadIdx.x / 32 * (32 / width); first < rows; first += hyb_threads / width) {
    int i = first + lane / width;
    real sum = tiles::sum_of_span(staged, i < rows ? begins[i] : 0, i < rows ? ends[i] : 0, width);
    if (i >= rows || lane % width > 0) continue;
    sum += ell[i];
    if (i == 0 && head_cut) {
      parts[2 * blockIdx.x] = sum;
    } else if (i == rows - 1 && tail_cut) {
      parts[2 * blockIdx.x + 1] = sum;
    } else {
      write_y(y, first_row + i, alpha, sum, beta);
    }
  }
}

// ---- What `./lab bench` calls ----

// Both formats are laid out on the host, as far as rows are concerned, and filled on the device.

struct plan : device_memory {
  int num_tiles, num_cuts;
  const coo_tile *d_tiles;
  const corner *d_corners;
  const cut_row *d_cuts;
  int *d_row_idx, *d_col_idx, *d_ell_col_idx;
  real *d_values, *d_ell_values, *d_parts;
  int width;
  size_t stride;

  void take_entries(size_t count) {
    d_row_idx = take<int>(count);
    d_col_idx = take<int>(count);
    d_values = take<real>(count);
  }
  void set_tiles(size_t count, const std::vector<cut_row> &cuts) {
    num_tiles = (int)count;
    num_cuts = (int)cuts.size();
    d_cuts = upload(cuts);
    d_parts = take<real>(2 * count + 1);
  }
};

struct csr {
  int num_rows;
  const int *row_ptr, *col_idx;
  const real *values;
};

csr on_device(const bench_csr *a) {
  return {a->num_rows, a->d_row_ptr, a->d_col_idx, a->d_values};
}

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

// A block for each tile. Places behind its last entry belong to its last row.
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
  plan *p = new plan();
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
  plan *p = (plan *)of;
  if (p->num_tiles == 0) return;
  coo a = {p->d_tiles, p->d_row_idx, p->d_col_idx, p->d_values};
  spmv_segmented<<<p->num_tiles, coo_threads>>>(a, alpha, x, beta, y, p->d_parts);
  tiles::launch_add_parts(p->num_cuts, p->d_cuts, p->d_parts, alpha, beta, y);
}

// A place in ELL costs 8 bytes (12 in double), an entry of the rest 12 (16). A width pays as long
// as the places that it adds cost less than the entries that it takes from the rest.
int choose_width(const bench_csr *a) {
  const int most = 64;
  std::vector<int> fill(most + 1, 0); // fill[w]: rows with w entries; the last: or more
  for (int row = 0; row < a->num_rows; row++) {
    int length = a->row_ptr[row + 1] - a->row_ptr[row];
    fill[length < most ? length : most]++;
  }
  const double place = sizeof(int) + sizeof(real), entry = place + sizeof(int);
  double rows_with = 0;
  for (int width = most; width > 0; width--) {
    rows_with += fill[width];
    if (rows_with * entry >= a->num_rows * place) return width;
  }
  return 0;
}

// A thread for each row, and for each that is there only to fill up the stride.
__global__ void fill_ell(csr from, int width, size_t stride, int *col_idx, real *values) {
  size_t row = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (row >= stride) return;
  bool is_row = row < (size_t)from.num_rows;
  int begin = is_row ? from.row_ptr[row] : 0, end = is_row ? from.row_ptr[row + 1] : 0;
  for (int i = 0; i < width; i++) {
    bool entry = i < end - begin;
    col_idx[i * stride + row] = entry ? from.col_idx[begin + i] : no_col;
    values[i * stride + row] = entry ? from.values[begin + i] : 0;
  }
}

// A thread for each entry of the rest.
__global__ void fill_rest(csr from, int width, const int *rest_ptr, int count, int *row_idx,
                          int *col_idx, real *values) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= (size_t)count) return;
  int row = bench_row_of(rest_ptr, 0, from.num_rows - 1, i);
  int k = from.row_ptr[row] + width + (int)i - rest_ptr[row];
  row_idx[i] = row;
  col_idx[i] = from.col_idx[k];
  values[i] = from.values[k];
}

// The first entry of each row in the rest.
std::vector<int> count_rest(const bench_csr *a, int width) {
  std::vector<int> rest_ptr(a->num_rows + 1, 0);
  for (int row = 0; row < a->num_rows; row++) {
    int rest = a->row_ptr[row + 1] - a->row_ptr[row] - width;
    rest_ptr[row + 1] = rest_ptr[row] + (rest > 0 ? rest : 0);
  }
  return rest_ptr;
}

void fill_hyb(const bench_csr *a, const plan *p, const int *d_rest_ptr, int rest) {
  if (p->stride > 0) {
    fill_ell<<<bench_ceil_div(p->stride, 256), 256>>>(on_device(a), p->width, p->stride,
                                                      p->d_ell_col_idx, p->d_ell_values);
  }
  if (rest > 0) {
    fill_rest<<<bench_ceil_div(rest, 256), 256>>>(on_device(a), p->width, d_rest_ptr, rest,
                                                  p->d_row_idx, p->d_col_idx, p->d_values);
  }
}

const char *prepare_hyb(const bench_csr *a, void **out) {
  plan *p = new plan();
  device_memory scratch;
  p->width = choose_width(a);
  p->stride = ((size_t)a->num_rows + 31) / 32 * 32;
  std::vector<int> rest_ptr = count_rest(a, p->width);
  int rest = rest_ptr[a->num_rows];
  const int *d_rest_ptr = scratch.upload(rest_ptr);
  p->d_ell_col_idx = p->take<int>(p->stride * p->width);
  p->d_ell_values = p->take<real>(p->stride * p->width);
  p->take_entries(rest);
  tiles::tiling made =
      tiles::cut_into_tiles(a->num_rows, rest_ptr.data(), hyb_row_weight, hyb_items, hyb_longest);
  p->d_corners = p->upload(made.corners);
  p->set_tiles(made.corners.size() - 1, made.cuts);
  if (!p->failed && !scratch.failed) fill_hyb(a, p, d_rest_ptr, rest);
  return bench_hand_over(p, out, scratch.trouble());
}

void run_hyb(void *of, real alpha, const real *x, real beta, real *y) {
  plan *p = (plan *)of;
  if (p->num_tiles == 0) return;
  hyb a = {p->width,     p->stride,    p->d_ell_col_idx, p->d_ell_values,
           p->d_row_idx, p->d_col_idx, p->d_values};
  spmv_hyb<<<p->num_tiles, hyb_threads>>>(p->d_corners, a, alpha, x, beta, y, p->d_parts);
  tiles::launch_add_parts(p->num_cuts, p->d_cuts, p->d_parts, alpha, beta, y);
}

const char *const file = "solutions/03-coo-hyb/fast.cu";
const bench_spmv segmented = {"COO segmented", file, prepare_segmented, run_segmented,
                              bench_delete<plan>};
const bench_spmv in_one_launch = {"HYB in one launch", file, prepare_hyb, run_hyb,
                                  bench_delete<plan>};

} // namespace

extern "C" const bench_spmv *const fast_03_contestants[] = {&segmented, &in_one_launch, NULL};
