/** @file bench.h
 *  The figures of `./lab bench`: what a contestant's times mean.
 */
#ifndef SL_BENCH_BENCH_H
#define SL_BENCH_BENCH_H

#include "reference/spmv.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SL_BENCH_MAX_ROWS = 64, SL_BENCH_NAME = 80, SL_BENCH_TROUBLE = 160 };

/** Compulsory bytes of y ← A x in CSR, x read and y written once: nnz·(v+4) + 4(m+1) + v·(n+m). All
 *  SpMV contestants are compared with this number, however many bytes they move.
 */
double sl_bench_spmv_bytes(double num_rows, double num_cols, double nnz, double value_bytes);

/** Compulsory bytes of CSR to CSC, both read or written once:
 *  2·nnz·(v+4) + 4(m+1) + 4(n+1). */
double sl_bench_transpose_bytes(double num_rows, double num_cols, double nnz, double value_bytes);

/** A summary of samples; all 0 if there are none. */
typedef struct sl_bench_spread {
  double median_us, p10_us, p90_us;
  int samples;
} sl_bench_spread;

/** Sorts `samples`. */
void sl_bench_spread_of(double *samples, int count, sl_bench_spread *out);

typedef enum sl_bench_side { SL_BENCH_TEXTBOOK, SL_BENCH_TUNED, SL_BENCH_LIBRARY } sl_bench_side;
typedef enum sl_bench_state { SL_BENCH_MEASURED, SL_BENCH_SKIPPED, SL_BENCH_WRONG } sl_bench_state;
typedef enum sl_bench_kind { SL_BENCH_SPMV, SL_BENCH_TRANSPOSE } sl_bench_kind;

/** "textbook", "tuned", "library"; "measured", "skipped", "wrong"; "spmv", "transpose". */
const char *sl_bench_side_name(sl_bench_side side);
const char *sl_bench_state_name(sl_bench_state state);
const char *sl_bench_kind_name(sl_bench_kind kind);

/** One contestant on one matrix. */
typedef struct sl_bench_row {
  char name[SL_BENCH_NAME], file[SL_BENCH_NAME];
  sl_bench_side side;
  bool plain;  /**< works on unchanged CSR, so the cost of its preparation depends only on the
                * sizes */
  bool sorted; /**< for a transpose: the entries of every column are always in row order */
  sl_bench_state state;
  char trouble[SL_BENCH_TROUBLE]; /**< why the contestant was skipped, or what is wrong with its
                                   * answer; "" if neither */
  double prepare_us;              /**< conversion and preprocessing; wall-clock time of the host */
  sl_bench_spread cold, hot;
} sl_bench_row;

/** All contestants on one matrix, in one precision. */
typedef struct sl_bench_table {
  sl_bench_kind kind;
  const char *matrix, *spec;
  sl_precision precision;
  int num_rows, num_cols, nnz;
  double copy_gbps;
  sl_bench_row rows[SL_BENCH_MAX_ROWS];
  int count;
  const sl_bench_row *chosen; /**< the row of the contestant that choose.h takes; NULL: none */
} sl_bench_table;

/** The least number of bytes that the table's task must move. */
double sl_bench_bytes(const sl_bench_table *table);
/** sl_bench_bytes over the cold median, in GB/s; 0 if the contestant was not measured. */
double sl_bench_gbps(const sl_bench_table *table, const sl_bench_row *row);
/** Two operations per entry over the cold median; 0 for a transpose. */
double sl_bench_gflops(const sl_bench_table *table, const sl_bench_row *row);

/** Finds the fastest plain contestant by its cold median. NULL if none was measured. */
const sl_bench_row *sl_bench_plain(const sl_bench_table *table);

/** Number of SpMVs after which preparation pays off: the least n with prepare + n·own <= n·plain,
 *  where `plain` is the time of the fastest plain contestant. 0 for a plain contestant, −1 if
 *  preparation never pays off, NAN if there is no plain contestant. */
double sl_bench_pays_after(const sl_bench_table *table, const sl_bench_row *row);

/** Finds the fastest contestant of the library, or of the kit (textbook and tuned). For a
 *  transpose, only contestants that sort count. NULL if none was measured. */
const sl_bench_row *sl_bench_best(const sl_bench_table *table, bool of_library);

/** Speed of the chosen contestant relative to the fastest of the kit; 0 if unknown. */
double sl_bench_choice_share(const sl_bench_table *table);

/** Time of the library's fastest contestant over that of the kit's fastest; 0 if one of them is
 * missing. */
double sl_bench_lead(const sl_bench_table *table);

#ifdef __cplusplus
}
#endif
#endif
