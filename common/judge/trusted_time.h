/** @file trusted_time.h
 *  The time of a launch by the judge's own clock, and whether the device's agrees with it.
 *
 *  In one job the worker makes n launches in a row between two lines, then 2n. What it costs to
 * give each launch its arrays and to copy its answers away is measured in the same way, and taken
 * off. The slope over the length is the time of a launch. Nothing in it is the worker's word, and
 * work that goes on beside the events is counted. Each launch has other inputs than those before
 * it, and the answers of one, drawn by the worker, are judged.
 */
#ifndef SL_JUDGE_TRUSTED_TIME_H
#define SL_JUDGE_TRUSTED_TIME_H

#include "judge/attempt.h"
#include "judge/judge.h"
#include "judge/reply.h"
#include "judge/source.h"
#include "judge/turning.h"

/** How often a time is taken at most: in so many jobs, and so many times in each, with the arrays
 * elsewhere in memory each time. */
enum {
  SL_TRUSTED_JOBS = 8,
  SL_TRUSTED_PAIRS = 4,
  SL_MAX_SLOPES = SL_TRUSTED_JOBS * SL_TRUSTED_PAIRS
};

/** What there is time for. */
typedef struct sl_trusted_plan {
  unsigned launches; /**< in the shorter batch */
  unsigned pairs;    /**< in a job */
  int jobs;
} sl_trusted_plan;

/** The slopes of all pairs, in microseconds: a launch with the copies around it, and the copies
 * alone. */
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

/** The plan for a kernel of which the reply holds samples: forty milliseconds' worth of launches
 * in the shorter batch, which is much beside what the judge may be late, fewer where the samples
 * have come slowly by the judge's clock, whatever the events say; and fewer pairs and jobs of
 * launches that take seconds. */
sl_trusted_plan sl_trusted_time_plan_of(const sl_reply *samples);

/** One job of batches, as planned. `attempt` is what came back, compared: free it by
 *  sl_attempt_free in any event, then the two problems that it speaks of. Errors: those of
 *  sl_attempt_ask and of posing. */
typedef struct sl_batches {
  sl_problem asked,
      answered;   /**< as it was put, and with the inputs of the launch that was drawn */
  sl_case turned; /**< of the latter */
  const sl_case *given;
  sl_job_options options;
  sl_attempt attempt;
} sl_batches;

sl_status sl_trusted_time_run_batches(sl_timed *timed, const sl_case *given,
                                      const sl_trusted_plan *plan, sl_batches *out,
                                      sl_case_result *outcome);
void sl_trusted_time_free_batches(sl_batches *batches);

/** Adds the slopes of a job with batches of n launches and of 2n, as long as there is room; 0 where
 * a line did not come. */
void sl_trusted_time_add_slopes(const sl_reply *reply, unsigned n, sl_slopes *slopes);

/** What the copies around a launch take, in microseconds: of two programs that are compared, take
 * the reference's for both, since the copies are the same, and what is wrong with it then changes
 * both times alike. */
double sl_trusted_time_copies_us(sl_slopes *slopes);

/** Puts the mean of the middle half of the slopes, less that of the copies, into `figures`, and
 * what is to be looked at: a time below the floor, or one that the device's own does not agree
 * with. `read_bytes`: what a launch must read. */
void sl_trusted_time_conclude(sl_slopes *slopes, double copies_us, double read_bytes,
                              sl_figures *figures);

/** Notes that the program has set aside a part of the L2 cache, which is to be looked at. */
void sl_trusted_time_note_set_aside(uint64_t bytes, sl_figures *figures);

#endif
