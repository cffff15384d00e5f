/** @file case.h
 *  A case: one matrix with its vectors, or vectors alone, rounded to the precision of the module.
 */
#ifndef SL_JUDGE_CASE_H
#define SL_JUDGE_CASE_H

#include "base/status.h"
#include "matrix/csr.h"
#include "reference/spmv.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Limits for the memory of a case on the lens, which uses the computer's own memory and time, and
 *  on a GPU. */
#define SL_LENS_CASE_BYTES ((size_t)256 << 20)
#define SL_GPU_CASE_BYTES  ((size_t)8 << 30)

typedef struct sl_case {
  char name[128];
  size_t n;      /**< the rows of the matrix, or the size of a case without a matrix */
  bool of_size;  /**< the case has no matrix */
  sl_csr matrix; /**< in a case without a matrix: n rows and n columns, and no entries */
  double *x;     /**< [num_cols] */
  double *y;     /**< [num_rows], before the launch; the right-hand side if a task solves A x = y */
  sl_precision precision;
  size_t device_bytes; /**< limit for the arrays of a task on the device */
  bool exact;          /**< whole numbers throughout: every sum is exact, answers must be equal */
} sl_case;

/** One line of a table of cases. */
typedef struct sl_case_row {
  const char *name; /**< a title for the case; NULL: the specification */
  const char *lens; /**< on the lens: the specification of a matrix, or "size:1000" */
  const char *gpu;  /**< on a GPU; NULL: the same */
  bool exact;
  bool measured;    /**< the case is measured, and is a row of the table of figures */
  const char *less; /**< replaces `lens` for tasks that take long; NULL: the same */
} sl_case_row;

/** The cases of every lab without its own cases. */
extern const sl_case_row sl_standard_cases[];
extern const size_t sl_num_standard_cases;

/** Makes the matrix of a case: from `spec` (sl_load_matrix), or for a size a matrix without
 *  entries. */
sl_status sl_case_load_matrix(const char *spec, const char *cache_dir, sl_csr *out);

/** Whether `spec` is a size instead of a matrix: "size:1000". */
bool sl_case_is_size(const char *spec);

/** Makes a case of `spec`, a matrix (sl_load_matrix) or a size, called `name`, or after `spec` if
 * that is NULL. x and y are random, positive or negative, and differ from case to case; for
 * "example-4x4" they are those of the handouts. `exact`: see sl_case. Errors: those of
 * sl_load_matrix; SL_ERR_INPUT for values that the precision cannot hold; SL_ERR_MEMORY. */
sl_status sl_case_make(const char *spec, const char *name, sl_precision precision, bool exact,
                       const char *cache_dir, sl_case *out);

/** Like sl_case_make, with vectors (and in exact cases also values) from `seed`. */
sl_status sl_case_make_fresh(const char *spec, const char *name, sl_precision precision, bool exact,
                             const char *cache_dir, uint64_t seed, sl_case *out);

/** Copies the case, with separate vectors, for sl_case_renew_vectors; the matrix is borrowed. Free
 *  only the vectors, in either case. Errors: SL_ERR_MEMORY. */
sl_status sl_case_copy_vectors(const sl_case *given, sl_case *out);
void sl_case_free_vectors(sl_case *given);

/** Replaces the vectors of the case by new ones from `seed`. */
void sl_case_renew_vectors(sl_case *given, uint64_t seed);

/** The arrays of a case that can be rotated. */
typedef enum sl_case_array { SL_CASE_X, SL_CASE_Y, SL_CASE_VALUES, SL_CASE_ARRAYS } sl_case_array;

/** Makes the same case with one array rotated by `elements`: element i is the former element i +
 *  elements, continuing from the beginning after the end. Everything else is borrowed. Free it with
 *  sl_case_free_turned in either case. Errors: SL_ERR_MEMORY. */
sl_status sl_case_turn(const sl_case *given, sl_case_array array, size_t elements, sl_case *out);
void sl_case_free_turned(const sl_case *given, sl_case *turned);

void sl_case_free(sl_case *given);

#ifdef __cplusplus
}
#endif
#endif
