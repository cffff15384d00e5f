/** @file io.h
 *  Reads and writes matrices: Matrix Market files, also compressed (.gz) or in an archive of the
 *  SuiteSparse collection (.tar.gz). A binary cache makes the second read of a file fast.
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

/** The words of the file's header, for reports. */
typedef struct sl_mm_header {
  char format[16];   /**< "coordinate" or "array" */
  char field[16];    /**< "real", "integer" or "pattern" */
  char symmetry[16]; /**< "general", "symmetric" or "skew-symmetric" */
} sl_mm_header;

/** Reads a matrix from `path`. The file may be a Matrix Market file (.mtx), a compressed one (.gz),
 *  or a tar archive (.tar, .tar.gz) with the member `name/name.mtx` or a single .mtx file. Both
 *  halves of symmetric matrices are stored, pattern entries are 1, duplicates are summed, explicit
 *  zeros remain, and rows are sorted. `header` may be NULL.
 *
 *  Deviations from the standard: the reader accepts the fields `double` and `unsigned-integer`,
 *  blank lines, comments among the entries, Windows line ends, a byte order mark and Fortran's
 *  1.5D+03. It rejects an entry above the diagonal of a symmetric file, because such files often
 *  store both halves, and an integer beyond 2^53, which a double would round. All elements of an
 *  array are stored, including zeros. A matrix with more than 16 million rows or columns needs one
 *  entry per 1000 rows or columns beyond that.
 *
 *  Errors: SL_ERR_INPUT with the message "file:line: what; remedy"; SL_ERR_SIZE before anything of
 *  that size is allocated; SL_ERR_MISSING if the kit was built without libarchive; SL_ERR_MEMORY.
 *  Source: R. Boisvert, R. Pozo, K. Remington, The Matrix Market Exchange Formats, NISTIR 5935. */
sl_status sl_io_read(const char *path, sl_csr *out, sl_mm_header *header);

/** Like sl_io_read, but reads the file's content from `size` bytes in memory. `name` is the name of
 *  the file in messages. */
sl_status sl_io_read_memory(const char *text, size_t size, const char *name, sl_csr *out,
                            sl_mm_header *header);

#define SL_IO_CACHE_BYTES (2ULL << 30)

/** Like sl_io_read, with a binary cache in the folder `cache_dir`, which is created if it does not
 *  exist. The content of the file determines the cache file. A cache file that is damaged or
 *  belongs to another matrix is ignored and written again. A failure to write the cache is not an
 *  error. The folder stays below SL_IO_CACHE_BYTES: the least recently used files are removed. If
 *  `cache_dir` is NULL, there is no cache. */
sl_status sl_io_read_cached(const char *path, const char *cache_dir, sl_csr *out);

/** Writes a Matrix Market file (coordinate real general) with 17 significant digits. The data goes
 *  to a temporary file, which is renamed in the end, so an existing file is replaced completely or
 *  not at all. Errors: SL_ERR_SYSTEM, SL_ERR_INPUT if the matrix fails sl_csr_check; the message
 *  contains the file name. */
sl_status sl_io_write(const sl_csr *matrix, const char *path);

#ifdef __cplusplus
}
#endif
#endif
