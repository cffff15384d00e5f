/** @file csv_file.h
 *  Functions that all CSV files of the kit share.
 */
#ifndef SL_REPORT_CSV_FILE_H
#define SL_REPORT_CSV_FILE_H

#include "base/status.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns what a CSV file of the kit holds, by its first line, such as "counters of ./lab lens,
 *  line by line"; NULL if the file is not one of the kit's. */
const char *sl_csv_file_kind(const char *path);

/** Opens a file for appending. A new file gets its header first. Errors: SL_ERR_SYSTEM;
 *  SL_ERR_INPUT if the file has other columns. */
sl_status sl_csv_file_open(const char *path, const char *header, FILE **out);

/** Closes the file. Errors: SL_ERR_SYSTEM if not everything was written. */
sl_status sl_csv_file_close(const char *path, FILE *file);

/** Writes a field in quotes, inner quotes doubled (RFC 4180), and a comma. */
void sl_csv_file_put_text(FILE *file, const char *text);

/** Writes a number and `end`. A figure that was not measured is empty, not 0. */
void sl_csv_file_put_number(FILE *file, double value, char end);

#ifdef __cplusplus
}
#endif
#endif
