/** @file generate.h
 *  Synthetic matrices: one table of families, seeded, the same on every machine.
 *
 *  A matrix is named by a specification, `family:size[,name=value]…`, for example `hpcg:16`,
 *  `laplace2d5:100x80`, `rmat:12,edges=8,seed=7`. Only integer arithmetic and exactly rounded
 *  operations (+ − × ÷ √) are used, so the bits agree on every machine.
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

/** One row of the table of families, for listings. */
typedef struct sl_family {
  const char *name;                     /**< as in a specification */
  const char *usage;                    /**< for example "hpcg:NX[xNYxNZ]" */
  const char *summary;                  /**< one line: what it models */
  const struct sl_generator *generator; /**< how it is made; for this room only */
} sl_family;

/** The families, `*count` of them; static storage. */
const sl_family *sl_generate_families(size_t *count);

/** True when `text` starts with "name:" of a family (it may still be malformed). */
bool sl_generate_knows(const char *text);

/** Makes the matrix that `spec` describes: sorted rows, no duplicates unless the family says so.
 *  Errors: SL_ERR_INPUT naming the part of the specification and the remedy; SL_ERR_SIZE before
 *  anything is allocated when rows, columns or entries exceed int; SL_ERR_MEMORY. */
sl_status sl_generate(const char *spec, sl_csr *out);

#ifdef __cplusplus
}
#endif
#endif
