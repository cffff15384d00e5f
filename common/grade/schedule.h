/** @file schedule.h
 *  Grades many submissions, several at a time, each in a separate process. Each result is stored as
 *  a record at once, so an interrupted grading continues where it was.
 */
#ifndef SL_GRADE_SCHEDULE_H
#define SL_GRADE_SCHEDULE_H

#include "grade/accepted.h"
#include "grade/one.h"

/** One submission of one lab. */
typedef struct sl_schedule_work {
  const sl_submission *submission;
  const sl_rubric *rubric;
  const char *grader;
  time_t handed_in;         /**< from a list of times; 0: use the time of the file */
  char key[SL_SHA256_TEXT]; /**< name of the record, after grading; "" before */
} sl_schedule_work;

typedef struct sl_schedule {
  const sl_grading *grading;
  const char *out;             /**< the folder that contains records/ and files/ */
  const char *log;             /**< a file to which a line is added for each submission */
  sl_taking taking;            /**< which labs are graded, and whether proposed files count */
  const sl_accepted *accepted; /**< proposed files that count in any case; NULL: none */
  /** Grades the reference solution if a submission cannot be graded: sl_grade_one_control. NULL: a
   *  failure is never attributed to a submission alone. */
  sl_status (*control)(const sl_grade_job *job);
  int processes; /**< number of processes at a time */
  sl_schedule_work *work;
  size_t count;
  /* results: */
  size_t graded, kept, infrastructure, reviews, unscored;
  char failure[512]; /**< the first infrastructure failure: "alice, 02-ell: …"; "" none */
  int interrupted;   /**< the signal that has ended the grading; 0: none */
} sl_schedule;

/** Makes the folders of a grading, and removes incomplete files of a killed grading. Errors:
 *  SL_ERR_SYSTEM. */
sl_status sl_schedule_prepare(const char *out);

/** Grades what is not graded yet. Also returns SL_OK if a signal interrupted the grading, and if
 *  some submissions were infrastructure. Errors: SL_ERR_SYSTEM if a record cannot be written, or if
 *  nothing can be graded any more; records written until then are kept. */
sl_status sl_schedule_run(sl_schedule *schedule);

/** Moves records of the same students and labs that no longer count, because of a later submission,
 *  to OUT/superseded. Errors: SL_ERR_SYSTEM, SL_ERR_MEMORY. */
sl_status sl_schedule_put_aside(const sl_schedule *schedule);

#endif
