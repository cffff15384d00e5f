// slices.cuh: matrices in slices of 32 rows with as few bytes for columns as they need, and how the
// device makes them from CSR. The kernels that multiply with them are in fast.cu of labs 02 and
// 04.
//
// A slice is what one warp works on, a lane for each row. It has *slots*: in a slot each lane has
// one entry of its row, or three in neighbouring columns. Values are stored slot by slot, the 32
// lanes side by side, so that a warp's request is one stretch of memory, as in ELL. The slice's
// *kind* says how the column of an entry is found:
//
//   DIAGONAL     base of the slot + lane               no memory for columns, 4 bytes for a slot
//   BITS_8, 16   base of the slot + code of the lane   1 or 2 bytes for each lane's slot
//   BITS_32      the same                              4 bytes
//
// The base is the lowest column (or, for DIAGONAL, column − lane) of the slot. Neighbouring rows of
// a mesh have neighbouring columns, so codes are small. Each slice has the kind that takes the
// fewest bytes.
//
// If a lane has no entry, the value is +0, and x is not read: 0 · x would be NaN if x is not
// finite. A zero that the matrix stores becomes −0, which makes no difference to a sum that begins
// with +0.
#ifndef SL_SOLUTIONS_SLICES_CUH
#define SL_SOLUTIONS_SLICES_CUH

#include "bench/contest.h"
#include "bench/convert.cuh"

#include <climits>
#include <cstddef>

// Each file that includes this gets its own copy, because float and double use the same names.
namespace slices {
namespace {

enum { LANES = 32 };
constexpr unsigned ALL_LANES = 0xffffffff;
enum { DIAGONAL, BITS_8, BITS_16, BITS_32, NUM_KINDS, OF_THREE = NUM_KINDS };

// The minimum, the maximum and the sum over all lanes of a warp. From compute capability 8.0 on
// there is an instruction for this.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
__device__ __forceinline__ int least_of_warp(int mine) {
  for (int d = LANES / 2; d > 0; d /= 2) mine = min(mine, __shfl_xor_sync(ALL_LANES, mine, d));
  return mine;
}
__device__ __forceinline__ unsigned greatest_of_warp(unsigned mine) {
  for (int d = LANES / 2; d > 0; d /= 2) mine = max(mine, __shfl_xor_sync(ALL_LANES, mine, d));
  return mine;
}
__device__ __forceinline__ unsigned sum_of_warp(unsigned mine) {
  for (int d = LANES / 2; d > 0; d /= 2) mine += __shfl_xor_sync(ALL_LANES, mine, d);
  return mine;
}
#else
__device__ __forceinline__ int least_of_warp(int mine) {
  return __reduce_min_sync(ALL_LANES, mine);
}
__device__ __forceinline__ unsigned greatest_of_warp(unsigned mine) {
  return __reduce_max_sync(ALL_LANES, mine);
}
__device__ __forceinline__ unsigned sum_of_warp(unsigned mine) {
  return __reduce_add_sync(ALL_LANES, mine);
}
#endif

// Which kinds a conversion may use: bit k for kind k, bit 4 + k for kind k with slots of three.
enum {
  ALLOW_32 = 1 << BITS_32,
  ALLOW_16 = ALLOW_32 | 1 << BITS_16,
  ALLOW_8 = ALLOW_16 | 1 << BITS_8,
  ALLOW_THREE = ALLOW_8 << OF_THREE | ALLOW_8,
  ALLOW_ALL = 0xff
};

// The beginning of a slice's parts, and its shape: slots · 8 + OF_THREE or 0 + kind.
struct __align__(16) slice {
  unsigned values; // in units of UNIT_VALUES values
  unsigned codes;  // in units of UNIT_CODES bytes
  unsigned bases;
  unsigned shape;
};

__host__ __device__ constexpr int code_bytes(int kind) {
  return kind == DIAGONAL ? 0 : kind == BITS_8 ? 1 : kind == BITS_16 ? 2 : 4;
}

template <int KIND> struct code_of { typedef unsigned char type; };
template <> struct code_of<BITS_16> { typedef unsigned short type; };
template <> struct code_of<BITS_32> { typedef unsigned type; };

__device__ __forceinline__ bool is_padding(float value) {
  return __float_as_int(value) == 0;
}

__device__ __forceinline__ bool is_padding(double value) {
  return __double_as_longlong(value) == 0;
}

__device__ __forceinline__ real no_padding(real value) {
  return value == 0 ? (real)-0.0 : value;
}

// The rows in the order in which they are put into slices: the order of the matrix, or sorted
// within windows of the block's size. Rows of more than `longest` entries are left out.
struct rows {
  int num_rows;
  const int *row_ptr;
  const unsigned short *order; // row within its window, for each place; NULL: not sorted
  int window, longest;
};

struct stretch {
  int begin, end;
};

__device__ __forceinline__ stretch entries_of(const rows &r, int place) {
  int row = r.order ? place / r.window * r.window + r.order[place] : place;
  if (row >= r.num_rows) return {0, 0};
  stretch s = {r.row_ptr[row], r.row_ptr[row + 1]};
  if (s.end - s.begin > r.longest) s.end = s.begin;
  return s;
}

// ---- columns and values of a slice, read in one piece ------------------------------------------

// Each lane traverses its own row. These are 32 memory ranges at once, more than L1 holds for all
// warps. So a warp first copies the slice's entries, which are contiguous, into shared memory.
enum { CONVERT_WARPS = 2, STAGE = 49152 / (CONVERT_WARPS * (4 + (int)sizeof(real))) };

struct source {
  stretch row; // of this lane, relative to the beginning of the arrays below
  const int *col_idx;
  const real *values;
};

template <typename T>
__device__ __forceinline__ const T *staged(const T *from, int count, T *room, int lane) {
  for (int i = lane; i < count; i += LANES) room[i] = from[i];
  return room;
}

__device__ __forceinline__ source source_of(const rows &r, int place, const int *col_idx,
                                            const real *values, int *room, real *value_room) {
  int lane = place % LANES, first = place - lane;
  source s = {entries_of(r, place), col_idx, values};
  if (r.order || first >= r.num_rows) return s;
  int last = first + LANES < r.num_rows ? first + LANES : r.num_rows;
  int begin = r.row_ptr[first], count = r.row_ptr[last] - begin;
  if (count > STAGE) return s;
  s.col_idx = staged(col_idx + begin, count, room, lane);
  if (value_room) s.values = staged(values + begin, count, value_room, lane);
  __syncwarp();
  if (s.row.begin < s.row.end) s.row = {s.row.begin - begin, s.row.end - begin};
  return s;
}

// ---- how many slots, and of which kind ---------------------------------------------------------

// Returns the first entry after those that share a slot with the one at `at`: their columns ascend,
// and all are below `start + width`.
__device__ __forceinline__ int end_of_slot(const int *col_idx, int at, int end, int start,
                                           int width) {
  int next = at + 1;
  while (next < end && col_idx[next] > col_idx[next - 1] && col_idx[next] - start < width) next++;
  return next;
}

// Counts the slots if every row fills its own slots from the left. `*distance_out`: how far the
// lane's columns are from the lowest in their slots, at most.
__device__ __forceinline__ unsigned slots_from_left(const source &s, int width,
                                                    unsigned *distance_out) {
  unsigned slots = 0, distance = 0;
  int at = s.row.begin;
  while (__any_sync(ALL_LANES, at < s.row.end)) {
    bool here = at < s.row.end;
    int start = here ? s.col_idx[at] : INT_MAX;
    int base = least_of_warp(start);
    if (here) {
      distance = max(distance, (unsigned)(start - base));
      at = end_of_slot(s.col_idx, at, s.row.end, start, width);
    }
    slots++;
  }
  *distance_out = greatest_of_warp(distance);
  return slots;
}

// Counts the slots if there is one for each diagonal that the slice has, lowest first; gives up
// beyond `most`.
__device__ __forceinline__ unsigned slots_by_diagonal(const source &s, int lane, int width,
                                                      unsigned most) {
  unsigned slots = 0;
  int at = s.row.begin;
  while (slots <= most && __any_sync(ALL_LANES, at < s.row.end)) {
    bool here = at < s.row.end;
    int diagonal = here ? s.col_idx[at] - lane : INT_MAX;
    int base = least_of_warp(diagonal);
    if (here && diagonal - base < width) {
      at = end_of_slot(s.col_idx, at, s.row.end, base + lane, width);
    }
    slots++;
  }
  return slots;
}

struct choice {
  unsigned long long bytes;
  unsigned shape;
};

__device__ __forceinline__ unsigned bytes_of_slot(int width, int kind) {
  return LANES * (width * (unsigned)sizeof(real) + code_bytes(kind)) + (unsigned)sizeof(int);
}

__device__ __forceinline__ void consider(unsigned slots, int width, int kind, int allowed,
                                         choice *best) {
  int which = kind + (width == 3 ? OF_THREE : 0);
  unsigned long long bytes = (unsigned long long)slots * bytes_of_slot(width, kind);
  if (!(allowed >> which & 1) || bytes >= best->bytes) return;
  *best = {bytes, slots * 8 + which};
}

__device__ __forceinline__ choice best_shape(const source &s, int lane, int allowed) {
  choice best = {~0ull, 0};
  for (int width = 1; width <= 3; width += 2) {
    if (!(allowed >> (width == 3 ? OF_THREE : 0) & 15)) continue;
    unsigned distance, slots = slots_from_left(s, width, &distance);
    if (distance < 1u << 8) consider(slots, width, BITS_8, allowed, &best);
    if (distance < 1u << 16) consider(slots, width, BITS_16, allowed, &best);
    consider(slots, width, BITS_32, allowed, &best);
    if (!(allowed >> (width == 3 ? OF_THREE : 0) & 1)) continue;
    unsigned long long most = best.bytes / bytes_of_slot(width, DIAGONAL);
    slots = slots_by_diagonal(s, lane, width, (unsigned)min(most, (unsigned long long)INT_MAX));
    consider(slots, width, DIAGONAL, allowed, &best);
  }
  return best;
}

// Writes each slice's shape, and stores its sizes in the fields for its beginning.
static __global__ void measure(rows r, int num_slices, const int *col_idx, int allowed,
                               slice *slices) {
  __shared__ int room[CONVERT_WARPS][STAGE];
  int place = blockIdx.x * blockDim.x + threadIdx.x, which = place / LANES, lane = place % LANES;
  if (which >= num_slices) return;
  source s = source_of(r, place, col_idx, NULL, room[threadIdx.x / LANES], NULL);
  unsigned shape = best_shape(s, lane, allowed).shape, slots = shape >> 3;
  if (lane > 0) return;
  slices[which] = {slots * (shape & OF_THREE ? 3 : 1), slots * code_bytes(shape & 3), slots, shape};
}

// ---- where each slice begins: running sums in chunks of 1024 slices ----------------------------

enum { CHUNK = 1024 };

__device__ __forceinline__ slice plus(slice a, slice b) {
  return {a.values + b.values, a.codes + b.codes, a.bases + b.bases, a.shape};
}

// Returns the sum of the slices of all threads before this one, and stores the sum of all. Shapes
// are kept.
__device__ slice sum_in_front(slice mine, slice *total_out) {
  __shared__ slice of_warp[CHUNK / LANES];
  int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
  slice sum = mine;
  for (int d = 1; d < LANES; d *= 2) {
    slice other = {__shfl_up_sync(ALL_LANES, sum.values, d),
                   __shfl_up_sync(ALL_LANES, sum.codes, d), __shfl_up_sync(ALL_LANES, sum.bases, d),
                   0};
    if (lane >= d) sum = plus(sum, other);
  }
  if (lane == LANES - 1) of_warp[warp] = sum;
  __syncthreads();
  slice front = {0, 0, 0, 0}, total = {0, 0, 0, 0};
  for (int w = 0; w < CHUNK / LANES; w++) {
    if (w == warp) front = total;
    total = plus(total, of_warp[w]);
  }
  __syncthreads(); // the next call writes of_warp
  *total_out = total;
  sum = plus(sum, front);
  return {sum.values - mine.values, sum.codes - mine.codes, sum.bases - mine.bases, mine.shape};
}

static __global__ void sum_chunks(int count, slice *slices, slice *totals) {
  int i = blockIdx.x * CHUNK + threadIdx.x;
  slice total, mine = i < count ? slices[i] : slice{0, 0, 0, 0};
  mine = sum_in_front(mine, &total);
  if (i < count) slices[i] = mine;
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

// Turns the totals of the chunks into sums over the earlier chunks, in one block. The grand total
// follows them.
static __global__ void sum_totals(int count, slice *totals) {
  slice before = {0, 0, 0, 0};
  for (int first = 0; first < count; first += CHUNK) {
    int i = first + threadIdx.x;
    slice total, mine = i < count ? totals[i] : slice{0, 0, 0, 0};
    mine = plus(sum_in_front(mine, &total), before);
    if (i < count) totals[i] = mine;
    before = plus(before, total);
  }
  if (threadIdx.x == 0) totals[count] = before;
}

static __global__ void add_totals(int count, slice *slices, const slice *totals) {
  int i = blockIdx.x * CHUNK + threadIdx.x;
  if (i < count) slices[i] = plus(slices[i], totals[blockIdx.x]);
}

// ---- writing ------------------------------------------------------------------------------------

template <int KIND, int WIDTH>
__device__ __forceinline__ void write_slice(const slice &to, const source &s, int lane,
                                            real *values, unsigned char *codes, int *bases) {
  typedef typename code_of<KIND>::type code;
  int at = s.row.begin, end = s.row.end, slots = to.shape >> 3;
  real *value = values + (size_t)to.values * LANES + lane;
  code *coded = (code *)(codes + (size_t)to.codes * LANES) + lane;
  for (int slot = 0; slot < slots; slot++) {
    int key = at < end ? s.col_idx[at] - (KIND == DIAGONAL ? lane : 0) : INT_MAX;
    int base = least_of_warp(key);
    bool here = at < end && (KIND != DIAGONAL || key - base < WIDTH);
    int start = KIND == DIAGONAL ? base + lane : key;
    int next = here ? end_of_slot(s.col_idx, at, end, start, WIDTH) : at;
    for (int k = 0; k < WIDTH; k++) {
      bool entry = at < next && s.col_idx[at] == start + k;
      value[(size_t)(slot * WIDTH + k) * LANES] = entry ? no_padding(s.values[at]) : (real)0;
      at += entry;
    }
    if (KIND != DIAGONAL) coded[(size_t)slot * LANES] = (code)(here ? key - base : 0);
    if (lane == 0) bases[to.bases + slot] = base;
  }
}

// Calls `what<KIND, WIDTH>` for the shape of a slice.
#define SLICES_BY_SHAPE(shape, what, ...)                                                          \
  switch ((shape)&7) {                                                                             \
  case slices::DIAGONAL:                                                                           \
    what<slices::DIAGONAL, 1>(__VA_ARGS__);                                                        \
    break;                                                                                         \
  case slices::BITS_8:                                                                             \
    what<slices::BITS_8, 1>(__VA_ARGS__);                                                          \
    break;                                                                                         \
  case slices::BITS_16:                                                                            \
    what<slices::BITS_16, 1>(__VA_ARGS__);                                                         \
    break;                                                                                         \
  case slices::BITS_32:                                                                            \
    what<slices::BITS_32, 1>(__VA_ARGS__);                                                         \
    break;                                                                                         \
  case slices::OF_THREE + slices::DIAGONAL:                                                        \
    what<slices::DIAGONAL, 3>(__VA_ARGS__);                                                        \
    break;                                                                                         \
  case slices::OF_THREE + slices::BITS_8:                                                          \
    what<slices::BITS_8, 3>(__VA_ARGS__);                                                          \
    break;                                                                                         \
  case slices::OF_THREE + slices::BITS_16:                                                         \
    what<slices::BITS_16, 3>(__VA_ARGS__);                                                         \
    break;                                                                                         \
  default:                                                                                         \
    what<slices::BITS_32, 3>(__VA_ARGS__);                                                         \
  }

static __global__ void write(rows r, int num_slices, const slice *slices, const int *col_idx,
                             const real *from, real *values, unsigned char *codes, int *bases) {
  __shared__ int room[CONVERT_WARPS][STAGE];
  __shared__ real value_room[CONVERT_WARPS][STAGE];
  int place = blockIdx.x * blockDim.x + threadIdx.x, which = place / LANES, lane = place % LANES;
  int warp = threadIdx.x / LANES;
  if (which >= num_slices) return;
  source s = source_of(r, place, col_idx, from, room[warp], value_room[warp]);
  slice to = slices[which];
  SLICES_BY_SHAPE(to.shape, write_slice, to, s, lane, values, codes, bases)
}

// ---- multiplying -------------------------------------------------------------------------------

// A matrix in slices; all memory on the device.
struct matrix {
  int num_rows, num_slices;
  slice *slices, total; // total: sizes of all parts, in their units
  real *values;
  unsigned char *codes;
  int *bases;
};

// An element of x. Other kinds of x, such as a sum of two vectors, have a function of this name in
// their own namespace.
__device__ __forceinline__ real element_of(const real *x, int col) {
  return __ldg(x + col);
}

// Returns a row's sum over the slots that belong to `part` of `parts`. UNROLL slots are loaded
// before the first is used. Values and codes are needed once, so they are loaded with __ldcs, which
// leaves the caches to x.
template <int KIND, int WIDTH, int UNROLL, typename X>
__device__ __forceinline__ real sum_of_slots(const slice &s, int part, int parts, int lane,
                                             const matrix &a, const X &x) {
  typedef typename code_of<KIND>::type code;
  int slots = s.shape >> 3;
  const real *values = a.values + (size_t)s.values * LANES + lane;
  const code *codes = (const code *)(a.codes + (size_t)s.codes * LANES) + lane;
  const int *bases = a.bases + s.bases;
  real sum = 0;
#pragma unroll 1
  for (int first = part * UNROLL; first < slots; first += parts * UNROLL) {
    int col[UNROLL];
    real value[UNROLL][WIDTH];
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
      int slot = first + u;
      bool in = slot < slots;
      col[u] = in ? __ldg(bases + slot) : 0;
      if (KIND == DIAGONAL) col[u] += lane;
      if (KIND != DIAGONAL) col[u] += in ? (int)__ldcs(codes + (size_t)slot * LANES) : 0;
#pragma unroll
      for (int k = 0; k < WIDTH; k++) {
        value[u][k] = in ? __ldcs(values + (size_t)(slot * WIDTH + k) * LANES) : (real)0;
      }
    }
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
#pragma unroll
      for (int k = 0; k < WIDTH; k++) {
        real element = 0;
        if (!is_padding(value[u][k])) element = element_of(x, col[u] + k);
        sum += value[u][k] * element;
      }
    }
  }
  return sum;
}

template <int UNROLL, int UNROLL_OF_THREE> struct unrolled {
  template <int KIND, int WIDTH, typename X>
  static __device__ __forceinline__ void add(const slice &s, int part, int parts, int lane,
                                             const matrix &a, const X &x, real *sum) {
    *sum += sum_of_slots < KIND, WIDTH,
        WIDTH == 3 ? UNROLL_OF_THREE : UNROLL > (s, part, parts, lane, a, x);
  }
};

__device__ __forceinline__ slice load_slice(const slice *from) {
  int4 four = __ldg((const int4 *)from);
  return {(unsigned)four.x, (unsigned)four.y, (unsigned)four.z, (unsigned)four.w};
}

// If β is 0, y may hold anything, even NaN, and is not read.
__device__ __forceinline__ void store(real alpha, real sum, real beta, real *y) {
  *y = beta == 0 ? alpha * sum : alpha * sum + beta * *y;
}

static unsigned blocks_for(long long things, int in_block) {
  return (unsigned)((things + in_block - 1) / in_block);
}

// WARPS warps share a slice; a block has as many slices as go into THREADS threads. With one warp,
// no shared memory and no barrier are needed. Registers are limited so that BLOCKS blocks fit on a
// multiprocessor.
template <int WARPS, int UNROLL, int UNROLL_OF_THREE, int THREADS, int BLOCKS>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    spmv_slices(matrix a, real alpha, const real *x, real beta, real *y) {
  const int in_block = THREADS / (LANES * WARPS);
  __shared__ real sums[WARPS][in_block * LANES];
  typedef unrolled<UNROLL, UNROLL_OF_THREE> unrolled;
  int lane = threadIdx.x % LANES, local = threadIdx.x / LANES % in_block;
  int part = threadIdx.x / (LANES * in_block), which = blockIdx.x * in_block + local;
  real sum = 0;
  if (which < a.num_slices) {
    slice s = load_slice(a.slices + which);
    SLICES_BY_SHAPE(s.shape, unrolled::template add, s, part, WARPS, lane, a, x, &sum)
  }
  if (WARPS > 1) {
    sums[part][local * LANES + lane] = sum;
    __syncthreads();
    if (part > 0) return;
    for (int other = 1; other < WARPS; other++) sum += sums[other][local * LANES + lane];
  }
  int row = which * LANES + lane;
  if (row < a.num_rows) store(alpha, sum, beta, y + row);
}

template <int WARPS, int UNROLL, int UNROLL_OF_THREE, int THREADS, int BLOCKS>
void launch_slices(const matrix &a, real alpha, const real *x, real beta, real *y) {
  if (a.num_slices == 0) return;
  unsigned blocks = blocks_for(a.num_slices, THREADS / (LANES * WARPS));
  spmv_slices<WARPS, UNROLL, UNROLL_OF_THREE, THREADS, BLOCKS>
      <<<blocks, THREADS>>>(a, alpha, x, beta, y);
}

// If slices have few slots, many warps are needed; if there are few slices, each needs several
// warps (rung 6 of lab 02).
void launch_by_shape(const matrix &a, real alpha, const real *x, real beta, real *y) {
  const int few_slices = 4096, some_slices = 16384;
  double slots = a.num_slices ? (double)a.total.bases / a.num_slices : 0;
  if (slots <= 8) {
    launch_slices<1, 5, 3, 128, 16>(a, alpha, x, beta, y);
  } else if (a.num_slices < few_slices) {
    launch_slices<3, 9, 5, 96, 1>(a, alpha, x, beta, y);
  } else if (a.num_slices < some_slices && slots >= 16) {
    launch_slices<2, 5, 5, 128, 1>(a, alpha, x, beta, y);
  } else {
    launch_slices<1, 5, 5, 128, 1>(a, alpha, x, beta, y);
  }
}

// ---- on the host --------------------------------------------------------------------------------

// Turns the sizes of slices into their beginnings; stores the sum of all in *total_out.
static bool place_slices(int num_slices, slice *all, slice *total_out) {
  int chunks = blocks_for(num_slices, CHUNK);
  device_memory scratch;
  slice *totals;
  if (!scratch.take(&totals, chunks + 1)) return false;
  sum_chunks<<<chunks, CHUNK>>>(num_slices, all, totals);
  sum_totals<<<1, CHUNK>>>(chunks, totals);
  add_totals<<<chunks, CHUNK>>>(num_slices, all, totals);
  return cudaMemcpy(total_out, totals + chunks, sizeof *totals, cudaMemcpyDeviceToHost) ==
         cudaSuccess;
}

// Whether padding would take many times the memory of the matrix. One row of many millions of
// entries is enough for that, because its slice would have 32 times as many places.
static bool is_mostly_padding(const bench_csr *a, const slice &total) {
  const unsigned long long small = 1 << 24, much = 8;
  unsigned long long places = (unsigned long long)total.values * LANES;
  return places > small && places > much * ((unsigned long long)a->nnz + a->num_rows);
}

// Computes the size and the beginning of each slice; nothing is written yet.
static const char *lay_out(const bench_csr *a, const rows &r, int allowed, device_memory *memory,
                           matrix *out) {
  *out = {};
  out->num_rows = a->num_rows;
  out->num_slices = (int)blocks_for(a->num_rows, LANES);
  if (out->num_slices == 0) return NULL;
  if (!memory->take(&out->slices, out->num_slices)) return memory->trouble();
  measure<<<blocks_for(out->num_slices, CONVERT_WARPS), CONVERT_WARPS * LANES>>>(
      r, out->num_slices, a->d_col_idx, allowed, out->slices);
  if (!place_slices(out->num_slices, out->slices, &out->total)) return bench_no_memory;
  if (!is_mostly_padding(a, out->total)) return NULL;
  return "the lengths of the rows differ so much that padding takes over 8 times the matrix's "
         "memory";
}

static const char *fill(const bench_csr *a, const rows &r, device_memory *memory, matrix *out) {
  if (out->num_slices == 0) return NULL;
  if (!memory->take(&out->values, (size_t)out->total.values * LANES) ||
      !memory->take(&out->codes, (size_t)out->total.codes * LANES) ||
      !memory->take(&out->bases, out->total.bases)) {
    return memory->trouble();
  }
  write<<<blocks_for(out->num_slices, CONVERT_WARPS), CONVERT_WARPS * LANES>>>(
      r, out->num_slices, out->slices, a->d_col_idx, a->d_values, out->values, out->codes,
      out->bases);
  return NULL;
}

// Returns all rows in the matrix's order, without those of more than `longest` entries.
static inline rows natural_rows(const bench_csr *a, int longest = INT_MAX) {
  return {a->num_rows, a->d_row_ptr, NULL, 0, longest};
}

// Makes the matrix in slices. Returns NULL, or the reason of a failure.
static const char *make(const bench_csr *a, const rows &r, int allowed, device_memory *memory,
                        matrix *out) {
  const char *refusal = lay_out(a, r, allowed, memory, out);
  return refusal ? refusal : fill(a, r, memory, out);
}

} // namespace
} // namespace slices
#endif
