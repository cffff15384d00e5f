/* drive.cu: how lab 01 calls the student's functions. The worker's side: no right answer here. */
#include "csr-scalar.h"
#include "visits.h"
#include "worker/worker.h"

static void drive_cpu(sl_job *job) {
  spmv_csr_cpu(sl_job_int(job, "num_rows"), sl_job_ints(job, "row_ptr"),
               sl_job_ints(job, "col_idx"), sl_job_reals(job, "values"), sl_job_reals(job, "x"),
               sl_job_reals(job, "y"));
}

/* More threads than rows in every case, so that a missing bounds check always shows. */
static void drive_kernel(sl_job *job) {
  int num_rows = sl_job_int(job, "num_rows");
  const int threads_per_block = 256;
  int blocks = num_rows / threads_per_block + 1;
  spmv_csr_scalar<<<blocks, threads_per_block>>>(
      num_rows, sl_job_ints(job, "row_ptr"), sl_job_ints(job, "col_idx"),
      sl_job_reals(job, "values"), sl_job_reals(job, "x"), sl_job_reals(job, "y"));
}

/* Adds to `y` how often each row is reached. The judge filled every array with known numbers, so a
 * thread can check the order of the arguments. If the order is wrong, or if a block is smaller than
 * a warp although there are more rows, it counts down instead: see visits.h. */
static __global__ void count_visits(int num_rows, const int *row_ptr, const int *col_idx,
                                    const real *values, const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  bool in_order = row_ptr[row] == 1 && col_idx[row] == 2 && values[row] == 3 && x[row] == 4;
  bool too_small = blockDim.x < 32 && (int)blockDim.x < num_rows;
  real in_small = (real)SMALL_BLOCK * (real)blockDim.x;
  atomicAdd(&y[row], !in_order ? (real)OUT_OF_ORDER : too_small ? in_small : (real)1);
}

static void drive_launch(sl_job *job) {
  launch_spmv_csr(count_visits, sl_job_int(job, "num_rows"), sl_job_ints(job, "row_ptr"),
                  sl_job_ints(job, "col_idx"), sl_job_reals(job, "values"), sl_job_reals(job, "x"),
                  sl_job_reals(job, "y"));
}

SL_DRIVE_TABLE({"cpu", NULL, drive_cpu}, {"kernel", NULL, drive_kernel},
               {"launch", NULL, drive_launch});
