/** @file load.h
 *  Loads a matrix by the name that a person types, wherever it comes from.
 */
#ifndef SL_LOAD_LOAD_H
#define SL_LOAD_LOAD_H

#include "base/status.h"
#include "matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void sl_name_visit(const char *name, void *context);

/** Visits the names of matrices in datasets/ and of fetched ones. */
void sl_load_names(sl_name_visit *visit, void *context);

/** Loads a matrix by the name that a user types: a generator's specification, a file (read through
 *  `cache_dir`, see sl_io_read_cached), the name of a file in datasets/ without ".mtx", or that of
 *  a matrix that was fetched (collection.h). Errors: those of sl_generate and sl_io_read. */
sl_status sl_load_matrix(const char *spec, const char *cache_dir, sl_csr *out);

/** From now on keeps a copy of each generated matrix, as long as all of them take at most
 *  `most_bytes`, for callers that load the same ones several times. 0 frees them. Not
 *  thread-safe. */
void sl_load_keep_matrix(size_t most_bytes);

#ifdef __cplusplus
}
#endif
#endif
