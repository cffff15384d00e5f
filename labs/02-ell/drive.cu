/* drive.cu: how lab 02 calls the student's functions. The worker's side: no right answer here. */
#include "ell.h"
#include "worker/worker.h"

/* The padding uses the judge's width, so that a wrong width is a separate mistake. */
static void drive_pad(sl_job *job) {
  int num_rows = sl_job_int(job, "num_rows");
  const int *row_ptr = sl_job_ints(job, "row_ptr");
  sl_job_ints(job, "ell_width")[0] = ell_width(num_rows, row_ptr);
  csr_to_ell(num_rows, row_ptr, sl_job_ints(job, "col_idx"), sl_job_reals(job, "values"),
             sl_job_int(job, "width"), sl_job_ints(job, "ell_col_idx"),
             sl_job_reals(job, "ell_values"));
}

static void drive_transpose(sl_job *job) {
  ell_transpose(sl_job_int(job, "num_rows"), sl_job_int(job, "width"),
                sl_job_ints(job, "row_major_col_idx"), sl_job_reals(job, "row_major_values"),
                sl_job_ints(job, "col_idx"), sl_job_reals(job, "values"));
}

/* More threads than rows in every case, so that a missing bounds check always shows. The kernels
 * are launched by name, because the lens reports these names. */
#define LAUNCH(kernel, job)                                                                        \
  kernel<<<sl_job_int(job, "num_rows") / 256 + 1, 256>>>(                                          \
      sl_job_int(job, "num_rows"), sl_job_int(job, "width"), sl_job_ints(job, "col_idx"),          \
      sl_job_reals(job, "values"), sl_job_reals(job, "x"), sl_job_reals(job, "y"))

static void drive_kernel(sl_job *job) {
  LAUNCH(spmv_ell, job);
}

static void drive_row_major(sl_job *job) {
  LAUNCH(spmv_ell_row_major, job);
}

SL_DRIVE_TABLE({"pad", NULL, drive_pad}, {"transpose", NULL, drive_transpose},
               {"kernel", NULL, drive_kernel}, {"row-major", NULL, drive_row_major});
