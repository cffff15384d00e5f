// cusparse.cu: the algorithms of cuSPARSE as contestants.
#include "bench/lists.cuh"

#include "bench/device.cuh"
#include "peers/cusparse_csr2csc.cuh"
#include "peers/cusparse_formats.cuh"

// All contestants share one handle. A program creates it only once, so its creation is not part of
// a conversion.
static cusparseHandle_t handle() {
  static cusparseHandle_t made;
  if (!made) MUST(cusparseCreate(&made));
  return made;
}

static given_csr given_as(const bench_csr *a) {
  return {a->num_rows, a->num_cols, a->nnz,     a->d_row_ptr, a->d_col_idx,
          a->d_values, a->row_ptr,  a->col_idx, a->values};
}

// ---- SpMV ---------------------------------------------------------------------------------------

namespace {
struct cusparse_plan {
  cusparseSpMVAlg_t algorithm;
  made_matrix made;
  cusparseDnVecDescr_t x, y;
  void *buffer;
};
} // namespace

static void release(void *given) {
  cusparse_plan *p = (cusparse_plan *)given;
  if (p->x) (void)cusparseDestroyDnVec(p->x);
  if (p->y) (void)cusparseDestroyDnVec(p->y);
  free_matrix(&p->made);
  (void)cudaFree(p->buffer);
  delete p;
}

// The analysis gets scratch vectors, because its result is valid for any vectors.
static const char *analyse(cusparse_plan *p, bool preprocess, void *x, void *y, const bench_csr *a) {
  const real alpha = 1, beta = 0;
  size_t bytes = 0;
  if (cusparseCreateDnVec(&p->x, a->num_cols, x, real_type) ||
      cusparseCreateDnVec(&p->y, a->num_rows, y, real_type)) {
    return "cusparseCreateDnVec failed";
  }
  cusparseStatus_t status =
      cusparseSpMV_bufferSize(handle(), as_it_is, &alpha, p->made.matrix, p->x, &beta, p->y,
                              real_type, p->algorithm, &bytes);
  if (status) return bench_reason("cusparseSpMV_bufferSize: %s", cusparseGetErrorString(status));
  if (cudaMalloc(&p->buffer, bytes + 1) != cudaSuccess) {
    (void)cudaGetLastError();
    return "the device does not have enough memory for its buffer";
  }
  if (!preprocess) return NULL;
  status = cusparseSpMV_preprocess(handle(), as_it_is, &alpha, p->made.matrix, p->x, &beta, p->y,
                                   real_type, p->algorithm, p->buffer);
  if (!status) return NULL;
  return bench_reason("cusparseSpMV_preprocess: %s", cusparseGetErrorString(status));
}

static const char *prepare(const bench_csr *a, make_format *make, cusparseSpMVAlg_t algorithm,
                           bool preprocess, void **out) {
  cusparse_plan *p = new cusparse_plan();
  p->algorithm = algorithm;
  const char *trouble = make(given_as(a), &p->made);
  device_memory scratch;
  void *x = scratch.take<real>(a->num_cols), *y = scratch.take<real>(a->num_rows);
  if (!trouble) trouble = scratch.trouble();
  if (!trouble) trouble = analyse(p, preprocess, x, y, a);
  BENCH_MUST(cudaDeviceSynchronize());
  if (trouble) {
    release(p);
  } else {
    *out = p;
  }
  return trouble;
}

static void run(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const cusparse_plan *p = (const cusparse_plan *)given;
  MUST(cusparseDnVecSetValues(p->x, (void *)d_x));
  MUST(cusparseDnVecSetValues(p->y, d_y));
  MUST(cusparseSpMV(handle(), as_it_is, &alpha, p->made.matrix, p->x, &beta, p->y, real_type,
                    p->algorithm, p->buffer));
}

#define CONTESTANT(identifier, name, format, algorithm, preprocess)                                \
  static const char *prepare_##identifier(const bench_csr *a, void **out) {                        \
    return prepare(a, format, algorithm, preprocess, out);                                         \
  }                                                                                                \
  static const bench_spmv identifier = {name, "cusparse", prepare_##identifier, run, release}

CONTESTANT(csr_plain, "CSR_ALG1 without preprocess", in_csr, CUSPARSE_SPMV_CSR_ALG1, false);
CONTESTANT(csr1, "CSR_ALG1", in_csr, CUSPARSE_SPMV_CSR_ALG1, true);
CONTESTANT(csr2, "CSR_ALG2", in_csr, CUSPARSE_SPMV_CSR_ALG2, true);
CONTESTANT(coo1, "COO_ALG1", in_coo, CUSPARSE_SPMV_COO_ALG1, true);
CONTESTANT(coo2, "COO_ALG2", in_coo, CUSPARSE_SPMV_COO_ALG2, true);
CONTESTANT(sell, "SELL_ALG1, slices of 32", in_sell, CUSPARSE_SPMV_SELL_ALG1, true);
#if CUSPARSE_VERSION >= 12602
CONTESTANT(bsr, "BSR_ALG1", in_bsr, CUSPARSE_SPMV_BSR_ALG1, true);
#endif

// ---- SpMVOp, which CUDA 13.1 and newer have ------------------------------------------------------

#ifdef BENCH_HAS_SPMVOP
namespace {
struct op_plan {
  cusparseSpMVOpAlg_t algorithm;
  made_matrix made;
  cusparseDnVecDescr_t x, y;
  void *buffer;
  cusparseSpMVOpDescr_t description;
  cusparseSpMVOpPlan_t plan;
};
} // namespace

static void release_op(void *given) {
  op_plan *p = (op_plan *)given;
  if (p->plan) (void)cusparseSpMVOp_destroyPlan(p->plan);
  if (p->description) (void)cusparseSpMVOp_destroyDescr(p->description);
  if (p->x) (void)cusparseDestroyDnVec(p->x);
  if (p->y) (void)cusparseDestroyDnVec(p->y);
  free_matrix(&p->made);
  (void)cudaFree(p->buffer);
  delete p;
}

// The result z of SpMVOp is stored in y itself: y ← α A x + β y.
static const char *plan_op(op_plan *p, void *x, void *y, const bench_csr *a) {
  size_t bytes = 0;
  if (cusparseCreateDnVec(&p->x, a->num_cols, x, real_type) ||
      cusparseCreateDnVec(&p->y, a->num_rows, y, real_type)) {
    return "cusparseCreateDnVec failed";
  }
  cusparseStatus_t status = cusparseSpMVOp_bufferSize(handle(), as_it_is, p->made.matrix, p->x,
                                                      p->y, p->y, real_type, p->algorithm, &bytes);
  if (status) return bench_reason("cusparseSpMVOp_bufferSize: %s", cusparseGetErrorString(status));
  if (cudaMalloc(&p->buffer, bytes + 1) != cudaSuccess) {
    (void)cudaGetLastError();
    return "the device does not have enough memory for its buffer";
  }
  status = cusparseSpMVOp_createDescr(handle(), &p->description, as_it_is, p->made.matrix, p->x,
                                      p->y, p->y, real_type, p->algorithm, p->buffer);
  if (status) return bench_reason("cusparseSpMVOp_createDescr: %s", cusparseGetErrorString(status));
  status = cusparseSpMVOp_createPlan(handle(), p->description, &p->plan, NULL, 0);
  if (status) return bench_reason("cusparseSpMVOp_createPlan: %s", cusparseGetErrorString(status));
  return NULL;
}

static const char *prepare_op(const bench_csr *a, cusparseSpMVOpAlg_t algorithm, void **out) {
  op_plan *p = new op_plan();
  p->algorithm = algorithm;
  const char *trouble = in_csr(given_as(a), &p->made);
  device_memory scratch;
  void *x = scratch.take<real>(a->num_cols), *y = scratch.take<real>(a->num_rows);
  if (!trouble) trouble = scratch.trouble();
  if (!trouble) trouble = plan_op(p, x, y, a);
  BENCH_MUST(cudaDeviceSynchronize());
  if (trouble) {
    release_op(p);
  } else {
    *out = p;
  }
  return trouble;
}

static void run_op(void *given, real alpha, const real *d_x, real beta, real *d_y) {
  const op_plan *p = (const op_plan *)given;
  MUST(cusparseDnVecSetValues(p->x, (void *)d_x));
  MUST(cusparseDnVecSetValues(p->y, d_y));
  MUST(cusparseSpMVOp(handle(), p->plan, &alpha, &beta, p->x, p->y, p->y));
}

#define OP_CONTESTANT(identifier, name, algorithm)                                                 \
  static const char *prepare_##identifier(const bench_csr *a, void **out) {                        \
    return prepare_op(a, algorithm, out);                                                          \
  }                                                                                                \
  static const bench_spmv identifier = {name, "cusparse", prepare_##identifier, run_op, release_op}

OP_CONTESTANT(op_default, "SpMVOp, default", CUSPARSE_SPMVOP_ALG_DEFAULT);
OP_CONTESTANT(op1, "SpMVOp, ALG1", CUSPARSE_SPMVOP_ALG1);
OP_CONTESTANT(op2, "SpMVOp, ALG2", CUSPARSE_SPMVOP_ALG2);
#endif

const bench_spmv *const bench_cusparse_plain[] = {&csr_plain, NULL};
const bench_spmv *const bench_cusparse_formats[] = {&csr1,       &csr2, &coo1, &coo2, &sell,
#if CUSPARSE_VERSION >= 12602
                                                    &bsr,
#endif
#ifdef BENCH_HAS_SPMVOP
                                                    &op_default, &op1,  &op2,
#endif
                                                    NULL};

// ---- transpose ----------------------------------------------------------------------------------

namespace {
struct buffer_plan : device_memory {
  void *buffer;
};
} // namespace

// The buffer depends only on the sizes of the matrix, so the pointers are placeholders of the right
// type.
static const char *prepare_csr2csc(const bench_csr *a, void **out) {
  size_t bytes = 0;
  cusparseStatus_t status = csr_to_csc(handle(), NULL, &bytes, a->num_rows, a->num_cols, a->nnz,
                                       a->d_row_ptr, a->d_col_idx, a->d_values, (int *)a->d_row_ptr,
                                       (int *)a->d_col_idx, (real *)a->d_values);
  if (status) return bench_reason("its buffer: %s", cusparseGetErrorString(status));
  buffer_plan *p = new buffer_plan();
  p->buffer = p->take<char>(bytes);
  const char *trouble = p->trouble();
  if (trouble) {
    delete p;
  } else {
    *out = p;
  }
  return trouble;
}

static void run_csr2csc(void *given, const bench_csr *a, int *d_col_ptr, int *d_row_idx,
                        real *d_csc_values) {
  void *buffer = ((const buffer_plan *)given)->buffer;
  MUST(csr_to_csc(handle(), buffer, NULL, a->num_rows, a->num_cols, a->nnz, a->d_row_ptr,
                  a->d_col_idx, a->d_values, d_col_ptr, d_row_idx, d_csc_values));
}

static void release_csr2csc(void *p) {
  delete (buffer_plan *)p;
}

static const bench_transpose csr2csc = {"Csr2cscEx2", "cusparse",      prepare_csr2csc,
                                        run_csr2csc,  release_csr2csc, 1};

const bench_transpose *const bench_cusparse_transposes[] = {&csr2csc, NULL};
