/** @file table.h
 *  The results on one matrix, for people and as CSV.
 */
#ifndef SL_BENCH_TABLE_H
#define SL_BENCH_TABLE_H

#include "base/status.h"
#include "bench/bench.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where and when a run took place. */
typedef struct sl_bench_run {
  char device[256], driver[64], cuda[32], date[16]; /**< each is "" if unknown */
} sl_bench_run;

/** Prints the contestants, the fastest first. Contestants without a time come last, with the
 * reason. */
void sl_bench_table_print(FILE *stream, const sl_bench_table *table);

/** Prints the ladder of a lab: its contestants in the table's order, with what each step gains,
 * then the library's best. */
void sl_bench_table_print_rungs(FILE *stream, const sl_bench_table *table);

/** Appends one row per contestant, in the table's order; a new file first gets its header. Columns:
 *  docs/results/README.md. Errors: SL_ERR_SYSTEM. */
sl_status sl_bench_table_csv(const char *path, const sl_bench_run *run,
                             const sl_bench_table *table);

#ifdef __cplusplus
}
#endif
#endif
