// system.cuh: the matrix of a solver in the format that suits it, and q ← A p together with p · q.
//
// Rows are kept in slices of 32, without column numbers if the matrix has few diagonals
// (labs/02-ell, rung 7), otherwise with as few bytes for them as they need. Rows with many more
// entries than others are cut into pieces, with one block per piece.
#ifndef SL_SOLUTIONS_SYSTEM_CUH
#define SL_SOLUTIONS_SYSTEM_CUH

#include "../02-ell/diagonals.cuh"
#include "../02-ell/slices.cuh"
#include "bench/device.cuh"
#include "sums.cuh"

namespace solver {

enum { LANES = 32, LONG_ROW = 1024, PIECE = 4096 };
enum format { BANDED, SLICED };

// Rows that are too long for slices, in CSR.
struct long_rows {
  int count, pieces, nnz;
  const int *row, *first_piece;       // [count], [count + 1]
  const int *piece_row, *begin, *end; // [pieces]
  const int *col_idx;
  const real *values;
  real *sums; // [pieces]
};

struct system {
  int num_rows, num_slices;
  format kind;
  diagonals::matrix band;
  slices::matrix sliced;
  long_rows longs;
};

// ---- the vector that is multiplied --------------------------------------------------------------

struct direction {
  const real *p;
};

// The next direction, z + β p, which is not yet stored.
struct next_direction {
  const real *z, *p;
  real beta;
};

static __device__ __forceinline__ real element_of(const direction &d, int i) {
  return d.p[i];
}

static __device__ __forceinline__ real element_of(const next_direction &d, int i) {
  return d.z[i] + d.beta * d.p[i];
}

static __device__ __forceinline__ void keep(const direction &, real *, int, real) {}

static __device__ __forceinline__ void keep(const next_direction &, real *p_out, int i, real p) {
  p_out[i] = p;
}

// ---- multiplying --------------------------------------------------------------------------------

// UNROLL diagonals or slots are under way at a time.
template <format FORMAT, int UNROLL, typename P>
static __device__ __forceinline__ real sum_of_row(const system &a, int slice, int lane, int part,
                                                  int parts, const P &p) {
  if (FORMAT == BANDED) {
    return diagonals::sum_of_row<UNROLL>(a.band, slice * LANES + lane, part, parts, p);
  }
  typedef slices::unrolled<UNROLL, (UNROLL + 1) / 2> unrolled;
  slices::slice s = slices::load_slice(a.sliced.slices + slice);
  real sum = 0;
  SLICES_BY_SHAPE(s.shape, unrolled::template add, s, part, parts, lane, a.sliced, p, &sum)
  return sum;
}

// Multiplies the block's pieces of long rows; returns the thread's part of p · q.
template <typename P> static __device__ double multiply_pieces(const long_rows &longs, const P &p) {
  double dot = 0;
  // Begins with the last block, because the first blocks have one slice more.
  for (int piece = gridDim.x - 1 - blockIdx.x; piece < longs.pieces; piece += gridDim.x) {
    double sum[1] = {0};
    int end = longs.end[piece];
#pragma unroll 4
    for (int k = longs.begin[piece] + threadIdx.x; k < end; k += blockDim.x) {
      sum[0] += (double)longs.values[k] * element_of(p, longs.col_idx[k]);
    }
    sums::add_up_block(sum);
    if (threadIdx.x == 0) {
      longs.sums[piece] = (real)sum[0];
      dot += element_of(p, longs.piece_row[piece]) * sum[0];
    }
  }
  return dot;
}

// Computes q of long rows from the sums of their pieces, which are complete.
static __device__ void add_up_pieces(const long_rows &longs, real *q, int first, int step) {
  for (int i = first; i < longs.count; i += step) {
    double sum = 0;
#pragma unroll 4
    for (int piece = longs.first_piece[i]; piece < longs.first_piece[i + 1]; piece++) {
      sum += __ldcg(longs.sums + piece);
    }
    q[longs.row[i]] = (real)sum;
  }
}

// Computes the block's share of q ← A p, and stores its share of p; returns the thread's part of p
// · q. PARTS warps share a slice. The block has a multiple of 32 · PARTS threads, and all call
// this.
template <format FORMAT, int PARTS, int UNROLL, typename P>
static __device__ double multiply(const system &a, const P &p, real *p_out, real *q) {
  __shared__ real of_part[PARTS > 1 ? 1024 : 1];
  int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
  int in_block = blockDim.x / (LANES * PARTS), local = warp % in_block, part = warp / in_block;
  double dot = 0;
  for (int first = blockIdx.x * in_block; first < a.num_slices; first += gridDim.x * in_block) {
    int slice = first + local, row = slice * LANES + lane;
    real sum = 0;
    if (slice < a.num_slices) {
      sum = sum_of_row<FORMAT, UNROLL>(a, slice, lane, part, PARTS, p);
    }
    if (PARTS > 1) {
      of_part[threadIdx.x] = sum;
      __syncthreads();
      for (int other = 1; part == 0 && other < PARTS; other++) {
        sum += of_part[threadIdx.x + other * in_block * LANES];
      }
      __syncthreads();
    }
    if (part > 0 || row >= a.num_rows) continue;
    real own = element_of(p, row);
    keep(p, p_out, row, own);
    q[row] = sum;
    dot += (double)own * sum;
  }
  return dot + multiply_pieces(a.longs, p);
}

// ---- on the host --------------------------------------------------------------------------------

static inline void find_long_rows(const bench_csr *a, device_memory *memory, long_rows *out) {
  std::vector<int> row, first_piece, piece_row, begin, end;
  for (int i = 0; i < a->num_rows; i++) {
    if (a->row_ptr[i + 1] - a->row_ptr[i] <= LONG_ROW) continue;
    row.push_back(i);
    out->nnz += a->row_ptr[i + 1] - a->row_ptr[i];
    first_piece.push_back((int)begin.size());
    for (int k = a->row_ptr[i]; k < a->row_ptr[i + 1]; k += PIECE) {
      piece_row.push_back(i);
      begin.push_back(k);
      end.push_back(std::min(k + PIECE, a->row_ptr[i + 1]));
    }
  }
  first_piece.push_back((int)begin.size());
  out->count = (int)row.size();
  out->pieces = (int)begin.size();
  out->row = memory->upload(row);
  out->first_piece = memory->upload(first_piece);
  out->piece_row = memory->upload(piece_row);
  out->begin = memory->upload(begin);
  out->end = memory->upload(end);
  out->col_idx = a->d_col_idx;
  out->values = a->d_values;
  out->sums = memory->take<real>(begin.size());
}

// Converts to slices whose columns take the forms `allowed`; ALLOW_ALL also allows whole diagonals.
// Returns NULL, or why it cannot.
static inline const char *make_system(const bench_csr *a, int allowed, device_memory *memory,
                                      system *out) {
  *out = {};
  out->num_rows = a->num_rows;
  out->num_slices = (int)slices::blocks_for(a->num_rows, LANES);
  out->kind = BANDED;
  if (allowed == slices::ALLOW_ALL && !diagonals::make(a, memory, &out->band)) return NULL;
  out->kind = SLICED;
  find_long_rows(a, memory, &out->longs);
  return slices::make(a, slices::natural_rows(a, LONG_ROW), allowed, memory, &out->sliced);
}

// Returns the number of bytes of the matrix that one multiplication reads.
static inline double matrix_bytes(const system &a) {
  double v = sizeof(real);
  if (a.kind == BANDED) return v * a.num_slices * LANES * a.band.on.count;
  const slices::slice &total = a.sliced.total;
  double bytes = LANES * (v * total.values + total.codes) + 4.0 * total.bases + 16.0 * a.num_slices;
  return bytes + a.longs.nnz * (v + 4);
}

} // namespace solver
#endif
