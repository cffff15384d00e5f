/** @file shares.cuh
 *  y ← α A x + β y on CSR in equal shares of the entries. Its time hardly depends on the lengths of
 *  the rows, because the work of a thread depends on the number of entries and hardly on where rows
 *  end.
 *
 *  A block has a *share*: the `items` entries from blockIdx.x · items on. So it loads its entries
 *  at once, and need not first read where they begin. Neighbouring lanes read neighbouring entries,
 *  and put the products into shared memory. There each thread adds up eight neighbouring products,
 *  in double four of each half. A bit of each entry says whether it is the last of its row: the sum
 *  up to it is left in the place of its product. A scan over the threads carries the sums from
 *  thread to thread.
 *
 *  A row is written by the share in which it ends. If it has up to `lead` entries before that
 *  share, the block reads these once more. Otherwise the row is *cut*: each of its shares leaves
 *  the sum of its part in an array. The block that arrives last adds up the parts, always in the
 *  same order. If many shares have parts, a second launch does that.
 *
 *  The format is unchanged CSR. Preparation makes the bits, the rows of each share, and the list of
 *  cut rows. Related: the path of merge-based SpMV (D. Merrill, M. Garland, SC 2016), and segmented
 *  sums by bits (W. Liu, B. Vinter, CSR5, ICS 2015).
 */
#ifndef SL_BENCH_SHARES_CUH
#define SL_BENCH_SHARES_CUH

#include "bench/convert.cuh"
#include "bench/lanes.cuh"

namespace shares {

using lanes::sum_of_lanes, lanes::whole_warp, lanes::write_y;

const int threads = 256, flight = 8; // each thread has `flight` entries and as many end bits
const int warps = threads / 32;
const int items = threads * flight;
// Blocks use 64 KB of shared memory together; the rest is L1 cache for x. So in double shared
// memory holds half of a share's products at a time.
const int turns = sizeof(real) / 4;
const int staged_items = items / turns,
          each = staged_items / threads; // number of a thread's products that are staged at a time
const int shared_percent = 28;           // percentage of the 228 KB of a multiprocessor
const int lead = 128;                    // a row with more entries before the share in which it
                                         // ends is cut
const int most_rows = 8192;              // that one block writes
// The rows that end in a share. If there are more than most_rows, which needs rows without entries,
// further blocks add up the same entries and write the other rows.
struct __align__(16) share {
  int begin, end; // rows
  int head;       // number of entries of row `begin` before the share; if negative, ~number of the
                  // row's cut
  int tail;       // number of the cut of the row that continues after the share; -1 if that row is
                  // not cut
};

struct cut {
  int row, first, last; // shares
};

struct matrix {
  int num_rows, nnz;
  const int *row_ptr, *col_idx;
  const real *values;
};

// The arrays and settings of a plan that the kernels need.
struct layout {
  int num_shares;
  const share *shares;       // the rows that each block writes
  const int *repeated;       // the share that each additional block repeats
  const unsigned char *ends; // bit i of byte t: entry 8 t + i is the last of its row
  bool join_here;            // cut rows are added up in this launch, not in a second one
  const cut *cuts;
  unsigned *arrived; // for each cut, how many parts are done; 0 between launches
  real *parts;       // two sums per share: of the row that ends there, and of the row that
                     // continues
};

// The place of product k in shared memory. A thread's products are adjacent, but in an order that
// makes neighbouring threads use different banks.
static __device__ int place_of(int k) {
  return k ^ (int)((unsigned)k / (128 / sizeof(real)) % each);
}

// Stores for each warp the sum of its entries after the last end of a row, and whether a row ends
// in it.
struct of_warps {
  real rest[warps];
  bool has_end[warps];
};

// Adds up the entries before warp `end` that come after the last end of a row.
static __device__ real rest_before(const of_warps &all, int end) {
  real sum = 0;
  for (int w = end - 1; w >= 0; w--) {
    sum += all.rest[w];
    if (all.has_end[w]) break;
  }
  return sum;
}

// Turns the products in shared memory into sums. Afterwards the place of a row's last entry holds
// the sum of the row. In thread 0, `before` is the sum so far of the row of the first entry.
static __device__ void add_up(real *staged, unsigned ends, real before, of_warps *all) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  real *mine = staged + threadIdx.x * each, run = before;
  int turned = place_of(threadIdx.x * each) % each; // position of the thread's first product
#pragma unroll
  for (int i = 0; i < each; i++) {
    run += mine[i ^ turned];
    if (ends >> i & 1) {
      mine[i ^ turned] = run;
      run = 0;
    }
  }
  // A lane in which no row ends also passes on the sum of the lane before. `start` is the last
  // lane, up to this one, in which a row ends; the sum over lanes begins there.
  unsigned with_end = __ballot_sync(whole_warp, ends != 0);
  unsigned up_to_here = with_end & whole_warp >> (31 - lane);
  int start = up_to_here ? 31 - __clz((int)up_to_here) : 0;
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    real left = __shfl_up_sync(whole_warp, run, distance);
    if (lane - distance >= start) run += left;
  }
  real carry = __shfl_up_sync(whole_warp, run, 1);
  if (lane == 0) carry = 0;
  if (lane == 31) {
    all->rest[warp] = run;
    all->has_end[warp] = with_end != 0;
  }
  int first_end = (__ffs((int)ends) - 1) ^ turned;
  bool first_of_warp = (with_end & ((1u << lane) - 1)) == 0;
  if (ends && !first_of_warp) mine[first_end] += carry;
  __syncthreads();
  if (ends && first_of_warp) mine[first_end] += carry + rest_before(*all, warp);
  __syncthreads();
}

// Adds up the parts of a cut row. All threads of the block call this.
static __device__ void add_parts(const layout &l, const cut &c, real alpha, real beta, real *y,
                                 real *of_warp) {
  real sum = 0;
#pragma unroll 4
  for (int s = c.first + threadIdx.x; s < c.last; s += threads) {
    sum += __ldcg(l.parts + 2 * (size_t)s + 1);
  }
  sum = sum_of_lanes(sum, 32);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x > 0) return;
  sum = __ldcg(l.parts + 2 * (size_t)c.last);
  for (int w = 0; w < warps; w++) sum += of_warp[w];
  write_y(y, c.row, alpha, sum, beta);
}

// The block that arrives last adds up the parts of a cut row. All threads of the block call this.
static __device__ void arrive(const layout &l, int number, real alpha, real beta, real *y,
                              real *of_warp) {
  __shared__ bool is_last;
  cut c = l.cuts[number];
  if (threadIdx.x == 0) {
    __threadfence(); // make the part visible before the counter
    is_last = atomicAdd(l.arrived + number, 1) == (unsigned)(c.last - c.first);
  }
  __syncthreads();
  if (is_last) {
    __threadfence();
    if (threadIdx.x == 0) l.arrived[number] = 0; // reset for the next launch
    add_parts(l, c, alpha, beta, y, of_warp);
  }
  __syncthreads(); // now shared memory may be reused
}

// Adds up the parts of one cut row per block.
static __global__ void __launch_bounds__(threads)
    join_cuts(layout l, real alpha, real beta, real *y) {
  __shared__ real of_warp[warps];
  add_parts(l, l.cuts[blockIdx.x], alpha, beta, y, of_warp);
}

// The layout of a block's shared memory.
struct room {
  real staged[staged_items], of_lead[lead];
  of_warps all;
};

// Adds up a share that lies inside a single row, so there is no end of a row to find.
static __device__ void add_all(const real *product, of_warps *all) {
  real sum = 0;
#pragma unroll
  for (int i = 0; i < flight; i++) sum += product[i];
  sum = sum_of_lanes(sum, 32);
  if (threadIdx.x % 32 == 0) {
    all->rest[threadIdx.x / 32] = sum;
    all->has_end[threadIdx.x / 32] = false;
  }
  __syncthreads();
}

// Computes the rows that end in a share whose first entry is `base`, and writes them to y.
// row_begin and row_end belong to the row that this thread writes first; `ends` has `each` bits for
// each iteration.
static __device__ void finish_rows(const share &s, int base, unsigned ends, const real *product,
                                   int row_begin, int row_end, const int *row_ptr, real alpha,
                                   real beta, real *y, real *head_part, room *here) {
  const int tid = threadIdx.x;
  int row = s.begin + tid;
  real before = 0;
#pragma unroll
  for (int turn = 0; turn < turns; turn++) {
#pragma unroll
    for (int i = 0; i < each; i++) {
      here->staged[place_of(i * threads + tid)] = product[turn * each + i];
    }
    __syncthreads();
    if (turn == 0 && tid < 32 && s.head > 0) {
      for (int i = lead - s.head + tid; i < lead; i += 32) before += here->of_lead[i];
      before = sum_of_lanes(before, 32);
      if (tid > 0) before = 0;
    }
    add_up(here->staged, ends >> turn * each & ((1u << each) - 1), before, &here->all);
    int first = base + turn * staged_items;
    while (row < s.end && row_end - first <= staged_items) {
      real sum = row_end > row_begin ? here->staged[place_of(row_end - 1 - first)] : 0;
      if (row == s.begin && s.head < 0) {
        *head_part = sum;
      } else {
        write_y(y, row, alpha, sum, beta);
      }
      row += threads;
      if (row >= s.end) break;
      row_begin = __ldg(row_ptr + row);
      row_end = __ldg(row_ptr + row + 1);
    }
    if (turn == turns - 1) break;
    before = tid == 0 ? rest_before(here->all, warps) : 0;
    __syncthreads();
  }
}

static __global__ void __launch_bounds__(threads, 6)
    spmv(layout l, matrix a, real alpha, const real *x, real beta, real *y) {
  __shared__ room here;
  const int tid = threadIdx.x;
  int number = blockIdx.x < l.num_shares ? blockIdx.x : l.repeated[blockIdx.x - l.num_shares];
  share s = l.shares[blockIdx.x];
  int base = number * items, left = a.nnz - base;
  const int *cols = a.col_idx + base;
  const real *values = a.values + base;
  unsigned ends = 0;
#pragma unroll
  for (int turn = 0; turn < turns; turn++) {
    int bit = turn * staged_items + tid * each;
    unsigned byte = l.ends[(size_t)number * threads + bit / 8];
    ends |= (byte >> bit % 8 & ((1u << each) - 1)) << turn * each;
  }
  int col[flight], lead_col = -1;
  real product[flight], lead_value = 0;
#pragma unroll
  for (int i = 0; i < flight; i++) {
    int k = i * threads + tid;
    col[i] = k < left ? __ldcs(cols + k) : -1;
    product[i] = k < left ? __ldcs(values + k) : 0;
  }
  // In float, loads all `lead` entries before the share, because waiting for `s` would cost more.
  // In double, loads only those that are needed.
  if (tid < lead && (sizeof(real) == 4 ? number > 0 : tid >= lead - s.head)) {
    lead_col = __ldg(cols - lead + tid);
    lead_value = __ldg(values - lead + tid);
  }
#pragma unroll
  for (int i = 0; i < flight; i++) product[i] = col[i] < 0 ? 0 : product[i] * __ldg(x + col[i]);
  int row = s.begin + tid, row_begin = 0, row_end = 0;
  if (row < s.end) { // needed last, but loaded before any instruction waits for x
    row_begin = __ldg(a.row_ptr + row);
    row_end = __ldg(a.row_ptr + row + 1);
  }
  if (lead_col >= 0 && tid >= lead - s.head) here.of_lead[tid] = lead_value * __ldg(x + lead_col);
  real *parts = l.parts + 2 * (size_t)number;
  if (s.begin == s.end) {
    add_all(product, &here.all);
  } else {
    finish_rows(s, base, ends, product, row_begin, row_end, a.row_ptr, alpha, beta, y, parts,
                &here);
  }
  if (tid == 0 && s.tail >= 0) parts[1] = rest_before(here.all, warps);
  if (!l.join_here) return;
#pragma unroll 1
  for (int side = 0; side < 2; side++) {
    int number_of_cut = side == 0 ? ~s.head : s.tail;
    if (number_of_cut >= 0) arrive(l, number_of_cut, alpha, beta, y, here.of_lead);
  }
}

// ---- Preparation ----

static __global__ void mark_ends(int num_rows, const int *row_ptr, unsigned *ends) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  int last = row_ptr[row + 1] - 1;
  if (last >= row_ptr[row]) atomicOr(ends + last / 32, 1u << last % 32);
}

struct shares_on_host {
  std::vector<share> shares;
  std::vector<int> repeated;
  std::vector<cut> cuts;
  long long num_parts = 0;
};

// Finds the first row from `row` on that ends after `entry`.
static int row_that_ends_behind(const bench_csr *a, int row, long long entry) {
  int high = a->num_rows;
  while (row < high) {
    int middle = row + (high - row) / 2;
    if (a->row_ptr[middle + 1] <= entry) {
      row = middle + 1;
    } else {
      high = middle;
    }
  }
  return row;
}

static shares_on_host cut_into_shares(const bench_csr *a, int num_shares) {
  shares_on_host made;
  std::vector<share> further;
  made.shares.resize(num_shares);
  int row = 0;
  for (int number = 0; number < num_shares; number++) {
    int base = number * items;
    share s = {row, row, 0, -1};
    s.end = row = row_that_ends_behind(a, row, base + (long long)items);
    if (number == num_shares - 1) s.end = row = a->num_rows;
    int head = s.end > s.begin ? base - a->row_ptr[s.begin] : 0;
    if (head > lead) {
      int first = a->row_ptr[s.begin] / items;
      for (int i = first; i < number; i++) made.shares[i].tail = (int)made.cuts.size();
      s.head = ~(int)made.cuts.size();
      made.cuts.push_back({s.begin, first, number});
      made.num_parts += number - first + 1;
    } else if (head > 0) {
      s.head = head;
    }
    for (int begin = s.begin + most_rows; begin < s.end; begin += most_rows) {
      int end = s.end - begin > most_rows ? begin + most_rows : s.end;
      further.push_back({begin, end, s.head > 0 ? s.head : 0, -1});
      made.repeated.push_back(number);
    }
    if (s.end - s.begin > most_rows) s.end = s.begin + most_rows;
    made.shares[number] = s;
  }
  made.shares.insert(made.shares.end(), further.begin(), further.end());
  return made;
}

struct plan : device_memory {
  matrix a;
  layout on_device;
  unsigned num_blocks, num_cuts;
};

// Stores the plan in *out. Returns NULL, or why there is no plan.
static const char *prepare(const bench_csr *a, void **out) {
  plan *p = new plan();
  layout *l = &p->on_device;
  p->a = {a->num_rows, a->nnz, a->d_row_ptr, a->d_col_idx, a->d_values};
  l->num_shares = a->nnz > items ? (int)bench_ceil_div(a->nnz, items) : 1;
  shares_on_host made = cut_into_shares(a, l->num_shares);
  size_t words = (size_t)l->num_shares * (items / 32);
  unsigned *ends = p->take<unsigned>(words);
  p->num_cuts = (unsigned)made.cuts.size();
  // A block waits for a fence and an atomic at each of its parts, which a second launch avoids. µs
  // in one launch and in two (H100, float): web:1000000, 1,582 parts of 4,093 shares, 45.5 and
  // 48.0; one row with 42 % of the entries, 225.9 and 241.2; rmat:20, 6,895 parts of 7,855, 169.6
  // and 145.7; but dense:4096, 8,192 of 8,192, 63.4 and 64.8.
  l->join_here = made.num_parts <= l->num_shares / 2;
  p->num_blocks = a->num_rows > 0 ? (unsigned)made.shares.size() : 0;
  l->shares = p->upload(made.shares);
  l->repeated = p->upload(made.repeated);
  l->cuts = p->upload(made.cuts);
  l->arrived = p->take<unsigned>(p->num_cuts);
  l->parts = p->take<real>(2 * (size_t)l->num_shares);
  l->ends = (const unsigned char *)ends;
  if (p->failed) return bench_hand_over(p, out);
  cudaFuncSetAttribute(spmv, cudaFuncAttributePreferredSharedMemoryCarveout, shared_percent);
  cudaMemset(l->arrived, 0, p->num_cuts * sizeof(unsigned));
  cudaMemset(ends, 0, words * sizeof(unsigned));
  if (a->num_rows > 0) {
    mark_ends<<<bench_ceil_div(a->num_rows, 256), 256>>>(a->num_rows, a->d_row_ptr, ends);
  }
  return bench_hand_over(p, out);
}

static void run(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const plan *p = (const plan *)given;
  if (p->num_blocks == 0) return;
  spmv<<<p->num_blocks, threads>>>(p->on_device, p->a, alpha, d_x, beta, d_y);
  if (p->num_cuts == 0 || p->on_device.join_here) return;
  join_cuts<<<p->num_cuts, threads>>>(p->on_device, alpha, beta, d_y);
}

} // namespace shares

#endif
