// tiles.cuh: y ← α A x + β y with x in shared memory, one tile after another. plan.cuh makes the
// tiles.
#ifndef FAST_06_TILES_CUH
#define FAST_06_TILES_CUH
#include "bench/contest.h"

#include <cuda_runtime.h>
#ifdef LENS_CUDA_RUNTIME_H
#define ON_LENS 1
#else
#define ON_LENS 0
#endif
// All threads copy x if there is no copy engine: on the lens and before compute capability 9.0.
#if ON_LENS || (defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900)
#define ALL_COPY 1
#else
#define ALL_COPY 0
#endif

namespace gathered {

enum {
  LANES = 32,
  STEPS = 4,
  GROUP = LANES * STEPS,
  PER_16 = 16 / (int)sizeof(real),
  MAX_PIECE = 64
};
// How many groups a warp has requested at a time, and for how many it has requested the rows.
enum { DEPTH = 4, AHEAD = 2 };
// As many threads as registers allow.
enum { THREADS = sizeof(real) == 4 ? 512 : 384, WARPS = THREADS / LANES };

// A stretch of columns of which x is in shared memory.
struct tile {
  int first, columns, buffer, load;
};
// What a block does for one chunk of rows.
struct visit {
  int row0, rows, partial, tiles;
};
// A warp's part of a visit: groups and commits of the staged entries and of the direct ones.
struct stream {
  int group, groups, commit;
};
struct warp_work {
  stream direct, staged;
};
struct block_work {
  int visit, visits, tile, tiles;
};

struct device_plan {
  const block_work *blocks;
  const visit *visits;
  const tile *tiles;
  const warp_work *work; // [visit][warp]
  const real *values;
  const unsigned short *cols;
  const unsigned *meta; // for staged entries
  const real *dvalues;
  const int *dcols;
  const unsigned *dmeta; // for direct entries
  const unsigned *rows;
  real *partial;
  int y_room, x_room, buffers;
};

struct alignas(16) quad {
  real at[PER_16];
};

#if ON_LENS
static __device__ inline void meet() {
  __syncthreads();
}
#else
#include "meet.cuh"
#endif

#if ALL_COPY
struct bell {}; // replaced by a barrier of the block
static __device__ inline void bell_make(bell *) {}
static __device__ inline void bell_wait(bell *, unsigned) {}
#else
#include "copy_engine.cuh"
#endif
static __device__ inline void send_for_x(bell *b, real *to, const real *x, const tile &t) {
  const real *from = x + t.first;
#if ALL_COPY
  (void)b;
  for (int i = threadIdx.x; i < t.columns; i += THREADS) to[i] = from[i];
#else
  int whole = t.columns / PER_16 * PER_16;
  if (threadIdx.x == 0) {
    for (int i = whole; i < t.columns; i++) to[i] = from[i]; // before arriving at the barrier
    bell_send(b, to, whole ? from : x, whole * (unsigned)sizeof(real));
  }
#endif
}

#if ON_LENS
static __device__ inline float4 stream_load(const float4 *p) {
  return *p;
}
static __device__ inline double2 stream_load(const double2 *p) {
  return *p;
}
static __device__ inline uint2 stream_load(const uint2 *p) {
  return *p;
}
static __device__ inline uint4 stream_load(const uint4 *p) {
  return *p;
}
static __device__ inline unsigned stream_load(const unsigned *p) {
  return *p;
}
static __device__ inline unsigned short stream_load(const unsigned short *p) {
  return *p;
}
#else
template <typename T> static __device__ inline T stream_load(const T *p) {
  return __ldcs(p);
}
#endif

static __device__ inline void load_values(const float *v, size_t g, int lane, float out[4]) {
  float4 q = stream_load((const float4 *)v + g * 32 + lane);
  out[0] = q.x;
  out[1] = q.y;
  out[2] = q.z;
  out[3] = q.w;
}
static __device__ inline void load_values(const double *v, size_t g, int lane, double out[4]) {
  double2 a = stream_load((const double2 *)v + g * 64 + lane),
          b = stream_load((const double2 *)v + g * 64 + 32 + lane);
  out[0] = a.x;
  out[1] = a.y;
  out[2] = b.x;
  out[3] = b.y;
}
static __device__ inline void load_cols(const unsigned short *c, size_t g, int lane,
                                        unsigned out[2]) {
  uint2 q = stream_load((const uint2 *)c + g * 32 + lane);
  out[0] = q.x;
  out[1] = q.y;
}
static __device__ inline void load_cols(const int *c, size_t g, int lane, unsigned out[4]) {
  uint4 q = stream_load((const uint4 *)c + g * 32 + lane);
  out[0] = q.x;
  out[1] = q.y;
  out[2] = q.z;
  out[3] = q.w;
}
static __device__ inline unsigned column(const unsigned short *, const unsigned *c, int j) {
  return j % 2 ? c[j / 2] >> 16 : c[j / 2] & 0xffff;
}
static __device__ inline unsigned column(const int *, const unsigned *c, int j) {
  return c[j];
}

// meta of a group: after which steps a row is done; whether rows may be shared with other lanes;
// how many pairs of rows a lane has stored for it; how many tiles end after the group
enum { DONE = 15, SHARED = 16, ROWS_AT = 5, ENDS_AT = 8 };

template <typename COL> struct slot {
  real v[STEPS];
  real x[STEPS];
  unsigned c[sizeof(COL)], m, row[2];
};

// One warp works through its stream. `ends` is called after a group once for each tile that ends
// there; it returns the x to continue with.
template <typename COL, bool DIRECT, typename ENDS>
static __device__ inline void work(const stream &s, const real *values, const COL *cols,
                                   const unsigned *meta, const unsigned *rows, const real *x,
                                   real *ys, ENDS ends) {
  const unsigned lane = threadIdx.x % LANES;
  const int end = s.group + s.groups;
  const unsigned *row_at = rows + (size_t)s.commit * LANES + lane;
  slot<COL> ring[DEPTH];
  auto fetch = [&](slot<COL> &f, int g) {
    f.m = 0;
    if (g < end) {
      load_values(values, g, lane, f.v);
      load_cols(cols, g, lane, f.c);
      f.m = __ldg(meta + g);
    }
  };
  auto stage = [&](slot<COL> &f, int g) {
    unsigned k = f.m >> ROWS_AT & 3;
    if (k > 0) f.row[0] = stream_load(row_at);
    if (k > 1) f.row[1] = stream_load(row_at + LANES);
    row_at += k * LANES;
    if (DIRECT && g < end) {
#pragma unroll
      for (int j = 0; j < STEPS; j++) f.x[j] = __ldg(x + column(cols, f.c, j));
    }
  };
  real sum = 0;
  auto process = [&](slot<COL> &f) {
    const unsigned m = f.m;
    real q[STEPS];
#pragma unroll
    for (int j = 0; j < STEPS; j++) q[j] = DIRECT ? f.x[j] : x[column(cols, f.c, j)];
    const real *v = f.v;
    const unsigned a = f.row[0] & 0xffff, b = f.row[0] >> 16;
    if (m & SHARED) {
      unsigned next = f.row[0], later = f.row[1];
#pragma unroll
      for (int j = 0; j < STEPS; j++) {
        sum += v[j] * q[j];
        if (m >> j & 1) {
          atomicAdd(ys + (next & 0xffff), sum);
          sum = 0;
          next = next >> 16 | later << 16;
          later >>= 16;
        }
      }
    } else if ((m & DONE) == 15) { // rows of one entry
      const unsigned c = f.row[1] & 0xffff, d = f.row[1] >> 16;
      real ya = ys[a], yb = ys[b], yc = ys[c], yd = ys[d];
      ys[a] = ya + (sum + v[0] * q[0]);
      ys[b] = yb + v[1] * q[1];
      ys[c] = yc + v[2] * q[2];
      ys[d] = yd + v[3] * q[3];
      sum = 0;
    } else if ((m & DONE) == 10) { // rows of two entries
      real ya = ys[a], yb = ys[b];
      ys[a] = ya + (sum + v[0] * q[0] + v[1] * q[1]);
      ys[b] = yb + (v[2] * q[2] + v[3] * q[3]);
      sum = 0;
    } else if ((m & DONE) == 0) {
      sum += v[0] * q[0] + v[1] * q[1] + (v[2] * q[2] + v[3] * q[3]);
    } else {
      unsigned next = f.row[0], later = f.row[1];
#pragma unroll
      for (int j = 0; j < STEPS; j++) {
        sum += v[j] * q[j];
        if (m >> j & 1) {
          ys[next & 0xffff] += sum;
          sum = 0;
          next = next >> 16 | later << 16;
          later >>= 16;
        }
      }
    }
    for (unsigned e = m >> ENDS_AT; e > 0; e--) x = ends();
  };
#pragma unroll
  for (int u = 0; u < DEPTH; u++) fetch(ring[u], s.group + u);
#pragma unroll
  for (int u = 0; u < AHEAD; u++) stage(ring[u], s.group + u);
  for (int g = s.group; g < end; g += DEPTH) {
#pragma unroll
    for (int u = 0; u < DEPTH; u++) {
      if (g + u >= end) break;
      stage(ring[(u + AHEAD) % DEPTH], g + u + AHEAD);
      process(ring[u]);
      fetch(ring[u], g + u + DEPTH);
    }
  }
}

__global__ void __launch_bounds__(THREADS, 1)
    spmv_tiles(device_plan p, real alpha, const real *x_sorted, const real *x, real beta, real *y) {
#if ON_LENS
  extern __shared__ real room[];
#else
  extern __shared__ __align__(16) unsigned char room_bytes[];
  real *room = (real *)room_bytes;
#endif
  real *ys = room, *xs = room + p.y_room;
  block_work b = p.blocks[blockIdx.x];
  const tile *tiles = p.tiles + b.tile;
  __shared__ bell bells[2];
  if (threadIdx.x < 2) bell_make(bells + threadIdx.x);
  int t = 0, sent = -1, warp = threadIdx.x / LANES;
  unsigned turns = 0;          // a bit for each buffer
  auto send = [&](int which) { // requests the x of a tile, unless already done
    if (which <= sent || which >= b.tiles) return;
    sent = which;
    if (tiles[which].load)
      send_for_x(bells + tiles[which].buffer, xs + tiles[which].buffer * p.x_room, x_sorted,
                 tiles[which]);
  };
  // Begins the next tile after all warps have finished the previous one.
  auto enter = [&]() -> const real * {
    int buffer = tiles[t].buffer, load = tiles[t].load;
    meet();
    send(t);
    if (p.buffers == 2) send(t + 1);
    if (load) {
      bell_wait(bells + buffer, turns >> buffer & 1);
      turns ^= 1u << buffer;
    }
    if (ALL_COPY) meet();
    return xs + buffer * p.x_room;
  };
  auto next = [&]() -> const real * {
    t++;
    return enter();
  };
  for (int i = 0; i < b.visits; i++) {
    visit v = p.visits[b.visit + i];
    warp_work w = p.work[(size_t)(b.visit + i) * WARPS + warp];
#pragma unroll 4
    for (int r = threadIdx.x; r < p.y_room; r += THREADS) ys[r] = 0;
    __syncthreads();
    if (v.tiles > 0) send(t);
    work<int, true>(w.direct, p.dvalues, p.dcols, p.dmeta, p.rows, x, ys, [&]() { return x; });
    if (v.tiles > 0) {
      const real *from = enter(); // here all direct entries have arrived, too
      work<unsigned short, false>(w.staged, p.values, p.cols, p.meta, p.rows, from, ys, next);
      t++;
    }
    __syncthreads();
    if (v.partial >= 0) {
#pragma unroll 4
      for (int r = threadIdx.x; r < v.rows; r += THREADS) p.partial[(size_t)v.partial + r] = ys[r];
    } else {
#pragma unroll 4
      for (int r = threadIdx.x; r < v.rows; r += THREADS)
        y[v.row0 + r] = beta == 0 ? alpha * ys[r] : alpha * ys[r] + beta * y[v.row0 + r];
    }
  }
}

// Rows whose sums come from several blocks; add_partial adds these up. A piece has at most 256 /
// SPLIT rows.
struct shared_rows {
  int row0, rows, parts, stride;
  long long partial;
};
template <int SPLIT> // threads that share the parts of one row
__global__ void __launch_bounds__(256)
    add_partial(const shared_rows *pieces, const real *partial, real alpha, real beta, real *y) {
  constexpr int ROWS = 256 / SPLIT;
  __shared__ real sums[256];
  shared_rows s = pieces[blockIdx.x];
  int r = threadIdx.x % ROWS;
  real sum = 0;
  if (r < s.rows) {
    const real *from = partial + s.partial + r;
#pragma unroll 4
    for (int k = threadIdx.x / ROWS; k < s.parts; k += SPLIT) sum += from[(size_t)k * s.stride];
  }
  if (SPLIT > 1) {
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x >= ROWS) return;
    for (int k = 1; k < SPLIT; k++) sum += sums[threadIdx.x + k * ROWS];
  }
  if (r < s.rows) y[s.row0 + r] = beta == 0 ? alpha * sum : alpha * sum + beta * y[s.row0 + r];
}

__global__ void sort_x(int n, const int *order, const real *x, real *x_sorted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x_sorted[i] = __ldg(x + order[i]);
}

} // namespace gathered
#endif
