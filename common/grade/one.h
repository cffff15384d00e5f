/** @file one.h
 *  Grades one submission of one lab: from the submitted bytes to the record.
 */
#ifndef SL_GRADE_ONE_H
#define SL_GRADE_ONE_H

#include "grade/record.h"
#include "grade/rubric.h"
#include "grade/submission.h"
#include "judge/gpu.h"
#include "judge/judge.h"
#include "sandbox/sandbox.h"

/** The GPU on which times are taken. */
typedef struct sl_grade_gpu {
  sl_gpu gpu;
  char probe[512]; /**< the program of sl_gpu_probe */
} sl_grade_gpu;

/** Settings that all submissions of a grading share. */
typedef struct sl_grading {
  sl_backend_id backend;
  const sl_grade_gpu *gpu;   /**< of the backend SL_GPU; else NULL */
  const sl_sandbox *sandbox; /**< NULL: compiler and programs have the rights of the caller */
  uint64_t seed;
  const char *cache_dir;
  bool search; /**< search for small repairs if a failure has no known mistake */
} sl_grading;

/** One submission of one lab. */
typedef struct sl_grade_job {
  const sl_grading *grading;
  const sl_rubric *rubric;
  const char *student;
  const char *platform_id; /**< the number that a platform gave the student; NULL or "": unknown */
  const sl_handed_file *file;
  time_t handed_in;   /**< 0: unknown */
  const char *grader; /**< see sl_grade_one_grader */
  const char *folder; /**< an empty folder to build in; the caller removes what is left in it */
} sl_grade_job;

/** Writes "sparselab 0.1.0 (…)": the version, and a checksum of everything that can affect marks of
 *  the lab: the rooms of the judge and the grader, the lab's own part, its mistakes, the lens's
 *  compiler driver and libraries; if times are measured, also the worker for the GPU and the
 *  reference solution. Other labs make no difference. Errors: SL_ERR_INPUT. */
sl_status sl_grade_one_grader(const sl_lab *lab, sl_backend_id backend, char *out, size_t size);

/** Computes the name of the record: a hash, of 64 digits, over everything on which the record
 *  depends. */
void sl_grade_one_key(const sl_grade_job *job, char key_out[SL_SHA256_TEXT]);

/** Returns the seed of the hidden part of this submission, which is derived from the grading's
 *  seed, the student and the file. */
uint64_t sl_grade_one_seed(const sl_grade_job *job);

/** Grades a submission. The process must do nothing else, because this function sets an alarm.
 *  Whatever the student's code does is a verdict in the record. Errors are those of the machine or
 *  the kit, and must not cost the student points: SL_ERR_MEMORY, SL_ERR_SYSTEM, SL_ERR_MISSING,
 *  SL_ERR_INPUT. Free `*out` in either case. */
sl_status sl_grade_one(const sl_grade_job *job, sl_record *out);

/** Why a submission could not be graded. */
typedef struct sl_grade_failure {
  const char *why;
  bool alone; /**< the reference solution could be graded */
} sl_grade_failure;

/** Makes a record that only says why the submission could not be graded: infrastructure, or a
 *  review if no other submission has this failure. */
sl_status sl_grade_one_failed(const sl_grade_job *job, const sl_grade_failure *failure,
                              sl_record *out);

/** Grades the reference solution in the place of a submission, and keeps no record. Errors: those
 *  of sl_grade_one; SL_ERR_SYSTEM if the verdict is infrastructure. */
sl_status sl_grade_one_control(const sl_grade_job *job);

/** Sets the time of submission and the deduction for lateness. Only this part of a record may
 *  change without grading again. */
sl_status sl_grade_one_date(const sl_grade_job *job, sl_record *record);

#endif
