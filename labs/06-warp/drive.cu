/* drive.cu: how lab 06 calls the student's functions. The worker's side: no right answer here. */
#include "warp.h"
#include "worker/worker.h"

static void drive_width(sl_job *job) {
  const int *num_rows = sl_job_ints(job, "num_rows"), *nnz = sl_job_ints(job, "nnz");
  int *widths = sl_job_ints(job, "widths");
  int count = sl_job_int(job, "count");
  for (int i = 0; i < count; i++) {
    widths[i] = choose_vector_width(num_rows[i], nnz[i]);
  }
}

/* The first arguments of all launches. */
#define GIVEN(job)                                                                                 \
  sl_job_int(job, "vector_width"), sl_job_int(job, "num_rows"), sl_job_ints(job, "row_ptr"),       \
      sl_job_ints(job, "col_idx"), sl_job_reals(job, "values"), sl_job_real(job, "alpha"),         \
      sl_job_reals(job, "x"), sl_job_real(job, "beta"), sl_job_reals(job, "y")

static void drive_static(sl_job *job) {
  launch_spmv_static(GIVEN(job));
}

static void drive_vector(sl_job *job) {
  launch_spmv_vector(GIVEN(job), sl_job_ints(job, "next_row"));
}

static void drive_warp(sl_job *job) {
  launch_spmv_warp(GIVEN(job), sl_job_ints(job, "next_row"));
}

SL_DRIVE_TABLE({"width", NULL, drive_width}, {"static", NULL, drive_static},
               {"vector", NULL, drive_vector}, {"warp", NULL, drive_warp});
