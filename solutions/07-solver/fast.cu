// Lab 07, tuned: conjugate gradients with a diagonal preconditioner.
//
// A ladder. Each rung is a contestant of `sl-solve`.
//
// 1  textbook: the lab's tasks. Six launches per iteration, seven passes over vectors.
// 2  fused: SpMV computes the dot product, the update computes both sums, and the last block to
//    finish adds up the sums of all blocks. Three launches. z takes the place of r, so there is one
//    vector less.
// 3  on the fly: SpMV computes the new direction z + β p when it needs it. Two launches.
// 4  graph: ten iterations as one CUDA graph.
// 5  persistent: one launch for all iterations; blocks wait for each other at barriers of the grid.
// 6  tuned: persistent if the matrix and the vectors fit into the L2 cache, otherwise a graph.
//
// Microseconds per iteration on an NVIDIA H200, CUDA 13.0, driver 580.159.04, 2026-11-28, float,
// the median of up to 31 samples of 50 iterations. Library: the fastest loop on cuSPARSE and
// cuBLAS. Bound: the bytes that rung 6 must move, at the copy bandwidth, 4220 GB/s. shell:
// 217,920 rows in blocks of 6; torus: 1025 x 513, four neighbors; circuit: 150,000 rows.
//
//                     HPCG    HPCG    HPCG    HPCG  fem:10   shell   torus circuit  5-p.
//                      64³     96³    128³     24³                                  400²
//   library           60.6   101.4   197.0    53.2    53.2    70.1    57.7    58.6    53.2
//   library, graph    47.6    92.1   182.8    26.4    27.4    57.3    44.0    35.5    29.1
//   1 textbook        34.3    69.8   157.0    21.1    21.9    44.6    27.9    33.4    21.2
//   2 fused           23.1    43.9    92.3    15.2    17.0    38.0    21.1    25.6    18.4
//   3 on the fly      23.4    45.0   101.3    13.3    15.0    35.4    19.0    23.6    16.4
//   4 graph           21.4    43.2    98.4    11.8    13.4    33.4    17.0    21.9    14.8
//   5 persistent      20.0    43.0    99.5     9.1    10.4    29.3    16.7    19.1    12.9
//   6 tuned           20.0    43.3    98.2     9.0    10.7    33.4    16.9    19.1    13.2
//   bound              9.4    31.9    75.4     0.5     0.3    14.5     8.1     4.1     2.4
//
// Rung 3 saves a launch and two passes over vectors, but each entry then reads two vectors. This is
// probably why it is slower than rung 2 on the three largest systems, where launches cost little.
#include "fused.cuh"
#include "textbook.cuh"

namespace {

using solver::format, solver::BANDED, solver::SLICED, solver::THREADS;

enum way { FUSED, ON_THE_FLY, GRAPH, PERSISTENT, TUNED };
enum { GRAPH_ITERATIONS = 10 }; // even, so that p is in the same array afterwards

// The kernels for a format and for a number of warps per slice.
struct kernels {
  decltype(&solver::multiply_and_dot<BANDED, 1, 9, true>) multiply, multiply_on_the_fly;
  decltype(&solver::solve<BANDED, 1, 9>) persistent;
};

template <format FORMAT, int PARTS, int UNROLL> kernels kernels_of() {
  return {solver::multiply_and_dot<FORMAT, PARTS, UNROLL, false>,
          solver::multiply_and_dot<FORMAT, PARTS, UNROLL, true>,
          solver::solve<FORMAT, PARTS, UNROLL>};
}

// Returns how many blocks of a kernel fit onto the device at a time.
template <typename Kernel> int resident_blocks(Kernel kernel, int threads) {
  int per_processor = 1;
  (void)cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, kernel, threads, 0);
  return std::max(1, per_processor) * bench_device_attribute(cudaDevAttrMultiProcessorCount, 1);
}

template <typename Kernel> int blocks_for(Kernel kernel, long long wanted) {
  return (int)std::max(1LL, std::min<long long>(wanted, resident_blocks(kernel, THREADS)));
}

struct fused_solver : bench_solver {
  const way asked;
  way chosen;
  solver::system a;
  solver::vectors v = {};
  kernels k = {};
  bool on_the_fly = true;
  int multiply_blocks = 1, vector_blocks = 1, solve_blocks = 1, solve_threads = THREADS;
  int parity = 0;
  cudaStream_t stream = NULL; // for capturing
  cudaGraphExec_t graph = NULL;

  explicit fused_solver(way asked) : asked(asked), chosen(asked) {}
  ~fused_solver() override {
    if (graph) (void)cudaGraphExecDestroy(graph);
    if (stream) (void)cudaStreamDestroy(stream);
  }

  const char *prepare(const bench_csr *matrix) override {
    const char *trouble = solver::make_system(matrix, slices::ALLOW_ALL, this, &a);
    if (trouble) return trouble;
    take_vectors(matrix);
    choose_way();
    on_the_fly = chosen != FUSED;
    int parts = choose_kernels();
    plan_blocks(parts);
    int most = std::max(solve_blocks, std::max(multiply_blocks, vector_blocks));
    v.partial = take<double>(2 * (size_t)most);
    v.partial_end = take<double>(2 * (size_t)most);
    if (failed) return device_memory::trouble();
    BENCH_MUST(cudaMemset(v.arrived, 0, sizeof *v.arrived));
    if (chosen == GRAPH) capture();
    return NULL;
  }

  void start(const real *d_b, real *d_x, double limit) override {
    v.x = d_x;
    parity = 0;
    solver::start<<<vector_blocks, THREADS>>>(v, d_b, !on_the_fly, limit);
    if (chosen == GRAPH) set_x();
  }

  void iterate(int count) override {
    if (chosen == PERSISTENT) {
      void *arguments[] = {&a, &v, &count};
      BENCH_MUST(cudaLaunchCooperativeKernel((void *)k.persistent, dim3(solve_blocks),
                                             dim3(solve_threads), arguments, 0, 0));
      return;
    }
    while (chosen == GRAPH && parity == 0 && count >= GRAPH_ITERATIONS) {
      BENCH_MUST(cudaGraphLaunch(graph, 0));
      count -= GRAPH_ITERATIONS;
    }
    for (int i = 0; i < count; i++) launch_iteration(0);
  }

  int look_every() const override {
    return chosen == PERSISTENT ? 500 : GRAPH_ITERATIONS; // the kernel looks after each iteration
  }

  const bench_solver_state *state() const override {
    return v.state;
  }

  double bytes() const override {
    return solver::matrix_bytes(a) + (on_the_fly ? 11.0 : 12.0) * sizeof(real) * v.num_rows;
  }

private:
  real *captured_x = NULL;

  void take_vectors(const bench_csr *matrix) {
    v.num_rows = matrix->num_rows;
    size_t size = bench_padded(v.num_rows);
    for (real **vector : {&v.z, &v.p[0], &v.p[1], &v.q}) {
      *vector = take<real>(size);
      if (*vector) BENCH_MUST(cudaMemset(*vector, 0, size * sizeof(real)));
    }
    v.diagonal = upload(bench_solver_diagonal(matrix, false));
    v.state = take<bench_solver_state>(1);
    v.arrived = take<unsigned>(1);
  }

  // A part of the cache is left free for other data.
  void choose_way() {
    if (asked != TUNED) return;
    double cached = 0.6 * bench_device_attribute(cudaDevAttrL2CacheSize, 0);
    double kept = solver::matrix_bytes(a) + 6.0 * sizeof(real) * v.num_rows;
    chosen = kept <= cached ? PERSISTENT : GRAPH;
  }

  // If there are few slices, four warps share each. Returns the number of warps per slice.
  int choose_kernels() {
    int processors = bench_device_attribute(cudaDevAttrMultiProcessorCount, 1);
    bool few = a.num_slices < 16 * processors;
    if (a.kind == BANDED) {
      k = few ? kernels_of<BANDED, 4, 7>() : kernels_of<BANDED, 1, 9>();
    } else {
      k = few ? kernels_of<SLICED, 4, 4>() : kernels_of<SLICED, 1, 5>();
    }
    return few ? 4 : 1;
  }

  void plan_blocks(int parts) {
    int processors = bench_device_attribute(cudaDevAttrMultiProcessorCount, 1);
    int in_block = THREADS / solver::LANES / parts;
    long long wanted = bench_ceil_div(a.num_slices, in_block) + a.longs.pieces;
    multiply_blocks = blocks_for(on_the_fly ? k.multiply_on_the_fly : k.multiply, wanted);
    wanted = bench_ceil_div(v.num_rows, THREADS * solver::PACK);
    vector_blocks = blocks_for(solver::update_and_dots, wanted);
    // One block on each processor, as large as the slices need.
    int share = (int)bench_ceil_div((size_t)a.num_slices * parts, processors);
    int warps = std::min(32, std::max(8, (share + 3) / 4 * 4));
    solve_threads = warps * solver::LANES;
    solve_blocks = (int)std::max(1u, bench_ceil_div(a.num_slices, warps / parts));
    solve_blocks = std::min(processors, std::max(solve_blocks, a.longs.pieces));
  }

  void launch_iteration(cudaStream_t to) {
    if (on_the_fly) {
      k.multiply_on_the_fly<<<multiply_blocks, THREADS, 0, to>>>(a, v, parity);
      parity = 1 - parity;
      solver::update_and_dots<<<vector_blocks, THREADS, 0, to>>>(v, parity);
    } else {
      k.multiply<<<multiply_blocks, THREADS, 0, to>>>(a, v, 0);
      solver::update_and_dots<<<vector_blocks, THREADS, 0, to>>>(v, 0);
      solver::turn_direction<<<vector_blocks, THREADS, 0, to>>>(v);
    }
  }

  // The graph's update writes x, so it must be known. The bench gives the same x every time.
  void set_x() {
    if (captured_x == v.x) return;
    captured_x = v.x;
    capture();
  }

  void capture() {
    cudaGraph_t captured;
    if (graph) BENCH_MUST(cudaGraphExecDestroy(graph));
    if (!stream) BENCH_MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    BENCH_MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < GRAPH_ITERATIONS; i++) launch_iteration(stream);
    BENCH_MUST(cudaStreamEndCapture(stream, &captured));
    BENCH_MUST(cudaGraphInstantiate(&graph, captured, 0));
    BENCH_MUST(cudaGraphDestroy(captured));
    BENCH_MUST(cudaGraphUpload(graph, stream));
    BENCH_MUST(cudaStreamSynchronize(stream));
  }
};

template <way WAY> bench_solver *make() {
  return new fused_solver(WAY);
}

const char *const file = "solutions/07-solver/fast.cu";

} // namespace

const bench_solver_entry bench_kit_solvers[] = {
    {"textbook", file, SL_BENCH_TEXTBOOK, bench_make_solver<textbook::textbook_solver>},
    {"fused", file, SL_BENCH_TUNED, make<FUSED>},
    {"fused, on the fly", file, SL_BENCH_TUNED, make<ON_THE_FLY>},
    {"CUDA graph", file, SL_BENCH_TUNED, make<GRAPH>},
    {"persistent", file, SL_BENCH_TUNED, make<PERSISTENT>},
    {"tuned", file, SL_BENCH_TUNED, make<TUNED>},
    {NULL, NULL, SL_BENCH_TUNED, NULL},
};
