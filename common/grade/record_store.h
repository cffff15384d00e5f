/** @file record_store.h
 *  The folder of a grading: finds existing records, and stores new ones.
 */
#ifndef SL_GRADE_RECORD_STORE_H
#define SL_GRADE_RECORD_STORE_H

#include "grade/one.h"

typedef enum sl_kept {
  SL_KEPT_NOTHING,
  SL_KEPT_BEFORE, /**< there was already a record */
  SL_KEPT_NOW,
  SL_KEEP_FAILED /**< the record could not be written */
} sl_kept;

/** Reads the record of the job, or grades and writes it, with the graded file beside it. With
 *  `failure` it does not grade, but records this reason. `*kept_out` is also set on failure. Free
 * `*out` in either case. Errors: those of sl_grade_one; SL_ERR_SYSTEM. */
sl_status sl_record_store(const sl_grade_job *job, const char *folder,
                          const sl_grade_failure *failure, sl_record *out, sl_kept *kept_out);

#endif
