// hyb.cuh: rung 3, HYB in one launch: the kernel, and how the two parts are filled.
#ifndef FAST_03_HYB_CUH
#define FAST_03_HYB_CUH
#include "coo.cuh"

namespace {

const int hyb_threads = 256;
const int hyb_flight = 5; // entries of the COO part per thread
const int hyb_room = hyb_threads * hyb_flight;
const int hyb_longest = 224;  // a row's COO entries up to this number are not cut
const int hyb_row_weight = 4; // so that a tile has at most as many rows as threads
const int hyb_items = hyb_threads * hyb_row_weight;
const int hyb_align = 32;

struct hyb {
  int width;     // the width of the ELL part
  size_t stride; // from one entry of a row to its next
  const int *ell_col_idx;
  const real *ell_values;
  const int *row_idx, *col_idx; // the rest, in COO
  const real *values;
};

__device__ real ell_row(const hyb &a, int row, const real *x) {
  real sum = 0;
#pragma unroll 4
  for (int i = 0; i < a.width; i++) {
    int col = __ldcs(a.ell_col_idx + i * a.stride + row);
    real value = __ldcs(a.ell_values + i * a.stride + row);
    if (col != no_col) sum += value * __ldg(x + col);
  }
  return sum;
}

// A block has up to 256 neighbouring rows: one thread per row in the ELL part, and the COO entries
// of these rows. If an entry is in another row than the next one, it is the last COO entry of its
// row. Shared memory records this in place of row pointers, which COO does not have.
__global__ void __launch_bounds__(hyb_threads)
    spmv_hyb(const corner *corners, hyb a, real alpha, const real *x, real beta, real *y,
             real *parts) {
  __shared__ real staged[hyb_room];
  __shared__ real ell[hyb_threads + 2];
  __shared__ int begins[hyb_threads + 2], ends[hyb_threads + 2];
  corner from = corners[blockIdx.x], to = corners[blockIdx.x + 1];
  bool head_cut = from.row < 0, tail_cut = to.row < 0;
  int first_row = tiles::row_of(from), rows = tiles::row_of(to) + tail_cut - first_row;
  int base = from.entry / hyb_align * hyb_align;
  int begin = from.entry - base, end = to.entry - base, lane = threadIdx.x % 32;
  int col[hyb_flight], row[hyb_flight];
  real value[hyb_flight];
#pragma unroll
  for (int i = 0; i < hyb_flight; i++) {
    int k = threadIdx.x + i * hyb_threads;
    row[i] = -1;
    if (k >= begin && k < end) {
      col[i] = __ldcs(a.col_idx + base + k);
      value[i] = __ldcs(a.values + base + k);
      row[i] = __ldg(a.row_idx + base + k) - first_row;
    }
  }
  for (int i = threadIdx.x; i < rows; i += hyb_threads) {
    // If a row is cut, its first tile takes the ELL part.
    ell[i] = i == 0 && head_cut ? 0 : ell_row(a, first_row + i, x);
    begins[i] = ends[i] = 0;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < hyb_flight; i++) {
    int k = threadIdx.x + i * hyb_threads;
    int next = __shfl_down_sync(whole_warp, row[i], 1);
    if (k < begin || k >= end) continue;
    staged[k] = value[i] * __ldg(x + col[i]);
    if (k + 1 == end) next = -1;
    if (k + 1 < end && lane == 31) next = __ldg(a.row_idx + base + k + 1) - first_row;
    if (k == begin) begins[row[i]] = k;
    if (next == row[i]) continue;
    ends[row[i]] = k + 1;
    if (next >= 0) begins[next] = k + 1;
  }
  __syncthreads();
  int width = tiles::lanes_a_row(hyb_threads, rows);
  for (int first = threadIdx.x / 32 * (32 / width); first < rows; first += hyb_threads / width) {
    int i = first + lane / width;
    real sum = tiles::sum_of_span(staged, i < rows ? begins[i] : 0, i < rows ? ends[i] : 0, width);
    if (i >= rows || lane % width > 0) continue;
    sum += ell[i];
    if (i == 0 && head_cut) {
      parts[2 * blockIdx.x] = sum;
    } else if (i == rows - 1 && tail_cut) {
      parts[2 * blockIdx.x + 1] = sum;
    } else {
      write_y(y, first_row + i, alpha, sum, beta);
    }
  }
}

// ---- Preparation ----

// The host lays out the rows, and the device fills both parts.
struct hyb_plan : coo_plan {
  const corner *d_corners;
  int *d_ell_col_idx;
  real *d_ell_values;
  int width;
  size_t stride;
};

// A place in ELL costs 8 bytes (12 in double), an entry in COO 12 (16). A larger width pays if the
// places that it adds cost less than the entries that it takes from COO.
int choose_width(const bench_csr *a) {
  const int most = 64;
  std::vector<int> fill(most + 1, 0); // fill[w]: rows with w entries; the last: or more
  for (int row = 0; row < a->num_rows; row++) {
    int length = a->row_ptr[row + 1] - a->row_ptr[row];
    fill[length < most ? length : most]++;
  }
  const double place = sizeof(int) + sizeof(real), entry = place + sizeof(int);
  double rows_with = 0;
  for (int width = most; width > 0; width--) {
    rows_with += fill[width];
    if (rows_with * entry >= a->num_rows * place) return width;
  }
  return 0;
}

// Fills the ELL part, one thread per row, including the rows that only pad the stride.
__global__ void fill_ell(csr from, int width, size_t stride, int *col_idx, real *values) {
  size_t row = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (row >= stride) return;
  bool is_row = row < (size_t)from.num_rows;
  int begin = is_row ? from.row_ptr[row] : 0, end = is_row ? from.row_ptr[row + 1] : 0;
  for (int i = 0; i < width; i++) {
    bool entry = i < end - begin;
    col_idx[i * stride + row] = entry ? from.col_idx[begin + i] : no_col;
    values[i * stride + row] = entry ? from.values[begin + i] : 0;
  }
}

// Fills the COO part, one thread per entry.
__global__ void fill_rest(csr from, int width, const int *rest_ptr, int count, int *row_idx,
                          int *col_idx, real *values) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= (size_t)count) return;
  int row = bench_row_of(rest_ptr, 0, from.num_rows - 1, i);
  int k = from.row_ptr[row] + width + (int)i - rest_ptr[row];
  row_idx[i] = row;
  col_idx[i] = from.col_idx[k];
  values[i] = from.values[k];
}

// Returns the first entry of each row in the COO part.
std::vector<int> count_rest(const bench_csr *a, int width) {
  std::vector<int> rest_ptr(a->num_rows + 1, 0);
  for (int row = 0; row < a->num_rows; row++) {
    int rest = a->row_ptr[row + 1] - a->row_ptr[row] - width;
    rest_ptr[row + 1] = rest_ptr[row] + (rest > 0 ? rest : 0);
  }
  return rest_ptr;
}

void fill_hyb(const bench_csr *a, const hyb_plan *p, const int *d_rest_ptr, int rest) {
  if (p->stride > 0) {
    fill_ell<<<bench_ceil_div(p->stride, 256), 256>>>(on_device(a), p->width, p->stride,
                                                      p->d_ell_col_idx, p->d_ell_values);
  }
  if (rest > 0) {
    fill_rest<<<bench_ceil_div(rest, 256), 256>>>(on_device(a), p->width, d_rest_ptr, rest,
                                                  p->d_row_idx, p->d_col_idx, p->d_values);
  }
}

const char *prepare_hyb(const bench_csr *a, void **out) {
  hyb_plan *p = new hyb_plan();
  device_memory scratch;
  p->width = choose_width(a);
  p->stride = ((size_t)a->num_rows + 31) / 32 * 32;
  std::vector<int> rest_ptr = count_rest(a, p->width);
  int rest = rest_ptr[a->num_rows];
  const int *d_rest_ptr = scratch.upload(rest_ptr);
  p->d_ell_col_idx = p->take<int>(p->stride * p->width);
  p->d_ell_values = p->take<real>(p->stride * p->width);
  p->take_entries(rest);
  tiles::tiling made =
      tiles::cut_into_tiles(a->num_rows, rest_ptr.data(), hyb_row_weight, hyb_items, hyb_longest);
  p->d_corners = p->upload(made.corners);
  p->set_tiles(made.corners.size() - 1, made.cuts);
  if (!p->failed && !scratch.failed) fill_hyb(a, p, d_rest_ptr, rest);
  return bench_hand_over(p, out, scratch.trouble());
}

void run_hyb(void *of, real alpha, const real *x, real beta, real *y) {
  const hyb_plan *p = (const hyb_plan *)of;
  if (p->num_tiles == 0) return;
  hyb a = {p->width,     p->stride,    p->d_ell_col_idx, p->d_ell_values,
           p->d_row_idx, p->d_col_idx, p->d_values};
  spmv_hyb<<<p->num_tiles, hyb_threads>>>(p->d_corners, a, alpha, x, beta, y, p->d_parts);
  tiles::launch_add_parts(p->num_cuts, p->d_cuts, p->d_parts, alpha, beta, y);
}

} // namespace
#endif
