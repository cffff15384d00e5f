/** @file load.h
 *  Loads a matrix by the name that the user types.
 */
#ifndef SL_LOAD_LOAD_H
#define SL_LOAD_LOAD_H

#include "base/status.h"
#include "matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void sl_name_visit(const char *name, void *context);

/** Calls `visit` with the name of each matrix in datasets/ and of each fetched matrix. */
void sl_load_names(sl_name_visit *visit, void *context);

/** Loads the matrix `spec`: the specification of a generator, a file (read through `cache_dir`, see
 *  sl_io_read_cached), the name of a file in datasets/ without ".mtx", or the name of a fetched
 *  matrix (collection.h). Errors: those of sl_generate and sl_io_read. */
sl_status sl_load_matrix(const char *spec, const char *cache_dir, sl_csr *out);

/** From now on keeps a copy of each generated matrix, for callers that load the same matrices
 *  several times. All copies together take at most `most_bytes`. 0 frees them. Not thread-safe. */
void sl_load_keep_matrix(size_t most_bytes);

#ifdef __cplusplus
}
#endif
#endif
