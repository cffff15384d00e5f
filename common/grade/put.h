/** @file put.h
 *  The individual outputs, called by outputs.c, which opens and closes their files. Each reads
 *  records and writes one file; errors are SL_ERR_MEMORY unless stated otherwise.
 */
#ifndef SL_GRADE_PUT_H
#define SL_GRADE_PUT_H

#include "grade/attention.h"
#include "grade/tally.h"
#include "grade/wording.h"

#include <stdio.h>

/** Returns the student of record `at`, with this and the following records of the same student. */
sl_student sl_put_student_at(const sl_records *records, size_t at);

/* Outputs for the class. */
sl_status sl_put_gradebook(FILE *file, const sl_outputs *outputs, const sl_records *records);
sl_status sl_put_attention(FILE *file, const sl_outputs *outputs, const sl_records *records);
/** Writes a text as a quoted cell that no spreadsheet interprets as a formula. */
void sl_put_csv_text(FILE *file, const char *text);
sl_status sl_put_junit(FILE *file, const sl_outputs *outputs, const sl_records *records);
/** Writes the GPU times of a lab as a part of the report; nothing if there are none.
 */
void sl_put_times(FILE *file, const sl_records *records, const char *lab);
sl_status sl_put_report(FILE *file, const sl_outputs *outputs, const sl_records *records);

/* Parts of the report on a class: sections of its page, or nothing if there is nothing to show. */

/** Writes what a person should look at. */
void sl_put_report_attention(FILE *file, const sl_attention *list);

/** Writes one lab: marks, tasks, mistakes and times. Errors: SL_ERR_MEMORY. */
sl_status sl_put_report_lab(FILE *file, const sl_records *records, const sl_tally *tally);

/** Writes the marks of all labs side by side. Errors: SL_ERR_MEMORY. */
sl_status sl_put_report_all_labs(FILE *file, const sl_tally *tallies, size_t num_labs);

/** Compares the submissions and writes groups of those that are nearly the same. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_put_report_similar(FILE *file, const sl_outputs *outputs, const sl_records *records,
                                const char *const *labs, size_t num_labs);

/* Outputs for one student. */
sl_status sl_put_markdown(FILE *file, const sl_outputs *outputs, const sl_student *student);
sl_status sl_put_page(FILE *file, const sl_outputs *outputs, const sl_student *student);
sl_status sl_put_gradescope(FILE *file, const sl_outputs *outputs, const sl_student *student);
sl_status sl_put_prairielearn(FILE *file, const sl_outputs *outputs, const sl_student *student);
sl_status sl_put_autolab(FILE *file, const sl_outputs *outputs, const sl_student *student);

#endif
