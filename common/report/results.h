/** @file results.h
 *  Result files read back, for plots: measurements, independent of the command that wrote the file.
 */
#ifndef SL_REPORT_RESULTS_H
#define SL_REPORT_RESULTS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { SL_RESULT_TEXT = 96 };

typedef enum sl_result_side { SL_SIDE_LAB, SL_SIDE_TUNED, SL_SIDE_LIBRARY } sl_result_side;
typedef enum sl_result_kind { SL_KIND_SPMV, SL_KIND_TRANSPOSE, SL_KIND_STEP } sl_result_kind;

/** One program on one matrix. Figures that the file does not have are 0. */
typedef struct sl_result {
  char device[SL_RESULT_TEXT], precision[8];
  char date[16]; /**< 2026-11-25; from the row, from the file's name, or from the file's last change
                  */
  char matrix[SL_RESULT_TEXT]; /**< its usual name, such as a specification */
  char name[SL_RESULT_TEXT];   /**< the program: "vector", "CSR tiles" */
  char family[SL_RESULT_TEXT]; /**< its origin: "lab 06", "lab 02, tuned", "cuSPARSE" */
  sl_result_side side;
  sl_result_kind kind; /**< SL_KIND_STEP: a part of a task, such as a scan */
  bool sorted;         /**< for a transpose: the columns are in order on every run */
  double num_rows, num_cols, nnz;
  double cold_us, gbps, copy_gbps; /**< as in docs/results/README.md */
  double sectors;                  /**< counted by the lens */
} sl_result;

typedef struct sl_results {
  sl_result *rows;
  size_t count, room;
} sl_results;

/** Adds the rows of the file that have a figure. Of two rows with the same program, matrix, device
 *  and precision, the later one is kept. Errors: SL_ERR_INPUT and SL_ERR_SIZE, naming file and
 *  line; SL_ERR_MEMORY. */
sl_status sl_results_read(const char *path, sl_results *inout);

/** Accepts an empty struct. */
void sl_results_free(sl_results *results);

#endif
