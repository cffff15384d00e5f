/** @file schedule.h
 *  Grades many submissions, several at a time, each in a process of its own. What is graded is kept
 *  as a record at once, so that a grading that was ended anywhere goes on where it was.
 */
#ifndef SL_GRADE_SCHEDULE_H
#define SL_GRADE_SCHEDULE_H

#include "grade/one.h"

/** One submission of one lab. */
typedef struct sl_schedule_work {
  const sl_submission *submission;
  const sl_rubric *rubric;
  const char *grader;
  time_t handed_in;         /**< from a list of times; 0: that of the file holds */
  char key[SL_SHA256_TEXT]; /**< of the record, when it is graded; "" until then */
} sl_schedule_work;

typedef struct sl_schedule {
  const sl_grading *grading;
  const char *out;  /**< the folder, with records/ and files/ in it */
  const char *log;  /**< a file to which a line is added for each submission */
  sl_taking taking; /**< which labs are graded, and whether proposed files count */
  int processes;    /**< at a time */
  sl_schedule_work *work;
  size_t count;
  /* what has come of it: */
  size_t graded, kept, infrastructure, reviews, unscored;
  char failure[512]; /**< the first that was infrastructure: "alice, 02-ell: …"; "" none was */
  int interrupted;   /**< the signal that has ended it; 0: none */
} sl_schedule;

/** Makes the folders of a grading, and removes what one that was killed has left half-written.
 *  Errors: SL_ERR_SYSTEM. */
sl_status sl_schedule_prepare(const char *out);

/** Grades what is not graded yet. Returns SL_OK also where it was interrupted, and where some were
 *  infrastructure. Errors: SL_ERR_SYSTEM where a record cannot be written, or where nothing can be
 *  graded any more: what was graded until then is kept. */
sl_status sl_schedule_run(sl_schedule *schedule);

/** Puts records of the same students and labs that no longer count, as something else was handed in
 *  since, into OUT/superseded. Errors: SL_ERR_SYSTEM, SL_ERR_MEMORY. */
sl_status sl_schedule_put_aside(const sl_schedule *schedule);

#endif
