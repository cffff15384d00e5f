// textbook.cu: the reference solutions of the labs on SpMV as contestants. Except in lab 06, their
// kernels add to y without α and β. Before the kernel, x and y are scaled, which counts in the
// contestant's time.
#include "bench/lists.cuh"

#include "bench/device.cuh"

#include "coo-hyb.h"
#include "csr-scalar.h"
#include "ell.h"
#include "jds.h"
#include "warp.h"

#include <algorithm>

enum { BLOCK = 256 };

namespace {
struct textbook_plan : device_memory {
  bench_csr a;
  real *d_scaled_x; // α x; used if α is not 1
  int width, coo_nnz, num_diags;
  int *d_ints[4];
  real *d_reals[2];
  std::vector<int> section_row, section_ptr;
};
} // namespace

static textbook_plan *make_plan(const bench_csr *a) {
  textbook_plan *p = new textbook_plan();
  p->a = *a;
  p->d_scaled_x = p->take<real>(a->num_cols);
  return p;
}

static void release(void *p) {
  delete (textbook_plan *)p;
}

static int row_length(const bench_csr *a, int row) {
  return a->row_ptr[row + 1] - a->row_ptr[row];
}

static __global__ void scale(int count, real factor, const real *from, real *to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = factor * from[i];
}

// Computes y ← β y. Returns the vector that the kernel multiplies by: x, or α x.
static const real *begin(const textbook_plan *p, real alpha, const real *d_x, real beta,
                         real *d_y) {
  int rows = p->a.num_rows, cols = p->a.num_cols;
  if (beta == 0) {
    cudaMemsetAsync(d_y, 0, rows * sizeof(real), 0);
  } else if (beta != 1) {
    scale<<<bench_ceil_div(rows, BLOCK), BLOCK>>>(rows, beta, d_y, d_y);
  }
  if (alpha == 1) return d_x;
  scale<<<bench_ceil_div(cols, BLOCK), BLOCK>>>(cols, alpha, d_x, p->d_scaled_x);
  return p->d_scaled_x;
}

// ---- lab 01 -------------------------------------------------------------------------------------

static const char *prepare_csr(const bench_csr *a, void **out) {
  return bench_hand_over(make_plan(a), out);
}

static void run_csr(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const textbook_plan *p = (const textbook_plan *)given;
  const bench_csr *a = &p->a;
  const real *x = begin(p, alpha, d_x, beta, d_y);
  launch_spmv_csr(spmv_csr_scalar, a->num_rows, a->d_row_ptr, a->d_col_idx, a->d_values, x, d_y);
}

static const bench_spmv csr = {"CSR, one thread a row", "solutions/01-csr-scalar/csr-scalar.cu",
                               prepare_csr, run_csr, release};

// ---- lab 02 -------------------------------------------------------------------------------------

static const char *prepare_ell(const bench_csr *a, void **out) {
  int width = ell_width(a->num_rows, a->row_ptr);
  long long slots = (long long)a->num_rows * width;
  if (const char *trouble = bench_padding_trouble(a, slots)) return trouble;
  std::vector<int> by_row_col(slots), col_idx(slots);
  std::vector<real> by_row_values(slots), values(slots);
  csr_to_ell(a->num_rows, a->row_ptr, a->col_idx, a->values, width, by_row_col.data(),
             by_row_values.data());
  ell_transpose(a->num_rows, width, by_row_col.data(), by_row_values.data(), col_idx.data(),
                values.data());
  textbook_plan *p = make_plan(a);
  p->width = width;
  p->d_ints[0] = p->upload(col_idx);
  p->d_reals[0] = p->upload(values);
  return bench_hand_over(p, out);
}

static void run_ell(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const textbook_plan *p = (const textbook_plan *)given;
  const real *x = begin(p, alpha, d_x, beta, d_y);
  spmv_ell<<<bench_ceil_div(p->a.num_rows, BLOCK), BLOCK>>>(p->a.num_rows, p->width, p->d_ints[0],
                                                            p->d_reals[0], x, d_y);
}

static const bench_spmv ell = {"ELL", "solutions/02-ell/ell.cu", prepare_ell, run_ell, release};

// ---- lab 03 -------------------------------------------------------------------------------------

static const char *prepare_coo(const bench_csr *a, void **out) {
  std::vector<int> row_idx(a->nnz);
  csr_to_coo(a->num_rows, a->row_ptr, row_idx.data());
  textbook_plan *p = make_plan(a);
  p->d_ints[0] = p->upload(row_idx);
  return bench_hand_over(p, out);
}

static void run_coo(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const textbook_plan *p = (const textbook_plan *)given;
  const real *x = begin(p, alpha, d_x, beta, d_y);
  if (p->a.nnz == 0) return;
  spmv_coo<<<bench_ceil_div(p->a.nnz, BLOCK), BLOCK>>>(p->a.nnz, p->d_ints[0], p->a.d_col_idx,
                                                       p->a.d_values, x, d_y);
}

static const bench_spmv coo = {"COO, atomics", "solutions/03-coo-hyb/coo-hyb.cu", prepare_coo,
                               run_coo, release};

// Splits the matrix at the width that the lab's rule gives. The solution has no function that
// splits.
static const char *prepare_hyb(const bench_csr *a, void **out) {
  int width = hyb_width(a->num_rows, a->row_ptr);
  long long slots = (long long)a->num_rows * width;
  if (const char *trouble = bench_padding_trouble(a, slots)) return trouble;
  std::vector<int> rest(a->num_rows + 1, 0); // the first entry of each row in the COO part
  for (int row = 0; row < a->num_rows; row++) {
    rest[row + 1] = rest[row] + std::max(0, row_length(a, row) - width);
  }
  int coo_nnz = rest[a->num_rows];
  std::vector<int> ell_col(slots, HYB_PADDING), row_idx(coo_nnz), col_idx(coo_nnz);
  std::vector<real> ell_values(slots, 0), values(coo_nnz);
  bench_in_parts(a->num_rows, a->nnz, [&](int first, int last) {
    for (int row = first; row < last; row++) {
      int begin = a->row_ptr[row], cut = std::min(begin + width, a->row_ptr[row + 1]);
      for (int k = begin; k < cut; k++) {
        size_t slot = (size_t)(k - begin) * a->num_rows + row;
        ell_col[slot] = a->col_idx[k];
        ell_values[slot] = a->values[k];
      }
      for (int k = cut, to = rest[row]; k < a->row_ptr[row + 1]; k++, to++) {
        row_idx[to] = row;
        col_idx[to] = a->col_idx[k];
        values[to] = a->values[k];
      }
    }
  });
  textbook_plan *p = make_plan(a);
  p->width = width;
  p->coo_nnz = coo_nnz;
  p->d_ints[0] = p->upload(ell_col);
  p->d_reals[0] = p->upload(ell_values);
  p->d_ints[1] = p->upload(row_idx);
  p->d_ints[2] = p->upload(col_idx);
  p->d_reals[1] = p->upload(values);
  return bench_hand_over(p, out);
}

static void run_hyb(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const textbook_plan *p = (const textbook_plan *)given;
  const real *x = begin(p, alpha, d_x, beta, d_y);
  launch_spmv_hyb(p->a.num_rows, p->width, p->d_ints[0], p->d_reals[0], p->coo_nnz, p->d_ints[1],
                  p->d_ints[2], p->d_reals[1], x, d_y);
}

static const bench_spmv hyb = {"HYB", "solutions/03-coo-hyb/coo-hyb.cu", prepare_hyb, run_hyb,
                               release};

// ---- lab 04 -------------------------------------------------------------------------------------

static std::vector<int> sort_rows(const bench_csr *a) {
  std::vector<int> perm(a->num_rows);
  jds_sort_rows(a->num_rows, a->row_ptr, perm.data());
  return perm;
}

static const char *prepare_jds(const bench_csr *a, void **out) {
  std::vector<int> perm = sort_rows(a);
  int num_diags = a->num_rows > 0 ? row_length(a, perm[0]) : 0;
  std::vector<int> diag_ptr(num_diags + 1), col_idx(a->nnz);
  std::vector<real> values(a->nnz);
  csr_to_jds(a->num_rows, a->row_ptr, a->col_idx, a->values, perm.data(), num_diags,
             diag_ptr.data(), col_idx.data(), values.data());
  textbook_plan *p = make_plan(a);
  p->num_diags = num_diags;
  p->d_ints[0] = p->upload(perm);
  p->d_ints[1] = p->upload(diag_ptr);
  p->d_ints[2] = p->upload(col_idx);
  p->d_reals[0] = p->upload(values);
  return bench_hand_over(p, out);
}

static void run_jds(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const textbook_plan *p = (const textbook_plan *)given;
  const real *x = begin(p, alpha, d_x, beta, d_y);
  spmv_jds<<<bench_ceil_div(p->a.num_rows, BLOCK), BLOCK>>>(
      p->a.num_rows, p->num_diags, p->d_ints[0], p->d_ints[1], p->d_ints[2], p->d_reals[0], x, d_y);
}

static const bench_spmv jds = {"JDS", "solutions/04-jds/jds.cu", prepare_jds, run_jds, release};

// Groups rows of equal length into sections, and stores each section column by column.
static const char *prepare_sections(const bench_csr *a, void **out) {
  std::vector<int> perm = sort_rows(a), col_idx(a->nnz);
  std::vector<real> values(a->nnz);
  textbook_plan *p = make_plan(a);
  p->section_row.assign(1, 0);
  p->section_ptr.assign(1, 0);
  for (int first = 0, end; first < a->num_rows; first = end) {
    int width = row_length(a, perm[first]), begin = p->section_ptr.back();
    for (end = first; end < a->num_rows && row_length(a, perm[end]) == width; end++) continue;
    int rows = end - first;
    bench_in_parts(rows, (long long)rows * width, [&, first, rows, begin, width](int from, int to) {
      for (int j = from; j < to; j++) {
        int k = a->row_ptr[perm[first + j]];
        for (int i = 0; i < width; i++) {
          size_t slot = begin + (size_t)i * rows + j;
          col_idx[slot] = a->col_idx[k + i];
          values[slot] = a->values[k + i];
        }
      }
    });
    p->section_row.push_back(end);
    p->section_ptr.push_back(begin + width * rows);
  }
  p->d_ints[0] = p->upload(perm);
  p->d_ints[1] = p->upload(col_idx);
  p->d_reals[0] = p->upload(values);
  return bench_hand_over(p, out);
}

static void run_sections(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const textbook_plan *p = (const textbook_plan *)given;
  const real *x = begin(p, alpha, d_x, beta, d_y);
  launch_spmv_sections((int)p->section_row.size() - 1, p->section_row.data(), p->section_ptr.data(),
                       p->d_ints[0], p->d_ints[1], p->d_reals[0], x, d_y);
}

static const bench_spmv sections = {"sections of equal rows", "solutions/04-jds/jds.cu",
                                    prepare_sections, run_sections, release};

// ---- lab 06 -------------------------------------------------------------------------------------

// The vector width from the lab's rule, and the counter of rows.
static const char *prepare_vectors(const bench_csr *a, void **out) {
  textbook_plan *p = make_plan(a);
  p->width = choose_vector_width(a->num_rows, a->nnz);
  p->d_ints[0] = p->take<int>(1);
  return bench_hand_over(p, out);
}

static void run_static(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const textbook_plan *p = (const textbook_plan *)given;
  launch_spmv_static(p->width, p->a.num_rows, p->a.d_row_ptr, p->a.d_col_idx, p->a.d_values, alpha,
                     d_x, beta, d_y);
}

static void run_vector(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const textbook_plan *p = (const textbook_plan *)given;
  cudaMemsetAsync(p->d_ints[0], 0, sizeof(int), 0);
  launch_spmv_vector(p->width, p->a.num_rows, p->a.d_row_ptr, p->a.d_col_idx, p->a.d_values, alpha,
                     d_x, beta, d_y, p->d_ints[0]);
}

static void run_warp(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const textbook_plan *p = (const textbook_plan *)given;
  cudaMemsetAsync(p->d_ints[0], 0, sizeof(int), 0);
  launch_spmv_warp(p->width, p->a.num_rows, p->a.d_row_ptr, p->a.d_col_idx, p->a.d_values, alpha,
                   d_x, beta, d_y, p->d_ints[0]);
}

static const char warp_file[] = "solutions/06-warp/warp.cu";
static const bench_spmv by_static = {"CSR, a vector a row", warp_file, prepare_vectors, run_static,
                                     release};
static const bench_spmv by_vector = {"CSR, vectors take rows", warp_file, prepare_vectors,
                                     run_vector, release};
static const bench_spmv by_warp = {"CSR, warps take rows", warp_file, prepare_vectors, run_warp,
                                   release};

const bench_spmv *const bench_textbook_plain[] = {&csr, &by_static, &by_vector, &by_warp, NULL};
const bench_spmv *const bench_textbook_formats[] = {&ell, &coo, &hyb, &jds, &sections, NULL};
