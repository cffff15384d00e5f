/* drive.cu: how lab 00 calls the student's functions. Part of the worker: no right answers here. */
#include "warm-up.h"
#include "worker/worker.h"

/* More threads than elements in every case, so that a missing bounds check always shows. */
static int enough_blocks(int n) {
  return n / WARM_UP_BLOCK + 1;
}

static void drive_add(sl_job *job) {
  int n = sl_job_int(job, "n");
  add<<<enough_blocks(n), WARM_UP_BLOCK>>>(n, sl_job_reals(job, "x"), sl_job_reals(job, "y"));
}

/* An atomic, so that y also shows it if a launch reaches an element several times. */
static __global__ void add_doubled(int n, const real *x, real *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&y[i], 2 * x[i]);
}

static void drive_arrays(sl_job *job) {
  size_t n = (size_t)sl_job_int(job, "n");
  *sl_job_ints(job, "run_on_arrays") =
      run_on_arrays(add_doubled, n, sl_job_reals(job, "x"), sl_job_reals(job, "y"));
}

/* The lens refuses an allocation. On a GPU there are too many elements for any device. */
static void drive_errors(sl_job *job) {
  const size_t too_many = (size_t)1 << 48;
  int *returned = sl_job_ints(job, "run_on_arrays");
  int refuses = sl_job_refuse_allocations(job, (unsigned)sl_job_int(job, "refused"));
  size_t n = refuses ? (size_t)sl_job_int(job, "n") : too_many;
  returned[0] = run_on_arrays(add_doubled, n, sl_job_reals(job, "x"), sl_job_reals(job, "y"));
  returned[1] = refuses ? (int)sl_job_refused_allocations(job) : 1;
  (void)cudaGetLastError(); /* this error is expected: it does not fail the task */
}

static void drive_sums(sl_job *job) {
  int n = sl_job_int(job, "n");
  block_sums<<<enough_blocks(n), WARM_UP_BLOCK>>>(n, sl_job_reals(job, "x"),
                                                  sl_job_reals(job, "sums"));
}

static void drive_scan(sl_job *job) {
  int n = sl_job_int(job, "n");
  block_scan<<<enough_blocks(n), WARM_UP_BLOCK>>>(n, sl_job_reals(job, "x"),
                                                  sl_job_reals(job, "y"));
}

static void drive_warp(sl_job *job) {
  int n = sl_job_int(job, "n");
  warp_sums<<<enough_blocks(n), WARM_UP_BLOCK>>>(n, sl_job_reals(job, "x"),
                                                 sl_job_reals(job, "sums"));
}

SL_DRIVE_TABLE({"add", NULL, drive_add}, {"arrays", NULL, drive_arrays},
               {"errors", NULL, drive_errors}, {"sums", NULL, drive_sums},
               {"scan", NULL, drive_scan}, {"warp", NULL, drive_warp});
