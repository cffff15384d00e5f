// solve.cu: the program that times solvers against each other, once for float and once for double.
//
//   sl-solve-f32 07 [--csv FILE] [--quick] [-m MATRIX]…
//
// Each contestant solves to a tolerance, and the residual is recomputed on the host. Right
// contestants are timed: 50 iterations without a test of the residual, and a whole solve in which
// the host checks it every ten iterations, unless the device does that itself.
#include "bench/contests.cuh"
#include "bench/solver.cuh"
#include "bench/table.h"

#include "base/random.h"
#include "load/load.h"
#include "matrix/coo.h"
#include "matrix/definite.h"
#include "report/csv_file.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

enum { ITERATIONS = 50, MOST_ITERATIONS = 5000 };

const sl_precision precision = sizeof(real) == 8 ? SL_F64 : SL_F32;
const double tolerance = sizeof(real) == 8 ? 1e-9 : 1e-5;

struct solve_matrix {
  const char *spec, *quick;
};

// HPCG's matrices, and six others: an easy one in two and one in three dimensions, finite elements
// in small blocks and in large ones, a periodic grid with other weights, and a circuit with dense
// rows.
const solve_matrix standard[] = {
    {"hpcg:64", "hpcg:8"},
    {"hpcg:96", "hpcg:10"},
    {"hpcg:128", "hpcg:12"},
    {"hpcg:24", "hpcg:6"},
    {"fem:10", "fem:4"},
    {"fem:227x160x1,block=6", "fem:20x10x1,block=6"},
    {"torus2d4:1025x513", "torus2d4:60x50"},
    {"circuit:150000", "circuit:9000"},
    {"laplace2d5:400", "laplace2d5:60"},
};

struct solve_result {
  int iterations;          // number of iterations until the solver's own residual is small enough
  double kept, recomputed; // relative residuals ‖r‖ / ‖b‖: the solver's own, and the one computed
                           // on the host
  double bytes;
};

// A contestant and its two rows of results: time per 50 iterations, and time per solve.
struct solve_entrant {
  const bench_solver_entry *entry;
  std::unique_ptr<bench_solver> solver;
  sl_bench_row fixed, whole;
  solve_result result;
};

// A system A x = b whose solution x is known.
struct solve_trial {
  subject given;
  std::vector<real> x, b;
  double b_norm = 0, x_norm = 0, a_norm = 0; // 2-norms of b and x, ∞-norm of A
  device_memory memory;
  real *d_b = NULL, *d_x = NULL;
  double limit() const {
    return tolerance * tolerance * b_norm * b_norm;
  }
};

double norm(const std::vector<real> &v) {
  double sum = 0;
  for (real each : v) sum += (double)each * each;
  return sqrt(sum);
}

// Makes x and b. The elements of x have either sign, so that b contains all frequencies.
void make_right_side(solve_trial *t) {
  const sl_csr &a = t->given.csr;
  t->x.resize(bench_padded(a.num_rows));
  t->b.resize(bench_padded(a.num_rows));
  for (int i = 0; i < a.num_rows; i++) {
    sl_random random = sl_random_make(7, (uint64_t)i);
    t->x[i] = (real)(2 * sl_random_unit(&random) - 1);
  }
  for (int i = 0; i < a.num_rows; i++) {
    double sum = 0, magnitudes = 0;
    for (int k = a.row_ptr[i]; k < a.row_ptr[i + 1]; k++) {
      sum += a.values[k] * t->x[a.col_idx[k]];
      magnitudes += fabs(a.values[k]);
    }
    t->b[i] = (real)sum;
    t->a_norm = fmax(t->a_norm, magnitudes);
  }
  t->b_norm = norm(t->b);
  t->x_norm = norm(t->x);
  t->d_b = t->memory.upload(t->b);
  t->d_x = t->memory.take<real>(t->x.size());
  if (t->memory.failed) BENCH_MUST(cudaErrorMemoryAllocation);
}

sl_status load(const char *spec, solve_trial *out) {
  sl_csr loaded, definite;
  bool is = false;
  SL_TRY(sl_load_matrix(spec, SL_BENCH_CACHE, &loaded));
  sl_status status = SL_OK;
  if (!sl_csr_is_sorted(&loaded)) status = sl_coo_sum_duplicates_of_csr(&loaded);
  if (status == SL_OK) status = sl_definite_is(&loaded, &is);
  if (status == SL_OK && !is) {
    status = sl_definite_make(&loaded, &definite);
    sl_csr_free(&loaded);
    loaded = definite;
  }
  if (status == SL_OK) {
    status = subject_take(spec, &loaded, &out->given);
  } else {
    sl_csr_free(&loaded);
  }
  if (status == SL_OK) make_right_side(out);
  return status;
}

bench_solver_state read_state(const bench_solver *solver) {
  bench_solver_state state;
  BENCH_MUST(cudaMemcpy(&state, solver->state(), sizeof state, cudaMemcpyDeviceToHost));
  return state;
}

bench_solver_state solve(bench_solver *solver, const solve_trial &t) {
  bench_solver_state state;
  solver->start(t.d_b, t.d_x, t.limit());
  do {
    solver->iterate(solver->look_every());
    state = read_state(solver);
  } while (state.solved_after < 0 && state.iterations < MOST_ITERATIONS && state.rr == state.rr);
  return state;
}

// Computes ‖b − A x‖ in double, for the x in d_x.
double residual_norm(const solve_trial &t) {
  const sl_csr &a = t.given.csr;
  std::vector<real> x(t.x.size());
  size_t bytes = a.num_rows * sizeof(real);
  BENCH_MUST(cudaMemcpy(x.data(), t.d_x, bytes, cudaMemcpyDeviceToHost));
  double sum = 0;
  for (int i = 0; i < a.num_rows; i++) {
    double r = t.b[i];
    for (int k = a.row_ptr[i]; k < a.row_ptr[i + 1]; k++) r -= a.values[k] * x[a.col_idx[k]];
    sum += r * r;
  }
  return sqrt(sum);
}

// The solver's own residual differs from the true one by the rounding errors of all iterations: a
// small multiple of u ‖A‖ ‖x‖. Source: Y. Saad, as in solver.cuh, section 6.11.3, and A. Greenbaum,
// SIAM J. Matrix Anal. Appl. 18(3), 1997.
bool check(solve_entrant &e, const solve_trial &t) {
  char trouble[SL_BENCH_TROUBLE];
  BENCH_MUST(cudaMemset(t.d_x, 0xff, t.x.size() * sizeof(real)));
  bench_solver_state state = solve(e.solver.get(), t);
  if (!contest_ended_well(&e.fixed)) return false;
  double u = sl_spmv_unit_roundoff(precision);
  e.result.iterations = state.solved_after;
  e.result.kept = sqrt(state.rr) / t.b_norm;
  e.result.recomputed = residual_norm(t) / t.b_norm;
  e.result.bytes = e.solver->bytes();
  double rounding = 2 * u * (state.iterations + 10.0) * t.a_norm * t.x_norm / t.b_norm;
  if (state.solved_after >= 0 && e.result.recomputed <= tolerance + rounding) return true;
  (void)snprintf(trouble, sizeof trouble,
                 "after %d iterations the residual is %.3g of b (%.3g according to the solver)",
                 state.iterations, e.result.recomputed, e.result.kept);
  contest_mark(&e.fixed, SL_BENCH_WRONG, trouble);
  return false;
}

bool prepare(solve_entrant &e, const solve_trial &t) {
  BENCH_MUST(cudaDeviceSynchronize());
  double start_us = sl_clock_us();
  e.solver.reset(e.entry->make());
  const char *trouble = e.solver->prepare(&t.given.a);
  BENCH_MUST(cudaDeviceSynchronize());
  e.fixed.prepare_us = sl_clock_us() - start_us;
  if (trouble) contest_mark(&e.fixed, SL_BENCH_SKIPPED, trouble);
  return !trouble;
}

void enter(std::vector<solve_entrant> *out) {
  for (const bench_solver_entry *list : {bench_library_solvers, bench_kit_solvers}) {
    for (const bench_solver_entry *each = list; each->name; each++) {
      solve_entrant e = {};
      e.entry = each;
      out->push_back(std::move(e));
    }
  }
}

void hold(solve_trial &t, stopwatch &watch, std::vector<solve_entrant> &entrants) {
  std::vector<racer> racers;
  for (solve_entrant &e : entrants) {
    if (!prepare(e, t) || !check(e, t)) continue;
    racer fixed = {}, whole = {};
    fixed.row = &e.fixed;
    fixed.launch = [&e, &t] {
      e.solver->start(t.d_b, t.d_x, -1);
      e.solver->iterate(ITERATIONS);
    };
    whole.row = &e.whole;
    whole.launch = [&e, &t] { (void)solve(e.solver.get(), t); };
    racers.push_back(fixed);
    racers.push_back(whole);
  }
  watch.race(racers);
  for (solve_entrant &e : entrants) { // a solver that was right at first may be wrong after many
                                      // launches
    if (e.fixed.state == SL_BENCH_MEASURED) (void)check(e, t);
  }
}

double per_iteration(const solve_entrant &e) {
  return e.fixed.cold.median_us / ITERATIONS;
}

const solve_entrant *find_best(const std::vector<solve_entrant> &entrants, sl_bench_side side) {
  const solve_entrant *best = NULL;
  for (const solve_entrant &e : entrants) {
    bool loop = !strstr(e.entry->name, "graph"); // the library's contestant without a graph is a
                                                 // loop on the host
    if (e.entry->side != side || e.fixed.state != SL_BENCH_MEASURED) continue;
    if (side == SL_BENCH_LIBRARY && !loop) continue;
    if (!best || per_iteration(e) < per_iteration(*best)) best = &e;
  }
  return best;
}

void print_gain(const solve_entrant *slower, const solve_entrant &e) {
  if (slower && slower != &e) {
    printf(" %6.2fx", per_iteration(*slower) / per_iteration(e));
  } else {
    printf(" %7s", "-");
  }
}

void print(const char *spec, const solve_trial &t, const std::vector<solve_entrant> &entrants,
           double copy_gbps) {
  const solve_entrant *peer = find_best(entrants, SL_BENCH_LIBRARY);
  printf("\n%s: %d rows, %d entries, %s; a copy runs at %.0f GB/s\n", spec, t.given.csr.num_rows,
         t.given.csr.nnz, sl_spmv_precision_name(precision), copy_gbps);
  printf("  %-30s %9s %9s %7s %9s %10s %10s %7s %7s\n", "", "us/iter", "hot", "bound", "iter.",
         "residual", "solve us", "step", "library");
  const solve_entrant *before = NULL;
  for (const solve_entrant &e : entrants) {
    if (e.fixed.state != SL_BENCH_MEASURED) {
      printf("  %-30s %s: %s\n", e.entry->name, sl_bench_state_name(e.fixed.state),
             e.fixed.trouble);
      continue;
    }
    printf("  %-30s %9.2f %9.2f %7.2f %9d %10.2e %10.0f", e.entry->name, per_iteration(e),
           e.fixed.hot.median_us / ITERATIONS, e.result.bytes / copy_gbps * 1e-3,
           e.result.iterations, e.result.recomputed, e.whole.cold.median_us);
    print_gain(e.entry->side == SL_BENCH_TUNED ? before : NULL, e);
    print_gain(peer, e);
    printf("\n");
    before = &e;
  }
  (void)fflush(stdout);
}

const char header[] =
    "device,driver,cuda,date,precision,matrix,rows,nnz,side,contestant,file,state,trouble,"
    "prepare_us,iteration_us,iteration_p10_us,iteration_p90_us,samples,hot_iteration_us,"
    "tolerance,iterations,kept_residual,residual,solve_us,bytes,copy_gbps,bound_us\n";

sl_status put(const char *path, const sl_bench_run *run, const char *spec, const solve_trial &t,
              const std::vector<solve_entrant> &entrants, double copy_gbps) {
  FILE *file;
  SL_TRY(sl_csv_file_open(path, header, &file));
  for (const solve_entrant &e : entrants) {
    for (const char *text : {run->device, run->driver, run->cuda, run->date}) {
      sl_csv_file_put_text(file, text);
    }
    sl_csv_file_put_text(file, sl_spmv_precision_name(precision));
    sl_csv_file_put_text(file, spec);
    (void)fprintf(file, "%d,%d,", t.given.csr.num_rows, t.given.csr.nnz);
    sl_csv_file_put_text(file, sl_bench_side_name(e.entry->side));
    sl_csv_file_put_text(file, e.entry->name);
    sl_csv_file_put_text(file, e.entry->file);
    sl_csv_file_put_text(file, sl_bench_state_name(e.fixed.state));
    sl_csv_file_put_text(file, e.fixed.trouble);
    const sl_bench_spread &cold = e.fixed.cold;
    const double values[] = {e.fixed.prepare_us,
                             cold.median_us / ITERATIONS,
                             cold.p10_us / ITERATIONS,
                             cold.p90_us / ITERATIONS,
                             (double)cold.samples,
                             e.fixed.hot.median_us / ITERATIONS,
                             tolerance,
                             (double)e.result.iterations,
                             e.result.kept,
                             e.result.recomputed,
                             e.whole.cold.median_us,
                             e.result.bytes,
                             copy_gbps,
                             e.result.bytes / copy_gbps * 1e-3};
    size_t count = sizeof values / sizeof *values;
    for (size_t i = 0; i < count; i++) {
      sl_csv_file_put_number(file, values[i], i + 1 < count ? ',' : '\n');
    }
  }
  return sl_csv_file_close(path, file);
}

// Geometric means of the speedups over the library.
struct summary {
  int count = 0, small = 0;
  double textbook = 0, tuned = 0, small_tuned = 0;
  bool all_right = true;

  void add(const solve_trial &t, const std::vector<solve_entrant> &entrants) {
    const solve_entrant *peer = find_best(entrants, SL_BENCH_LIBRARY);
    for (const solve_entrant &e : entrants) {
      all_right = all_right && e.fixed.state != SL_BENCH_WRONG;
      if (!peer || e.fixed.state != SL_BENCH_MEASURED) continue;
      double speedup = log(per_iteration(*peer) / per_iteration(e));
      if (e.entry->side == SL_BENCH_TEXTBOOK) textbook += speedup;
      if (strcmp(e.entry->name, "tuned") != 0) continue;
      tuned += speedup;
      count++;
      if (t.given.csr.nnz >= 1000000) continue;
      small_tuned += speedup;
      small++;
    }
  }
  void print() const {
    if (count == 0) return;
    printf("\n%d matrices, geometric mean of speedups over the library's loop: textbook %.2f, "
           "tuned %.2f",
           count, exp(textbook / count), exp(tuned / count));
    if (small > 0) printf("; tuned below a million entries %.2f", exp(small_tuned / small));
    printf("\n");
  }
};

sl_status measure(const sl_bench_options &options, const sl_bench_run &run, const char *spec,
                  stopwatch &watch, summary *sum) {
  solve_trial t;
  std::vector<solve_entrant> entrants;
  SL_TRY(load(spec, &t));
  double copy_gbps = watch.copy_gbps();
  enter(&entrants);
  hold(t, watch, entrants);
  print(spec, t, entrants, copy_gbps);
  sum->add(t, entrants);
  return options.csv ? put(options.csv, &run, spec, t, entrants, copy_gbps) : SL_OK;
}

} // namespace

int main(int argc, char **argv) {
  static sl_bench_options options; // large
  summary sum;
  sl_status status = sl_bench_options_parse(argc, argv, &options);
  if (status == SL_OK) status = bench_find_device();
  if (status != SL_OK) {
    fprintf(stderr, "bench: %s\n", sl_status_message());
    return sl_status_exit(status);
  }
  std::vector<const char *> specs;
  for (size_t i = 0; i < options.num_matrices; i++) specs.push_back(options.matrices[i].spec);
  if (specs.empty()) {
    for (const solve_matrix &m : standard) specs.push_back(options.quick ? m.quick : m.spec);
  }
  sl_bench_run run = bench_describe_run();
  stopwatch watch;
  for (const char *spec : specs) {
    sl_status measured = measure(options, run, spec, watch, &sum);
    if (measured == SL_OK) continue;
    status = measured;
    fprintf(stderr, "bench: %s: %s\n", spec, sl_status_message());
  }
  sum.print();
  return status != SL_OK ? sl_status_exit(status) : sum.all_right ? 0 : 1;
}
