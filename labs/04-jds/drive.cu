/* drive.cu: how lab 04 calls the student's functions. The worker's side: no right answer here. */
#include "jds.h"
#include "worker/worker.h"

static void drive_sort(sl_job *job) {
  jds_sort_rows(sl_job_int(job, "num_rows"), sl_job_ints(job, "row_ptr"), sl_job_ints(job, "perm"));
}

/* The conversion gets the judge's permutation, so that a wrong sort is a separate mistake. */
static void drive_diagonals(sl_job *job) {
  csr_to_jds(sl_job_int(job, "num_rows"), sl_job_ints(job, "row_ptr"), sl_job_ints(job, "col_idx"),
             sl_job_reals(job, "values"), sl_job_ints(job, "perm"), sl_job_int(job, "num_diags"),
             sl_job_ints(job, "diag_ptr"), sl_job_ints(job, "jds_col_idx"),
             sl_job_reals(job, "jds_values"));
}

/* More threads than places in every case, so that a missing bounds check always shows. */
static void drive_kernel(sl_job *job) {
  int num_rows = sl_job_int(job, "num_rows");
  const int threads_per_block = 256;
  int blocks = num_rows / threads_per_block + 1;
  spmv_jds<<<blocks, threads_per_block>>>(num_rows, sl_job_int(job, "num_diags"),
                                          sl_job_ints(job, "perm"), sl_job_ints(job, "diag_ptr"),
                                          sl_job_ints(job, "col_idx"), sl_job_reals(job, "values"),
                                          sl_job_reals(job, "x"), sl_job_reals(job, "y"));
}

static void drive_sections(sl_job *job) {
  launch_spmv_sections(sl_job_int(job, "num_sections"), sl_job_ints(job, "section_row"),
                       sl_job_ints(job, "section_ptr"), sl_job_ints(job, "perm"),
                       sl_job_ints(job, "col_idx"), sl_job_reals(job, "values"),
                       sl_job_reals(job, "x"), sl_job_reals(job, "y"));
}

SL_DRIVE_TABLE({"sort", NULL, drive_sort}, {"diagonals", NULL, drive_diagonals},
               {"kernel", NULL, drive_kernel}, {"sections", NULL, drive_sections});
