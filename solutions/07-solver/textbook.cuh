// textbook.cuh: conjugate gradients as in the lab's tasks: the dot product in two levels, all
// vector updates in one pass, scalars on the device, and SpMV on sliced ELL.
#ifndef SL_SOLUTIONS_TEXTBOOK_CUH
#define SL_SOLUTIONS_TEXTBOOK_CUH

#include "bench/solver.cuh"
#include "system.cuh"

namespace textbook {

enum { THREADS = 256, MOST_BLOCKS = 1024 };

struct vectors {
  int num_rows;
  real *x, *r, *z, *p, *q, *inverse; // inverse: 1 over the diagonal
  bench_solver_state *state;
  double *partial; // [2 · MOST_BLOCKS]
};

static __global__ void __launch_bounds__(THREADS)
    multiply_pieces(solver::long_rows longs, const real *p) {
  (void)solver::multiply_pieces(longs, solver::direction{p});
}

static __global__ void __launch_bounds__(THREADS) add_up_pieces(solver::long_rows longs, real *q) {
  solver::add_up_pieces(longs, q, threadIdx.x, blockDim.x);
}

// First level of a dot product: one sum per block.
static __global__ void __launch_bounds__(THREADS)
    dot(int n, const real *x, const real *y, double *partial) {
  double sum[1] = {0};
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) {
    sum[0] += (double)x[i] * y[i];
  }
  sums::store_partial(sum, partial);
}

// Adds up the sums of `blocks` blocks. Every thread gets the totals.
template <int COUNT>
static __device__ void add_up(int blocks, const double *partial, double (&sum)[COUNT]) {
  for (int k = 0; k < COUNT; k++) {
    sum[k] = 0;
    for (int i = threadIdx.x; i < blocks; i += THREADS) sum[k] += partial[k * blocks + i];
  }
  sums::add_up_block(sum);
}

// Second level of a dot product, and α.
static __global__ void __launch_bounds__(THREADS) finish_dot(int blocks, vectors v) {
  double sum[1];
  add_up(blocks, v.partial, sum);
  if (threadIdx.x == 0) bench_solver_step(v.state, sum[0]);
}

static __global__ void __launch_bounds__(THREADS) update(vectors v) {
  real alpha = (real)v.state->alpha;
  double sum[2] = {0, 0};
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < v.num_rows; i += gridDim.x * THREADS) {
    real r = v.r[i] - alpha * v.q[i], z = v.inverse[i] * r;
    v.x[i] += alpha * v.p[i];
    v.r[i] = r;
    v.z[i] = z;
    sum[0] += (double)r * z;
    sum[1] += (double)r * r;
  }
  sums::store_partial(sum, v.partial);
}

static __global__ void __launch_bounds__(THREADS) finish_update(int blocks, vectors v) {
  double sum[2];
  add_up(blocks, v.partial, sum);
  if (threadIdx.x == 0) bench_solver_end(v.state, sum[0], sum[1]);
}

static __global__ void __launch_bounds__(THREADS) turn(vectors v) {
  real beta = (real)v.state->beta;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < v.num_rows; i += gridDim.x * THREADS) {
    v.p[i] = v.z[i] + beta * v.p[i];
  }
}

static __global__ void __launch_bounds__(THREADS) start(vectors v, const real *b) {
  double sum[2] = {0, 0};
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < v.num_rows; i += gridDim.x * THREADS) {
    real r = b[i], z = v.inverse[i] * r;
    v.x[i] = 0;
    v.r[i] = r;
    v.z[i] = v.p[i] = z;
    sum[0] += (double)r * z;
    sum[1] += (double)r * r;
  }
  sums::store_partial(sum, v.partial);
}

static __global__ void __launch_bounds__(THREADS)
    finish_start(int blocks, vectors v, double limit) {
  double sum[2];
  add_up(blocks, v.partial, sum);
  if (threadIdx.x == 0) bench_solver_begin(v.state, limit, sum[0], sum[1]);
}

struct textbook_solver : bench_solver {
  solver::system a;
  vectors v = {};
  int blocks = 1;

  const char *prepare(const bench_csr *matrix) override {
    const char *trouble = solver::make_system(matrix, slices::ALLOW_32, this, &a);
    if (trouble) return trouble;
    v.num_rows = matrix->num_rows;
    for (real **vector : {&v.r, &v.z, &v.p, &v.q}) *vector = take<real>(v.num_rows);
    v.inverse = upload(bench_solver_diagonal(matrix, true));
    v.state = take<bench_solver_state>(1);
    v.partial = take<double>(2 * MOST_BLOCKS);
    blocks = std::min<int>(MOST_BLOCKS, std::max<int>(1, bench_ceil_div(v.num_rows, THREADS)));
    return trouble ? trouble : device_memory::trouble();
  }

  void start(const real *d_b, real *d_x, double limit) override {
    v.x = d_x;
    textbook::start<<<blocks, THREADS>>>(v, d_b);
    finish_start<<<1, THREADS>>>(blocks, v, limit);
  }

  void iterate(int count) override {
    for (int i = 0; i < count; i++) {
      slices::launch_slices<1, 8, 3, 128, 1>(a.sliced, 1, v.p, 0, v.q);
      if (a.longs.pieces > 0) {
        textbook::multiply_pieces<<<a.longs.pieces, THREADS>>>(a.longs, v.p);
        textbook::add_up_pieces<<<1, THREADS>>>(a.longs, v.q);
      }
      dot<<<blocks, THREADS>>>(v.num_rows, v.p, v.q, v.partial);
      finish_dot<<<1, THREADS>>>(blocks, v);
      update<<<blocks, THREADS>>>(v);
      finish_update<<<1, THREADS>>>(blocks, v);
      turn<<<blocks, THREADS>>>(v);
    }
  }

  const bench_solver_state *state() const override {
    return v.state;
  }

  double bytes() const override {
    return solver::matrix_bytes(a) + 15.0 * sizeof(real) * v.num_rows;
  }
};

} // namespace textbook
#endif
