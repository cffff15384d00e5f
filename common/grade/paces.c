/* paces.c: the performance items of a submission: times on a GPU, compared with the reference
 * solution's.
 */
#define _GNU_SOURCE
#include "grade/items.h"

#include "base/memory.h"
#include "base/path.h"
#include "errors/errors.h"
#include "gate/gate.h"
#include "judge/lab_cases.h"
#include "judge/module.h"

#include <stdio.h>
#include <string.h>

enum { ID_BYTES = 96, TEXT_BYTES = 1024 };

/* The least share of memory requests that a second launch on the same data must make. */
static const double again_least = 0.95;

/* the matrix on which the memory requests of two launches are compared */
static const char again_matrix[] = "hpcg:10";

static sl_record_item *find_item(const sl_rubric_performance *wanted, sl_record *record) {
  char id[ID_BYTES];
  sl_items_performance_id(wanted, id, sizeof id);
  return sl_items_find(record, id);
}

/* ---- texts about times ----------------------------------------------------------------------- */

static sl_status tell_times(const sl_grade_job *job, const sl_rubric_performance *wanted,
                            const sl_pace *pace, sl_record_item *item) {
  char text[TEXT_BYTES];
  item->time_us = pace->us > 0 ? pace->us : 0;
  item->reference_us = pace->reference_us > 0 ? pace->reference_us : 0;
  item->value = pace->ratio;
  (void)snprintf(text, sizeof text,
                 "a launch takes %.4g us, and one of the reference solution %.4g us, with %s on %s",
                 pace->us, pace->reference_us, sl_rubric_performance_matrix(wanted), pace->device);
  return sl_items_set(&item->detail, text, job->folder);
}

static sl_status take_failure(const sl_grade_job *job, const sl_pace *pace, sl_record_item *item) {
  const char *sentence;
  char text[TEXT_BYTES];
  sl_grade_verdict verdict = sl_items_meaning(pace->verdict, &sentence);
  if (pace->out_of_memory) {
    verdict = SL_GRADE_OUT_OF_MEMORY;
    sentence = "the program needs more memory than allowed";
  }
  sl_items_decide(item, verdict);
  (void)snprintf(text, sizeof text, "on the GPU %s", sentence);
  SL_TRY(sl_record_set(&item->what, text));
  return sl_items_set(&item->detail, pace->what, job->folder);
}

/* Marks for review a program that the kit could not time although the reference solution and the
 * probe succeed: the program may be the cause, for example because it leaves no memory. */
static sl_status take_breakage(const sl_grade_job *job, const sl_pace *pace, sl_record_item *item,
                               sl_record *record) {
  char text[TEXT_BYTES];
  (void)snprintf(text, sizeof text,
                 "it could not be timed, although the reference solution could: %s", pace->what);
  return sl_items_review(job, item, text, record);
}

sl_status sl_items_take_pace(const sl_grade_job *job, const sl_rubric_performance *wanted,
                             const sl_pace *pace, sl_record *record) {
  sl_record_item *item = find_item(wanted, record);
  SL_TRY(sl_record_set(&item->what, ""));
  if (pace->verdict == SL_BROKEN) return take_breakage(job, pace, item, record);
  if (pace->verdict != SL_PASSED) return take_failure(job, pace, item);
  SL_TRY(tell_times(job, wanted, pace, item));
  if (pace->review[0]) return sl_items_review(job, item, pace->review, record);
  if (!(pace->ratio > 0)) return sl_items_review(job, item, "no time could be measured", record);
  double points = sl_rubric_performance_points(wanted, pace->ratio);
  sl_items_decide(item, pace->ratio <= wanted->full  ? SL_GRADE_PASS
                        : pace->ratio < wanted->none ? SL_GRADE_PARTIAL
                                                     : SL_GRADE_WRONG);
  item->points = points;
  if (pace->ratio <= wanted->full) return SL_OK;
  char text[TEXT_BYTES];
  (void)snprintf(text, sizeof text, "it takes longer than %g times the reference's time",
                 pace->ratio < wanted->none ? wanted->full : wanted->none);
  return sl_record_set(&item->what, text);
}

/* ---- launched twice -------------------------------------------------------------------------- */

/* Judges the same case twice on the lens. On a GPU each launch of a batch has another x, but the
 * same matrix. If a program remembers something about the matrix, the lens shows it, because it
 * counts the memory requests of each launch. */
static sl_status judge_twice(const sl_grade_job *job, const sl_task *task, const char *source,
                             const char *program, sl_lab_result *out) {
  const char *spec = sl_lab_cases_usual(job->rubric->lab, again_matrix);
  const sl_case_spec same[2] = {{.spec = spec, .measured = true}, {.spec = spec, .measured = true}};
  const sl_judge_options options = {.backend = SL_LENS,
                                    .precision = SL_F32,
                                    .cache_dir = job->grading->cache_dir,
                                    .only_task = task->name,
                                    .untimed = true,
                                    .one_thread = true,
                                    .measured_seconds = 400,
                                    .sandbox = job->grading->sandbox};
  return sl_judge(job->rubric->lab, source, program, same, 2, &options, out);
}

/* Describes what is suspicious in two launches; "" if nothing is. */
static void compare_launches(const sl_case_result *first, const sl_case_result *again, char *text,
                             size_t size) {
  text[0] = '\0';
  if (first->verdict != SL_PASSED) {
    (void)snprintf(text, size, "on %s it fails: %.300s", first->spec, first->what);
  } else if (again->verdict != SL_PASSED) {
    (void)snprintf(text, size,
                   "launched again on the same input, it seems to reuse earlier results: %.300s",
                   again->what);
  } else if ((double)again->figures.requests < again_least * (double)first->figures.requests) {
    (void)snprintf(text, size,
                   "launched twice on the same input, it makes %llu memory requests and then %llu: "
                   "it seems to reuse earlier results",
                   first->figures.requests, again->figures.requests);
  }
}

static sl_status look_for_memories(const sl_grade_job *job, const sl_rubric_performance *wanted,
                                   const char *source, const char *lens_program, sl_record *record,
                                   bool *found_out) {
  char text[512];
  sl_lab_result result;
  sl_status status = judge_twice(job, wanted->task, source, lens_program, &result);
  if (status == SL_OK) {
    const sl_case_result *cases = result.tasks[0].cases;
    compare_launches(&cases[0], &cases[1], text, sizeof text);
    *found_out = text[0];
    if (*found_out) status = sl_items_review(job, find_item(wanted, record), text, record);
  }
  sl_judge_result_free(&result);
  return status;
}

/* ---- on the GPU ------------------------------------------------------------------------------ */

typedef struct programs {
  /* path of the student's source, and the student's program for the lens */
  const char *source, *lens;
  sl_module gpu, reference;
  char reference_source[512];
  bool built;
  bool allowed; /* the gate allows the program */
  char header[64];
  sl_refusals refusals;
} programs;

/* Checks the object file, because some code may be visible to nvcc only. */
static sl_status check_object(const char *object, void *context, bool *allowed_out) {
  programs *p = context;
  SL_TRY(sl_gate_object_file(object, p->source, p->header, &p->refusals));
  *allowed_out = p->refusals.count == 0;
  return SL_OK;
}

/* Builds the programs for the GPU. nvcc may refuse code that the lens's compiler accepts. */
static sl_status build(const sl_grade_job *job, programs *p) {
  const sl_lab *lab = job->rubric->lab;
  sl_module_source(lab, true, p->reference_source, sizeof p->reference_source);
  SL_TRY(sl_module_build(lab, p->reference_source, SL_GPU, SL_F32, &p->reference));
  if (!p->reference.compiled) {
    return sl_fail(SL_ERR_SYSTEM, "the reference solution does not compile: %.400s",
                   p->reference.log);
  }
  p->built = true;
  (void)snprintf(p->header, sizeof p->header, "%s.h", sl_lab_short_name(lab));
  return sl_module_build_checked(lab, p->source, SL_GPU, SL_F32, job->folder, job->grading->sandbox,
                                 check_object, p, &p->allowed, &p->gpu);
}

/* Takes nvcc's messages with explanations. */
static sl_status take_words(const sl_grade_job *job, const programs *p, sl_record_item *item) {
  char contract[512], *text;
  sl_errors errors;
  sl_module_contract(job->rubric->lab, contract, sizeof contract);
  SL_TRY(sl_errors_read(p->gpu.log, p->source, contract, &errors));
  SL_TRY(sl_errors_text(&errors, p->source, sl_base_name(p->source), &text));
  sl_status status = sl_items_set(&item->detail, text, job->folder);
  sl_free(text);
  return status;
}

static sl_status time_item(const sl_grade_job *job, const sl_rubric_performance *wanted,
                           programs *p, sl_record *record) {
  sl_record_item *item = find_item(wanted, record);
  const sl_record_item *task = sl_items_find(record, wanted->task->name);
  bool remembers;
  sl_pace pace;
  if (task->verdict != SL_GRADE_PASS) {
    sl_items_decide(item, task->verdict);
    return sl_record_set(&item->what, "it counts only if the task passes");
  }
  SL_TRY(look_for_memories(job, wanted, p->source, p->lens, record, &remembers));
  if (remembers) return SL_OK;
  if (!p->built) SL_TRY(build(job, p));
  if (!p->allowed) {
    sl_items_decide(item, SL_GRADE_FORBIDDEN);
    item->line = p->refusals.all[0].line;
    return sl_record_set(&item->what, p->refusals.all[0].reason);
  }
  if (!p->gpu.compiled) {
    sl_items_decide(item, SL_GRADE_NOT_COMPILED);
    SL_TRY(sl_record_set(&item->what, "nvcc does not compile the file for a GPU"));
    return take_words(job, p, item);
  }
  const sl_pace_side student = {p->source, p->gpu.program};
  const sl_pace_side reference = {p->reference_source, p->reference.program};
  const sl_judge_options options = {.backend = SL_GPU,
                                    .precision = SL_F32,
                                    .cache_dir = job->grading->cache_dir,
                                    .seed = record->seed,
                                    .sandbox = job->grading->sandbox};
  const sl_pace_turn turn = {job->grading->gpu->gpu.uuid, job->grading->gpu->probe};
  SL_TRY(sl_pace_take(wanted->task, sl_rubric_performance_matrix(wanted), &student, &reference,
                      &turn, &options, &pace));
  return sl_items_take_pace(job, wanted, &pace, record);
}

sl_status sl_items_time(const sl_grade_job *job, const char *source, const char *lens_program,
                        sl_record *record) {
  programs *p;
  sl_status status = SL_OK;
  if (job->rubric->num_performances == 0) return SL_OK;
  SL_TRY(sl_alloc(1, sizeof *p, "programs for a GPU", &p)); /* large: they hold compilers' output */
  p->source = source;
  p->lens = lens_program;
  for (size_t i = 0; i < job->rubric->num_performances && status == SL_OK; i++) {
    status = time_item(job, &job->rubric->performances[i], p, record);
  }
  sl_free(p);
  return status;
}
