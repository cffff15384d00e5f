/* drive.cu: how the test's lab calls its functions. */
#include "small.h"
#include "worker/worker.h"

static void drive_dot(sl_job *job) {
  *sl_job_reals(job, "dot") = dot(sl_job_int(job, "n"), sl_job_reals(job, "x"),
                                  sl_job_reals(job, "y"), sl_job_reals(job, "partial"));
}

static void drive_count(sl_job *job) {
  *sl_job_ints(job, "count") =
      count(sl_job_int(job, "n"), sl_job_ints(job, "keys"), sl_job_ints(job, "bins"));
}

static void drive_order(sl_job *job) {
  order(sl_job_int(job, "n"), sl_job_reals(job, "x"), sl_job_ints(job, "order"));
}

SL_DRIVE_TABLE({"dot", NULL, drive_dot}, {"count", NULL, drive_count},
               {"order", NULL, drive_order});
