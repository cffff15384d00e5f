/* csv.c: the results as CSV, one row per matrix and contestant. */
#include "bench/table.h"

#include "report/csv_file.h"

#include <math.h>

static const char header[] =
    "device,driver,cuda,date,precision,kind,matrix,spec,rows,cols,nnz,side,contestant,file,sorted,"
    "state,trouble,prepare_us,pays_after,cold_us,cold_p10_us,cold_p90_us,samples,hot_us,"
    "hot_p10_us,hot_p90_us,hot_samples,bytes,gbps,copy_gbps,fraction_of_copy,gflops\n";

static void put_run(FILE *file, const sl_bench_run *run) {
  sl_csv_file_put_text(file, run->device);
  sl_csv_file_put_text(file, run->driver);
  sl_csv_file_put_text(file, run->cuda);
  sl_csv_file_put_text(file, run->date);
}

/* Writes "never" for −1, and nothing for an unknown value. */
static void put_pays(FILE *file, const sl_bench_table *table, const sl_bench_row *row) {
  double pays = table->kind == SL_BENCH_SPMV ? sl_bench_pays_after(table, row) : NAN;
  if (pays < 0) {
    (void)fputs("never,", file);
  } else if (!isnan(pays)) {
    (void)fprintf(file, "%.0f,", pays);
  } else {
    (void)fputc(',', file);
  }
}

static void put_row(FILE *file, const sl_bench_run *run, const sl_bench_table *table,
                    const sl_bench_row *row) {
  put_run(file, run);
  sl_csv_file_put_text(file, sl_spmv_precision_name(table->precision));
  sl_csv_file_put_text(file, sl_bench_kind_name(table->kind));
  sl_csv_file_put_text(file, table->matrix);
  sl_csv_file_put_text(file, table->spec);
  (void)fprintf(file, "%d,%d,%d,", table->num_rows, table->num_cols, table->nnz);
  sl_csv_file_put_text(file, sl_bench_side_name(row->side));
  sl_csv_file_put_text(file, row->name);
  sl_csv_file_put_text(file, row->file);
  (void)fputs(table->kind == SL_BENCH_SPMV ? "," : row->sorted ? "yes," : "no,", file);
  sl_csv_file_put_text(file, sl_bench_state_name(row->state));
  sl_csv_file_put_text(file, row->trouble);
  sl_csv_file_put_number(file, row->prepare_us, ',');
  put_pays(file, table, row);
  double gbps = sl_bench_gbps(table, row);
  const double values[] = {row->cold.median_us,
                           row->cold.p10_us,
                           row->cold.p90_us,
                           row->cold.samples,
                           row->hot.median_us,
                           row->hot.p10_us,
                           row->hot.p90_us,
                           row->hot.samples,
                           sl_bench_bytes(table),
                           gbps,
                           table->copy_gbps,
                           table->copy_gbps > 0 ? gbps / table->copy_gbps : 0,
                           sl_bench_gflops(table, row)};
  size_t count = sizeof values / sizeof *values;
  for (size_t i = 0; i < count; i++) {
    sl_csv_file_put_number(file, values[i], i + 1 < count ? ',' : '\n');
  }
}

sl_status sl_bench_table_csv(const char *path, const sl_bench_run *run,
                             const sl_bench_table *table) {
  FILE *file;
  SL_TRY(sl_csv_file_open(path, header, &file));
  for (int i = 0; i < table->count; i++) put_row(file, run, table, &table->rows[i]);
  return sl_csv_file_close(path, file);
}
