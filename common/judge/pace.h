/** @file pace.h
 *  Compares the speed of a student's task with the reference solution's. The judge's own clock
 *  times both alternately on one matrix, so that changes of the device affect both.
 */
#ifndef SL_JUDGE_PACE_H
#define SL_JUDGE_PACE_H

#include "judge/judge.h"

/** A module, built for a GPU, and the source that it was built from. */
typedef struct sl_pace_side {
  const char *source, *program;
} sl_pace_side;

typedef struct sl_pace {
  sl_verdict verdict; /**< the verdict on the student's program; SL_PASSED: it was timed */
  char what[640];     /**< why it was not timed */
  bool out_of_memory;
  char device[128];
  double us, reference_us; /**< time of a launch, see sl_trusted_time_conclude */
  double ratio;            /**< us / reference_us */
  int rounds;              /**< rounds, each of which gives a slope for both programs */
  unsigned launches;       /**< launches in the shorter batch of the student's program */
  char review[224];        /**< why a person should look at these times; "": no reason */
} sl_pace;

/** The GPU to lock. */
typedef struct sl_pace_turn {
  const char *uuid;
  const char *probe; /**< a program from sl_gpu_build_probe */
} sl_pace_turn;

/** Times `task` of both programs on the matrix `spec`, after it has locked the GPU, for which it
 *  waits at most half an hour. `turn` NULL: no lock is needed. A failure of the student's program
 *  is a verdict in `*out`; if the device may be the cause, it is probed. It uses the options
 *  backend, precision, cache, deadline, seed and sandbox. If the reference solution fails beside
 *  the student's program, but not alone, the verdict is SL_BROKEN. Errors: SL_ERR_SYSTEM if the
 *  reference solution or the probe fails, because then the machine is at fault and nothing is known
 *  about the student's program; those of sl_case_make and sl_child_run. */
sl_status sl_pace_take(const sl_task *task, const char *spec, const sl_pace_side *student,
                       const sl_pace_side *reference, const sl_pace_turn *turn,
                       const sl_judge_options *options, sl_pace *out);

#endif
