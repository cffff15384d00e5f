/* cpu_code.c: computes on the CPU the answers of all tasks except SpMV. */
#include "reference/cpu_code.h"

#include "base/parallel.h"

#include <string.h>

enum { LANES = 8 };

typedef struct range {
  size_t begin, end;
} range;

static range range_of(const sl_cpu_task *task, size_t count, int part) {
  return (range){(size_t)sl_part_begin((long long)count, task->num_parts, part),
                 (size_t)sl_part_begin((long long)count, task->num_parts, part + 1)};
}

static range elements_of_group(const sl_cpu_task *task, size_t group) {
  size_t size = (size_t)task->code->size, count = task->arrays[0].count;
  size_t begin = group * size, end = begin + size;
  return (range){begin, end < count ? end : count};
}

static range groups_of(const sl_cpu_task *task, int part) {
  size_t size = (size_t)task->code->size;
  return range_of(task, (task->arrays[0].count + size - 1) / size, part);
}

#define REAL        float
#define TYPED(name) name##_f32
#include "reference/cpu_code_real.h"
#undef REAL
#undef TYPED

#define REAL        double
#define TYPED(name) name##_f64
#include "reference/cpu_code_real.h"
#undef REAL
#undef TYPED

static const struct {
  void (*add)(const sl_cpu_task *task, range of);
  void (*group_sums)(const sl_cpu_task *task, range groups);
  void (*group_scan)(const sl_cpu_task *task, range groups);
  void (*dot)(const sl_cpu_task *task, range of, int part);
  void (*finish_dot)(const sl_cpu_task *task);
  void (*update)(const sl_cpu_task *task, range of, int part);
  void (*finish_update)(const sl_cpu_task *task);
  void (*iterations)(const sl_cpu_task *task);
  void (*solve)(const sl_cpu_task *task);
  void (*scatter)(const sl_cpu_task *task);
} typed[] = {
    [SL_F32] = {add_f32, group_sums_f32, group_scan_f32, dot_of_task_f32, finish_dot_f32,
                update_of_task_f32, finish_update_f32, iterations_f32, solve_f32, scatter_f32},
    [SL_F64] = {add_f64, group_sums_f64, group_scan_f64, dot_of_task_f64, finish_dot_f64,
                update_of_task_f64, finish_update_f64, iterations_f64, solve_f64, scatter_f64},
};

void sl_cpu_code_add(const sl_cpu_task *task, int part) {
  typed[task->precision].add(task, range_of(task, task->arrays[0].count, part));
}

void sl_cpu_code_group_sums(const sl_cpu_task *task, int part) {
  typed[task->precision].group_sums(task, groups_of(task, part));
}

void sl_cpu_code_group_scan(const sl_cpu_task *task, int part) {
  typed[task->precision].group_scan(task, groups_of(task, part));
}

void sl_cpu_code_dot(const sl_cpu_task *task, int part) {
  typed[task->precision].dot(task, range_of(task, task->arrays[0].count, part), part);
}

void sl_cpu_code_finish_dot(const sl_cpu_task *task) {
  typed[task->precision].finish_dot(task);
}

void sl_cpu_code_update(const sl_cpu_task *task, int part) {
  typed[task->precision].update(task, range_of(task, task->arrays[0].count, part), part);
}

void sl_cpu_code_finish_update(const sl_cpu_task *task) {
  typed[task->precision].finish_update(task);
}

void sl_cpu_code_iterations(const sl_cpu_task *task, int part) {
  (void)part;
  typed[task->precision].iterations(task);
}

void sl_cpu_code_solve(const sl_cpu_task *task, int part) {
  (void)part;
  typed[task->precision].solve(task);
}

/* Counts neighboring keys in different lists. In a single list, an addition would have to wait for
 * the previous addition if both were to the same bin. */
void sl_cpu_code_histogram(const sl_cpu_task *task, int part) {
  enum { LISTS = 4 };
  const int *keys = task->at[0];
  size_t num_bins = task->arrays[1].count;
  range of = range_of(task, task->arrays[0].count, part);
  int lists[LISTS][SL_CPU_SHARE_INTS] = {{0}};
  size_t i = of.begin;
  for (; i + LISTS <= of.end; i += LISTS) {
    for (size_t k = 0; k < LISTS; k++) lists[k][keys[i + k]]++;
  }
  for (; i < of.end; i++) lists[0][keys[i]]++;
  for (size_t bin = 0; bin < num_bins; bin++) {
    int sum = 0;
    for (int k = 0; k < LISTS; k++) sum += lists[k][bin];
    task->shares[part].ints[bin] = sum;
  }
}

void sl_cpu_code_finish_histogram(const sl_cpu_task *task) {
  int *bins = task->at[1];
  for (int part = 0; part < task->num_parts; part++) {
    for (size_t bin = 0; bin < task->arrays[1].count; bin++) {
      bins[bin] += task->shares[part].ints[bin];
    }
  }
}

static void count(const int *restrict keys, size_t num_keys, int *restrict bins) {
  for (size_t i = 0; i < num_keys; i++) bins[keys[i]]++;
}

void sl_cpu_code_count(const sl_cpu_task *task, int part) {
  (void)part;
  count(task->at[0], task->arrays[0].count, task->at[1]);
}

void sl_cpu_code_scan(const sl_cpu_task *task, int part) {
  const int *restrict in = task->at[0];
  int *restrict out = task->at[1], sum = 0;
  size_t n = task->arrays[0].count;
  (void)part;
  for (size_t i = 0; i < n; i++) {
    out[i] = sum;
    sum += in[i];
  }
  out[n] = sum;
}

void sl_cpu_code_scatter(const sl_cpu_task *task, int part) {
  (void)part;
  typed[task->precision].scatter(task);
}

void sl_cpu_code_transpose(const sl_cpu_task *task, int part) {
  int *col_ptr = task->at[3], sum = 0;
  size_t num_cols = task->arrays[3].count - 1;
  (void)part;
  memset(col_ptr, 0, (num_cols + 1) * sizeof *col_ptr);
  count(task->at[1], task->arrays[1].count, col_ptr);
  for (size_t col = 0; col <= num_cols; col++) {
    int own = col_ptr[col];
    col_ptr[col] = sum;
    sum += own;
  }
  typed[task->precision].scatter(task);
}
