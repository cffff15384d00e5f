/** @file question.h
 *  The two files of a job that describe a problem.
 */
#ifndef SL_JUDGE_QUESTION_H
#define SL_JUDGE_QUESTION_H

#include "base/status.h"
#include "judge/case.h"
#include "judge/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sl_job_options {
  unsigned cold_samples, hot_samples;
  bool measure_copy;
  unsigned batch;  /**< consecutive launches for the judge's own clock; 0: none */
  unsigned pairs;  /**< number of pairs of such a batch and one twice as long */
  bool accounts;   /**< request which side wrote answers and read inputs on the device */
  unsigned seed;   /**< seed of the order in which the lens runs threads; 0: the natural order */
  unsigned layout; /**< layout of the arrays in memory, different for each number, so that an access
                      far outside of an array finds something else; 0: the natural layout */
  bool own_cleared; /**< malloc of the student's code returns zeroed memory, on the lens */
  bool one_thread;  /**< use one host thread for the lens: small cases need no more, and the threads
                     *  named in a race do not depend on the machine */
  unsigned candidate; /**< the variant to run, in a module with many variants of one file; 0: the
                         original file */
  bool hurried;       /**< only check whether the task passes, quickly, without details */
  bool columns;       /**< record the columns of lines of counters if available (slower) */
  unsigned multiprocessors; /**< number of multiprocessors of the lens's GPU; 0: the default */
  /** the device for which the lens predicts times, borrowed; NULL: none */
  const model_device *device;
  unsigned host_samples;    /**< number of timed calls of a host function; 0: none */
  double deadline_seconds;  /**< limit for doing nothing, and for computing unless
                             *  `processor_seconds` is set */
  double processor_seconds; /**< limit for computing; 0: deadline_seconds */
  double ready_seconds; /**< limit before the student's code begins, for example for starting a GPU;
                           0: included in the limits above */
  bool patient;         /**< the limits are for an ordinary core; a slower core gets more */
} sl_job_options;

/** The processor time that the job may take. */
static inline double sl_job_processor_seconds(const sl_job_options *job) {
  return job->processor_seconds > 0 ? job->processor_seconds : job->deadline_seconds;
}

/** The answer file of a job, mapped. */
typedef struct sl_answer {
  char *bytes;
  size_t size;
  size_t offsets[SL_WIRE_MAX_ARRAYS]; /**< offset of element 0 of each array of the problem */
  size_t writers[SL_WIRE_MAX_ARRAYS]; /**< offset of the first sl_wire_writers of each array; 0: not
                                         requested */
} sl_answer;

/** Makes the sealed question and the answer file; close `descriptors_out` after sending them.
 *  Errors: SL_ERR_SYSTEM, SL_ERR_MEMORY. */
sl_status sl_question_make(const sl_problem *problem, const char *task, sl_precision precision,
                           const sl_job_options *options, int descriptors_out[2],
                           sl_answer *answer_out);

void sl_question_free_answer(sl_answer *answer);

/** Returns the number of bytes of one element in the worker's format. */
size_t sl_question_element_bytes(const sl_array *array, sl_precision precision);

/** Returns the last element that is sent of an integer array, or 0 if there is none. The redzone of
 *  the array continues counting from it. */
int32_t sl_question_last_int(const sl_array *array);

/** Writes an array's contents in the worker's format: int32, float or double. */
void sl_question_store_contents(const sl_array *array, sl_precision precision, void *to);

#endif
