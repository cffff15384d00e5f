/** @file csv_file.h
 *  What all CSV files of the kit have in common.
 */
#ifndef SL_REPORT_CSV_FILE_H
#define SL_REPORT_CSV_FILE_H

#include "base/status.h"

#include <stdio.h>

/** Opens for appending; a new file gets its header first. Errors: SL_ERR_SYSTEM. */
sl_status sl_csv_open(const char *path, const char *header, FILE **out);

/** Errors: SL_ERR_SYSTEM where not all was written. */
sl_status sl_csv_close(const char *path, FILE *file);

/** A field in quotes, inner quotes doubled (RFC 4180), and a comma. */
void sl_csv_put_text(FILE *file, const char *text);

/** A number and `end`; nothing, not 0, where a figure was not measured. */
void sl_csv_put_number(FILE *file, double value, char end);

#endif
