/** @file worker.h
 *  The interface for a lab's `drive.cu`: the arrays of a case by name, and the table of how each
 *  task calls the student's functions. Usable from C and from `.cu`.
 */
#ifndef SL_WORKER_WORKER_H
#define SL_WORKER_WORKER_H

#include "matrix/real.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One case and one task inside the worker. */
typedef struct sl_job sl_job;

/** The elements of array `name`: host memory or device memory, as the judge's `lab.c` placed it.
 *  A name or type that the job does not have is a defect of the lab and ends the worker. */
int *sl_job_ints(sl_job *job, const char *name);
real *sl_job_reals(sl_job *job, const char *name);

/** The single element of the host array `name`. */
int sl_job_int(sl_job *job, const char *name);

/** A pointer to the single element. The worker is compiled once for both precisions, so it cannot
 *  return a `real`. */
const real *sl_job_one_real(sl_job *job, const char *name);

static inline real sl_job_real(sl_job *job, const char *name) {
  return *sl_job_one_real(job, name);
}

/** From the `nth` allocation of device memory on, counted from 1, each returns
 *  cudaErrorMemoryAllocation, until sl_job_refused_allocations is called. Returns 0 if the device
 *  cannot do this, and 1 otherwise. */
int sl_job_refuse_allocations(sl_job *job, unsigned nth);

/** How many allocations failed for this reason. Later ones do not. */
unsigned sl_job_refused_allocations(sl_job *job);

/** How a task calls the student's functions. A launch is repeated if it is timed: between two
 *  launches the worker restores every array that is not an input. */
typedef struct sl_drive {
  const char *task;             /**< as in the table of `lab.c` */
  void (*prepare)(sl_job *job); /**< host conversion, once before the first launch; may be NULL */
  void (*launch)(sl_job *job);  /**< the judged call; device work may still run on return */
#ifdef __cplusplus
  void (*finish)(sl_job *job) = NULL; /**< once after the last launch: frees what prepare has made;
                                       *  may be left out */
#else
  void (*finish)(sl_job *job);
#endif
} sl_drive;

/** Supplied by each `drive.cu`: its tasks, ended by one whose `task` is NULL. */
extern const sl_drive sl_drives[];

/** Supplied by each `drive.cu` through SL_DRIVE_TABLE: the sizeof(real) that it was compiled
 *  for. */
extern const size_t sl_drive_real_bytes;

/** Defines both. Use: SL_DRIVE_TABLE({"cpu", NULL, drive_cpu}, {"kernel", NULL, drive_kernel}); */
#define SL_DRIVE_TABLE(...)                                                                        \
  extern const sl_drive sl_drives[] = {__VA_ARGS__, {NULL, NULL, NULL, NULL}};                     \
  extern const size_t sl_drive_real_bytes = sizeof(real)

#ifdef __cplusplus
}
#endif
#endif
