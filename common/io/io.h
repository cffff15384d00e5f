/** @file io.h
 *  Matrices in and out: Matrix Market files, plain, .gz and SuiteSparse's .tar.gz, and the binary
 *  cache that makes the second reading fast.
 */
#ifndef SL_IO_IO_H
#define SL_IO_IO_H

#include "base/status.h"
#include "matrix/csr.h"

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What the file's header says; kept for reports. */
typedef struct sl_mm_header {
  char format[16];   /**< "coordinate" or "array" */
  char field[16];    /**< "real", "integer" or "pattern" */
  char symmetry[16]; /**< "general", "symmetric" or "skew-symmetric" */
} sl_mm_header;

/** Reads a matrix from `path`: Matrix Market (.mtx), the same compressed (.gz), or a tar archive
 *  holding one (.tar.gz, the member `name/name.mtx`, else the only .mtx). Symmetric storage is
 *  expanded, pattern entries are 1, duplicates are summed, explicit zeros are kept; rows come out
 *  sorted. `header` may be NULL.
 *
 *  Deviations from the standard: fields `double` and `unsigned-integer`, blank lines, comments
 *  among the entries, Windows line ends, a byte order mark and Fortran's 1.5D+03 are accepted. An
 *  entry above the diagonal of a symmetric file is refused, since such files often store both
 *  halves, and so is a whole number beyond 2^53, which a double would round. All elements of an
 *  array are stored, including zeros. More than 16 million rows (columns) need an entry per 1000,
 *  else SL_ERR_SIZE.
 *
 *  Errors: SL_ERR_INPUT with "file:line: what; remedy", SL_ERR_SIZE before any allocation,
 *  SL_ERR_MISSING when the kit was built without libarchive, SL_ERR_MEMORY.
 *  Source: R. Boisvert, R. Pozo, K. Remington, The Matrix Market Exchange Formats, NISTIR 5935. */
sl_status sl_io_read(const char *path, sl_csr *out, sl_mm_header *header);

/** The same from `size` bytes in memory; `name` stands for the file in messages. */
sl_status sl_io_read_memory(const char *text, size_t size, const char *name, sl_csr *out,
                            sl_mm_header *header);

#define SL_IO_CACHE_BYTES (2ULL << 30)

/** Like sl_io_read, with the binary cache in the folder `cache_dir` (created if absent), keyed by
 *  the file's content. A damaged or foreign cache file is ignored and written again; a cache that
 *  cannot be written is not an error. The folder stays below SL_IO_CACHE_BYTES: the least recently
 *  used files are removed. `cache_dir` NULL: no cache. */
sl_status sl_io_read_cached(const char *path, const char *cache_dir, sl_csr *out);

/** Writes Matrix Market coordinate real general, 17 significant digits, through a temporary file
 *  that is renamed at the end: an existing file is replaced whole or not at all.
 *  Errors: SL_ERR_SYSTEM naming the file, SL_ERR_INPUT for a matrix that fails sl_csr_check. */
sl_status sl_io_write(const sl_csr *matrix, const char *path);

#ifdef __cplusplus
}
#endif
#endif
