// predicted.cu: the textbook kernels of all labs on one matrix, as the bench runs them, on the lens
// with a device chosen (LENS_DEVICE). Prints a line for each: contestant, file, predicted time, and
// what limits its longest launch.
//
//     predicted SPEC [CONTESTANT | -CONTESTANT]…     only those, or all but those
#include "bench/device.cuh"
#include "bench/lists.cuh"
#include "generate/generate.h"
#include "lens/lens.h"
#include "matrix/csr.h"

#include <cstdio>
#include <cstring>
#include <vector>

#ifdef TUNED // compiled with each solutions/*/fast.cu
extern "C" const bench_spmv *const fast_01_contestants[], *const fast_02_contestants[],
    *const fast_03_contestants[], *const fast_04_contestants[], *const fast_06_contestants[];
extern "C" const bench_transpose *const fast_05_contestants[];
#endif

namespace {

const char *const limit_names[LENS_NUM_LIMITS] = {"issue",  "L1",      "L2",      "DRAM", "shared",
                                                  "atomic", "barrier", "latency", "start"};

struct total {
  double us;
  const char *limit;
};

// The launches since `first`, one after another, as the device queues them.
total add_up(size_t first) {
  total sum = {0, "none"};
  double longest = 0;
  for (size_t i = first; i < lens_num_launches(); i++) {
    const lens_prediction *p = &lens_get_launch(i)->prediction;
    if (!p->made) continue;
    sum.us += p->before_us + (i == first ? p->time_us : p->queued_us);
    if (p->kernel_us < longest) continue;
    longest = p->kernel_us;
    sum.limit = limit_names[p->limit];
  }
  return sum;
}

void tell(const char *name, const char *file, size_t first) {
  total sum = add_up(first);
  printf("%s\t%s\t%.6g\t%s\n", name, file, sum.us, sum.limit);
  for (size_t i = first; i < lens_num_launches(); i++) {
    const lens_launch_record *l = lens_get_launch(i);
    const lens_prediction *p = &l->prediction;
    fprintf(stderr, "  %-20s %9.2f us (kernel %9.2f, before %.2f) L1 %.2f L2 %.2f DRAM %llu", l->kernel, p->time_us,
            p->kernel_us, p->before_us, (double)p->l1_hits / (p->l1_hits + p->l1_misses + 1),
            (double)p->l2_hits / (p->l2_hits + p->l2_misses + 1), (unsigned long long)p->dram_sectors);
    for (int k = 0; k < LENS_NUM_LIMITS; k++) {
      fprintf(stderr, " %s %.2f/%.2f", limit_names[k], p->utilisation[k], p->waits[k]);
    }
    fprintf(stderr, "\n");
  }
  fflush(stdout);
}

// Whether the command line selects the contestant. It gives parts of names to include, or, with a
// dash, to exclude.
bool is_wanted(int argc, char **argv, const char *name) {
  bool wanted = true;
  for (int i = 2; i < argc; i++) {
    bool without = argv[i][0] == '-';
    bool it = strstr(name, argv[i] + without) != NULL;
    if (i == 2) wanted = without;
    if (it) wanted = !without;
  }
  return wanted;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  sl_csr a;
  if (sl_generate(argv[1], &a) != SL_OK) {
    fprintf(stderr, "predicted: %s: no such matrix\n", argv[1]);
    return 2;
  }
  device_memory memory;
  std::vector<real> values(a.values, a.values + a.nnz), x(a.num_cols, (real)1), y(a.num_rows, (real)0);
  std::vector<int> row_ptr(a.row_ptr, a.row_ptr + a.num_rows + 1), col_idx(a.col_idx, a.col_idx + a.nnz);
  bench_csr csr = {a.num_rows, a.num_cols, (int)a.nnz, row_ptr.data(), col_idx.data(), values.data(),
                   memory.upload(row_ptr), memory.upload(col_idx), memory.upload(values)};
  real *d_x = memory.upload(x), *d_y = memory.upload(y);
#ifdef TUNED
  const bench_spmv *const *const lists[] = {fast_01_contestants, fast_02_contestants, fast_03_contestants,
                                            fast_04_contestants, fast_06_contestants};
  const bench_transpose *const *const transposes = fast_05_contestants;
#else
  const bench_spmv *const *const lists[] = {bench_textbook_plain, bench_textbook_formats};
  const bench_transpose *const *const transposes = bench_textbook_transposes;
#endif
  for (const bench_spmv *const *list : lists) {
    for (; *list; list++) {
      const bench_spmv *it = *list;
      if (!is_wanted(argc, argv, it->name)) continue;
      void *plan = NULL;
      if (it->prepare(&csr, &plan)) continue;
      lens_forget_caches(); // as the bench does, before each measurement
      size_t first = lens_num_launches();
      it->run(plan, 1, d_x, 0, d_y);
      tell(it->name, it->file, first);
      it->release(plan);
    }
  }
  int *d_col_ptr = memory.take<int>(a.num_cols + 1), *d_row_idx = memory.take<int>(a.nnz);
  real *d_csc = memory.take<real>(a.nnz);
  for (const bench_transpose *const *list = transposes; *list; list++) {
    const bench_transpose *it = *list;
    if (!is_wanted(argc, argv, it->name)) continue;
    void *plan = NULL;
    if (it->prepare(&csr, &plan)) continue;
    lens_forget_caches();
    size_t first = lens_num_launches();
    it->run(plan, &csr, d_col_ptr, d_row_idx, d_csc);
    tell(it->name, it->file, first);
    it->release(plan);
  }
  sl_csr_free(&a);
  return 0;
}
