// columns.cuh: what the planner must know about a matrix's columns.
#ifndef FAST_06_COLUMNS_CUH
#define FAST_06_COLUMNS_CUH
#include "bench/convert.cuh"

#include <algorithm>
#include <vector>

namespace gathered {
// The columns sorted by degree, and the share of entries in the first ones.
struct columns {
  std::vector<int> order, rank; // empty: original order
  std::vector<double> share;    // of the first k granules of 64 columns
  double of(double first) const {
    double at = first / 64;
    size_t i = (size_t)at;
    if (i + 1 >= share.size()) return share.back();
    return share[i] + (share[i + 1] - share[i]) * (at - (double)i);
  }
};
static __global__ void count_columns(int nnz, const int *col_idx, int *degree) {
  size_t k = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (k < (size_t)nnz) atomicAdd(&degree[col_idx[k]], 1);
}

// Counts the entries of each column. Returns NULL, or the reason of a failure.
static const char *count_degrees(const bench_csr *a, std::vector<int> *degree) {
  device_memory scratch;
  size_t bytes = a->num_cols * sizeof(int);
  int *d_degree = scratch.take<int>(a->num_cols);
  degree->assign(a->num_cols, 0);
  if (scratch.failed || a->nnz == 0) return scratch.trouble();
  cudaMemset(d_degree, 0, bytes);
  count_columns<<<bench_ceil_div(a->nnz, 256), 256>>>(a->nnz, a->d_col_idx, d_degree);
  cudaMemcpy(degree->data(), d_degree, bytes, cudaMemcpyDeviceToHost);
  return nullptr;
}

static columns look_at_columns(const bench_csr *a, const std::vector<int> &degree, bool sorted) {
  columns c;
  if (sorted) {
    int most = 0;
    for (int i = 0; i < a->num_cols; i++) most = std::max(most, degree[i]);
    std::vector<int> start(most + 2);
    for (int i = 0; i < a->num_cols; i++) start[most - degree[i] + 1]++;
    for (int d = 0; d <= most; d++) start[d + 1] += start[d];
    c.order.resize(a->num_cols);
    c.rank.resize(a->num_cols);
    for (int i = 0; i < a->num_cols; i++) {
      int at = start[most - degree[i]]++;
      c.order[at] = i;
      c.rank[i] = at;
    }
  }
  c.share.push_back(0);
  double sum = 0;
  for (int i = 0; i < a->num_cols; i++) {
    sum += degree[sorted ? c.order[i] : i];
    if (i % 64 == 63 || i + 1 == a->num_cols) c.share.push_back(sum / std::max(a->nnz, 1));
  }
  return c;
}

// Estimates the sectors of x per direct entry: the misses of a cache of 4,096 sectors, in samples.
static double sectors_an_entry(const bench_csr *a) {
  if (a->nnz == 0) return 1;
  const int SETS = 4096, PER_SECTOR = 32 / (int)sizeof(real);
  std::vector<int> cache(SETS, -1);
  long long misses = 0, entries = 0;
  int samples = 32, run = std::max(1, std::min(a->nnz / samples, 60000));
  for (int s = 0; s < samples; s++) {
    int first = (int)((long long)(a->nnz - run) * s / samples);
    std::fill(cache.begin(), cache.end(), -1);
    for (int k = first; k < first + run; k++) {
      int sector = a->col_idx[k] / PER_SECTOR, set = sector % SETS;
      misses += cache[set] != sector;
      cache[set] = sector;
      entries++;
    }
  }
  return (double)misses / (double)entries;
}

} // namespace gathered
#endif
