// Lab 04, tuned: y ← α A x + β y for rows of different lengths.
//
// A ladder. Each rung is a contestant of `./lab bench`. What a slice is, and how columns are
// stored in few bytes, is told in solutions/02-ell/slices.cuh.
//
// 1  sorted in windows: JDS sorts all rows by length. To sort each 256 rows for themselves
//    takes nearly all padding away too and leaves rows near where they were. The block that
//    works on a window puts y in order in shared memory. A row's place takes 2 bytes.
// 2  fewer bytes: the columns as in lab 02, by 8 or 16 bits, three to a column, or diagonals.
// 3  packed by masks: the rows as they are. A bit for each lane says whether it has an entry
//    in the slot, and only these are stored: no padding, no permutation, and diagonals stay
//    diagonals. The price is work for each slot, to count the bits.
// 4  tuned: the rows as they are where padding is under 5 %; else packed where that saves 15 %
//    of the bytes, and sorted where not.
//
// In all of them, rows of more than 256 entries stand apart: a block adds up to 8192 of their
// entries, in front of the other blocks of the same launch.
//
// Microseconds on an NVIDIA H100 80GB HBM3, CUDA 13.0, 2026-11-25, median of 15, L2 flushed.
// Floor: compulsory bytes of CSR at the copy bandwidth, 3005 GB/s. Library: the best of
// cuSPARSE's CSR_ALG1, CSR_ALG2 and SELL in the same run. road: 4,000,000 crossings; short:
// 2,000,000 rows of 1 to 6 random columns; mesh: 240,000 rows in blocks of 3 whose nodes have
// 12 to 23 neighbours, chosen at random within 6,000 nodes.
//
//                      road  short   mesh  road f64  short f64  mesh f64
//   floor              42.6   26.6   33.5      66.6       41.3      50.5
//   library            70.3   77.6   52.4     106.7       90.9      76.5
//   lab 02, rung 6     47.6   73.7   35.8      74.8       87.4      57.4
//   1 sorted           60.7   71.4   49.2      84.4       80.5      74.2
//   2 fewer bytes      53.0   71.6   32.0      79.5       80.1      51.8
//   3 packed           44.5   79.6   37.3      68.4       90.5      61.6
//   4 tuned            44.3   71.3   32.3      68.1       80.4      52.2
//
// What is left on short: each element of x is a sector of 32 bytes from L2, which the profiler
// sees 91 % busy (lab 02's kernel: 7 of its 11.8 million sectors are of x). No order of the
// rows in a window changes that.
//
// Tried and dropped, on the same card: windows of 512 and 1024 rows pad less (road: 1.043 and
// 1.024 places an entry, with 256 rows 1.080) and are slower (52.5, 55.0 and 52.1 µs).
#include "../02-ell/slices.cuh"

namespace {

using slices::ALL_LANES;
using slices::LANES;

enum { WINDOW = 256, LONG_ROW = 256, PIECE = 8192 };

// ---- rows that are longer than LONG_ROW, in pieces of up to PIECE entries -----------------------

struct piece {
  int row, begin, end; // entries
  int first, count;    // of the row's pieces
  int row_number;      // among the long rows
};

struct long_rows {
  int num_pieces, num_rows;
  piece *pieces;
  real *sums;         // of each piece
  int *arrived;       // pieces of each long row that are done; 0 between launches
  unsigned *lanes;    // for each 32 rows: which of them are long
  const int *col_idx; // the matrix's own
  const real *values;
};

__device__ __forceinline__ real sum_of_block(real sum, real *of_warps) {
  for (int d = LANES / 2; d > 0; d /= 2) sum += __shfl_down_sync(ALL_LANES, sum, d);
  if (threadIdx.x % LANES == 0) of_warps[threadIdx.x / LANES] = sum;
  __syncthreads();
  sum = 0;
  for (int warp = 0; warp < WINDOW / LANES; warp++) sum += of_warps[warp];
  return sum;
}

// A block for a piece. The last of a row's pieces adds up all of them, in order: the sum is the
// same on every run.
__device__ __forceinline__ void add_piece(const long_rows &all, int number, real alpha,
                                          const real *x, real beta, real *y) {
  enum { UNROLL = 4 };
  __shared__ real of_warps[WINDOW / LANES];
  __shared__ bool is_last;
  piece p = all.pieces[number];
  real sum = 0;
  for (int first = p.begin + threadIdx.x; first < p.end; first += UNROLL * WINDOW) {
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
      int i = first + u * WINDOW;
      if (i < p.end) sum += __ldcs(all.values + i) * __ldg(x + __ldcs(all.col_idx + i));
    }
  }
  sum = sum_of_block(sum, of_warps);
  if (threadIdx.x > 0 && p.count == 1) return;
  if (threadIdx.x == 0 && p.count > 1) {
    all.sums[number] = sum;
    __threadfence();
    is_last = atomicAdd(&all.arrived[p.row_number], 1) == p.count - 1;
  }
  if (p.count > 1) {
    __syncthreads();
    if (!is_last || threadIdx.x > 0) return;
    __threadfence();
    sum = 0;
    for (int i = 0; i < p.count; i++) sum += *(volatile real *)&all.sums[p.first + i];
    all.arrived[p.row_number] = 0; // for the next launch
  }
  slices::store(alpha, sum, beta, y + p.row);
}

__device__ __forceinline__ int length_of(int row, int num_rows, const int *row_ptr) {
  return row < num_rows ? row_ptr[row + 1] - row_ptr[row] : 0;
}

// Two rounds: with `pieces` NULL it counts, then it writes. used: pieces, rows.
__global__ void list_long_rows(int num_rows, const int *row_ptr, int *used, piece *pieces,
                               unsigned *lanes) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, length = length_of(row, num_rows, row_ptr);
  bool is_long = length > LONG_ROW;
  unsigned which = __ballot_sync(ALL_LANES, is_long);
  if (lanes && threadIdx.x % LANES == 0 && row < num_rows) lanes[row / LANES] = which;
  if (!is_long) return;
  int count = (length + PIECE - 1) / PIECE, first = atomicAdd(&used[0], count);
  int number = atomicAdd(&used[1], 1);
  for (int i = 0; pieces && i < count; i++) {
    int begin = row_ptr[row] + i * PIECE, end = i == count - 1 ? row_ptr[row + 1] : begin + PIECE;
    pieces[first + i] = {row, begin, end, first, count, number};
  }
}

const char *list_them(const bench_csr *a, int *used, device_memory *memory, long_rows *out) {
  unsigned blocks = slices::blocks_for(a->num_rows, 256);
  int count[2];
  (void)cudaMemset(used, 0, sizeof count);
  list_long_rows<<<blocks, 256>>>(a->num_rows, a->d_row_ptr, used, NULL, NULL);
  (void)cudaMemcpy(count, used, sizeof count, cudaMemcpyDeviceToHost);
  out->num_pieces = count[0];
  out->num_rows = count[1];
  if (count[0] == 0) return NULL;
  if (!memory->take(&out->pieces, count[0]) || !memory->take(&out->sums, count[0]) ||
      !memory->take(&out->arrived, count[1]) ||
      !memory->take(&out->lanes, slices::blocks_for(a->num_rows, LANES))) {
    return memory->trouble();
  }
  (void)cudaMemset(out->arrived, 0, count[1] * sizeof(int));
  (void)cudaMemset(used, 0, sizeof count);
  list_long_rows<<<blocks, 256>>>(a->num_rows, a->d_row_ptr, used, out->pieces, out->lanes);
  return NULL;
}

const char *make_long(const bench_csr *a, device_memory *memory, long_rows *out) {
  *out = {};
  out->col_idx = a->d_col_idx;
  out->values = a->d_values;
  device_memory scratch;
  int *used;
  if (a->num_rows == 0) return NULL;
  if (!scratch.take(&used, 2)) return scratch.trouble();
  return list_them(a, used, memory, out);
}

__device__ __forceinline__ bool is_long(const long_rows &all, int row) {
  return all.lanes && all.lanes[row / LANES] >> row % LANES & 1;
}

// ---- rungs 1 and 2: sorted by length in windows of 256 rows -------------------------------------

// One block a window: a bitonic sort of (length, row), longest rows first.
__global__ void sort_windows(int num_rows, const int *row_ptr, unsigned short *order) {
  __shared__ unsigned key[WINDOW];
  int me = threadIdx.x, row = blockIdx.x * WINDOW + me;
  int length = length_of(row, num_rows, row_ptr);
  if (length > LONG_ROW) length = 0; // it is not among the sorted
  key[me] = (unsigned)(LONG_ROW - length) * WINDOW + me;
  for (int size = 2; size <= WINDOW; size *= 2) {
    for (int distance = size / 2; distance > 0; distance /= 2) {
      __syncthreads();
      int other = me ^ distance;
      if (other < me) continue; // the other of the two does it
      unsigned mine = key[me], its = key[other];
      bool rising = (me & size) == 0;
      if ((mine > its) == rising) {
        key[me] = its;
        key[other] = mine;
      }
    }
  }
  __syncthreads();
  order[row] = key[me] % WINDOW;
}

// A block works on a window, so y can be put in order in shared memory, and written side by side.
template <int UNROLL, int UNROLL_OF_THREE, int BLOCKS>
__global__ void __launch_bounds__(WINDOW, BLOCKS)
    spmv_sorted(slices::matrix a, const unsigned short *order, long_rows apart, real alpha,
                const real *x, real beta, real *y) {
  typedef slices::unrolled<UNROLL, UNROLL_OF_THREE> unrolled;
  __shared__ real sums[WINDOW];
  if (blockIdx.x < (unsigned)apart.num_pieces) {
    add_piece(apart, blockIdx.x, alpha, x, beta, y);
    return;
  }
  int row = (blockIdx.x - apart.num_pieces) * WINDOW + threadIdx.x, lane = threadIdx.x % LANES;
  int target = __ldcs(order + row), which = row / LANES;
  real sum = 0;
  if (which < a.num_slices) {
    slices::slice s = slices::load_slice(a.slices + which);
    SLICES_BY_SHAPE(s.shape, unrolled::template add, s, 0, 1, lane, a, x, &sum)
  }
  sums[target] = sum;
  __syncthreads();
  if (row < a.num_rows && !is_long(apart, row)) {
    slices::store(alpha, sums[threadIdx.x], beta, y + row);
  }
}

// ---- rung 3: not sorted, but packed -------------------------------------------------------------

// A slot says with a bit for each lane who has an entry, and only these are stored: the jagged
// diagonals of a slice, with masks in the place of a permutation. Three to a slot are all there.
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

// A slot costs its 8 bytes, and time: as much as a load of the warp.
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

// ---- rung 4: which of them ----------------------------------------------------------------------

// places: what slices of 32 rows hold with their padding; and the entries.
__global__ void count_places(int num_rows, const int *row_ptr, unsigned long long *places) {
  __shared__ unsigned long long sum[2];
  int row = blockIdx.x * blockDim.x + threadIdx.x, length = length_of(row, num_rows, row_ptr);
  if (threadIdx.x == 0) sum[0] = sum[1] = 0;
  __syncthreads();
  unsigned longest = slices::greatest_of_warp(length), together = slices::sum_of_warp(length);
  if (threadIdx.x % LANES == 0) {
    atomicAdd(&sum[0], (unsigned long long)longest * LANES);
    atomicAdd(&sum[1], (unsigned long long)together);
  }
  __syncthreads();
  if (threadIdx.x < 2) atomicAdd(&places[threadIdx.x], sum[threadIdx.x]);
}

// Where padding is next to nothing, nothing is to be gained by sorting or packing.
bool needs_no_sorting(const bench_csr *a) {
  device_memory scratch;
  unsigned long long *d_places, places[2] = {~0ull, 0};
  if (!scratch.take(&d_places, 2)) return false;
  (void)cudaMemset(d_places, 0, sizeof places);
  unsigned blocks = slices::blocks_for(a->num_rows, 256);
  if (blocks > 0) count_places<<<blocks, 256>>>(a->num_rows, a->d_row_ptr, d_places);
  (void)cudaMemcpy(places, d_places, sizeof places, cudaMemcpyDeviceToHost);
  return places[0] <= places[1] + places[1] / 20;
}

// ---- the contestants ----------------------------------------------------------------------------

enum form { SORTED, PACKED, AS_IT_IS };

struct plan : device_memory {
  form is;
  slices::matrix in_slices; // sorted, or as it is
  unsigned short *order;
  packed in_masks;
  long_rows apart;
};

slices::rows natural_rows(const bench_csr *a) {
  return {a->num_rows, a->d_row_ptr, NULL, 0, LONG_ROW};
}

const char *sort_rows(const bench_csr *a, plan *p, slices::rows *out) {
  unsigned windows = slices::blocks_for(a->num_rows, WINDOW);
  if (!p->take(&p->order, (size_t)windows * WINDOW)) return p->trouble();
  if (windows > 0) sort_windows<<<windows, WINDOW>>>(a->num_rows, a->d_row_ptr, p->order);
  *out = {a->num_rows, a->d_row_ptr, p->order, WINDOW, LONG_ROW};
  return NULL;
}

template <int ALLOWED> const char *make_sorted(const bench_csr *a, plan *p) {
  slices::rows r;
  const char *refusal = sort_rows(a, p, &r);
  return refusal ? refusal : slices::make(a, r, ALLOWED, p, &p->in_slices);
}

const char *make_packed(const bench_csr *a, plan *p) {
  p->is = PACKED;
  const char *refusal = lay_out_packed(a, natural_rows(a), p, &p->in_masks);
  return refusal ? refusal : fill_packed(a, natural_rows(a), p, &p->in_masks);
}

double bytes_of_sorted(const slices::matrix &a) {
  return ((double)a.total.values * sizeof(real) + a.total.codes) * LANES + 4.0 * a.total.bases +
         2.0 * a.num_rows;
}

double bytes_of_packed(const packed &a) {
  return ((double)a.total.values * sizeof(real) + a.total.codes) * UNIT +
         (double)sizeof(slot) * a.total.bases;
}

// Sorted is the faster of the two where both take about as many bytes.
const char *make_the_better(const bench_csr *a, plan *p) {
  slices::rows r;
  const char *refusal = sort_rows(a, p, &r);
  if (!refusal) refusal = slices::lay_out(a, r, slices::ALLOW_ALL, p, &p->in_slices);
  if (!refusal) refusal = lay_out_packed(a, natural_rows(a), p, &p->in_masks);
  if (refusal) return refusal;
  p->is = bytes_of_packed(p->in_masks) < 0.85 * bytes_of_sorted(p->in_slices) ? PACKED : SORTED;
  if (p->is == PACKED) return fill_packed(a, natural_rows(a), p, &p->in_masks);
  return slices::fill(a, r, p, &p->in_slices);
}

const char *make_tuned(const bench_csr *a, plan *p) {
  if (p->apart.num_pieces > 0 || !needs_no_sorting(a)) return make_the_better(a, p);
  p->is = AS_IT_IS;
  return slices::make(a, natural_rows(a), slices::ALLOW_ALL, p, &p->in_slices);
}

template <const char *MAKE(const bench_csr *, plan *)>
const char *prepare(const bench_csr *a, void **out) {
  plan *p = new plan();
  const char *refusal = make_long(a, p, &p->apart);
  if (!refusal) refusal = MAKE(a, p);
  return bench_hand_over(p, out, refusal);
}

void run_sorted(const plan *p, real alpha, const real *x, real beta, real *y) {
  const slices::matrix &a = p->in_slices;
  unsigned blocks = p->apart.num_pieces + slices::blocks_for(a.num_rows, WINDOW);
  if (blocks == 0) return;
  if (a.total.bases <= 8.0 * a.num_slices) {
    spmv_sorted<4, 2, 8><<<blocks, WINDOW>>>(a, p->order, p->apart, alpha, x, beta, y);
  } else {
    spmv_sorted<5, 5, 1><<<blocks, WINDOW>>>(a, p->order, p->apart, alpha, x, beta, y);
  }
}

void run_packed(const plan *p, real alpha, const real *x, real beta, real *y) {
  const packed &a = p->in_masks;
  unsigned blocks = p->apart.num_pieces + slices::blocks_for(a.num_rows, WINDOW);
  if (blocks > 0) spmv_packed<4, 2, 8><<<blocks, WINDOW>>>(a, p->apart, alpha, x, beta, y);
}

void run(void *held, real alpha, const real *x, real beta, real *y) {
  const plan *p = (const plan *)held;
  if (p->is == SORTED) run_sorted(p, alpha, x, beta, y);
  if (p->is == PACKED) run_packed(p, alpha, x, beta, y);
  if (p->is == AS_IT_IS) slices::launch_by_shape(p->in_slices, alpha, x, beta, y);
}

#define FILE_NAME "solutions/04-jds/fast.cu"
const bench_spmv sorted_32 = {"sorted in windows", FILE_NAME,
                              prepare<make_sorted<slices::ALLOW_32>>, run, bench_delete<plan>};
const bench_spmv sorted = {"sorted in windows, fewer bytes", FILE_NAME,
                           prepare<make_sorted<slices::ALLOW_ALL>>, run, bench_delete<plan>};
const bench_spmv in_masks = {"packed by masks", FILE_NAME, prepare<make_packed>, run,
                             bench_delete<plan>};
const bench_spmv tuned = {"JDS, tuned", FILE_NAME, prepare<make_tuned>, run, bench_delete<plan>};
#undef FILE_NAME

} // namespace

extern "C" const bench_spmv *const fast_04_contestants[] = {&sorted_32, &sorted, &in_masks, &tuned,
                                                            NULL};
