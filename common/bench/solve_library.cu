// solve_library.cu: conjugate gradients on cuSPARSE and cuBLAS, all scalars on the device.
#include "bench/device.cuh"
#include "bench/solver.cuh"
#include "peers/cusparse_formats.cuh"

#include <cublas_v2.h>

namespace {

// Overloads of cuBLAS functions for both precisions.
[[maybe_unused]] cublasStatus_t dot(cublasHandle_t h, int n, const float *x, const float *y,
                                    float *out) {
  return cublasSdot(h, n, x, 1, y, 1, out);
}
[[maybe_unused]] cublasStatus_t dot(cublasHandle_t h, int n, const double *x, const double *y,
                                    double *out) {
  return cublasDdot(h, n, x, 1, y, 1, out);
}
[[maybe_unused]] cublasStatus_t axpy(cublasHandle_t h, int n, const float *a, const float *x,
                                     float *y) {
  return cublasSaxpy(h, n, a, x, 1, y, 1);
}
[[maybe_unused]] cublasStatus_t axpy(cublasHandle_t h, int n, const double *a, const double *x,
                                     double *y) {
  return cublasDaxpy(h, n, a, x, 1, y, 1);
}
[[maybe_unused]] cublasStatus_t scale(cublasHandle_t h, int n, const float *a, float *x) {
  return cublasSscal(h, n, a, x, 1);
}
[[maybe_unused]] cublasStatus_t scale(cublasHandle_t h, int n, const double *a, double *x) {
  return cublasDscal(h, n, a, x, 1);
}
// y ← x + b y
[[maybe_unused]] cublasStatus_t add(cublasHandle_t h, int n, const float *one, const float *x,
                                    const float *b, float *y) {
  return cublasSgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, n, 1, one, x, n, b, y, n, y, n);
}
[[maybe_unused]] cublasStatus_t add(cublasHandle_t h, int n, const double *one, const double *x,
                                    const double *b, double *y) {
  return cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, n, 1, one, x, n, b, y, n, y, n);
}

// Scalars on the device that the library reads and writes.
struct scalars {
  real one, alpha, minus_alpha, beta, p_ap, rz, rr;
};

__global__ void step(scalars *s, bench_solver_state *state) {
  bench_solver_step(state, s->p_ap);
  s->alpha = (real)state->alpha;
  s->minus_alpha = -s->alpha;
}

__global__ void end(scalars *s, bench_solver_state *state) {
  bench_solver_end(state, s->rz, s->rr);
  s->beta = (real)state->beta;
}

__global__ void begin(scalars *s, bench_solver_state *state, double limit) {
  bench_solver_begin(state, limit, s->rz, s->rr);
  s->one = 1;
}

__global__ void apply_diagonal(int n, const real *inverse, const real *r, real *z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = inverse[i] * r[i];
}

// These handles are created once per program.
cusparseHandle_t sparse() {
  static cusparseHandle_t made;
  if (!made) MUST(cusparseCreate(&made));
  return made;
}

cublasHandle_t dense() {
  static cublasHandle_t made;
  if (!made) {
    MUST(cublasCreate(&made));
    MUST(cublasSetPointerMode(made, CUBLAS_POINTER_MODE_DEVICE));
  }
  return made;
}

enum { GRAPH_ITERATIONS = 10, WORKSPACE_BYTES = 32 << 20 };

// How the direction is computed: by scal and axpy, or by geam in one pass.
enum direction_way { SCAL_AXPY, GEAM };

struct library_solver : bench_solver {
  make_format *const format;
  const cusparseSpMVAlg_t algorithm;
  const direction_way way;
  const bool in_graph;
  int n = 0;
  double of_matrix = 0;
  made_matrix made = {};
  cusparseDnVecDescr_t p_of = NULL, q_of = NULL;
  void *buffer = NULL;
  real *x = NULL, *r = NULL, *z = NULL, *p = NULL, *q = NULL, *inverse = NULL;
  scalars *s = NULL;
  bench_solver_state *d_state = NULL;
  cudaStream_t stream = NULL;
  cudaGraphExec_t graph = NULL;
  real *captured_x = NULL;
  char *workspace = NULL; // without it, cuBLAS allocates memory within the graph

  library_solver(make_format *format, cusparseSpMVAlg_t algorithm, direction_way way, bool in_graph)
      : format(format), algorithm(algorithm), way(way), in_graph(in_graph) {}

  ~library_solver() override {
    if (graph) (void)cudaGraphExecDestroy(graph);
    if (stream) (void)cudaStreamDestroy(stream);
    if (p_of) (void)cusparseDestroyDnVec(p_of);
    if (q_of) (void)cusparseDestroyDnVec(q_of);
    free_matrix(&made);
  }

  const char *prepare(const bench_csr *a) override {
    n = a->num_rows;
    const char *trouble = format({a->num_rows, a->num_cols, a->nnz, a->d_row_ptr, a->d_col_idx,
                                  a->d_values, a->row_ptr, a->col_idx, a->values},
                                 &made);
    if (trouble) return trouble;
    of_matrix = (sizeof(real) + 4.0) * a->nnz + 4.0 * (n + 1);
    for (real **vector : {&r, &z, &p, &q}) *vector = take<real>(n);
    inverse = upload(bench_solver_diagonal(a, true));
    s = take<scalars>(1);
    d_state = take<bench_solver_state>(1);
    if (in_graph) workspace = take<char>(WORKSPACE_BYTES);
    if (failed) return device_memory::trouble();
    return analyse();
  }

  void start(const real *d_b, real *d_x, double limit) override {
    size_t bytes = n * sizeof(real);
    x = d_x;
    BENCH_MUST(cudaMemsetAsync(x, 0, bytes, 0));
    BENCH_MUST(cudaMemcpyAsync(r, d_b, bytes, cudaMemcpyDeviceToDevice, 0));
    precondition(0);
    BENCH_MUST(cudaMemcpyAsync(p, z, bytes, cudaMemcpyDeviceToDevice, 0));
    MUST(dot(dense(), n, r, z, &s->rz));
    MUST(dot(dense(), n, r, r, &s->rr));
    begin<<<1, 1>>>(s, d_state, limit);
    if (in_graph && captured_x != x) capture();
  }

  void iterate(int count) override {
    for (; in_graph && count >= GRAPH_ITERATIONS; count -= GRAPH_ITERATIONS) {
      BENCH_MUST(cudaGraphLaunch(graph, 0));
    }
    for (int i = 0; i < count; i++) launch_iteration(0);
  }

  const bench_solver_state *state() const override {
    return d_state;
  }

  double bytes() const override {
    return of_matrix + (way == GEAM ? 19.0 : 21.0) * sizeof(real) * n;
  }

private:
  const char *analyse() {
    const real one = 1, zero = 0;
    size_t bytes = 0;
    if (cusparseCreateDnVec(&p_of, n, p, real_type) ||
        cusparseCreateDnVec(&q_of, n, q, real_type)) {
      return "cusparseCreateDnVec failed";
    }
    cusparseStatus_t status = cusparseSpMV_bufferSize(sparse(), as_it_is, &one, made.matrix, p_of,
                                                      &zero, q_of, real_type, algorithm, &bytes);
    if (status) return bench_reason("cusparseSpMV_bufferSize: %s", cusparseGetErrorString(status));
    buffer = take<char>(bytes);
    if (failed) return device_memory::trouble();
    status = cusparseSpMV_preprocess(sparse(), as_it_is, &one, made.matrix, p_of, &zero, q_of,
                                     real_type, algorithm, buffer);
    if (!status) return NULL;
    return bench_reason("cusparseSpMV_preprocess: %s", cusparseGetErrorString(status));
  }

  void precondition(cudaStream_t to) {
    apply_diagonal<<<bench_ceil_div(n, 256), 256, 0, to>>>(n, inverse, r, z);
  }

  void launch_iteration(cudaStream_t to) {
    const real one = 1, zero = 0;
    cublasHandle_t h = dense();
    MUST(cusparseSpMV(sparse(), as_it_is, &one, made.matrix, p_of, &zero, q_of, real_type,
                      algorithm, buffer));
    MUST(dot(h, n, p, q, &s->p_ap));
    step<<<1, 1, 0, to>>>(s, d_state);
    MUST(axpy(h, n, &s->alpha, p, x));
    MUST(axpy(h, n, &s->minus_alpha, q, r));
    precondition(to);
    MUST(dot(h, n, r, z, &s->rz));
    MUST(dot(h, n, r, r, &s->rr));
    end<<<1, 1, 0, to>>>(s, d_state);
    if (way == GEAM) {
      MUST(add(h, n, &s->one, z, &s->beta, p));
    } else {
      MUST(scale(h, n, &s->beta, p));
      MUST(axpy(h, n, &s->one, z, p));
    }
  }

  void use_stream(cudaStream_t which) {
    MUST(cublasSetStream(dense(), which));
    MUST(cusparseSetStream(sparse(), which));
  }

  void capture() {
    cudaGraph_t captured;
    captured_x = x;
    if (graph) BENCH_MUST(cudaGraphExecDestroy(graph));
    if (!stream) BENCH_MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    use_stream(stream);
    MUST(cublasSetWorkspace(dense(), workspace, WORKSPACE_BYTES));
    BENCH_MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < GRAPH_ITERATIONS; i++) launch_iteration(stream);
    BENCH_MUST(cudaStreamEndCapture(stream, &captured));
    use_stream(0);
    BENCH_MUST(cudaGraphInstantiate(&graph, captured, 0));
    BENCH_MUST(cudaGraphDestroy(captured));
    BENCH_MUST(cudaGraphUpload(graph, stream));
    BENCH_MUST(cudaStreamSynchronize(stream));
  }
};

template <int FORMAT, direction_way WAY, bool GRAPH> bench_solver *make() {
  static make_format *const formats[] = {in_csr, in_csr, in_sell};
  static const cusparseSpMVAlg_t algorithms[] = {CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2,
                                                 CUSPARSE_SPMV_SELL_ALG1};
  return new library_solver(formats[FORMAT], algorithms[FORMAT], WAY, GRAPH);
}

enum { CSR_ALG1, CSR_ALG2, SELL };
const char *const file = "cusparse";

} // namespace

const bench_solver_entry bench_library_solvers[] = {
    {"CSR_ALG1, cuBLAS", file, SL_BENCH_LIBRARY, make<CSR_ALG1, SCAL_AXPY, false>},
    {"CSR_ALG2, cuBLAS", file, SL_BENCH_LIBRARY, make<CSR_ALG2, SCAL_AXPY, false>},
    {"SELL, cuBLAS", file, SL_BENCH_LIBRARY, make<SELL, SCAL_AXPY, false>},
    {"CSR_ALG2, cuBLAS with geam", file, SL_BENCH_LIBRARY, make<CSR_ALG2, GEAM, false>},
    {"SELL, cuBLAS with geam", file, SL_BENCH_LIBRARY, make<SELL, GEAM, false>},
    {"CSR_ALG2, cuBLAS, CUDA graph", file, SL_BENCH_LIBRARY, make<CSR_ALG2, SCAL_AXPY, true>},
    {"SELL, cuBLAS, CUDA graph", file, SL_BENCH_LIBRARY, make<SELL, SCAL_AXPY, true>},
    {NULL, NULL, SL_BENCH_LIBRARY, NULL},
};
