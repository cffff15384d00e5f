// packed.cuh: rung 3, slices that are not sorted, but packed.
#ifndef FAST_04_PACKED_CUH
#define FAST_04_PACKED_CUH
#include "long_rows.cuh"

namespace jagged {
namespace {

// A slot has one bit per lane that says whether the lane has an entry, and only existing entries
// are stored. These are the jagged diagonals of a slice, with masks instead of a permutation. In a
// slot of three, a lane has all three entries.
struct slot {
  int base;
  unsigned mask;
};
enum { UNIT = 8 }; // a slice begins at multiples of 8 values and 8 bytes of codes

struct packed {
  int num_rows, num_slices;
  slices::slice *slices, total;
  real *values;
  unsigned char *codes;
  slot *slots;
};

__device__ __forceinline__ slot load_slot(const slot *from) {
  int2 two = __ldg((const int2 *)from);
  return {two.x, (unsigned)two.y};
}

template <int KIND, int WIDTH, int UNROLL>
__device__ __forceinline__ real sum_of_packed(const slices::slice &s, int lane, const packed &a,
                                              const real *x) {
  typedef typename slices::code_of<KIND>::type code;
  int count = s.shape >> 3;
  const real *values = a.values + (size_t)s.values * UNIT;
  const code *codes = (const code *)(a.codes + (size_t)s.codes * UNIT);
  const slot *from = a.slots + s.bases;
  unsigned lower_lanes = (1u << lane) - 1;
  real sum = 0;
#pragma unroll 1
  for (int first = 0; first < count; first += UNROLL) {
    int col[UNROLL];
    bool here[UNROLL];
    real value[UNROLL][WIDTH];
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
      slot t = first + u < count ? load_slot(from + first + u) : slot{0, 0};
      int rank = __popc(t.mask & lower_lanes), lanes = __popc(t.mask);
      here[u] = t.mask >> lane & 1;
      col[u] = t.base;
      if (KIND == slices::DIAGONAL) col[u] += lane;
      if (KIND != slices::DIAGONAL) col[u] += here[u] ? (int)__ldcs(codes + rank) : 0;
#pragma unroll
      for (int k = 0; k < WIDTH; k++) {
        value[u][k] = here[u] ? __ldcs(values + k * lanes + rank) : (real)0;
      }
      values += WIDTH * lanes;
      codes += lanes;
    }
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
#pragma unroll
      for (int k = 0; k < WIDTH; k++) {
        real element = here[u] ? __ldg(x + col[u] + k) : (real)0;
        sum += value[u][k] * element;
      }
    }
  }
  return sum;
}

template <int UNROLL, int UNROLL_OF_THREE> struct unrolled_packed {
  template <int KIND, int WIDTH>
  static __device__ __forceinline__ void add(const slices::slice &s, int lane, const packed &a,
                                             const real *x, real *sum) {
    *sum += sum_of_packed < KIND, WIDTH, WIDTH == 3 ? UNROLL_OF_THREE : UNROLL > (s, lane, a, x);
  }
};

template <int UNROLL, int UNROLL_OF_THREE, int BLOCKS>
__global__ void __launch_bounds__(WINDOW, BLOCKS)
    spmv_packed(packed a, long_rows apart, real alpha, const real *x, real beta, real *y) {
  typedef unrolled_packed<UNROLL, UNROLL_OF_THREE> unrolled;
  if (blockIdx.x < (unsigned)apart.num_pieces) {
    add_piece(apart, blockIdx.x, alpha, x, beta, y);
    return;
  }
  int row = (blockIdx.x - apart.num_pieces) * WINDOW + threadIdx.x, lane = threadIdx.x % LANES;
  if (row / LANES >= a.num_slices) return;
  slices::slice s = slices::load_slice(a.slices + row / LANES);
  real sum = 0;
  SLICES_BY_SHAPE(s.shape, unrolled::template add, s, lane, a, x, &sum)
  if (row < a.num_rows && !is_long(apart, row)) slices::store(alpha, sum, beta, y + row);
}

__device__ __forceinline__ bool is_in_threes(const slices::source &s) {
  const int *col = s.col_idx;
  int at = s.row.begin;
  while (at + 3 <= s.row.end && col[at + 1] == col[at] + 1 && col[at + 2] == col[at] + 2) at += 3;
  return at >= s.row.end;
}

__device__ __forceinline__ unsigned units(unsigned things) {
  return (things + UNIT - 1) / UNIT;
}

// A slot costs 8 bytes, and as much time as one load by the warp.
__global__ void measure_packed(slices::rows r, int num_slices, const int *col_idx,
                               slices::slice *slices) {
  const unsigned slot_cost = sizeof(slot) + LANES;
  __shared__ int room[slices::CONVERT_WARPS][slices::STAGE];
  int place = blockIdx.x * blockDim.x + threadIdx.x, which = place / LANES, lane = place % LANES;
  if (which >= num_slices) return;
  slices::source s = slices::source_of(r, place, col_idx, NULL, room[threadIdx.x / LANES], NULL);
  unsigned entries = slices::sum_of_warp(s.row.end - s.row.begin);
  int width = __all_sync(ALL_LANES, is_in_threes(s)) && entries > 0 ? 3 : 1;
  unsigned distance, slots = slices::slots_from_left(s, width, &distance);
  int kind = distance < 1u << 8    ? slices::BITS_8
             : distance < 1u << 16 ? slices::BITS_16
                                   : slices::BITS_32;
  unsigned code_bytes = entries / width * slices::code_bytes(kind);
  if (width == 1) { // lanes of a slot of three are seldom on one diagonal
    unsigned most = slots + code_bytes / slot_cost;
    unsigned diagonals = slices::slots_by_diagonal(s, lane, 1, most);
    if (diagonals <= most) {
      slots = diagonals;
      kind = slices::DIAGONAL;
      code_bytes = 0;
    }
  }
  if (lane > 0) return;
  unsigned shape = slots * 8 + (width == 3 ? slices::OF_THREE : 0) + kind;
  slices[which] = {units(entries), units(code_bytes), slots, shape};
}

template <int KIND, int WIDTH>
__device__ __forceinline__ void write_packed_slice(const slices::slice &to, const slices::source &s,
                                                   int lane, const packed &a) {
  typedef typename slices::code_of<KIND>::type code;
  real *values = a.values + (size_t)to.values * UNIT;
  code *codes = (code *)(a.codes + (size_t)to.codes * UNIT);
  int count = to.shape >> 3, at = s.row.begin, end = s.row.end;
  for (int i = 0; i < count; i++) {
    int key = at < end ? s.col_idx[at] - (KIND == slices::DIAGONAL ? lane : 0) : INT_MAX;
    int base = slices::least_of_warp(key);
    bool here = at < end && (KIND != slices::DIAGONAL || key == base);
    unsigned mask = __ballot_sync(ALL_LANES, here);
    int rank = __popc(mask & ((1u << lane) - 1)), lanes = __popc(mask);
    if (here) {
      for (int k = 0; k < WIDTH; k++) values[k * lanes + rank] = s.values[at + k];
      if (KIND != slices::DIAGONAL) codes[rank] = (code)(key - base);
      at += WIDTH;
    }
    values += WIDTH * lanes;
    codes += lanes;
    if (lane == 0) a.slots[to.bases + i] = {base, mask};
  }
}

__global__ void write_packed(slices::rows r, const int *col_idx, const real *from, packed a) {
  __shared__ int room[slices::CONVERT_WARPS][slices::STAGE];
  __shared__ real value_room[slices::CONVERT_WARPS][slices::STAGE];
  int place = blockIdx.x * blockDim.x + threadIdx.x, which = place / LANES, lane = place % LANES;
  int warp = threadIdx.x / LANES;
  if (which >= a.num_slices) return;
  slices::source s = slices::source_of(r, place, col_idx, from, room[warp], value_room[warp]);
  slices::slice to = a.slices[which];
  SLICES_BY_SHAPE(to.shape, write_packed_slice, to, s, lane, a)
}

const char *lay_out_packed(const bench_csr *a, const slices::rows &r, device_memory *memory,
                           packed *out) {
  *out = {};
  out->num_rows = a->num_rows;
  out->num_slices = (int)slices::blocks_for(a->num_rows, LANES);
  if (a->num_rows == 0) return NULL;
  if (!memory->take(&out->slices, out->num_slices)) return memory->trouble();
  measure_packed<<<slices::blocks_for(out->num_slices, slices::CONVERT_WARPS),
                   slices::CONVERT_WARPS * LANES>>>(r, out->num_slices, a->d_col_idx, out->slices);
  bool well = slices::place_slices(out->num_slices, out->slices, &out->total);
  return well ? NULL : bench_no_memory;
}

const char *fill_packed(const bench_csr *a, const slices::rows &r, device_memory *memory,
                        packed *out) {
  if (a->num_rows == 0) return NULL;
  if (!memory->take(&out->values, (size_t)out->total.values * UNIT) ||
      !memory->take(&out->codes, (size_t)out->total.codes * UNIT) ||
      !memory->take(&out->slots, out->total.bases)) {
    return memory->trouble();
  }
  write_packed<<<slices::blocks_for(out->num_slices, slices::CONVERT_WARPS),
                 slices::CONVERT_WARPS * LANES>>>(r, a->d_col_idx, a->d_values, *out);
  return NULL;
}

} // namespace
} // namespace jagged
#endif
