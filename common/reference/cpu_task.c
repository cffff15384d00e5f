/* cpu_task.c: allocates the arrays of a task in float or double, and fills them part by part. */
#include "reference/cpu_task.h"

#include "base/huge.h"
#include "base/memory.h"
#include "base/parallel.h"

#include <string.h>

static size_t element_bytes(const sl_cpu_task *task, const sl_cpu_array *array) {
  return array->is_int ? sizeof(int) : sl_spmv_precision_bytes(task->precision);
}

static sl_status allocate(sl_cpu_task *task) {
  for (int i = 0; i < task->num_arrays; i++) {
    const sl_cpu_array *array = &task->arrays[i];
    size_t bytes = element_bytes(task, array);
    SL_TRY(sl_alloc(array->count, bytes, "the CPU's array", &task->at[i]));
    sl_prefer_huge_pages(task->at[i], array->count * bytes);
  }
  return sl_alloc((size_t)task->num_parts, sizeof *task->shares, "the CPU's parts", &task->shares);
}

sl_status sl_cpu_task_make(const sl_cpu_code *code, const sl_cpu_array *arrays, int num_arrays,
                           sl_precision precision, int num_parts, sl_cpu_task *out) {
  *out = (sl_cpu_task){.code = code,
                       .precision = precision,
                       .num_parts = num_parts,
                       .num_arrays = num_arrays,
                       .arrays = arrays};
  sl_status status = allocate(out);
  if (status != SL_OK) sl_cpu_task_free(out);
  return status;
}

static void convert(const sl_cpu_task *task, const double *from, size_t begin, size_t end,
                    void *to) {
  float *single = to;
  double *twice = to;
  for (size_t k = begin; k < end && task->precision == SL_F32; k++) single[k] = (float)from[k];
  for (size_t k = begin; k < end && task->precision == SL_F64; k++) twice[k] = from[k];
}

static void fill(const sl_cpu_task *task, int i, int part) {
  const sl_cpu_array *array = &task->arrays[i];
  size_t begin = (size_t)sl_part_begin((long long)array->count, task->num_parts, part);
  size_t end = (size_t)sl_part_begin((long long)array->count, task->num_parts, part + 1);
  size_t bytes = element_bytes(task, array);
  char *to = task->at[i];
  if (begin == end) return;
  if (array->reals) {
    convert(task, array->reals, begin, end, to);
  } else if (array->ints) {
    memcpy(to + begin * bytes, array->ints + begin, (end - begin) * bytes);
  } else {
    memset(to + begin * bytes, 0, (end - begin) * bytes);
  }
}

void sl_cpu_task_fill(void *task, int part) {
  const sl_cpu_task *whole = task;
  for (int i = 0; i < whole->num_arrays; i++) fill(whole, i, part);
}

void sl_cpu_task_restore(void *task, int part) {
  const sl_cpu_task *whole = task;
  for (int i = 0; i < whole->num_arrays; i++) {
    if (whole->arrays[i].changes) fill(whole, i, part);
  }
}

void sl_cpu_task_run(const sl_cpu_task *task) {
  for (int part = 0; part < task->num_parts; part++) task->code->part(task, part);
  if (task->code->finish) task->code->finish(task);
}

void sl_cpu_task_free(sl_cpu_task *task) {
  for (int i = 0; i < task->num_arrays; i++) sl_free(task->at[i]);
  sl_free(task->shares);
  *task = (sl_cpu_task){0};
}
