/** @file changes.h
 *  The log of marks that changed after they were first written, and why: regrades.csv. The marks of
 *  the last outputs are kept in marks.json, with which new ones are compared.
 */
#ifndef SL_GRADE_CHANGES_H
#define SL_GRADE_CHANGES_H

#include "grade/record.h"

#include <time.h>

#define SL_CHANGES_LOG   "regrades.csv"
#define SL_CHANGES_MARKS "marks.json"

/** Adds a row to the log of `folder` for each mark that is not what it was. What has no mark yet in
 *  `folder` is compared with that in the folder `previous`, if that is not NULL, and otherwise with
 *  what was computed without decisions. Errors: SL_ERR_SYSTEM, SL_ERR_MEMORY; SL_ERR_INPUT for a
 *  damaged file. */
sl_status sl_changes_note(const char *folder, const char *previous, const sl_records *records,
                          time_t now, size_t *changed_out);

#endif
