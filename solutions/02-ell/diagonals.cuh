// diagonals.cuh: matrices with few diagonals, stored diagonal by diagonal, and how the device makes
// them from CSR. Slices of 32 rows, as in slices.cuh, but without any column numbers: the distances
// of the diagonals are a parameter of the kernel.
#ifndef SL_SOLUTIONS_DIAGONALS_CUH
#define SL_SOLUTIONS_DIAGONALS_CUH

#include "slices.cuh"

#include <algorithm>

namespace diagonals {
namespace {

using slices::element_of, slices::LANES;

enum { MOST_DIAGONALS = 64 };

// Passed as a kernel parameter, so it is available when the kernel begins.
struct offsets {
  int count;
  int offset[MOST_DIAGONALS]; // column − row, in ascending order
};

struct matrix {
  int num_rows, num_cols;
  offsets on;
  real *values; // [rows / 32][diagonal][32]; +0 if there is no entry
};

// Returns a row's sum over the groups of UNROLL diagonals that belong to `part` of `parts`.
template <int UNROLL, typename X>
__device__ __forceinline__ real sum_of_row(const matrix &a, int row, int part, int parts,
                                           const X &x) {
  int count = a.on.count;
  const real *values = a.values + (size_t)(row / LANES) * count * LANES + row % LANES;
  real sum = 0;
#pragma unroll 1
  for (int first = part * UNROLL; first < count; first += parts * UNROLL) {
    real value[UNROLL], element[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
      value[u] = first + u < count ? __ldcs(values + (size_t)(first + u) * LANES) : (real)0;
    }
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
      // No column number must arrive first, so x is loaded at once, except outside of the matrix.
      int col = row + a.on.offset[(first + u) % MOST_DIAGONALS];
      bool in = first + u < count && col >= 0 && col < a.num_cols;
      element[u] = in ? element_of(x, col) : (real)0;
    }
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
      if (!slices::is_padding(value[u])) sum += value[u] * element[u];
    }
  }
  return sum;
}

// Diagonals that have been seen, in any order: a hash table, and whether it overflowed.
struct seen {
  int count;
  int diagonal[MOST_DIAGONALS];
};
enum { NO_DIAGONAL = INT_MIN };

__device__ void note(seen *table, int diagonal) {
  unsigned at = (unsigned)diagonal * 2654435761u >> 26;
  for (int tries = 0; tries < MOST_DIAGONALS; tries++) {
    int there = *(volatile int *)&table->diagonal[at];
    if (there == NO_DIAGONAL) there = atomicCAS(&table->diagonal[at], NO_DIAGONAL, diagonal);
    if (there == diagonal) return;
    if (there == NO_DIAGONAL) {
      atomicAdd(&table->count, 1);
      return;
    }
    at = (at + 1) % MOST_DIAGONALS;
  }
  atomicMax(&table->count, MOST_DIAGONALS + 1); // there are more than the table can hold
}

enum { CONVERT_THREADS = slices::CONVERT_WARPS * LANES };
static_assert((int)CONVERT_THREADS == (int)MOST_DIAGONALS,
              "one thread for each place of the table");

__global__ void find_diagonals(slices::rows r, const int *col_idx, seen *all) {
  __shared__ int room[slices::CONVERT_WARPS][slices::STAGE];
  __shared__ seen here;
  here.diagonal[threadIdx.x] = NO_DIAGONAL;
  if (threadIdx.x == 0) here.count = 0;
  __syncthreads();
  if (*(volatile int *)&all->count <= MOST_DIAGONALS) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    slices::source s = slices::source_of(r, row, col_idx, NULL, room[threadIdx.x / LANES], NULL);
    for (int i = s.row.begin; i < s.row.end; i++) {
      if (*(volatile int *)&here.count > MOST_DIAGONALS) break;
      note(&here, s.col_idx[i] - row);
    }
  }
  __syncthreads();
  int mine = here.diagonal[threadIdx.x];
  if (mine != NO_DIAGONAL && *(volatile int *)&all->count <= MOST_DIAGONALS) note(all, mine);
  if (threadIdx.x == 0 && here.count > MOST_DIAGONALS) atomicMax(&all->count, here.count);
}

__global__ void write_diagonals(matrix a, slices::rows r, const int *col_idx, const real *from) {
  __shared__ int room[slices::CONVERT_WARPS][slices::STAGE];
  __shared__ real value_room[slices::CONVERT_WARPS][slices::STAGE];
  int row = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / LANES;
  if (row / LANES * LANES >= a.num_rows) return;
  slices::source s = slices::source_of(r, row, col_idx, from, room[warp], value_room[warp]);
  real *to = a.values + (size_t)(row / LANES) * a.on.count * LANES + row % LANES;
  int at = s.row.begin;
  for (int d = 0; d < a.on.count; d++) {
    real value = 0;
    bool entry = false;
    for (; at < s.row.end && s.col_idx[at] - row == a.on.offset[d]; at++) { // skips duplicates
      value += s.values[at];
      entry = true;
    }
    to[(size_t)d * LANES] = entry ? slices::no_padding(value) : (real)0;
  }
}

// Lists the matrix's diagonals, lowest first; false if there are too many.
bool list_diagonals(const bench_csr *a, const slices::rows &r, offsets *out) {
  device_memory scratch;
  seen table = {0, {}}, *d_table;
  for (int &diagonal : table.diagonal) diagonal = NO_DIAGONAL;
  if (!scratch.take(&d_table, 1)) return false;
  (void)cudaMemcpy(d_table, &table, sizeof table, cudaMemcpyHostToDevice);
  find_diagonals<<<slices::blocks_for(a->num_rows, CONVERT_THREADS), CONVERT_THREADS>>>(
      r, a->d_col_idx, d_table);
  (void)cudaMemcpy(&table, d_table, sizeof table, cudaMemcpyDeviceToHost);
  out->count = 0;
  if (table.count > MOST_DIAGONALS) return false;
  for (int diagonal : table.diagonal) {
    if (diagonal != NO_DIAGONAL) out->offset[out->count++] = diagonal;
  }
  std::sort(out->offset, out->offset + out->count);
  return true;
}

const char *make(const bench_csr *a, device_memory *memory, matrix *out) {
  slices::rows r = slices::natural_rows(a);
  *out = {a->num_rows, a->num_cols, {}, NULL};
  if (a->num_rows == 0) return NULL;
  if (!list_diagonals(a, r, &out->on)) return "more than 64 diagonals";
  double places = (double)out->on.count * a->num_rows;
  if (places > 1.15 * a->nnz) return "more than an eighth of the diagonals is empty";
  size_t rows = (size_t)slices::blocks_for(a->num_rows, LANES) * LANES;
  if (!memory->take(&out->values, rows * out->on.count)) return memory->trouble();
  write_diagonals<<<slices::blocks_for(rows, CONVERT_THREADS), CONVERT_THREADS>>>(
      *out, r, a->d_col_idx, a->d_values);
  return NULL;
}

} // namespace
} // namespace diagonals
#endif
