/** @file question.h
 *  A problem laid out in the two files of a job.
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
  unsigned batch;   /**< launches in a row, by the judge's own clock; 0: none */
  unsigned pairs;   /**< of such batches and of ones twice as long */
  bool accounts;    /**< ask who wrote the answers on the device, and who read the inputs there */
  unsigned seed;    /**< of the order in which the lens runs threads; 0: the natural one */
  unsigned layout;  /**< another one for each number: a step far outside of an array then meets
                         something else; 0: the natural one */
  bool own_cleared; /**< what the student's code takes with malloc is 0, on the lens */
  bool one_thread;  /**< of the host runs the lens: small cases need no more, and which threads meet
                         in a race does not depend on the machine */
  unsigned candidate; /**< of a module with many forms of one file; 0: the file as it is */
  bool hurried;       /**< all that is asked is whether it passes: not where, and not for long */
  bool columns;       /**< of the lines of counters, where these can be known: it takes longer */
  unsigned multiprocessors;   /**< of the lens's GPU; 0: as many as it has otherwise */
  const model_device *device; /**< for which the lens predicts times, borrowed; NULL: none */
  unsigned host_samples;      /**< calls of a function of the host that are timed; 0: none */
  double deadline_seconds;    /**< that it may do nothing at all, and that it may compute unless
                                   `processor_seconds` says otherwise */
  double processor_seconds;   /**< that it may compute; 0: deadline_seconds */
  double ready_seconds; /**< the same until the student's code begins, such as for the start of
                             a GPU; 0: the time before it counts with it */
  bool patient;         /**< those are of an ordinary core: a slower one is given more */
} sl_job_options;

/** The most that the job may take of the processor. */
static inline double sl_job_processor_seconds(const sl_job_options *job) {
  return job->processor_seconds > 0 ? job->processor_seconds : job->deadline_seconds;
}

/** The answer file of a job, mapped. */
typedef struct sl_answer {
  char *bytes;
  size_t size;
  size_t offsets[SL_WIRE_MAX_ARRAYS]; /**< element 0 of each array of the problem */
  size_t writers[SL_WIRE_MAX_ARRAYS]; /**< the first of its sl_wire_writers; 0: not asked for */
} sl_answer;

/** Makes the sealed question and the answer file; `descriptors_out` are to be closed once sent.
 *  Errors: SL_ERR_SYSTEM, SL_ERR_MEMORY. */
sl_status sl_question_make(const sl_problem *problem, const char *task, sl_precision precision,
                           const sl_job_options *options, int descriptors_out[2],
                           sl_answer *answer_out);

void sl_question_free_answer(sl_answer *answer);

/** The bytes of one element as the worker gets it. */
size_t sl_question_element_bytes(const sl_array *array, sl_precision precision);

/** The last element sent of an integer array, 0 when none is: what its redzone counts on from. */
int32_t sl_question_last_int(const sl_array *array);

/** Writes an array's contents as the worker gets them: int32, float or double. */
void sl_question_store_contents(const sl_array *array, sl_precision precision, void *to);

#endif
