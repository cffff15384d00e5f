/* drive.cu: how lab 05 calls the student's functions. The worker's side: no right answer here. */
#include "transpose.h"
#include "worker/worker.h"

/* More threads than entries in every case, so that a missing bounds check always shows. */
static void drive_count(sl_job *job) {
  int nnz = sl_job_int(job, "nnz");
  const int threads_per_block = 256;
  int blocks = nnz / threads_per_block + 1;
  count_columns<<<blocks, threads_per_block>>>(nnz, sl_job_ints(job, "col_idx"),
                                               sl_job_ints(job, "count"));
}

static void drive_scan(sl_job *job) {
  launch_exclusive_scan(sl_job_int(job, "n"), sl_job_ints(job, "in"), sl_job_ints(job, "out"));
}

static void drive_scatter(sl_job *job) {
  launch_scatter(sl_job_int(job, "num_rows"), sl_job_int(job, "num_cols"), sl_job_int(job, "nnz"),
                 sl_job_ints(job, "row_ptr"), sl_job_ints(job, "col_idx"),
                 sl_job_reals(job, "values"), sl_job_ints(job, "col_ptr"),
                 sl_job_ints(job, "row_idx"), sl_job_reals(job, "csc_values"));
}

static void drive_sorted(sl_job *job) {
  launch_transpose(sl_job_int(job, "num_rows"), sl_job_int(job, "num_cols"), sl_job_int(job, "nnz"),
                   sl_job_ints(job, "row_ptr"), sl_job_ints(job, "col_idx"),
                   sl_job_reals(job, "values"), sl_job_ints(job, "col_ptr"),
                   sl_job_ints(job, "row_idx"), sl_job_reals(job, "csc_values"));
}

SL_DRIVE_TABLE({"count", NULL, drive_count}, {"scan", NULL, drive_scan},
               {"scatter", NULL, drive_scatter}, {"sorted", NULL, drive_sorted});
