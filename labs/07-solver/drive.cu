/* drive.cu: how lab 07 calls the student's functions. Part of the worker: no right answers here. */
#include "parts.cuh"
#include "solver.h"
#include "worker/worker.h"

static void drive_dot(sl_job *job) {
  launch_dot(sl_job_int(job, "num_rows"), sl_job_reals(job, "x"), sl_job_reals(job, "y"),
             sl_job_reals(job, "partial"), sl_job_reals(job, "sum"));
}

static cg_vectors vectors_of(sl_job *job) {
  return {sl_job_int(job, "num_rows"), sl_job_reals(job, "inverse"), sl_job_reals(job, "x"),
          sl_job_reals(job, "r"),      sl_job_reals(job, "z"),       sl_job_reals(job, "p"),
          sl_job_reals(job, "q"),      sl_job_reals(job, "partial"), sl_job_reals(job, "scalars")};
}

static void drive_update(sl_job *job) {
  cg_vectors v = vectors_of(job);
  launch_update(&v);
}

static void *matrix; // of the student's format

static void prepare_spmv(sl_job *job) {
  matrix =
      make_matrix(sl_job_int(job, "num_rows"), sl_job_int(job, "nnz"), sl_job_ints(job, "row_ptr"),
                  sl_job_ints(job, "col_idx"), sl_job_reals(job, "values"));
}

static void drive_spmv(sl_job *job) {
  if (!matrix) return; // not written yet
  launch_spmv(matrix, sl_job_int(job, "num_rows"), sl_job_reals(job, "x"), sl_job_reals(job, "y"));
}

static void finish_spmv(sl_job *job) {
  (void)job;
  if (matrix) free_matrix(matrix);
}

/* The kit's versions of the earlier tasks. */
static cg_parts parts_of(const parts::csr *matrix) {
  return {parts::dot, parts::update, parts::spmv, matrix, parts::iterations};
}

static parts::csr matrix_of(sl_job *job) {
  return {sl_job_ints(job, "row_ptr"), sl_job_ints(job, "col_idx"), sl_job_reals(job, "values")};
}

static void drive_loop(sl_job *job) {
  cg_vectors v = vectors_of(job);
  parts::csr matrix = matrix_of(job);
  cg_parts parts = parts_of(&matrix);
  launch_iterations(&parts, &v, sl_job_int(job, "count"));
}

static void drive_solve(sl_job *job) {
  cg_vectors v = vectors_of(job);
  parts::csr matrix = matrix_of(job);
  cg_parts parts = parts_of(&matrix);
  int *returned = sl_job_ints(job, "solve_cg");
  parts::counted = {0, 0};
  returned[0] = solve_cg(&parts, &v, sl_job_reals(job, "b"), sl_job_real(job, "tolerance"),
                         sl_job_int(job, "most"));
  returned[1] = parts::counted.done;
  returned[2] = parts::counted.longest;
}

SL_DRIVE_TABLE({"dot", NULL, drive_dot}, {"update", NULL, drive_update},
               {"spmv", prepare_spmv, drive_spmv, finish_spmv}, {"loop", NULL, drive_loop},
               {"solve", NULL, drive_solve});
