/** @file case.h
 *  A case: one matrix with the vectors that go with it, or vectors alone, rounded to the precision
 *  of the module.
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

/** What a case may take on the lens, where memory is the computer's own and time is short, and on a
 *  GPU. */
#define SL_LENS_CASE_BYTES ((size_t)256 << 20)
#define SL_GPU_CASE_BYTES  ((size_t)8 << 30)

typedef struct sl_case {
  char name[128];
  size_t n;      /**< the rows of the matrix, or the size of a case without a matrix */
  bool of_size;  /**< it has no matrix */
  sl_csr matrix; /**< in a case without a matrix: n rows and n columns, and no entries */
  double *x;     /**< [num_cols] */
  double *y; /**< [num_rows], before the launch; the right-hand side where a task solves A x = y */
  sl_precision precision;
  size_t device_bytes; /**< what the arrays of a task may take on the device */
  bool exact;          /**< whole numbers throughout: every sum is exact, answers must be equal */
} sl_case;

/** One line of a table of cases. */
typedef struct sl_case_row {
  const char *name; /**< what the case is about; NULL: the specification */
  const char *lens; /**< on the lens: the specification of a matrix, or "size:1000" */
  const char *gpu;  /**< on a GPU; NULL: the same */
  bool exact;
  bool measured;    /**< a row of the table of figures */
  const char *less; /**< on the lens, for tasks that take long; NULL: the same */
} sl_case_row;

/** The cases of every lab that has none of its own. */
extern const sl_case_row sl_standard_cases[];
extern const size_t sl_num_standard_cases;

/** The matrix of a case: `spec` (sl_load_matrix), or one without entries for a size. */
sl_status sl_case_load_matrix(const char *spec, const char *cache_dir, sl_csr *out);

/** Whether `spec` names a size and no matrix: "size:1000". */
bool sl_case_is_size(const char *spec);

/** Makes a case of `spec`, a matrix (sl_load_matrix) or a size, called `name`, or after `spec`
 * if that is NULL. x and y are random, of either sign, and differ from case to case; those of
 *  "example-4x4" are the handouts'. `exact`: see sl_case. Errors: those of sl_load_matrix;
 *  SL_ERR_INPUT for values that the precision cannot hold; SL_ERR_MEMORY. */
sl_status sl_case_make(const char *spec, const char *name, sl_precision precision, bool exact,
                       const char *cache_dir, sl_case *out);

/** The same with numbers from `seed`: vectors, and in exact cases values. */
sl_status sl_case_make_fresh(const char *spec, const char *name, sl_precision precision, bool exact,
                             const char *cache_dir, uint64_t seed, sl_case *out);

/** The same case with vectors of its own, for sl_case_renew_vectors; the matrix is borrowed. Free
 *  them, and nothing else, in any event. Errors: SL_ERR_MEMORY. */
sl_status sl_case_copy_vectors(const sl_case *given, sl_case *out);
void sl_case_free_vectors(sl_case *given);

/** Gives the case other vectors, from `seed`. */
void sl_case_renew_vectors(sl_case *given, uint64_t seed);

/** The arrays of a case that can be turned. */
typedef enum sl_case_array { SL_CASE_X, SL_CASE_Y, SL_CASE_VALUES, SL_CASE_ARRAYS } sl_case_array;

/** The same case with one array turned by `elements`: element i is what element i + elements was,
 *  from the end on from the beginning. All else is borrowed. Free by sl_case_free_turned, in any
 *  event. Errors: SL_ERR_MEMORY. */
sl_status sl_case_turn(const sl_case *given, sl_case_array array, size_t elements, sl_case *out);
void sl_case_free_turned(const sl_case *given, sl_case *turned);

void sl_case_free(sl_case *given);

#ifdef __cplusplus
}
#endif
#endif
