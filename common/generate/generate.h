/** @file generate.h
 *  Generates synthetic matrices, which are the same on every machine.
 *
 *  The name of a matrix is its specification, `family:size[,name=value]…`, for example `hpcg:16`,
 *  `laplace2d5:100x80` or `rmat:12,edges=8,seed=7`. The code uses only integer arithmetic and
 *  correctly rounded operations (+ − × ÷ √), so the values are bit for bit the same on every
 *  machine.
 */
#ifndef SL_GENERATE_GENERATE_H
#define SL_GENERATE_GENERATE_H

#include "base/status.h"
#include "matrix/csr.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An element of the table of families, for lists. */
typedef struct sl_family {
  const char *name;                     /**< the name in specifications */
  const char *usage;                    /**< the syntax, for example "hpcg:NX[xNYxNZ]" */
  const char *summary;                  /**< one line: what the family models */
  const struct sl_generator *generator; /**< the functions that make it; for this room only */
} sl_family;

/** Returns the table of families, and sets `*count` to their number. */
const sl_family *sl_generate_families(size_t *count);

/** Whether `text` begins with the name of a family and a colon. The rest may be malformed. */
bool sl_generate_knows(const char *text);

/** Makes the matrix that `spec` specifies. Rows are sorted and have no duplicates, unless the
 *  family says otherwise. Errors: SL_ERR_INPUT with the part of the specification and a remedy;
 *  SL_ERR_SIZE before anything is allocated, if the numbers of rows, columns or entries do not fit
 *  into an int; SL_ERR_MEMORY. */
sl_status sl_generate(const char *spec, sl_csr *out);

#ifdef __cplusplus
}
#endif
#endif
