/* pace.c: times a student's task and the reference solution alternately. */
#include "judge/pace.h"

#include "base/random.h"
#include "judge/explain.h"
#include "judge/figures.h"
#include "judge/gpu.h"
#include "judge/trusted_time.h"

#include <stdio.h>
#include <string.h>

enum { SAMPLES = 15 };

static const double default_deadline_seconds = 60;

/* One of the two programs and its state. */
typedef struct runner {
  const sl_pace_side *side;
  sl_child child;
  sl_source source;
  sl_timed timed;
  sl_case_result outcome;
  sl_trusted_plan plan;
  sl_slopes slopes;
  double read_bytes;
  char device[128];
} runner;

typedef struct pace_contest {
  const sl_task *task;
  const sl_judge_options *options;
  runner runners[2]; /* the student's, the reference */
  sl_case given;     /* with vectors that are replaced each time */
  uint64_t num_vectors;
  int rounds;
} pace_contest;

enum { STUDENT, REFERENCE };

static sl_status begin(pace_contest *c, int which, const sl_pace_side *side) {
  runner *r = &c->runners[which];
  double deadline = c->options->deadline_seconds;
  r->side = side;
  r->child = (sl_child){.program = side->program,
                        .sandbox = c->options->sandbox,
                        .gpu = c->options->backend == SL_GPU};
  r->timed = (sl_timed){.child = &r->child,
                        .task = c->task,
                        .source = &r->source,
                        .program = side->program,
                        .deadline_seconds = deadline > 0 ? deadline : default_deadline_seconds};
  return sl_source_read(side->source, &r->source);
}

static void end(pace_contest *c, int which) {
  sl_child_stop(&c->runners[which].child);
  sl_source_free(&c->runners[which].source);
}

static void renew(pace_contest *c) {
  sl_case_renew_vectors(&c->given, sl_random_mix(c->options->seed + ++c->num_vectors));
}

/* Checks the answer, and measures a launch with the device's own events. */
static sl_status sample(pace_contest *c, runner *r) {
  const sl_job_options job = {.cold_samples = SAMPLES,
                              .hot_samples = SAMPLES,
                              .measure_copy = true,
                              .deadline_seconds = r->timed.deadline_seconds};
  sl_problem problem = {.num_arrays = 0};
  sl_attempt attempt = {.task = c->task};
  sl_status status = c->task->pose(&c->given, &problem);
  if (status == SL_OK) {
    status = sl_attempt_make(&r->child, c->task, &c->given, &problem, &job, &attempt);
  }
  if (status == SL_OK) {
    sl_explain(&attempt, &r->source, r->side->program, &r->outcome);
    sl_figures_take(&problem, &attempt.reply, r->side->source, &r->outcome.figures);
    r->plan = sl_trusted_time_plan_of(&attempt.reply);
    r->read_bytes = problem.read_bytes;
    (void)snprintf(r->device, sizeof r->device, "%s", attempt.reply.device);
  }
  sl_attempt_free(&attempt);
  sl_problem_free(&problem);
  return status;
}

static sl_status run_batches(pace_contest *c, runner *r) {
  sl_batches batches;
  sl_status status =
      sl_trusted_time_run_batches(&r->timed, &c->given, &r->plan, &batches, &r->outcome);
  sl_trusted_time_add_slopes(&batches.attempt.reply, r->plan.launches, &r->slopes);
  sl_trusted_time_note_set_aside(batches.attempt.reply.set_aside_bytes, &r->outcome.figures);
  sl_trusted_time_free_batches(&batches);
  return status;
}

static sl_status check_reference(const pace_contest *c) {
  const sl_case_result *outcome = &c->runners[REFERENCE].outcome;
  if (outcome->verdict == SL_PASSED) return SL_OK;
  return sl_fail(
      SL_ERR_SYSTEM, "the reference solution fails on this machine, in task %s on %s (%s): %.300s",
      c->task->name, c->given.name, sl_judge_verdict_name(outcome->verdict), outcome->what);
}

/* The reference solution has failed beside the student's program. If it succeeds alone, the
 * student's program is the cause, for example because it holds all memory, and not the machine. */
static sl_status find_culprit(pace_contest *c) {
  runner *student = &c->runners[STUDENT], *reference = &c->runners[REFERENCE];
  char what[sizeof reference->outcome.what];
  memcpy(what, reference->outcome.what, sizeof what);
  sl_child_stop(&student->child);
  SL_TRY(sample(c, reference));
  SL_TRY(check_reference(c));
  student->outcome.verdict = SL_BROKEN;
  (void)snprintf(
      student->outcome.what, sizeof student->outcome.what,
      "the reference solution fails when it runs together with this program, but not alone: %.400s",
      what);
  return SL_OK;
}

static bool is_well(const pace_contest *c) {
  return c->runners[STUDENT].outcome.verdict == SL_PASSED;
}

/* The location of a process's memory makes its launches faster or slower by one or two per cent for
 * its whole life, so each round uses new processes. */
static void restart(pace_contest *c) {
  sl_child_stop(&c->runners[STUDENT].child);
  sl_child_stop(&c->runners[REFERENCE].child);
}

static sl_status time_both(pace_contest *c) {
  runner *student = &c->runners[STUDENT], *reference = &c->runners[REFERENCE];
  renew(c);
  SL_TRY(sample(c, reference));
  SL_TRY(check_reference(c));
  SL_TRY(sample(c, student));
  int rounds = student->plan.jobs;
  for (c->rounds = 0; c->rounds < rounds && is_well(c); c->rounds++) {
    renew(c);
    SL_TRY(run_batches(c, reference));
    if (reference->outcome.verdict != SL_PASSED) return find_culprit(c);
    SL_TRY(run_batches(c, student));
    restart(c);
  }
  return SL_OK;
}

static void conclude(pace_contest *c, sl_pace *out) {
  runner *student = &c->runners[STUDENT], *reference = &c->runners[REFERENCE];
  out->verdict = student->outcome.verdict;
  out->out_of_memory = student->outcome.out_of_memory;
  (void)snprintf(out->what, sizeof out->what, "%s", student->outcome.what);
  (void)snprintf(out->device, sizeof out->device, "%s", reference->device);
  out->rounds = c->rounds;
  out->launches = student->plan.launches;
  if (out->verdict != SL_PASSED) return;
  double copies_us = sl_trusted_time_copies_us(&c->runners[REFERENCE].slopes);
  for (int which = 0; which < 2; which++) {
    runner *r = &c->runners[which];
    sl_trusted_time_conclude(&r->slopes, copies_us, r->read_bytes, &r->outcome.figures);
  }
  out->us = student->outcome.figures.judged_us;
  out->reference_us = reference->outcome.figures.judged_us;
  out->ratio = out->us > 0 && out->reference_us > 0 ? out->us / out->reference_us : 0;
  const char *of_student = student->outcome.figures.review,
             *of_reference = reference->outcome.figures.review;
  if (of_student[0]) {
    (void)snprintf(out->review, sizeof out->review, "%s", of_student);
  } else if (of_reference[0]) {
    (void)snprintf(out->review, sizeof out->review, "the reference solution: %s", of_reference);
  }
}

static sl_status time_and_conclude(pace_contest *c, const sl_pace_side *student,
                                   const sl_pace_side *reference, sl_pace *out) {
  sl_status status = begin(c, STUDENT, student);
  if (status == SL_OK) status = begin(c, REFERENCE, reference);
  if (status == SL_OK) status = time_both(c);
  if (status == SL_OK) conclude(c, out);
  end(c, STUDENT);
  end(c, REFERENCE);
  return status;
}

/* ---- alternating ----------------------------------------------------------------------------- */

/* How long to wait for the GPU: much longer than timing a whole class of programs takes.
 */
static const double turn_seconds = 1800;

static bool may_be_the_device(sl_verdict verdict) {
  return verdict == SL_CUDA_ERROR || verdict == SL_TIMED_OUT || verdict == SL_CRASHED ||
         verdict == SL_NO_ANSWER || verdict == SL_BROKEN;
}

static sl_status take_in_turn(pace_contest *c, const sl_pace_side *student,
                              const sl_pace_side *reference, const sl_pace_turn *turn,
                              sl_pace *out) {
  int taken = -1;
  if (turn) SL_TRY(sl_gpu_take_turn(turn->uuid, turn_seconds, &taken));
  sl_status status = time_and_conclude(c, student, reference, out);
  bool doubtful = status == SL_OK && may_be_the_device(out->verdict);
  if (doubtful && turn) status = sl_gpu_probe(turn->probe);
  sl_gpu_leave(taken);
  return status;
}

sl_status sl_pace_take(const sl_task *task, const char *spec, const sl_pace_side *student,
                       const sl_pace_side *reference, const sl_pace_turn *turn,
                       const sl_judge_options *options, sl_pace *out) {
  sl_case whole;
  memset(out, 0, sizeof *out);
  pace_contest c = {.task = task, .options = options};
  SL_TRY(sl_case_make_fresh(spec, NULL, options->precision, false, options->cache_dir,
                            options->seed, &whole));
  whole.device_bytes = SL_GPU_CASE_BYTES;
  sl_status status = sl_case_copy_vectors(&whole, &c.given);
  if (status == SL_OK) status = take_in_turn(&c, student, reference, turn, out);
  sl_case_free_vectors(&c.given);
  sl_case_free(&whole);
  return status;
}
