/** @file table.h
 *  Reading CSV files whose first line names the columns.
 */
#ifndef SL_BASE_TABLE_H
#define SL_BASE_TABLE_H

#include "base/status.h"

#include <stddef.h>

enum { SL_TABLE_MOST_COLUMNS = 64 };

/** Receives one row: the fields of the requested columns. If it fails, reading stops, and file and
 *  line are prepended to its message. */
typedef sl_status sl_table_row(void *context, const char *const *fields);

/** Reads the columns of these names, which may be in any order among others; a name with ? in front
 *  may be missing, and its field is then "". At most 32 columns. Fields are separated by commas, or
 * by semicolons or tabs if the first line has more of those. They may be in quotes, "" in them is a
 * quote. Empty lines are skipped. Errors: SL_ERR_INPUT, naming file and line; SL_ERR_MEMORY; those
 * of `row`. */
sl_status sl_table_read(const char *path, const char *const *columns, size_t num_columns,
                        sl_table_row *row, void *context);

#endif
