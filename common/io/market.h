/** @file market.h
 *  The stages of reading a Matrix Market file: header, entries, matrix.
 *
 *  Source: R. Boisvert, R. Pozo, K. Remington, The Matrix Market Exchange Formats: Initial Design,
 *  NISTIR 5935, 1996.
 */
#ifndef SL_IO_MARKET_H
#define SL_IO_MARKET_H

#include "io/io.h"
#include "lines.h"
#include "matrix/csr.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum mm_field { MM_REAL, MM_INTEGER, MM_PATTERN } mm_field;
typedef enum mm_symmetry { MM_GENERAL, MM_SYMMETRIC, MM_SKEW } mm_symmetry;

/** Banner and size line. */
typedef struct sl_mm_shape {
  bool array; /**< every element is listed, column by column; else coordinates */
  mm_field field;
  mm_symmetry symmetry;
  int num_rows, num_cols;
  int count;           /**< number of entries that follow, one per line */
  long long size_line; /**< the line of the sizes, for messages */
} sl_mm_shape;

/** One entry as it is in the file, indices from 0. */
typedef struct sl_mm_entry {
  int row, col;
  double value;
} sl_mm_entry;

/** The entries in file order. The array grows with the entries actually read, so a header that
 *  promises too much costs no memory. */
typedef struct sl_mm_entries {
  sl_mm_entry *list; /**< [room], `count` of them in use */
  size_t count, room;
} sl_mm_entries;

/** Reads banner, comments and sizes. Errors: SL_ERR_INPUT; SL_ERR_SIZE for what int cannot hold,
 *  also after the symmetric half is filled in, and for many more rows or columns than entries. */
sl_status sl_market_read_header(sl_lines *lines, sl_mm_shape *out);

/** The words of the header, for `sl_io_read`. */
void sl_market_describe(const sl_mm_shape *shape, sl_mm_header *out);

/** Reads the lines after the header to the end of the file. `*out` must be freed in any case. */
sl_status sl_market_read_entries(sl_lines *lines, const sl_mm_shape *shape, sl_mm_entries *out);

/** Frees the list. */
void sl_market_entries_free(sl_mm_entries *entries);

/** Reports what is wrong with the current entry line, which the fast scanner refused. */
sl_status sl_market_explain(const sl_lines *lines, const sl_mm_shape *shape);

/** Reports that the file has fewer or more entries than promised. */
sl_status sl_market_too_few(const sl_lines *lines, const sl_mm_shape *shape, size_t count);
sl_status sl_market_too_many(const sl_lines *lines, const sl_mm_shape *shape);

/** Builds the CSR matrix: the other half filled in, rows sorted, duplicates summed in the order of
 *  the file. */
sl_status sl_market_assemble(const char *name, const sl_mm_shape *shape,
                             const sl_mm_entries *entries, sl_csr *out);

#endif
