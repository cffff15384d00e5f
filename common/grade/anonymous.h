/** @file anonymous.h
 *  Records under numbers in place of names, for those who mark without knowing whom.
 */
#ifndef SL_GRADE_ANONYMOUS_H
#define SL_GRADE_ANONYMOUS_H

#include "grade/record.h"
#include "grade/roster.h"

/** Notes in each record the number under which it is shown: `alias`. Errors: SL_ERR_MEMORY.
 */
sl_status sl_anonymous_number(const sl_roster *roster, uint64_t seed, sl_records *records);

/** Puts that number in the place of the student, and of the student's names in all texts and paths,
 *  and sorts the records by it. What students wrote into their files may still name them. Errors:
 *  SL_ERR_INPUT if two students have the same number; SL_ERR_MEMORY. */
sl_status sl_anonymous_make(const sl_roster *roster, sl_records *inout);

#endif
