/** @file judge.h
 *  Judging a module: every task on every case, in a worker process; the verdict, the mistake and
 *  the figures.
 */
#ifndef SL_JUDGE_JUDGE_H
#define SL_JUDGE_JUDGE_H

#include "base/status.h"
#include "judge/catalogue.h"
#include "judge/lab.h"
#include "judge/lens_report.h"
#include "sandbox/sandbox.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum sl_backend_id { SL_LENS, SL_GPU } sl_backend_id;

/** "lens" or "gpu". */
const char *sl_judge_backend_name(sl_backend_id backend);

typedef enum sl_verdict {
  SL_PASSED,
  SL_NOT_WRITTEN,   /**< the skeleton's TODO is still there and nothing was written */
  SL_WRONG,         /**< an element is outside of its bound */
  SL_FAULTY,        /**< the answer may be right, but the lens found a defect */
  SL_OUT_OF_BOUNDS, /**< a redzone was damaged, or an input changed */
  SL_CUDA_ERROR,    /**< the runtime reported an error */
  SL_CRASHED,       /**< the program was ended by a signal */
  SL_TIMED_OUT,
  SL_NO_ANSWER, /**< the program ended before it answered */
  SL_BROKEN,    /**< a defect of the kit or the machine: never counted against the student */
  SL_SKIPPED,   /**< not run, after failures that make it pointless */
  SL_NUM_VERDICTS
} sl_verdict;

/** "passed", "wrong answer", … */
const char *sl_judge_verdict_name(sl_verdict verdict);

/** Figures of one measured case; 0 if there is none. */
typedef struct sl_figures {
  double cold_us, cold_p10_us, cold_p90_us; /**< device time of the launch, L2 flushed before */
  double hot_us;
  int samples;
  double gbps, copy_gbps; /**< compulsory traffic over cold_us; the device's copy bandwidth */
  bool below_floor;       /**< faster than memory allows: an error of measurement */
  double gflops;          /**< operations of the task over cold_us; 0: does not apply */
  double judged_us;       /**< a launch by the judge's own clock (trusted_times); 0: unknown */
  char review[160];       /**< why a person should check these times, a sentence; "": no reason */
  double sequential_us, parallel_us; /**< times of the task's CPU reference; parallel_us is 0 if it
                                      *  is only sequential */
  int threads;                       /**< host threads used for parallel_us */
  bool is_spmv;                      /**< the task and its CPU reference are SpMV */
  double prepare_us;
  /** counted by the lens, over all loads and stores */
  unsigned long long requests, sectors, ideal_sectors, request_threads;
  unsigned long long atomic_sectors; /**< the sectors of atomics */
  unsigned long long atomics;        /**< atomic operations in global memory, one per thread */
  unsigned long long shared_requests, bank_conflicts; /**< counted by the lens in shared memory */
  unsigned long long launches;
  double active_threads; /**< mean active threads per warp step; 0: unknown */
} sl_figures;

typedef struct sl_case_result {
  char name[128], spec[128]; /**< the name in the report; the matrix */
  int num_rows, num_cols, nnz;
  bool measured;
  sl_verdict verdict;
  char what[640];    /**< what is wrong, for the student; "" if passed */
  int line;          /**< line of the student's file; 0: unknown */
  int other_barrier; /**< the line of the other barrier, if threads of the block wait at two; else
                      *  0 */
  bool hangs;        /**< the lens has seen an endless loop */
  bool too_slow;     /**< skipped, because the work grows too fast with the matrix (growth.h) */
  bool only_on_lens; /**< it was right on the GPU, and the lens found what is wrong (again.h) */
  bool beyond;       /**< larger than the given cases (launch_sizes.h), or in the other precision */
  bool in_other_precision;
  size_t of_case;  /**< if in_other_precision: the number of the same case in the given precision */
  bool float_only; /**< if in_other_precision: the error can only come from a float
                      (other_precision.h) */
  bool by_compiler; /**< the compiler's own checks found a bad index of a local array, or a shift by
                       too many bits */
  bool foreign_store; /**< the lens found that host code writes to memory that is not its own */
  bool out_of_memory; /**< the sandbox ended the worker, because it used too much memory */
  bool elsewhere;     /**< the numbers are right, but no launch computed them (account.h) */
  char function[24];  /**< the function that returned a wrong value; "": none did */
  struct sl_failed_case
      *exhibit; /**< exhibit of a failed case, if it was requested (failed_case.h); or NULL */
  sl_figures figures;
} sl_case_result;

typedef struct sl_task_result {
  const sl_task *task;
  sl_verdict verdict;        /**< SL_PASSED, or the verdict of `failure` */
  int points;                /**< all points of the task, or none */
  const sl_mistake *mistake; /**< the known mistake that explains every failure; NULL: none does */
  int line;                  /**< line of the mistake or of the failure; 0: unknown */
  char within[96];           /**< "kernel spmv_coo": the function whose name is on `line`, if the
                              *  line only shows where the function is; else "" */
  const sl_mistake *pair[2]; /**< two known mistakes that together explain every failure, if no
                                single one does; NULL: there are none */
  int pair_line[2];          /**< the lines of the two mistakes */
  const sl_task *mend_first; /**< another failed task whose function this one's function calls;
                              *  NULL: none */
  bool is_empty;             /**< the task is not written: its function is empty */
  const sl_case_result *failure; /**< the first failed case that the mistake explains; without a
                                  *  mistake the first failed case; NULL: none failed */
  sl_case_result *cases;
  size_t num_cases;
  const char *review; /**< why a person must look, in a case that passed: see sl_account_review;
                           NULL: it needs no look */
  char output[2048];  /**< the beginning of what the student's code printed */
} sl_task_result;

/** Whether the small cases of a run on a GPU were also judged on the lens (again.h). */
typedef enum sl_lens_check {
  SL_LENS_CHECK_NONE, /**< not requested */
  SL_LENS_CHECK_DONE,
  SL_LENS_CHECK_MISSING /**< the file does not compile for the lens, or time ran out there */
} sl_lens_check;

typedef struct sl_lab_result {
  const sl_lab *lab;
  sl_catalogue catalogue; /**< the lab's mistakes, if they were read from a file */
  char source[512];
  sl_backend_id backend;
  sl_precision precision;
  bool in_both; /**< small cases were also judged in the other precision */
  sl_lens_check lens_check;
  uint64_t seed; /**< the seed used for judging */
  char device[128];
  sl_task_result *tasks;
  size_t num_tasks;
  sl_lens_report seen; /**< counters, requests and launches of all tasks on the last measured case;
                     findings of the first task and case that had any */
  struct sl_forecast *forecast;  /**< predicted times, if they were requested (forecast.h); or
                                  *  NULL */
  struct sl_goal_results *goals; /**< bonus goals that were measured (goals.h); or NULL */
  char stopped_at[192]; /**< where judging was stopped, or ran out of time; "": judging finished */
} sl_lab_result;

/** What to judge on. */
typedef struct sl_case_spec {
  const char *spec; /**< generator or file */
  const char *name; /**< NULL: spec */
  bool exact;
  bool measured;
  bool fresh;       /**< its numbers depend on the seed of sl_judge_options */
  const char *less; /**< spec for tasks that take long; NULL: the same */
} sl_case_spec;

/** The case's matrix for a task. */
static inline const char *sl_case_spec_for(const sl_case_spec *spec, const sl_task *task) {
  return task->takes_long && spec->less ? spec->less : spec->spec;
}

typedef struct sl_judge_options {
  sl_backend_id backend;
  sl_precision precision;
  /** Small cases that are right are also judged in the other precision. This function returns the
   *  module for that precision. It is called once, if some task has passed. `*program_out` is NULL
   *  if it does not compile; then `why` is the first error, on line `*line_out`. NULL: one
   *  precision is enough. */
  sl_status (*other_precision)(void *context, const char **program_out, char *why, size_t size,
                               int *line_out);
  void *other_precision_context;
  /** For a run on a GPU, because answers alone do not show a mistake: returns the module for the
   *  lens. It is called once, if some task has passed or failed (again.h). `*program_out` is NULL
   *  if it does not compile. NULL: no mistake is named, and races and accesses outside of arrays
   *  pass. */
  sl_status (*on_lens)(void *context, const char **program_out);
  void *on_lens_context;
  const char *cache_dir;
  const char *mistakes;    /**< the lab's catalogue, a file; NULL: use the mistakes of its tasks */
  const char *only_task;   /**< NULL: all */
  double deadline_seconds; /**< limit for one job's processor time, and also for the time that it
                            *  does nothing; 0: a default, which grows with its arrays and on a slow
                            *  machine */
  double measured_seconds; /**< like deadline_seconds, for measured cases; 0: a time for which a
                              user is willing to wait */
  double total_seconds; /**< limit for the processor time of all jobs together, after which judging
                         *  stops. A job that waits until its deadline counts as if it had computed.
                         *  0: no limit */
  bool columns;         /**< record the source columns of the counters, if available */
  bool untimed;         /**< measure no times: each launch is made once */
  bool trusted_times;   /**< on a GPU: also measure times with the judge's own clock, with different
                         *  numbers each time, and report if the two disagree (trusted_time.h) */
  bool one_thread; /**< use one host thread for the lens on measured cases too, so that findings do
                    *  not depend on the number of cores */
  bool speedup;    /**< time the CPU reference on measured cases */
  /** Called before each task and case if not NULL; `task` is NULL while a case is made. */
  void (*progress)(const char *case_name, const sl_task *task, void *context);
  void *progress_context;
  /** If this is not 0, judging stops, and a task that has not failed is skipped. */
  const volatile sig_atomic_t *stop;
  /** Seed of the fresh cases (fresh_cases.h), which cannot be predicted without it. Use a different
   *  one for each submission, and keep it, because it reproduces the cases. */
  uint64_t seed;
  unsigned candidate; /**< which of a module's programs is judged (repair/candidates.h); 0: it has
                       *  only one */
  const sl_sandbox *sandbox; /**< sandbox of the worker; NULL: it has the rights of the caller */
  bool exhibits; /**< keep exhibits of failed cases, which contain right answers; fresh cases never
                    have one */
} sl_judge_options;

/** The options for judging one task once more on the lens, as a part of a run with `options`: the
 *  same limits, cache, seed, progress and sandbox. */
sl_judge_options sl_judge_options_on_lens(const sl_judge_options *options, const char *task);

/** Judges the module whose worker is `program`, built from `source`, on the cases. A student's
 *  failure is a verdict in `*out`, never an error. Free `*out` in either case. Errors: SL_ERR_INPUT
 *  and SL_ERR_SIZE for a case that cannot be made, SL_ERR_MEMORY, SL_ERR_SYSTEM. */
sl_status sl_judge(const sl_lab *lab, const char *source, const char *program,
                   const sl_case_spec *cases, size_t num_cases, const sl_judge_options *options,
                   sl_lab_result *out);

void sl_judge_result_free(sl_lab_result *result);

/** Sum of points over the tasks, achieved and possible. */
int sl_judge_result_points(const sl_lab_result *result, int *possible_out);

/** Returns the possible points of the tasks that could not be judged because of the kit or the
 *  machine. */
int sl_judge_result_unjudged(const sl_lab_result *result);

/** Whether the line that the verdict names differs from the line where the failure was seen. */
bool sl_judge_seen_elsewhere(const sl_task_result *result);

/** Whether every task passed. */
bool sl_judge_result_passed(const sl_lab_result *result);

/** The exit status for the result: 0 all passed, 3 some task was not judged, 1 otherwise. */
int sl_judge_result_exit_status(const sl_lab_result *result);

#endif
