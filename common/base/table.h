/** @file table.h
 *  Reads CSV files whose first line contains the names of the columns.
 */
#ifndef SL_BASE_TABLE_H
#define SL_BASE_TABLE_H

#include "base/status.h"

#include <stddef.h>

enum { SL_TABLE_MOST_COLUMNS = 64 };

/** Receives one row: the fields of the requested columns. If the function fails, reading stops, and
 *  the file and line are prepended to its message. */
typedef sl_status sl_table_row(void *context, const char *const *fields);

/** Reads the columns named in `columns` (at most 32), and calls `row` for each row. The file may
 *  have other columns, and any order. A name that begins with ? is optional: if the file has no
 *  such column, the field is "". Fields are separated by commas, or by semicolons or tabs if the
 *  first line has more of those. A field may be in quotes, in which "" means one quote. Empty lines
 *  are skipped. Errors: SL_ERR_INPUT, with file and line; SL_ERR_MEMORY; those of `row`. */
sl_status sl_table_read(const char *path, const char *const *columns, size_t num_columns,
                        sl_table_row *row, void *context);

#endif
