// fast.cu: tuned y ← α A x + β y on unchanged CSR. Preparation makes at most a list of places.
//
// A ladder from the solution of lab 01. Times are microseconds on an H100 (float, CUDA 13.0, L2
// flushed, median of 11, 15 or 21). Rungs 1 to 3 and 5 were timed in their first form, in a probe;
// rung 4 in the form below. In brackets: the best of cuSPARSE's CSR, COO and sliced ELL in that
// run; for rung 4, its CSR_ALG1.
//
// 1. One thread per row: laplace2d5:2048 84 (84), hpcg:128 412 (173), rmat:20 2926 (126).
// 2. Vectors of lanes, four or eight loads of a lane in flight, plain loads. hpcg:32 8.6 (10.5),
//    laplace2d5:2048 84 (84), fem:40x40x50 68 (70), 2 million short random rows 72 (79).
// 3. Two rows per thread, for the shortest rows: road:2000 53 (68). One row per thread takes 56.
//    Four rows with one entry of each in flight take 60.
// 4. Equal shares of the entries (bench/shares.cuh), so that no matrix is a bad case: web:1000000
//    45.5 (46.8), circuit:1000000 34.0 (36.7), mawi-like 225.9 (302.5), rmat:20 145.7 (140.7). The
//    previous version had tiles that begin and end at rows. A block first had to read where its
//    tile is, and vectors added up its rows: web 59.4, circuit 42.8, mawi-like 405.6, rmat:20 128.
//    If the columns are scattered, the L1 cache decides the time, and shared memory that blocks use
//    is not available as cache. So the blocks use 64 KB together. In double, half of the products
//    are in shared memory at a time. Entries before a share load x only if it is needed. H200, two
//    runs, before and after: uniform 247 and 236, gaps 139 and 133, rmat:20 141 and 128, mixed 126
//    and 119; in double uniform 272 and 253, rmat:20 158 and 149, mixed 143 and 130, web 58 and 52,
//    circuit 43 and 37, mawi-like 285 and 261. Less shared memory is not better: 32 KB takes web
//    from 40 to 54, and in double from 54 to 70.
// 5. Stripes of x in shared memory, for long rows: 4284 × 1.09 million, 2645 entries per row, 57
//    (103).
// 6. Rows with consecutive columns, as in a full matrix: the first column of a row is enough, and
//    no other is read. Of 12 bytes per entry 8 are left in double; of 8 bytes 4 in float.
//    dense:4096 34.0 (60.9), in double 56.6 (83.0).
// 7. The lengths of the rows decide which rung runs.
//
// Tried and dropped: rows binned by length in one launch (web 73, laplace2d5 142, fem 142:
// neighbours no longer work on neighbouring rows); entries instead of products in shared memory
// (laplace2d5 95, but web 62, rmat 142); a persistent grid that loads the next tile early (web 55
// to 90, laplace2d5 103 to 150: more registers, fewer blocks); 16 entries per thread (laplace2d5
// 126); loads of the matrix that bypass L1 (within 5 % of plain ones). In shares in double: a gap
// after each thread's products, for which 64 KB have room for only five blocks instead of six
// (circuit 41 instead of 37); x loaded for two entries at a time, so that fewer loads are under way
// in L1 (rmat:20 148 both ways).
#include "bench/shares.cuh"

namespace {

using lanes::sum_of_lanes, lanes::write_y;

const int block_threads = 256;

// The matrix as passed to kernels.
struct csr {
  int num_rows;
  const int *row_ptr, *col_idx;
  const real *values;
};

// ---- 2. Vectors of lanes, entries in flight ----

// Loads an element of the matrix. A whole warp uses __ldcs, which evicts the sector and leaves the
// L1 cache to x. A narrower vector may need the rest of the sector in its next iteration: __ldcs
// would slow fem from 71 to 91 µs.
template <int lanes, typename T> static __device__ T once(const T *from) {
  return lanes == 32 ? __ldcs(from) : __ldg(from);
}

// `lanes` lanes per row, each with up to `flight` entries at once. All loads of columns and values
// come before the first use of one of them, and all loads of x before the first sum.
template <int lanes, int flight>
__global__ void __launch_bounds__(block_threads)
    spmv_vector(csr a, real alpha, const real *x, real beta, real *y) {
  unsigned row = (blockIdx.x * (unsigned)block_threads + threadIdx.x) / lanes;
  bool mine = row < a.num_rows;
  int k = mine ? __ldg(a.row_ptr + row) + (int)threadIdx.x % lanes : 0;
  int end = mine ? __ldg(a.row_ptr + row + 1) : 0;
  real sum = 0;
  for (; k < end; k += lanes * flight) {
    int col[flight];
    real value[flight];
#pragma unroll
    for (int i = 0; i < flight; i++) {
      if (k + i * lanes < end) {
        col[i] = once<lanes>(a.col_idx + k + i * lanes);
        value[i] = once<lanes>(a.values + k + i * lanes);
      }
    }
#pragma unroll
    for (int i = 0; i < flight; i++) {
      if (k + i * lanes < end) sum += value[i] * __ldg(x + col[i]);
    }
  }
  sum = sum_of_lanes(sum, lanes);
  if (mine && threadIdx.x % lanes == 0) write_y(y, row, alpha, sum, beta);
}

// ---- 3. Two rows per thread ----

// Two rows per thread, for rows of two or three entries. A thread of the kernel above would have
// too few loads in flight for these.
__global__ void __launch_bounds__(block_threads)
    spmv_two_rows(csr a, real alpha, const real *x, real beta, real *y) {
  const int rows = 2, flight = 4;
  unsigned first = blockIdx.x * (unsigned)(block_threads * rows) + threadIdx.x;
  int k[rows], end[rows];
  real sum[rows];
  bool more = false;
#pragma unroll
  for (int r = 0; r < rows; r++) {
    unsigned row = first + r * block_threads;
    bool mine = row < a.num_rows;
    k[r] = mine ? __ldg(a.row_ptr + row) : 0;
    end[r] = mine ? __ldg(a.row_ptr + row + 1) : 0;
    sum[r] = 0;
  }
#pragma unroll
  for (int r = 0; r < rows; r++) more |= k[r] < end[r];
  while (more) {
    int col[rows][flight];
    real value[rows][flight];
    more = false;
#pragma unroll
    for (int r = 0; r < rows; r++) {
#pragma unroll
      for (int i = 0; i < flight; i++) {
        if (k[r] + i < end[r]) {
          col[r][i] = __ldg(a.col_idx + k[r] + i);
          value[r][i] = __ldg(a.values + k[r] + i);
        }
      }
    }
#pragma unroll
    for (int r = 0; r < rows; r++) {
#pragma unroll
      for (int i = 0; i < flight; i++) {
        if (k[r] + i < end[r]) sum[r] += value[r][i] * __ldg(x + col[r][i]);
      }
      k[r] += flight;
      more |= k[r] < end[r];
    }
  }
#pragma unroll
  for (int r = 0; r < rows; r++) {
    unsigned row = first + r * block_threads;
    if (row < a.num_rows) write_y(y, row, alpha, sum[r], beta);
  }
}

// ---- 4. Equal shares of the entries: bench/shares.cuh ----

// ---- 5. Stripes ----

const int stripe_threads = 1024;
const int stripe_flight = 8; // entries per lane

// Where the entries of each stripe of columns begin in each row: segments[stripe * num_rows + row].
// Rows are sorted by column, so a search by halves finds them.
__global__ void find_segments(csr a, int stripes, int stripe_cols, int *segments) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= (long long)a.num_rows * (stripes + 1)) return;
  int stripe = (int)(i / a.num_rows), row = (int)(i % a.num_rows);
  int low = a.row_ptr[row], high = a.row_ptr[row + 1];
  if (stripe == stripes) low = high;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a.col_idx[middle] < stripe * stripe_cols) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  segments[i] = low;
}

struct stripe_plan {
  int num_cols, stripes, stripe_cols, group_rows;
  const int *segments;
  real *sums;        // [stripes * num_rows]
  unsigned *arrived; // one per group of rows, 0 between launches
};

// Loads the entries of one lane, from number k on.
static __device__ void load_segment(csr a, int k, int end, int no_col, int *col, real *value) {
#pragma unroll
  for (int i = 0; i < stripe_flight; i++) {
    bool there = k + i * 32 < end;
    col[i] = there ? __ldcs(a.col_idx + k + i * 32) : no_col;
    value[i] = there ? __ldcs(a.values + k + i * 32) : 0;
  }
}

static __device__ real multiply_segment(const real *x_here, int first_col, const int *col,
                                        const real *value) {
  real sum = 0;
#pragma unroll
  for (int i = 0; i < stripe_flight; i++) {
    // A place without an entry has the value 0, but x may be NaN or infinite, and then 0 · x is not
    // 0.
    if (col[i] >= 0) sum += value[i] * x_here[col[i] - first_col];
  }
  return sum;
}

// Multiplies the rows [row, stop) within one stripe, one segment after another. One warp does this.
// The next segment is loaded before the sum of the last one is taken.
static __device__ void multiply_stripe(csr a, const stripe_plan &p, int stripe, int row, int stop,
                                       const real *x_here) {
  int lane = threadIdx.x % 32, first_col = stripe * p.stripe_cols;
  const int *begins = p.segments + (size_t)stripe * a.num_rows, *ends = begins + a.num_rows;
  int col[stripe_flight];
  real value[stripe_flight];
  for (; row < stop; row += 32) {
    // The bounds of 32 rows at once, one per lane.
    int known = min(32, stop - row), begin = 0, end = 0;
    if (lane < known) {
      begin = __ldg(begins + row + lane);
      end = __ldg(ends + row + lane);
    }
    real mine = 0;
    int k = __shfl_sync(lanes::whole_warp, begin, 0) + lane;
    int k_end = __shfl_sync(lanes::whole_warp, end, 0);
    load_segment(a, k, k_end, -1, col, value);
    for (int i = 0; i < known; i++) {
      real sum = multiply_segment(x_here, first_col, col, value);
      for (k += 32 * stripe_flight; k - lane < k_end; k += 32 * stripe_flight) {
        load_segment(a, k, k_end, -1, col, value);
        sum += multiply_segment(x_here, first_col, col, value);
      }
      int next = min(i + 1, known - 1);
      k = __shfl_sync(lanes::whole_warp, begin, next) + lane;
      k_end = __shfl_sync(lanes::whole_warp, end, next);
      if (i + 1 < known) load_segment(a, k, k_end, -1, col, value);
      sum = sum_of_lanes(sum, 32);
      if (lane == i) mine = sum;
    }
    if (lane < known) p.sums[(size_t)stripe * a.num_rows + row + lane] = mine;
  }
}

// A block for each stripe of columns and group of rows. Its part of x is in shared memory. The last
// block of a group adds up the sums of all stripes for its rows, always in the same order.
__global__ void __launch_bounds__(stripe_threads)
    spmv_stripes(csr a, stripe_plan p, real alpha, const real *x, real beta, real *y) {
  extern __shared__ double shared_memory[];
  real *x_here = (real *)shared_memory;
  __shared__ bool last;
  int stripe = blockIdx.x % p.stripes, group = blockIdx.x / p.stripes;
  int first_col = stripe * p.stripe_cols, cols = min(p.stripe_cols, p.num_cols - first_col);
#pragma unroll 8
  for (int i = threadIdx.x; i < cols; i += stripe_threads) x_here[i] = __ldg(x + first_col + i);
  __syncthreads();
  int first_row = group * p.group_rows, end_row = min(first_row + p.group_rows, a.num_rows);
  int warp_rows = (p.group_rows + stripe_threads / 32 - 1) / (stripe_threads / 32);
  int row = first_row + (int)threadIdx.x / 32 * warp_rows;
  multiply_stripe(a, p, stripe, row, min(row + warp_rows, end_row), x_here);
  __threadfence(); // publish the sums before the counter
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(p.arrived + group, 1) == (unsigned)p.stripes - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  for (row = first_row + threadIdx.x; row < end_row; row += stripe_threads) {
    real sum = 0;
#pragma unroll 8
    for (int s = 0; s < p.stripes; s++) sum += __ldcg(p.sums + (size_t)s * a.num_rows + row);
    write_y(y, row, alpha, sum, beta);
  }
  if (threadIdx.x == 0) p.arrived[group] = 0; // for the next launch
}

// ---- 6. Columns that follow one another ----

// One warp per row, as in rung 2, with more entries in flight, because an entry is a single load.
__global__ void __launch_bounds__(block_threads)
    spmv_neighbours(csr a, const int *first_col, real alpha, const real *x, real beta, real *y) {
  const int flight = 8;
  unsigned row = (blockIdx.x * (unsigned)block_threads + threadIdx.x) / 32;
  if (row >= a.num_rows) return; // a whole warp
  int begin = __ldg(a.row_ptr + row), length = __ldg(a.row_ptr + row + 1) - begin;
  const real *values = a.values + begin, *x_here = x + __ldg(first_col + row);
  real sum = 0;
  for (int i = (int)threadIdx.x % 32; i < length; i += 32 * flight) {
    real value[flight];
#pragma unroll
    for (int j = 0; j < flight; j++) {
      if (i + j * 32 < length) value[j] = __ldcs(values + i + j * 32);
    }
#pragma unroll
    for (int j = 0; j < flight; j++) {
      if (i + j * 32 < length) sum += value[j] * __ldg(x_here + i + j * 32);
    }
  }
  sum = sum_of_lanes(sum, 32);
  if (threadIdx.x % 32 == 0) write_y(y, row, alpha, sum, beta);
}

// ---- What `./lab bench` calls ----

typedef void launch(void *plan, real alpha, const real *d_x, real beta, real *d_y);

struct plan : device_memory {
  csr a;
  launch *vectors; // the kernel for rows of this length
  int num_groups;
  stripe_plan stripes;
  const int *first_col; // the first column of each row, if the others are consecutive
};

plan *new_plan(const bench_csr *a) {
  plan *made = new plan();
  made->a = {a->num_rows, a->d_row_ptr, a->d_col_idx, a->d_values};
  return made;
}

template <int lanes, int flight>
void run_vector(void *of, real alpha, const real *x, real beta, real *y) {
  csr a = ((plan *)of)->a;
  if (a.num_rows == 0) return;
  unsigned blocks = bench_ceil_div(a.num_rows, block_threads / lanes);
  spmv_vector<lanes, flight><<<blocks, block_threads>>>(a, alpha, x, beta, y);
}

void run_two_rows(void *of, real alpha, const real *x, real beta, real *y) {
  csr a = ((plan *)of)->a;
  if (a.num_rows == 0) return;
  spmv_two_rows<<<bench_ceil_div(a.num_rows, 2 * block_threads), block_threads>>>(a, alpha, x, beta,
                                                                                  y);
}

// Returns the launch for rows of about this mean length.
launch *vector_for(double mean) {
  if (mean <= 3) return run_two_rows;
  if (mean <= 8) return run_vector<1, 8>;
  if (mean <= 16) return run_vector<4, 4>;
  return mean <= 64 ? run_vector<8, 4> : run_vector<32, 4>;
}

double mean_length(const bench_csr *a) {
  return a->num_rows > 0 ? (double)a->nnz / a->num_rows : 0;
}

const char *prepare_vector(const bench_csr *a, void **out) {
  plan *p = new_plan(a);
  p->vectors = vector_for(mean_length(a));
  return bench_hand_over(p, out);
}

void run_vectors(void *of, real alpha, const real *x, real beta, real *y) {
  ((plan *)of)->vectors(of, alpha, x, beta, y);
}

void run_stripes(void *of, real alpha, const real *x, real beta, real *y) {
  plan *p = (plan *)of;
  int bytes = p->stripes.stripe_cols * (int)sizeof(real);
  spmv_stripes<<<p->num_groups * p->stripes.stripes, stripe_threads, bytes>>>(p->a, p->stripes,
                                                                              alpha, x, beta, y);
}

// Fewer entries of a row in a stripe would not fill a warp.
const int least_segment = 32;

// Returns the number of stripes; 0 if stripes do not pay.
int count_stripes(const bench_csr *a, int room) {
  int stripes = (int)bench_ceil_div(a->num_cols, room / sizeof(real));
  if (a->num_rows == 0 || stripes == 0) return 0;
  if (mean_length(a) < (double)least_segment * stripes) return 0;
  // A stripe with far more entries than others would keep its blocks busy when everything else is
  // done.
  std::vector<long long> entries(stripes, 0);
  int stripe_cols = (int)bench_ceil_div(a->num_cols, stripes);
  for (int k = 0; k < a->nnz; k += 7) entries[a->col_idx[k] / stripe_cols]++;
  for (long long count : entries) {
    if (count * stripes > 2 * (a->nnz / 7 + stripes)) return 0;
  }
  return stripes;
}

const char *prepare_stripes(const bench_csr *a, void **out) {
  int processors = bench_device_attribute(cudaDevAttrMultiProcessorCount, 1);
  int room = bench_device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, 48 << 10);
  int stripes = count_stripes(a, room - 1024);
  if (stripes == 0) return "rows are too short for stripes, or crowd in some of them";
  plan *p = new_plan(a);
  stripe_plan *s = &p->stripes;
  s->num_cols = a->num_cols;
  s->stripes = stripes;
  s->stripe_cols = (int)bench_ceil_div(a->num_cols, stripes);
  int groups = processors / stripes > 1 ? processors / stripes : 1;
  s->group_rows = (int)bench_ceil_div(a->num_rows, groups);
  p->num_groups = (int)bench_ceil_div(a->num_rows, s->group_rows);
  size_t cells = (size_t)a->num_rows * (stripes + 1);
  int *segments = p->take<int>(cells);
  s->segments = segments;
  s->sums = p->take<real>(cells);
  s->arrived = p->take<unsigned>(p->num_groups);
  if (p->failed) return bench_hand_over(p, out);
  cudaMemset(s->arrived, 0, p->num_groups * sizeof(unsigned));
  find_segments<<<bench_ceil_div(cells, 256), 256>>>(p->a, stripes, s->stripe_cols, segments);
  cudaFuncSetAttribute(spmv_stripes, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       s->stripe_cols * (int)sizeof(real));
  return bench_hand_over(p, out);
}

bool columns_follow(const bench_csr *a) {
  for (int k = 1, row = 0; k < a->nnz; k++) {
    while (a->row_ptr[row + 1] <= k) row++;
    bool first_of_row = a->row_ptr[row] == k;
    if (!first_of_row && a->col_idx[k] - a->col_idx[k - 1] != 1) return false;
  }
  return true;
}

const char *prepare_neighbours(const bench_csr *a, void **out) {
  if (!columns_follow(a)) return "the columns of a row do not follow one another";
  std::vector<int> first_col(a->num_rows, 0);
  for (int row = 0; row < a->num_rows; row++) {
    int begin = a->row_ptr[row];
    if (begin < a->row_ptr[row + 1]) first_col[row] = a->col_idx[begin];
  }
  plan *p = new_plan(a);
  int *d_first_col = p->take<int>(a->num_rows);
  p->first_col = d_first_col;
  if (!p->failed && a->num_rows > 0) {
    cudaMemcpy(d_first_col, first_col.data(), a->num_rows * sizeof(int), cudaMemcpyHostToDevice);
  }
  return bench_hand_over(p, out);
}

void run_neighbours(void *of, real alpha, const real *x, real beta, real *y) {
  const plan *p = (plan *)of;
  if (p->a.num_rows == 0) return;
  unsigned blocks = bench_ceil_div(p->a.num_rows, block_threads / 32);
  spmv_neighbours<<<blocks, block_threads>>>(p->a, p->first_col, alpha, x, beta, y);
}

// ---- 7. Which rung suits a matrix ----

// Whether no row is much longer than the mean. Otherwise warps would wait for their longest rows.
bool rows_are_even(const bench_csr *a) {
  double limit = 2 * mean_length(a) + 8;
  for (int row = 0; row < a->num_rows; row++) {
    if (a->row_ptr[row + 1] - a->row_ptr[row] > limit) return false;
  }
  return true;
}

const char *const file = "solutions/01-csr-scalar/fast.cu";
const bench_spmv by_vectors = {"CSR vectors", file, prepare_vector, run_vectors,
                               bench_delete<plan>};
const bench_spmv in_shares = {"CSR in equal shares", file, shares::prepare, shares::run,
                              bench_delete<shares::plan>};
const bench_spmv by_stripes = {"CSR stripes", file, prepare_stripes, run_stripes,
                               bench_delete<plan>};

const bench_spmv by_first_columns = {"CSR, first columns alone", file, prepare_neighbours,
                                     run_neighbours, bench_delete<plan>};

// Filling 132 shared memories of 227 KB with x takes 30 MB; the entries should be twice as many.
const double pays_stripes = 60e6;

struct choice {
  const bench_spmv *of;
  void *plan;
};

const char *prepare_best(const bench_csr *a, void **out) {
  choice *made = new choice{&by_first_columns, NULL};
  const char *trouble = "rows are short";
  if (mean_length(a) > 32) trouble = by_first_columns.prepare(a, &made->plan);
  double bytes = (double)a->nnz * (sizeof(int) + sizeof(real));
  if (trouble && a->num_cols > 1 << 15 && bytes > pays_stripes) {
    made->of = &by_stripes;
    trouble = by_stripes.prepare(a, &made->plan);
  }
  if (trouble) {
    bool vectors = mean_length(a) <= 32 && rows_are_even(a);
    made->of = vectors ? &by_vectors : &in_shares;
    trouble = made->of->prepare(a, &made->plan);
  }
  if (trouble) {
    delete made;
  } else {
    *out = made;
  }
  return trouble;
}

void run_best(void *of, real alpha, const real *x, real beta, real *y) {
  const choice *made = (const choice *)of;
  made->of->run(made->plan, alpha, x, beta, y);
}

void release_best(void *of) {
  choice *made = (choice *)of;
  made->of->release(made->plan);
  delete made;
}

const bench_spmv best = {"CSR by its rows", file, prepare_best, run_best, release_best};

} // namespace

extern "C" const bench_spmv *const fast_01_contestants[] = {
    &by_vectors, &in_shares, &by_stripes, &by_first_columns, &best, NULL};
