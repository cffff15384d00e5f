/* drive.cu: how each task of lab 08 calls the student's function. */
#include "histogram.h"
#include "worker/worker.h"

static void drive_global(sl_job *job) {
  histogram_global(sl_job_int(job, "n"), sl_job_ints(job, "keys"), sl_job_ints(job, "bins"));
}

static void drive_shared(sl_job *job) {
  histogram_shared(sl_job_int(job, "n"), sl_job_ints(job, "keys"), sl_job_ints(job, "bins"));
}

SL_DRIVE_TABLE({"global", NULL, drive_global}, {"shared", NULL, drive_shared});
