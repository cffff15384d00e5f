/** @file changes.h
 *  The log of marks that changed after they were first written, with the reasons: regrades.csv. New
 *  marks are compared with those of the last outputs, which are stored in marks.json.
 */
#ifndef SL_GRADE_CHANGES_H
#define SL_GRADE_CHANGES_H

#include "grade/record.h"

#include <time.h>

#define SL_CHANGES_LOG   "regrades.csv"
#define SL_CHANGES_MARKS "marks.json"

/** Adds a row to the log of `folder` for each changed mark. A record without a mark in `folder` is
 *  compared with its mark in the folder `previous`; if that is NULL, with the mark computed without
 *  decisions. Errors: SL_ERR_SYSTEM, SL_ERR_MEMORY; SL_ERR_INPUT for a damaged file. */
sl_status sl_changes_note(const char *folder, const char *previous, const sl_records *records,
                          time_t now, size_t *changed_out);

#endif
