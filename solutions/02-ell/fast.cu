// Lab 02, tuned: y ← α A x + β y for matrices whose neighbouring rows are similar.
//
// A ladder. Each rung is a contestant of `./lab bench`, and includes what the rungs before it do.
// Rungs 1 to 6 use one kernel, spmv_slices in slices.cuh; they differ in how they convert the
// matrix.
//
// 1  sliced ELL: slices of 32 rows. Each slice is padded to its own longest row, not the matrix's.
// 2  16-bit columns: in a slot, the 32 rows of a slice have columns near each other. If they are
//    near enough, one base for the slot and an offset for each row need half of the bytes.
// 3  8-bit columns: the same, but in slices whose offsets fit into a byte.
// 4  three to a column: if columns are consecutive, as in the blocks of finite elements and along
//    the first axis of a grid, one offset serves three entries.
// 5  diagonals: if all rows of a slice have the same column − row in a slot, no offset is stored.
//    A row that lacks a diagonal has padding there.
// 6  launch by shape: short rows need many warps, so few registers per thread; long rows need many
//    loads in flight, so many registers. If there are too few slices, several warps share each.
// 7  whole diagonals: if the matrix has few of them, they are a parameter of the kernel, and the
//    loads of x begin together with those of the values. Rung 6 must first load a slice's header,
//    then its bases, then x: three trips to memory, which short rows cannot hide.
//
// Microseconds on an NVIDIA H100 80GB HBM3, CUDA 13.0, 2026-11-25, float, median of 15, L2
// flushed. Floor: compulsory bytes of CSR at the copy bandwidth, 3005 GB/s. Library: the best
// of cuSPARSE's CSR_ALG1, CSR_ALG2 and SELL in the same run. fem: 240,000 rows in blocks of 3;
// shell: 217,740 rows in blocks of 6; qcd: 49,152 rows on a periodic lattice in blocks of 3;
// torus: 725², four neighbours.
//
//                    HPCG 160³  HPCG 32³  7-p. 256³  5-p. 4096²   fem  shell   qcd  torus
//   floor                 307.1       2.3      378.6       290.3  50.3   32.0   5.3    7.7
//   library               328.6      10.5      370.1       298.2  70.5   41.5  13.0   15.6
//   1 sliced              327.9       9.8      375.5       305.6  65.9   42.3  12.6   15.0
//   2 16 bits             264.0       9.2      323.9       266.3  53.7   34.5  11.2   13.5
//   3 8 bits              248.3       9.2      300.9       247.2  50.1   31.2  10.8   13.1
//   4 three               190.9       7.8      301.3       247.0  40.4   26.9  10.4   13.2
//   5 diagonals           173.1       7.6      255.0       224.4  40.9   27.0  10.3   12.3
//   6 by shape            172.4       6.8      246.1       187.8  38.6   25.7   9.7   11.1
//   7 whole diagonals     171.6       6.5      204.0       160.5     –      –     –      –
//
// The conversion of HPCG 160³ takes 2.6 ms on rung 7. It pays after 17 launches, because each is
// 157 µs faster than the library. That of fem takes 0.7 ms and pays after 22 launches. In double,
// rung 6 is a little faster than rung 7 on HPCG 160³ (323.9 and 329.7 µs).
//
// The profiler's figures of fem on rung 4: 86 MB read, 71 % of the memory's peak, 46 % of the warps
// that fit are there at a time. An empty kernel takes 3.0 µs between the same two events. The flush
// writes a buffer, so when the launch begins, the cache holds lines that must still be written to
// memory. After a flush that only reads, fem takes 36.1 µs instead of 40.9, SELL 62.8 instead of
// 71.2.
//
// Tried and dropped, on the same card: loads that bypass L1 (ld.global.nc.L1::no_allocate) take as
// long as __ldcs, within the spread; plain loads cost up to 16 % if the columns have no order (a
// mesh with random neighbours: 44.5 and 38.3 µs). Rung 7 with two or four rows per thread: the same
// within 4 %. Sixteen slots in flight for rows of four entries: 103 µs instead of 58 (4,000,000
// crossings of a road map). Two warps per slice if there are many slices of short rows: 109 µs
// instead of 69 (5-point 2048²).
#include "diagonals.cuh"
#include "slices.cuh"

namespace {

using slices::LANES;

// ---- rung 7: diagonals of the whole matrix ------------------------------------------------------

template <int WARPS, int UNROLL, int THREADS>
__global__ void __launch_bounds__(THREADS)
    spmv_diagonals(const __grid_constant__ diagonals::matrix a, real alpha, const real *x,
                   real beta, real *y) {
  const int in_block = THREADS / WARPS;
  __shared__ real sums[WARPS][in_block];
  int local = threadIdx.x % in_block, part = threadIdx.x / in_block;
  int row = blockIdx.x * in_block + local;
  if (row / LANES * LANES >= a.num_rows) return; // all warps of a slice, if they share it
  real sum = diagonals::sum_of_row<UNROLL>(a, row, part, WARPS, x);
  if (WARPS > 1) {
    sums[part][local] = sum;
    __syncthreads();
    if (part > 0) return;
    for (int other = 1; other < WARPS; other++) sum += sums[other][local];
  }
  if (row < a.num_rows) slices::store(alpha, sum, beta, y + row);
}

template <int WARPS, int UNROLL, int THREADS>
void launch_with(const diagonals::matrix &a, real alpha, const real *x, real beta, real *y) {
  unsigned blocks = slices::blocks_for(a.num_rows, THREADS / WARPS);
  spmv_diagonals<WARPS, UNROLL, THREADS><<<blocks, THREADS>>>(a, alpha, x, beta, y);
}

// A thread loads all diagonals of a row at once, if registers allow. If there are few rows, three
// warps share them.
void launch_diagonals(const diagonals::matrix &a, real alpha, const real *x, real beta, real *y) {
  const int few_rows = 1 << 17;
  if (a.num_rows == 0) return;
  if (a.num_rows < few_rows) {
    launch_with<3, 9, 96>(a, alpha, x, beta, y);
  } else if (a.on.count <= 5) {
    launch_with<1, 5, 128>(a, alpha, x, beta, y);
  } else if (a.on.count <= 9) {
    launch_with<1, 9, 128>(a, alpha, x, beta, y);
  } else {
    launch_with<1, 27, 64>(a, alpha, x, beta, y);
  }
}

// ---- the contestants ----------------------------------------------------------------------------

struct plan : device_memory {
  slices::matrix sliced;
  diagonals::matrix band;
  bool is_banded;
};

template <int ALLOWED> const char *prepare_slices(const bench_csr *a, void **out) {
  plan *p = new plan();
  return bench_hand_over(p, out, slices::make(a, slices::natural_rows(a), ALLOWED, p, &p->sliced));
}

const char *prepare_diagonals(const bench_csr *a, void **out) {
  plan *p = new plan();
  return bench_hand_over(p, out, diagonals::make(a, p, &p->band));
}

const char *prepare_tuned(const bench_csr *a, void **out) {
  const char *refusal = prepare_diagonals(a, out);
  if (refusal) return prepare_slices<slices::ALLOW_ALL>(a, out);
  ((plan *)*out)->is_banded = true;
  return NULL;
}

void run_slices(void *held, real alpha, const real *x, real beta, real *y) {
  slices::launch_slices<1, 8, 3, 128, 1>(((plan *)held)->sliced, alpha, x, beta, y);
}

void run_by_shape(void *held, real alpha, const real *x, real beta, real *y) {
  slices::launch_by_shape(((plan *)held)->sliced, alpha, x, beta, y);
}

void run_diagonals(void *held, real alpha, const real *x, real beta, real *y) {
  launch_diagonals(((plan *)held)->band, alpha, x, beta, y);
}

void run_tuned(void *held, real alpha, const real *x, real beta, real *y) {
  (((plan *)held)->is_banded ? run_diagonals : run_by_shape)(held, alpha, x, beta, y);
}

#define FILE_NAME "solutions/02-ell/fast.cu"
const bench_spmv sliced = {"sliced ELL", FILE_NAME, prepare_slices<slices::ALLOW_32>, run_slices,
                           bench_delete<plan>};
const bench_spmv bits_16 = {"sliced ELL, 16-bit columns", FILE_NAME,
                            prepare_slices<slices::ALLOW_16>, run_slices, bench_delete<plan>};
const bench_spmv bits_8 = {"sliced ELL, 8-bit columns", FILE_NAME, prepare_slices<slices::ALLOW_8>,
                           run_slices, bench_delete<plan>};
const bench_spmv threes = {"sliced ELL, three to a column", FILE_NAME,
                           prepare_slices<slices::ALLOW_THREE>, run_slices, bench_delete<plan>};
const bench_spmv no_columns = {"sliced ELL, diagonals", FILE_NAME,
                               prepare_slices<slices::ALLOW_ALL>, run_slices, bench_delete<plan>};
const bench_spmv by_shape = {"sliced ELL, launch by shape", FILE_NAME,
                             prepare_slices<slices::ALLOW_ALL>, run_by_shape, bench_delete<plan>};
const bench_spmv whole = {"whole diagonals", FILE_NAME, prepare_diagonals, run_diagonals,
                          bench_delete<plan>};
const bench_spmv tuned = {"sliced ELL, tuned", FILE_NAME, prepare_tuned, run_tuned,
                          bench_delete<plan>};
#undef FILE_NAME

} // namespace

extern "C" const bench_spmv *const fast_02_contestants[] = {
    &sliced, &bits_16, &bits_8, &threes, &no_columns, &by_shape, &whole, &tuned, NULL};
