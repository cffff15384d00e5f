// fused.cuh: the kernels of an iteration, each of which does as much as it can in one pass.
//
// z = D⁻¹ r takes the place of r: r is z times the diagonal, so neither r nor D⁻¹ is stored. The
// new direction z + β p is computed during the product with A, so no earlier pass stores it.
#ifndef SL_SOLUTIONS_FUSED_CUH
#define SL_SOLUTIONS_FUSED_CUH

#include "bench/solver.cuh"
#include "system.cuh"

#include <cooperative_groups.h>

namespace solver {

struct vectors {
  int num_rows;
  real *x, *z, *p[2], *q;
  const real *diagonal;
  bench_solver_state *state;
  double *partial, *partial_end; // room for the sums of all blocks
  unsigned *arrived;
};

// The direction of an even or an odd iteration. With an index that the compiler does not know, it
// would move the struct to local memory.
static __device__ __forceinline__ real *direction_at(const vectors &v, int parity) {
  return parity ? v.p[1] : v.p[0];
}

// 16 bytes of a vector.
enum { PACK = 16 / (int)sizeof(real) };
struct alignas(16) pack {
  real at[PACK];
};

static __device__ __forceinline__ pack load(const real *from, int i) {
  return ((const pack *)from)[i];
}

static __device__ __forceinline__ void store(real *to, int i, const pack &p) {
  ((pack *)to)[i] = p;
}

// Computes x ← x + α p, z ← z − α D⁻¹ q, and the thread's part of r · z and r · r.
static __device__ void update(const vectors &v, real alpha, const real *p_now, double (&sum)[2]) {
  int packs = (v.num_rows + PACK - 1) / PACK, step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < packs; i += step) {
    pack x = load(v.x, i), z = load(v.z, i), p = load(p_now, i), q = load(v.q, i);
    pack d = load(v.diagonal, i);
#pragma unroll
    for (int k = 0; k < PACK; k++) {
      x.at[k] += alpha * p.at[k];
      z.at[k] -= alpha * q.at[k] / d.at[k];
      double r = (double)d.at[k] * z.at[k];
      sum[0] += r * z.at[k];
      sum[1] += r * r;
    }
    store(v.x, i, x);
    store(v.z, i, z);
  }
}

enum { THREADS = 256 };

// Begins with x = 0, so r = b. `p` is z, or 0 if the first multiplication adds z to it.
static __global__ void __launch_bounds__(THREADS)
    start(vectors v, const real *b, bool p_is_z, double limit) {
  double sum[2] = {0, 0};
  int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < v.num_rows; i += step) {
    real z = b[i] / v.diagonal[i];
    v.x[i] = 0;
    v.z[i] = z;
    v.p[0][i] = p_is_z ? z : (real)0;
    sum[0] += (double)b[i] * z;
    sum[1] += (double)b[i] * b[i];
  }
  if (!sums::is_last(sum, v.partial, v.arrived)) return;
  if (threadIdx.x == 0) bench_solver_begin(v.state, limit, sum[0], sum[1]);
}

// Computes q ← A p and α. With ON_THE_FLY, p is computed from z and the old p.
template <format FORMAT, int PARTS, int UNROLL, bool ON_THE_FLY>
static __global__ void __launch_bounds__(THREADS)
    multiply_and_dot(const __grid_constant__ system a, vectors v, int parity) {
  double sum[1];
  if (ON_THE_FLY) {
    next_direction p = {v.z, direction_at(v, parity), (real)v.state->beta};
    sum[0] = multiply<FORMAT, PARTS, UNROLL>(a, p, direction_at(v, 1 - parity), v.q);
  } else {
    direction p = {v.p[0]};
    sum[0] = multiply<FORMAT, PARTS, UNROLL>(a, p, NULL, v.q);
  }
  if (!sums::is_last(sum, v.partial, v.arrived)) return;
  add_up_pieces(a.longs, v.q, threadIdx.x, blockDim.x);
  if (threadIdx.x == 0) bench_solver_step(v.state, sum[0]);
}

static __global__ void __launch_bounds__(THREADS) update_and_dots(vectors v, int now) {
  double sum[2] = {0, 0};
  update(v, (real)v.state->alpha, direction_at(v, now), sum);
  if (!sums::is_last(sum, v.partial, v.arrived)) return;
  if (threadIdx.x == 0) bench_solver_end(v.state, sum[0], sum[1]);
}

static __global__ void __launch_bounds__(THREADS) turn_direction(vectors v) {
  real beta = (real)v.state->beta;
  int packs = (v.num_rows + PACK - 1) / PACK, step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < packs; i += step) {
    pack z = load(v.z, i), p = load(v.p[0], i);
#pragma unroll
    for (int k = 0; k < PACK; k++) p.at[k] = z.at[k] + beta * p.at[k];
    store(v.p[0], i, p);
  }
}

// All iterations in one launch: all blocks wait for each other twice per iteration.
enum { MOST_THREADS = 1024 };
template <format FORMAT, int PARTS, int UNROLL>
static __global__ void __launch_bounds__(MOST_THREADS, 1)
    solve(const __grid_constant__ system a, vectors v, int count) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  bench_solver_state s = *v.state;
  int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  for (int i = 0; i < count && s.solved_after < 0; i++) {
    int parity = s.iterations % 2;
    next_direction p = {v.z, direction_at(v, parity), (real)s.beta};
    double p_ap[1] = {multiply<FORMAT, PARTS, UNROLL>(a, p, direction_at(v, 1 - parity), v.q)};
    sums::store_partial(p_ap, v.partial);
    grid.sync();
    if (a.longs.count > 0) {
      add_up_pieces(a.longs, v.q, thread, threads);
      grid.sync();
    }
    sums::add_up_partial(v.partial, p_ap);
    bench_solver_step(&s, p_ap[0]);
    double sum[2] = {0, 0};
    update(v, (real)s.alpha, direction_at(v, 1 - parity), sum);
    sums::store_partial(sum, v.partial_end);
    grid.sync();
    sums::add_up_partial(v.partial_end, sum);
    bench_solver_end(&s, sum[0], sum[1]);
  }
  if (thread == 0 && count > 0) *v.state = s;
}

} // namespace solver
#endif
