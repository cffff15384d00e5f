/** @file load.h
 *  Loading what a person calls a matrix, wherever it comes from.
 */
#ifndef SL_LOAD_LOAD_H
#define SL_LOAD_LOAD_H

#include "base/status.h"
#include "matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Loads what a person calls a matrix: a generator's specification, a file (read through
 *  `cache_dir`, see sl_io_read_cached), or the name of a file in datasets/ without ".mtx".
 *  Errors: those of sl_generate and sl_io_read. */
sl_status sl_matrix_load(const char *spec, const char *cache_dir, sl_csr *out);

#ifdef __cplusplus
}
#endif
#endif
