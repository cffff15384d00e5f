/* In a section of few rows, each row has a warp, whose threads share the row's entries and add up
 * by shuffles; templates choose between this and one thread per row. */
#include "jds.h"

#include <algorithm>
#include <vector>

static int length_of(const int *row_ptr, int row) {
  return row_ptr[row + 1] - row_ptr[row];
}

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  std::vector<std::pair<int, int>> rows; /* (−length, row): the order of pairs is the one that the
                                          * task requires */
  for (int row = 0; row < num_rows; row++) rows.emplace_back(-length_of(row_ptr, row), row);
  std::sort(rows.begin(), rows.end());
  for (int place = 0; place < num_rows; place++) perm[place] = rows[(size_t)place].second;
}

void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  int at = 0;
  *diag_ptr = at;
  for (int d = 0; d < num_diags; *++diag_ptr = at, d++) {
    for (const int *row = perm; row < perm + num_rows && length_of(row_ptr, *row) > d;
         row++, at++) {
      jds_col_idx[at] = col_idx[row_ptr[*row] + d];
      jds_values[at] = values[row_ptr[*row] + d];
    }
  }
}

__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  real sum = 0;
  int d = 0;
  while (place < num_rows && d < num_diags && diag_ptr[d] + place < diag_ptr[d + 1]) {
    int entry = diag_ptr[d++] + place;
    sum += values[entry] * x[col_idx[entry]];
  }
  if (d > 0) y[perm[place]] += sum; /* an empty row is not touched */
}

/* LANES threads per row, 1 or 32. */
template <int LANES>
__global__ void spmv_rows(int num_rows, int width, const int *perm, const int *col_idx,
                          const real *values, const real *x, real *y) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int j = thread / LANES, lane = thread % LANES;
  if (j >= num_rows) return; /* whole warps leave, because all threads of a warp have the same row */
  real sum = 0;
  for (int i = lane; i < width; i += LANES) {
    sum += values[i * num_rows + j] * x[col_idx[i * num_rows + j]];
  }
  for (int step = LANES / 2; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (lane == 0) y[perm[j]] += sum;
}

template <int LANES>
static void launch_rows(int rows, int width, const int *d_perm, const int *d_col_idx,
                        const real *d_values, const real *d_x, real *d_y) {
  const int block = 128;
  spmv_rows<LANES><<<(rows * LANES + block - 1) / block, block>>>(rows, width, d_perm, d_col_idx,
                                                                  d_values, d_x, d_y);
}

void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  for (int s = 0; s < num_sections; s++) {
    int first = section_row[s], rows = section_row[s + 1] - first, begin = section_ptr[s];
    int width = (section_ptr[s + 1] - begin) / rows;
    if (width == 0) continue;
    auto *launch = rows < 8 && width > 8 ? launch_rows<32> : launch_rows<1>;
    launch(rows, width, d_perm + first, d_col_idx + begin, d_values + begin, d_x, d_y);
  }
}
