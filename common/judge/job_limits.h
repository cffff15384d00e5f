/** @file job_limits.h
 *  How long a job may take.
 */
#ifndef SL_JUDGE_JOB_LIMITS_H
#define SL_JUDGE_JOB_LIMITS_H

#include "judge/judge.h"

/** The default limit in seconds, for users who wait. */
#define SL_JOB_LIMITS_DEFAULT 60.0

/** Seconds for which the worker may do nothing on a case. */
double sl_job_limits_idle(const sl_judge_options *options, bool measured);

/** Seconds of processor time that the worker may take for the task on a case. */
double sl_job_limits_processor(const sl_judge_options *options, const sl_problem *problem,
                               bool measured);

/** Seconds that `run` allows for a measured case. The grader allows more, but a program that is too
 *  slow here is too slow for the grader. */
double sl_job_limits_waiting(const sl_judge_options *options, const sl_problem *problem);

#endif
