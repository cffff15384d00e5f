/** @file worker.h
 *  The interface for a lab's `drive.cu`: it gets the arrays of a case by name, and defines a table
 *  of how each task calls the student's functions. It can be included from C and from `.cu`.
 */
#ifndef SL_WORKER_WORKER_H
#define SL_WORKER_WORKER_H

#include "matrix/real.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A task on a case, inside the worker. */
typedef struct sl_job sl_job;

/** The elements of array `name`, in host or device memory, as specified in the judge's `lab.c`. If
 *  the job has no array of this name and type, the lab is defective, and the worker ends. */
int *sl_job_ints(sl_job *job, const char *name);
real *sl_job_reals(sl_job *job, const char *name);

/** The single element of the host array `name`. */
int sl_job_int(sl_job *job, const char *name);

/** The address of the single element of the host array `name`. The worker is compiled once for both
 *  precisions, so it cannot return a `real`. */
const real *sl_job_one_real(sl_job *job, const char *name);

static inline real sl_job_real(sl_job *job, const char *name) {
  return *sl_job_one_real(job, name);
}

/** From now on, the `nth` allocation of device memory (counted from 1) and all later ones return
 *  cudaErrorMemoryAllocation, until sl_job_refused_allocations is called. Returns 0 if the backend
 *  cannot do this, and 1 otherwise. */
int sl_job_refuse_allocations(sl_job *job, unsigned nth);

/** Returns how many allocations have failed because of sl_job_refuse_allocations. Later allocations
 *  succeed. */
unsigned sl_job_refused_allocations(sl_job *job);

/** How a task calls the student's functions. To measure time, a launch is repeated. Before each
 *  launch, the worker restores every array that is not an input. */
typedef struct sl_drive {
  const char *task;             /**< name of the task in `lab.c` */
  void (*prepare)(sl_job *job); /**< prepares data on the host, once before the first launch; may
                                 *  be NULL */
  void (*launch)(sl_job *job);  /**< the call that is judged; work on the device may continue
                                 *  after it returns */
#ifdef __cplusplus
  void (*finish)(sl_job *job) = NULL; /**< called once after the last launch: frees what prepare
                                       *  has made; may be omitted */
#else
  void (*finish)(sl_job *job);
#endif
} sl_drive;

/** The table of tasks, which each `drive.cu` defines. It ends with an element whose `task` is
 *  NULL. */
extern const sl_drive sl_drives[];

/** The sizeof(real) with which `drive.cu` was compiled. SL_DRIVE_TABLE defines it. */
extern const size_t sl_drive_real_bytes;

/** Defines the table and the size. Use: SL_DRIVE_TABLE({"cpu", NULL, drive_cpu}, {"kernel", NULL,
 *  drive_kernel}); */
#define SL_DRIVE_TABLE(...)                                                                        \
  extern const sl_drive sl_drives[] = {__VA_ARGS__, {NULL, NULL, NULL, NULL}};                     \
  extern const size_t sl_drive_real_bytes = sizeof(real)

#ifdef __cplusplus
}
#endif
#endif
