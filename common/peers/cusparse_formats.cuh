// cusparse_formats.cuh: converts a CSR matrix to the other formats in which cuSPARSE has SpMV.
#ifndef SL_PEERS_CUSPARSE_FORMATS_CUH
#define SL_PEERS_CUSPARSE_FORMATS_CUH

#include "bench/convert.cuh"
#include "cusparse.cuh"

#include <atomic>
#include <climits>
#include <numeric>
#include <vector>

// A format with more than this many slots per entry is not worth measuring.
enum { MOST_PADDING = 10 };

static inline const char *take(size_t bytes, void **to) {
  if (cudaMalloc(to, bytes + 1) == cudaSuccess) return NULL;
  (void)cudaGetLastError();
  return "the device does not have enough memory for it";
}

template <typename T> static const char *upload(const std::vector<T> &from, void **to) {
  size_t bytes = from.size() * sizeof(T);
  if (const char *trouble = take(bytes, to)) return trouble;
  return cudaMemcpy(*to, from.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess
             ? NULL
             : "it cannot be copied to the device";
}

// Copies the three arrays of a format to the device. Returns NULL, or the reason for a failure.
template <typename A, typename B, typename C>
static const char *upload_all(const std::vector<A> &a, const std::vector<B> &b,
                              const std::vector<C> &c, made_matrix *out) {
  const char *trouble = upload(a, &out->arrays[0]);
  if (!trouble) trouble = upload(b, &out->arrays[1]);
  if (!trouble) trouble = upload(c, &out->arrays[2]);
  return trouble;
}

// Writes the row of each entry to `row_idx`. There is a thread for each entry, so that a long row
// is not the work of a single thread.
static __global__ void find_rows(int num_rows, int nnz, const int *row_ptr, int *row_idx) {
  size_t k = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (k < (size_t)nnz) row_idx[k] = bench_row_of(row_ptr, 0, num_rows - 1, k);
}

static inline const char *in_coo(const given_csr &a, made_matrix *out) {
  *out = {};
  if (const char *trouble = take((size_t)a.nnz * sizeof(int), &out->arrays[0])) return trouble;
  if (a.nnz > 0) {
    find_rows<<<bench_ceil_div(a.nnz, 256), 256>>>(a.num_rows, a.nnz, a.d_row_ptr,
                                                   (int *)out->arrays[0]);
  }
  bool made = cusparseCreateCoo(&out->matrix, a.num_rows, a.num_cols, a.nnz, out->arrays[0],
                                (void *)a.d_col_idx, (void *)a.d_values, int_type, from_zero,
                                real_type) == CUSPARSE_STATUS_SUCCESS;
  return made ? NULL : "cusparseCreateCoo failed";
}

enum { SLICE_ROWS = 32 };

// Computes the first slot of each slice. A slice is as wide as its longest row. Returns NULL, or
// the reason for a failure.
static inline const char *place_slices(const given_csr &a, std::vector<int> *offsets) {
  long long slots = 0;
  offsets->assign(1, 0);
  for (int first = 0; first < a.num_rows; first += SLICE_ROWS) {
    int width = 0;
    for (int row = first; row < a.num_rows && row < first + SLICE_ROWS; row++) {
      int length = a.row_ptr[row + 1] - a.row_ptr[row];
      if (length > width) width = length;
    }
    slots += (long long)width * SLICE_ROWS;
    if (slots > INT_MAX || slots > (long long)MOST_PADDING * a.nnz + SLICE_ROWS * SLICE_ROWS) {
      return "slices of 32 rows would be more than ten times the entries";
    }
    offsets->push_back((int)slots);
  }
  return NULL;
}

// Fills the slots of all slices, with a thread for each slot. A slice is stored column by column.
static __global__ void fill_slices(given_csr a, int num_slices, const int *offsets, int *col_idx,
                                   real *values) {
  size_t slot = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (slot >= (size_t)offsets[num_slices]) return;
  int slice = bench_row_of(offsets, 0, num_slices - 1, slot);
  int inside = (int)slot - offsets[slice], row = slice * SLICE_ROWS + inside % SLICE_ROWS;
  int k = row < a.num_rows ? a.d_row_ptr[row] + inside / SLICE_ROWS : 0;
  bool entry = row < a.num_rows && k < a.d_row_ptr[row + 1];
  col_idx[slot] = entry ? a.d_col_idx[k] : -1;
  values[slot] = entry ? a.d_values[k] : 0;
}

static inline const char *in_sell(const given_csr &a, made_matrix *out) {
  *out = {};
  std::vector<int> offsets;
  if (const char *trouble = place_slices(a, &offsets)) return trouble;
  size_t slots = offsets.back();
  const char *trouble = upload(offsets, &out->arrays[0]);
  if (!trouble) trouble = take(slots * sizeof(int), &out->arrays[1]);
  if (!trouble) trouble = take(slots * sizeof(real), &out->arrays[2]);
  if (trouble) return trouble;
  if (slots > 0) {
    fill_slices<<<bench_ceil_div(slots, 256), 256>>>(a, (int)offsets.size() - 1,
                                                     (const int *)out->arrays[0],
                                                     (int *)out->arrays[1], (real *)out->arrays[2]);
  }
  bool made =
      cusparseCreateSlicedEll(&out->matrix, a.num_rows, a.num_cols, a.nnz, slots, SLICE_ROWS,
                              out->arrays[0], out->arrays[1], out->arrays[2], int_type, int_type,
                              from_zero, real_type) == CUSPARSE_STATUS_SUCCESS;
  return made ? NULL : "cusparseCreateSlicedEll failed";
}

// Calls visit(block column, next entry of each row) for each block in a row of blocks, from left to
// right. The rows must be sorted.
template <typename Visit>
static void visit_blocks(const given_csr &a, int size, int block_row, Visit visit) {
  int next[4];
  const int *row_ptr = a.row_ptr + (size_t)block_row * size;
  for (int r = 0; r < size; r++) next[r] = row_ptr[r];
  for (;;) {
    int block_col = INT_MAX;
    for (int r = 0; r < size; r++) {
      bool ended = next[r] == row_ptr[r + 1];
      if (!ended && a.col_idx[next[r]] / size < block_col) block_col = a.col_idx[next[r]] / size;
    }
    if (block_col == INT_MAX) return;
    visit(block_col, next);
    for (int r = 0; r < size; r++) {
      while (next[r] < row_ptr[r + 1] && a.col_idx[next[r]] / size == block_col) next[r]++;
    }
  }
}

// Counts blocks of size × size. `block_ptr` gets the number of blocks before each row of blocks,
// and in total. Returns false if the blocks have more than 1.5 times as many elements as the matrix
// has entries, or if the size does not divide the matrix.
static inline bool count_blocks(const given_csr &a, int size, std::vector<int> *block_ptr) {
  if (a.num_rows % size != 0 || a.num_cols % size != 0) return false;
  int block_rows = a.num_rows / size;
  long long most = (long long)(1.5 * a.nnz) / (size * size);
  std::atomic<long long> counted{0};
  block_ptr->assign(block_rows + 1, 0);
  bench_in_parts(block_rows, a.nnz, [&](int first, int end) {
    for (int block_row = first; block_row < end && counted <= most; block_row++) {
      int blocks = 0;
      visit_blocks(a, size, block_row, [&](int, const int *) { blocks++; });
      (*block_ptr)[block_row + 1] = blocks;
      counted += blocks;
    }
  });
  std::partial_sum(block_ptr->begin(), block_ptr->end(), block_ptr->begin());
  return counted > 0 && counted <= most;
}

// Returns the largest of the sizes 4, 3 and 2 for which count_blocks succeeds, or 0.
static inline int choose_block(const given_csr &a, std::vector<int> *block_ptr) {
  int size = 4;
  while (size > 1 && !count_blocks(a, size, block_ptr)) size--;
  return size > 1 ? size : 0;
}

static inline const char *in_bsr(const given_csr &a, made_matrix *out) {
  *out = {};
#if CUSPARSE_VERSION < 12602
  return "this cuSPARSE does not multiply in BSR";
#else
  std::vector<int> block_ptr;
  int size = choose_block(a, &block_ptr);
  if (size == 0)
    return "blocks of 2, 3 or 4 need at least 1.5 times the memory of the entries, or do not fit";
  int block_rows = a.num_rows / size, blocks = block_ptr[block_rows];
  std::vector<int> block_col_idx(blocks);
  std::vector<real> values((size_t)blocks * size * size, 0);
  bench_in_parts(block_rows, a.nnz, [&](int first, int end) {
    for (int block_row = first; block_row < end; block_row++) {
      const int *row_ptr = a.row_ptr + (size_t)block_row * size;
      int at = block_ptr[block_row];
      visit_blocks(a, size, block_row, [&](int block_col, const int *next) {
        real *block = values.data() + (size_t)at * size * size;
        for (int r = 0; r < size; r++) {
          for (int k = next[r]; k < row_ptr[r + 1] && a.col_idx[k] / size == block_col; k++) {
            block[r * size + a.col_idx[k] % size] += a.values[k];
          }
        }
        block_col_idx[at++] = block_col;
      });
    }
  });
  if (const char *trouble = upload_all(block_ptr, block_col_idx, values, out)) return trouble;
  bool made =
      cusparseCreateBsr(&out->matrix, block_rows, a.num_cols / size, blocks, size, size,
                        out->arrays[0], out->arrays[1], out->arrays[2], int_type, int_type,
                        from_zero, real_type, CUSPARSE_ORDER_ROW) == CUSPARSE_STATUS_SUCCESS;
  return made ? NULL : "cusparseCreateBsr failed";
#endif
}

#endif
