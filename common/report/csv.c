/* csv.c: the result file, one row per task and case, from which all plots and exports are made. */
#include "report/report.h"

#include "report/csv_file.h"
#include "report/sheet.h"

#include <stdio.h>
#include <string.h>

static const char header[] =
    "lab,source,backend,device,precision,task,case,rows,cols,nnz,verdict,mistake,line,points,"
    "points_possible,cold_us,cold_p10_us,cold_p90_us,hot_us,samples,gbps,copy_gbps,"
    "fraction_of_copy,cpu_sequential_us,cpu_parallel_us,cpu_threads,speedup_sequential,"
    "speedup_parallel,requests,sectors,ideal_sectors,request_threads,active_threads\n";

static double ratio(double over, double under) {
  return under > 0 ? over / under : 0;
}

/* Returns the figures without a time below the physical floor, because such a time is an error of
 * measurement. */
static sl_figures credible(const sl_figures *figures) {
  sl_figures kept = *figures;
  if (kept.below_floor) kept.cold_us = kept.cold_p10_us = kept.cold_p90_us = kept.gbps = 0;
  return kept;
}

static void put_figures(FILE *file, const sl_figures *figures) {
  const sl_figures kept = credible(figures), *f = &kept;
  const double values[] = {f->cold_us,
                           f->cold_p10_us,
                           f->cold_p90_us,
                           f->hot_us,
                           f->samples,
                           f->gbps,
                           f->copy_gbps,
                           ratio(f->gbps, f->copy_gbps),
                           f->sequential_us,
                           f->parallel_us,
                           f->threads,
                           ratio(f->sequential_us, f->cold_us),
                           ratio(f->parallel_us, f->cold_us),
                           (double)f->requests,
                           (double)f->sectors,
                           (double)f->ideal_sectors,
                           (double)f->request_threads,
                           f->active_threads};
  size_t count = sizeof values / sizeof *values;
  for (size_t i = 0; i < count; i++)
    sl_csv_file_put_number(file, values[i], i + 1 < count ? ',' : '\n');
}

static void put_row(FILE *file, const sl_lab_result *result, const sl_task_result *task,
                    const sl_case_result *row) {
  sl_csv_file_put_text(file, result->lab->id);
  sl_csv_file_put_text(file, sl_report_path(result->source));
  sl_csv_file_put_text(file, sl_judge_backend_name(result->backend));
  sl_csv_file_put_text(file, result->device);
  sl_csv_file_put_text(file, sl_spmv_precision_name(result->precision));
  sl_csv_file_put_text(file, task->task->name);
  sl_csv_file_put_text(file, row->name);
  (void)fprintf(file, "%d,%d,%d,", row->num_rows, row->num_cols, row->nnz);
  bool unwritten = task->verdict == SL_NOT_WRITTEN && row->verdict != SL_PASSED &&
                   row->verdict != SL_SKIPPED; /* as on the screen */
  sl_csv_file_put_text(file, sl_judge_verdict_name(unwritten ? SL_NOT_WRITTEN : row->verdict));
  sl_csv_file_put_text(file, task->mistake && row->verdict != SL_PASSED ? task->mistake->name : "");
  (void)fprintf(file, "%d,%d,%d,", row->line, task->points, task->task->points);
  put_figures(file, &row->figures);
}

sl_status sl_report_csv(const char *path, const sl_lab_result *result) {
  FILE *file;
  SL_TRY(sl_csv_file_open(path, header, &file));
  for (size_t t = 0; t < result->num_tasks; t++) {
    for (size_t i = 0; i < result->tasks[t].num_cases; i++) {
      put_row(file, result, &result->tasks[t], &result->tasks[t].cases[i]);
    }
  }
  return sl_csv_file_close(path, file);
}

#define COUNT_HEADER(count) "," #count
static const char counters_header[] =
    "lab,case,precision,kernel,line,column,space,operation,array,bytes" LENS_HARDWARE_COUNTS(
        COUNT_HEADER) "\n";

static void put_counter(FILE *file, const sl_lens_view *view, const sl_counter *c) {
  sl_csv_file_put_text(file, view->lab);
  sl_csv_file_put_text(file, view->case_name);
  sl_csv_file_put_text(file, view->precision);
  sl_csv_file_put_text(file, c->kernel);
  (void)fprintf(file, "%d,%d,", c->line, c->column);
  sl_csv_file_put_text(file, sl_sheet_space_name(c->space));
  sl_csv_file_put_text(file, sl_sheet_operation_name(c->operation));
  sl_csv_file_put_text(file, c->array);
  (void)fprintf(file, "%u", c->bytes);
#define PUT_COUNT(count) (void)fprintf(file, ",%llu", (unsigned long long)c->count);
  LENS_HARDWARE_COUNTS(PUT_COUNT)
  (void)fputc('\n', file);
}

sl_status sl_report_counters_csv(const char *path, const sl_lens_view *view) {
  FILE *file;
  SL_TRY(sl_csv_file_open(path, counters_header, &file));
  for (size_t i = 0; i < view->seen.num_counters; i++)
    put_counter(file, view, &view->seen.counters[i]);
  return sl_csv_file_close(path, file);
}
