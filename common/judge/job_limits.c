/* job_limits.c: computes how long a job may take. */
#include "judge/job_limits.h"

#include <math.h>

/* A correct program takes milliseconds on the lens for a small case, so a longer run is an endless
 * loop. The lens finds a kernel's loop by itself; a loop of the host is only noticed by its
 * duration. Limits are processor time, because on a busy machine the elapsed time of a correct
 * program is long, too. On a slow machine, such as an emulated one, the limits grow (slowness.h).
 * They also grow with the arrays, because the work does, and so that the lens can find the hang of
 * a kernel first, which is more informative. A program that does nothing at all is ended by elapsed
 * time (base/progress.h). */
static const double small_case_idle_seconds = 20, small_case_processor_seconds = 3,
                    seconds_an_element = 1e-4;

/* On a GPU a case also takes milliseconds once the GPU has started, but the start can take long. A
 * kernel that never ends keeps the host either computing or waiting. */
static const double small_gpu_case_idle_seconds = 8, small_gpu_case_processor_seconds = 5;

double sl_job_limits_idle(const sl_judge_options *options, bool measured) {
  if (options->deadline_seconds > 0) return options->deadline_seconds;
  bool on_gpu = options->backend == SL_GPU;
  if (!measured) return on_gpu ? small_gpu_case_idle_seconds : small_case_idle_seconds;
  double measured_seconds = options->measured_seconds;
  return measured && measured_seconds > 0 ? measured_seconds : SL_JOB_LIMITS_DEFAULT;
}

static double growing_seconds_of(const sl_problem *problem) {
  double elements = 0;
  for (int i = 0; i < problem->num_arrays; i++) elements += (double)problem->arrays[i].count;
  return seconds_an_element * elements;
}

double sl_job_limits_processor(const sl_judge_options *options, const sl_problem *problem,
                               bool measured) {
  double least = sl_job_limits_idle(options, measured), growing = growing_seconds_of(problem);
  if (options->deadline_seconds > 0) return least;
  if (options->backend == SL_GPU) {
    return measured ? least
                    : fmin(SL_JOB_LIMITS_DEFAULT, small_gpu_case_processor_seconds + growing);
  }
  return measured ? fmax(least, growing) : small_case_processor_seconds + growing;
}

double sl_job_limits_waiting(const sl_judge_options *options, const sl_problem *problem) {
  return options->deadline_seconds > 0 ? options->deadline_seconds
                                       : fmax(SL_JOB_LIMITS_DEFAULT, growing_seconds_of(problem));
}
