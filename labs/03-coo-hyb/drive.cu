/* drive.cu: how lab 03 calls the student's functions. The worker's side: no right answer here. */
#include "coo-hyb.h"
#include "worker/worker.h"

static void drive_coo(sl_job *job) {
  csr_to_coo(sl_job_int(job, "num_rows"), sl_job_ints(job, "row_ptr"), sl_job_ints(job, "row_idx"));
}

/* More threads than entries in every case, so that a missing bounds check always shows. */
static void drive_kernel(sl_job *job) {
  int nnz = sl_job_int(job, "nnz");
  spmv_coo<<<nnz / 256 + 1, 256>>>(nnz, sl_job_ints(job, "row_idx"), sl_job_ints(job, "col_idx"),
                                   sl_job_reals(job, "values"), sl_job_reals(job, "x"),
                                   sl_job_reals(job, "y"));
}

static void drive_width(sl_job *job) {
  sl_job_ints(job, "hyb_width")[0] =
      hyb_width(sl_job_int(job, "num_rows"), sl_job_ints(job, "row_ptr"));
}

static void drive_hyb(sl_job *job) {
  launch_spmv_hyb(sl_job_int(job, "num_rows"), sl_job_int(job, "width"),
                  sl_job_ints(job, "ell_col_idx"), sl_job_reals(job, "ell_values"),
                  sl_job_int(job, "coo_nnz"), sl_job_ints(job, "coo_row_idx"),
                  sl_job_ints(job, "coo_col_idx"), sl_job_reals(job, "coo_values"),
                  sl_job_reals(job, "x"), sl_job_reals(job, "y"));
}

SL_DRIVE_TABLE({"coo", NULL, drive_coo}, {"kernel", NULL, drive_kernel},
               {"width", NULL, drive_width}, {"hyb", NULL, drive_hyb});
