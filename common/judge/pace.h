/** @file pace.h
 *  How fast a student's task is beside the reference solution's: both are timed by the judge's own
 *  clock on one matrix, by turns, so that what befalls the device befalls both.
 */
#ifndef SL_JUDGE_PACE_H
#define SL_JUDGE_PACE_H

#include "judge/judge.h"

/** A module, built for a GPU, and the source that it was built from. */
typedef struct sl_pace_side {
  const char *source, *program;
} sl_pace_side;

typedef struct sl_pace {
  sl_verdict verdict; /**< on the student's program; SL_PASSED: it was timed */
  char what[640];     /**< why not */
  bool out_of_memory;
  char device[128];
  double us, reference_us; /**< a launch, see sl_trusted_time_conclude */
  double ratio;            /**< of the one over the other */
  int rounds;              /**< each with a slope of both */
  unsigned launches;       /**< in the shorter batch of the student's */
  char review[224];        /**< why a person should look at these times; "": no reason */
} sl_pace;

/** The GPU on which a turn is taken. */
typedef struct sl_pace_turn {
  const char *uuid;
  const char *probe; /**< a program, as of sl_gpu_build_probe */
} sl_pace_turn;

/** Times `task` of both on the matrix `spec`, as soon as it is our turn on the GPU, for which it
 *  waits half an hour at most. `turn` NULL: nobody else is there. What the student's program does
 *  wrong is a verdict in `*out`; after an end that may be the device's fault it is probed. Of the
 *  options it takes backend, precision, cache, deadline, seed and sandbox.
 *  Where the reference solution fails beside the student's program, and alone it does not, the
 *  verdict is SL_BROKEN. Errors: SL_ERR_SYSTEM where the reference solution or the probe fails, as
 *  then the machine does, and nothing is known of the student's program; those of sl_case_make and
 *  sl_child_run. */
sl_status sl_pace_take(const sl_task *task, const char *spec, const sl_pace_side *student,
                       const sl_pace_side *reference, const sl_pace_turn *turn,
                       const sl_judge_options *options, sl_pace *out);

#endif
