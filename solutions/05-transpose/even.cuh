// even.cuh: the two passes for matrices whose entries are spread evenly over the columns, so that
// each bucket fits into one block of the second pass.
//
// The second pass then puts each column's entries in order by counting how many have a smaller row.
// That takes as many steps as the column has entries, which is why the host asks for columns that
// are short on average.
//
// So the first pass need not keep the order of a tile. If a tile has long runs of entries for few
// buckets, as in a banded matrix, each entry asks an atomic counter in shared memory for its place
// and goes there at once. The order in which threads ask differs from run to run, but no answer
// depends on it. If columns are random, this is slow: 8 bytes here and 8 bytes there make L2 merge
// each of them into a sector of 32. Then `partition` does the first pass.
#ifndef SL_FAST_TRANSPOSE_EVEN_CUH
#define SL_FAST_TRANSPOSE_EVEN_CUH

#include "pieces.cuh"

namespace fast_transpose {

const int MOST_PER_COLUMN = 48; // on average
const int LONG_RUN = 16;        // entries of a bucket in a tile, on average

template <class S> struct scatter_memory {
  int next[S::DIGITS]; // the place of the next entry of each bucket
  int row_at[S::TILE];
  tile_rows<S::TILE> rows;
};

const int BATCH = 4; // entries for which a thread waits at a time

// Every entry to its bucket.
template <class S, typename Key>
__device__ void scatter_tile(const layout &a, const arrays &at, int tile, scatter_memory<S> *m) {
  int t = threadIdx.x, first = tile * S::TILE, n = min(S::TILE, a.nnz - first);
  int first_row = a.relative ? row_of_tile(a, at, tile / a.tiles_each * a.tiles_each) : 0;
  record<Key> *out = (record<Key> *)at.records;
#pragma unroll 4
  for (int b = t; b < a.num_buckets; b += S::THREADS) m->next[b] = place_of_tile(a, at, tile, b);
  find_rows<S::TILE, S::THREADS>(at.row_ptr, first, n, row_of_tile(a, at, tile),
                                 row_of_tile(a, at, tile + 1), &m->rows, m->row_at);
#pragma unroll 1
  for (int round = 0; round < S::ITEMS; round += BATCH) {
    int own = t + round * S::THREADS, col[BATCH];
    real value[BATCH];
#pragma unroll
    for (int i = 0; i < BATCH; i++) {
      int k = own + i * S::THREADS;
      if (k >= n) continue;
      col[i] = __ldcs(at.col_idx + first + k);
      value[i] = __ldcs(at.values + first + k);
    }
#pragma unroll
    for (int i = 0; i < BATCH; i++) {
      int k = own + i * S::THREADS;
      if (k >= n) continue;
      int digit = bucket_of(a, col[i]);
      record<Key> r;
      r.key = (Key)(m->row_at[head_of<S::TILE>(&m->rows, k)] - first_row) << a.low_bits |
              (Key)(col[i] - digit * a.width);
      r.value = value[i];
      out[atomicAdd(&m->next[digit], 1)] = r;
    }
  }
}

template <class S, typename Key>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS) scatter(layout a, arrays at) {
  extern __shared__ uint4 dynamic[];
  scatter_tile<S, Key>(a, at, blockIdx.x, (scatter_memory<S> *)dynamic);
}

template <class S> struct order_memory {
  real values[S::TILE];
  int rows[S::TILE];
  int start[S::DIGITS + 1]; // of each column in the bucket
  int sums[WARP + 1];
  int begin[MOST_STRETCHES], first_row[MOST_STRETCHES]; // see list_stretches
  unsigned short column[S::TILE];
};

// Turns counts of columns into their starts, and writes these to col_ptr.
template <class S>
__device__ void start_columns(const layout &a, const arrays &at, const piece &p,
                              order_memory<S> *m) {
  const int PER = S::DIGITS > S::THREADS ? S::DIGITS / S::THREADS : 1;
  int first = threadIdx.x * PER, count[PER], sum = 0, all;
#pragma unroll
  for (int j = 0; j < PER; j++) {
    count[j] = first + j < S::DIGITS ? m->start[first + j] : 0;
    sum += count[j];
  }
  int place = sum_before<S::THREADS>(sum, m->sums, &all);
#pragma unroll
  for (int j = 0; j < PER; j++) {
    if (first + j < S::DIGITS) m->start[first + j] = place;
    if (first + j < p.columns) at.col_ptr[p.bucket * a.width + first + j] = p.first + place;
    place += count[j];
  }
  if (threadIdx.x == 0) m->start[S::DIGITS] = p.n;
}

template <class S, typename Key>
__device__ void order_bucket(const layout &a, const arrays &at, const piece &p,
                             order_memory<S> *m) {
  int t = threadIdx.x;
  const record<Key> *in = (const record<Key> *)at.records + p.first;
  unsigned mask = (1u << a.low_bits) - 1;
  record<Key> r[S::ITEMS];
  unsigned short rank[S::ITEMS];
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (t + i * S::THREADS < p.n) r[i] = in[t + i * S::THREADS];
  }
  for (int d = t; d < S::DIGITS; d += S::THREADS) m->start[d] = 0;
  if (a.relative) list_stretches(a, at, p, m->begin, m->first_row);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (t + i * S::THREADS >= p.n) continue;
    rank[i] = (unsigned short)atomicAdd(&m->start[(unsigned)r[i].key & mask], 1);
  }
  __syncthreads();
  start_columns<S>(a, at, p, m);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < S::ITEMS; i++) {
    if (t + i * S::THREADS >= p.n) continue;
    unsigned column = (unsigned)r[i].key & mask;
    int place = m->start[column] + rank[i];
    int row = (int)(r[i].key >> a.low_bits);
    if (a.relative) row += m->first_row[stretch_of(a.stretches, m->begin, t + i * S::THREADS)];
    m->rows[place] = row;
    m->values[place] = (real)r[i].value;
    m->column[place] = (unsigned short)column;
  }
  __syncthreads();
#pragma unroll 4
  for (int i = 0; i < S::ITEMS; i++) {
    int j = t + i * S::THREADS;
    if (j >= p.n) break;
    int row = m->rows[j], begin = m->start[m->column[j]], end = m->start[m->column[j] + 1];
    int to = p.first + begin;
    for (int k = begin; k < j; k++) to += m->rows[k] <= row;
    for (int k = j + 1; k < end; k++) to += m->rows[k] < row;
    at.row_idx[to] = row;
    at.csc_values[to] = m->values[j];
  }
}

// Second pass: each bucket in the order of its columns, and each column in the order of its rows.
template <class S, typename Key>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS) order_buckets(layout a, arrays at) {
  extern __shared__ uint4 dynamic[];
  order_bucket<S, Key>(a, at, piece_of(a, at, blockIdx.x), (order_memory<S> *)dynamic);
}

} // namespace fast_transpose

#endif
