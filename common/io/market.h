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

/** The banner and the size line of a file. */
typedef struct sl_mm_shape {
  bool array; /**< whether all elements are listed, column by column; otherwise coordinates */
  mm_field field;
  mm_symmetry symmetry;
  int num_rows, num_cols;
  int count;           /**< number of entries in the file, one per line */
  long long size_line; /**< line number of the size line, for messages */
} sl_mm_shape;

/** An entry of the file, with indices from 0. */
typedef struct sl_mm_entry {
  int row, col;
  double value;
} sl_mm_entry;

/** The entries in file order. The array grows with the entries that have been read, so a header
 *  that promises too many entries does not waste memory. */
typedef struct sl_mm_entries {
  sl_mm_entry *list; /**< [room], of which `count` are in use */
  size_t count, room;
} sl_mm_entries;

/** Reads the banner, comments and the size line. Errors: SL_ERR_INPUT; SL_ERR_SIZE if a number, or
 *  the number of entries of both halves, does not fit into an int, or if there are many more rows
 *  or columns than entries. */
sl_status sl_market_read_header(sl_lines *lines, sl_mm_shape *out);

/** Writes the words of the header to `*out`, for sl_io_read. */
void sl_market_describe(const sl_mm_shape *shape, sl_mm_header *out);

/** Reads the entry lines, to the end of the file. The caller must free `*out`, even after a
 *  failure. */
sl_status sl_market_read_entries(sl_lines *lines, const sl_mm_shape *shape, sl_mm_entries *out);

/** Frees the list of entries. */
void sl_market_entries_free(sl_mm_entries *entries);

/** Reports what is wrong with the current entry line, which the fast scanner has rejected. */
sl_status sl_market_explain(const sl_lines *lines, const sl_mm_shape *shape);

/** Report that the file has fewer or more entries than the header promises. `count` is the number
 *  that the file has. */
sl_status sl_market_too_few(const sl_lines *lines, const sl_mm_shape *shape, size_t count);
sl_status sl_market_too_many(const sl_lines *lines, const sl_mm_shape *shape);

/** Makes a CSR matrix of the entries: adds the other half of a symmetric matrix, sorts the rows,
 *  and sums duplicates in file order. */
sl_status sl_market_assemble(const char *name, const sl_mm_shape *shape,
                             const sl_mm_entries *entries, sl_csr *out);

#endif
