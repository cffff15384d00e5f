/** @file anonymous.h
 *  Replaces the names in records by numbers, for anonymous marking.
 */
#ifndef SL_GRADE_ANONYMOUS_H
#define SL_GRADE_ANONYMOUS_H

#include "grade/record.h"
#include "grade/roster.h"

/** Sets `alias` in each record: the number under which the record is shown. Errors: SL_ERR_MEMORY.
 */
sl_status sl_anonymous_number(const sl_roster *roster, uint64_t seed, sl_records *records);

/** Replaces the student, and the student's names in all texts and paths, by the record's `alias`,
 *  and sorts the records by it. The students' own files may still contain their names. Errors:
 *  SL_ERR_INPUT if two students have the same number; SL_ERR_MEMORY. */
sl_status sl_anonymous_make(const sl_roster *roster, sl_records *inout);

#endif
