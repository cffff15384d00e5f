/** @file accepted.h
 *  Files that earlier gradings took for the file of a lab. A person accepted those with unusual
 *  names, so they stay accepted.
 */
#ifndef SL_GRADE_ACCEPTED_H
#define SL_GRADE_ACCEPTED_H

#include "base/sha256.h"

#include <stdbool.h>
#include <stddef.h>

/** Begins empty: = {0}. Free it in either case. */
typedef struct sl_accepted {
  char (*all)[SL_SHA256_TEXT]; /**< hashes of student, lab and content, in order */
  size_t count;
} sl_accepted;

/** Adds the files that have a record in `folder`, the folder of a grading. Records that cannot be
 *  read are left out. Errors: SL_ERR_INPUT if there is no such folder; SL_ERR_MEMORY. */
sl_status sl_accepted_add(sl_accepted *list, const char *folder);

/** Whether these bytes of this student were graded for the lab. */
bool sl_accepted_has(const sl_accepted *list, const char *student, const char *lab,
                     const void *bytes, size_t size);

void sl_accepted_free(sl_accepted *list);

#endif
