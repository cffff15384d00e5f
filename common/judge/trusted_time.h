/** @file trusted_time.h
 *  The time of a launch by the judge's own clock, and whether the device's time agrees with it.
 *
 *  In one job the worker makes n consecutive launches between two lines, then 2n. The cost of
 *  restoring the arrays for each launch and of copying its answers away is measured in the same
 *  way, and subtracted. The slope over the number of launches is the time of a launch. It does not
 *  depend on the worker's own statements, and includes work that runs beside the events. Each
 *  launch has different inputs, and the answers of one launch, drawn by the worker, are judged.
 */
#ifndef SL_JUDGE_TRUSTED_TIME_H
#define SL_JUDGE_TRUSTED_TIME_H

#include "judge/attempt.h"
#include "judge/judge.h"
#include "judge/reply.h"
#include "judge/source.h"
#include "judge/turning.h"

/** Limits for the number of measurements: jobs, and pairs in each job, with the arrays at a
 *  different place in memory each time. */
enum {
  SL_TRUSTED_JOBS = 8,
  SL_TRUSTED_PAIRS = 4,
  SL_MAX_SLOPES = SL_TRUSTED_JOBS * SL_TRUSTED_PAIRS
};

/** How much to measure in the available time. */
typedef struct sl_trusted_plan {
  unsigned launches; /**< launches in the shorter batch */
  unsigned pairs;    /**< pairs of batches in a job */
  int jobs;
} sl_trusted_plan;

/** The slopes of all pairs, in microseconds: of a launch with its copies, and of the copies
 *  alone. */
typedef struct sl_slopes {
  double us[SL_MAX_SLOPES], copies_us[SL_MAX_SLOPES];
  int count;
} sl_slopes;

/** A module's task whose launches are timed. */
typedef struct sl_timed {
  sl_child *child;
  const sl_task *task;
  const sl_source *source;
  const char *program;
  double deadline_seconds; /**< of a job */
  sl_turning turning;      /**< found in the first job */
} sl_timed;

/** Makes a plan from the samples of a kernel: launches for forty milliseconds in the shorter batch,
 *  which is long compared with the judge's delays. There are fewer launches if the samples arrived
 *  slowly by the judge's clock, whatever the events say, and fewer pairs and jobs if launches take
 *  seconds. */
sl_trusted_plan sl_trusted_time_plan_of(const sl_reply *samples);

/** One job of batches, as planned. `attempt` is the compared answer: free it with sl_attempt_free
 *  in either case, then the two problems that it refers to. Errors: those of sl_attempt_ask and of
 *  posing. */
typedef struct sl_batches {
  sl_problem asked,
      answered;   /**< the problem as sent, and with the inputs of the launch that was drawn */
  sl_case turned; /**< the case of `answered` */
  const sl_case *given;
  sl_job_options options;
  sl_attempt attempt;
} sl_batches;

sl_status sl_trusted_time_run_batches(sl_timed *timed, const sl_case *given,
                                      const sl_trusted_plan *plan, sl_batches *out,
                                      sl_case_result *outcome);
void sl_trusted_time_free_batches(sl_batches *batches);

/** Adds the slopes of a job with batches of n launches and of 2n, as long as there is room. A slope
 *  is 0 if a line is missing. */
void sl_trusted_time_add_slopes(const sl_reply *reply, unsigned n, sl_slopes *slopes);

/** Returns the time of the copies around a launch, in microseconds. If two programs are compared,
 *  use the value of the reference for both: the copies are the same, and an error then changes both
 *  times equally. */
double sl_trusted_time_copies_us(sl_slopes *slopes);

/** Stores the mean of the middle half of the slopes, minus the copies, in `figures`, and a reason
 *  for review: a time below the floor, or one that disagrees with the device's own. `read_bytes`:
 *  what a launch must read. */
void sl_trusted_time_conclude(sl_slopes *slopes, double copies_us, double read_bytes,
                              sl_figures *figures);

/** Records, for review, that the program has set aside a part of the L2 cache. */
void sl_trusted_time_note_set_aside(uint64_t bytes, sl_figures *figures);

#endif
