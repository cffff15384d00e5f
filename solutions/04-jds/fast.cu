// Lab 04, tuned: y ← α A x + β y for rows of different lengths.
//
// A ladder. Each rung is a contestant of `./lab bench`. solutions/02-ell/slices.cuh describes
// slices, and how they store columns in few bytes.
//
// 1  sorted in windows: JDS sorts all rows by length. If each window of 256 rows is sorted by
//    itself, nearly all padding disappears too, and rows stay near their original places. The block
//    that works on a window restores the order of y in shared memory. A row's place takes 2 bytes.
// 2  fewer bytes: the columns as in lab 02, with 8 or 16 bits, three to a column, or diagonals.
// 3  packed by masks: the rows in their original order. One bit per lane says whether the lane has
//    an entry in the slot, and only existing entries are stored: no padding, no permutation, and
//    diagonals stay diagonals. The price is counting the bits of each slot.
// 4  tuned: the rows in their original order if padding is under 5 %; otherwise packed if that
//    saves 15 % of the bytes, and sorted if it does not.
//
// In all rungs, rows of more than 256 entries are separate: a block adds up to 8192 of their
// entries. These blocks come before the others of the same launch.
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
// What limits short: each element of x is a sector of 32 bytes from L2, and L2 is 91 % busy
// according to the profiler (in lab 02's kernel, 7 of 11.8 million sectors belong to x). No order
// of the rows in a window changes that.
//
// Tried and dropped, on the same card: windows of 512 and 1024 rows have less padding (road: 1.043
// and 1.024 places per entry, with 256 rows 1.080), but are slower (52.5, 55.0 and 52.1 µs).
#include "long_rows.cuh"
#include "packed.cuh"

namespace jagged {
namespace {

// ---- rungs 1 and 2: sorted by length in windows of 256 rows -------------------------------------

// One block per window: a bitonic sort of (length, row), longest rows first.
__global__ void sort_windows(int num_rows, const int *row_ptr, unsigned short *order) {
  __shared__ unsigned key[WINDOW];
  int me = threadIdx.x, row = blockIdx.x * WINDOW + me;
  int length = length_of(row, num_rows, row_ptr);
  if (length > LONG_ROW) length = 0; // long rows are not sorted
  key[me] = (unsigned)(LONG_ROW - length) * WINDOW + me;
  for (int size = 2; size <= WINDOW; size *= 2) {
    for (int distance = size / 2; distance > 0; distance /= 2) {
      __syncthreads();
      int other = me ^ distance;
      if (other < me) continue; // the other thread of the pair does it
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

// A block works on one window, so it can restore the order of y in shared memory and write it
// contiguously.
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

// ---- rung 4: which of them ----------------------------------------------------------------------

// Counts the places of slices of 32 rows, including padding, and the entries.
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

// Whether there is almost no padding. Then sorting or packing gains nothing.
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
  slices::matrix in_slices; // sorted, or in the original order
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

// The sorted form is faster if both take about the same number of bytes.
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
} // namespace jagged

extern "C" const bench_spmv *const fast_04_contestants[] = {
    &jagged::sorted_32, &jagged::sorted, &jagged::in_masks, &jagged::tuned, NULL};
