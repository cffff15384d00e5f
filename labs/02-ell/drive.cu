/* drive.cu: how lab 02 calls the student's functions. The worker's side: no right answer here. */
#include "ell.h"
#include "worker/worker.h"

/* The padding gets the judge's width, so that a wrong width is a mistake of its own. */
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

/* A kernel with the parameters of spmv_ell. */
typedef void ell_kernel(int num_rows, int width, const int *col_idx, const real *values,
                        const real *x, real *y);

/* More threads than rows in every case, so that a missing bounds check always shows. */
static void launch(ell_kernel *kernel, sl_job *job) {
  int num_rows = sl_job_int(job, "num_rows");
  const int threads_per_block = 256;
  int blocks = num_rows / threads_per_block + 1;
  kernel<<<blocks, threads_per_block>>>(
      num_rows, sl_job_int(job, "width"), sl_job_ints(job, "col_idx"), sl_job_reals(job, "values"),
      sl_job_reals(job, "x"), sl_job_reals(job, "y"));
}

static void drive_kernel(sl_job *job) {
  launch(spmv_ell, job);
}

static void drive_row_major(sl_job *job) {
  launch(spmv_ell_row_major, job);
}

SL_DRIVE_TABLE({"pad", NULL, drive_pad}, {"transpose", NULL, drive_transpose},
               {"kernel", NULL, drive_kernel}, {"row-major", NULL, drive_row_major});
