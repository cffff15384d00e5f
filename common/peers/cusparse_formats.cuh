// cusparse_formats.cuh: from CSR to the other formats in which cuSPARSE multiplies, on the host.
#ifndef SL_PEERS_CUSPARSE_FORMATS_CUH
#define SL_PEERS_CUSPARSE_FORMATS_CUH

#include "cusparse.cuh"

#include <climits>
#include <vector>

// Where padding makes a matrix larger than this many times its entries, nobody would choose it.
enum { MOST_PADDING = 10 };

template <typename T> static const char *upload(const std::vector<T> &from, void **to) {
  size_t bytes = from.size() * sizeof(T);
  if (cudaMalloc(to, bytes + 1) != cudaSuccess) {
    (void)cudaGetLastError();
    return "the device has no memory left for it";
  }
  return cudaMemcpy(*to, from.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess
             ? NULL
             : "it cannot be copied to the device";
}

// The three arrays of a format; NULL, or what failed.
template <typename A, typename B, typename C>
static const char *upload_all(const std::vector<A> &a, const std::vector<B> &b,
                              const std::vector<C> &c, made_matrix *out) {
  const char *trouble = upload(a, &out->arrays[0]);
  if (!trouble) trouble = upload(b, &out->arrays[1]);
  if (!trouble) trouble = upload(c, &out->arrays[2]);
  return trouble;
}

static inline const char *in_coo(const given_csr &a, made_matrix *out) {
  *out = {};
  std::vector<int> row_idx(a.nnz);
  for (int row = 0; row < a.num_rows; row++) {
    for (int k = a.row_ptr[row]; k < a.row_ptr[row + 1]; k++) row_idx[k] = row;
  }
  if (const char *trouble = upload(row_idx, &out->arrays[0])) return trouble;
  bool made = cusparseCreateCoo(&out->matrix, a.num_rows, a.num_cols, a.nnz, out->arrays[0],
                                (void *)a.d_col_idx, (void *)a.d_values, int_type, from_zero,
                                real_type) == CUSPARSE_STATUS_SUCCESS;
  return made ? NULL : "cusparseCreateCoo failed";
}

enum { SLICE_ROWS = 32 };

// The first slot of each slice, which is as wide as its own longest row.
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

// Slices of 32 rows, each stored column by column.
static inline const char *in_sell(const given_csr &a, made_matrix *out) {
  *out = {};
  std::vector<int> offsets;
  if (const char *trouble = place_slices(a, &offsets)) return trouble;
  std::vector<int> col_idx(offsets.back(), -1);
  std::vector<real> values(offsets.back(), 0);
  for (int row = 0; row < a.num_rows; row++) {
    int slot = offsets[row / SLICE_ROWS] + row % SLICE_ROWS;
    for (int k = a.row_ptr[row]; k < a.row_ptr[row + 1]; k++, slot += SLICE_ROWS) {
      col_idx[slot] = a.col_idx[k];
      values[slot] = a.values[k];
    }
  }
  if (const char *trouble = upload_all(offsets, col_idx, values, out)) return trouble;
  bool made =
      cusparseCreateSlicedEll(&out->matrix, a.num_rows, a.num_cols, a.nnz, values.size(),
                              SLICE_ROWS, out->arrays[0], out->arrays[1], out->arrays[2], int_type,
                              int_type, from_zero, real_type) == CUSPARSE_STATUS_SUCCESS;
  return made ? NULL : "cusparseCreateSlicedEll failed";
}

// Calls visit(block column) for each block of a row of blocks, from left to right. The rows must be
// sorted.
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

// Blocks of size × size, or −1 as soon as they are half as many again as the entries.
static inline long long count_blocks(const given_csr &a, int size) {
  long long blocks = 0, most = (long long)(1.5 * a.nnz) / (size * size);
  if (a.num_rows % size != 0 || a.num_cols % size != 0) return -1;
  for (int block_row = 0; block_row < a.num_rows / size && blocks <= most; block_row++) {
    visit_blocks(a, size, block_row, [&](int, const int *) { blocks++; });
  }
  return blocks > most ? -1 : blocks;
}

// The largest size of 4, 3 and 2 whose blocks hold less than half as much again as the entries.
static inline int choose_block(const given_csr &a, long long *blocks_out) {
  for (int size = 4; size > 1; size--) {
    *blocks_out = count_blocks(a, size);
    if (*blocks_out > 0) return size;
  }
  return 0;
}

static inline const char *in_bsr(const given_csr &a, made_matrix *out) {
  *out = {};
#if CUSPARSE_VERSION < 12602
  return "this cuSPARSE does not multiply in BSR";
#else
  long long blocks = 0;
  int size = choose_block(a, &blocks);
  if (size == 0) return "blocks of 2, 3 or 4 hold half as much again as the entries, or do not fit";
  int block_rows = a.num_rows / size;
  std::vector<int> block_ptr(1, 0), block_col_idx;
  std::vector<real> values((size_t)blocks * size * size, 0);
  block_col_idx.reserve(blocks);
  for (int block_row = 0; block_row < block_rows; block_row++) {
    const int *row_ptr = a.row_ptr + (size_t)block_row * size;
    visit_blocks(a, size, block_row, [&](int block_col, const int *next) {
      real *block = values.data() + block_col_idx.size() * size * size;
      for (int r = 0; r < size; r++) {
        for (int k = next[r]; k < row_ptr[r + 1] && a.col_idx[k] / size == block_col; k++) {
          block[r * size + a.col_idx[k] % size] += a.values[k];
        }
      }
      block_col_idx.push_back(block_col);
    });
    block_ptr.push_back((int)block_col_idx.size());
  }
  if (const char *trouble = upload_all(block_ptr, block_col_idx, values, out)) return trouble;
  bool made =
      cusparseCreateBsr(&out->matrix, block_rows, a.num_cols / size, blocks, size, size,
                        out->arrays[0], out->arrays[1], out->arrays[2], int_type, int_type,
                        from_zero, real_type, CUSPARSE_ORDER_ROW) == CUSPARSE_STATUS_SUCCESS;
  return made ? NULL : "cusparseCreateBsr failed";
#endif
}

#endif
