/** @file judge.h
 *  Judging a module: every task on every case, in a worker of its own; the verdict, the mistake and
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
  SL_NOT_WRITTEN,   /**< the skeleton's TODO still stands and nothing was written */
  SL_WRONG,         /**< an element is outside of its bound */
  SL_FAULTY,        /**< the answer may be right, but the lens saw a defect */
  SL_OUT_OF_BOUNDS, /**< a redzone was damaged, or an input changed */
  SL_CUDA_ERROR,    /**< the runtime reported an error */
  SL_CRASHED,       /**< the program died of a signal */
  SL_TIMED_OUT,
  SL_NO_ANSWER, /**< the program ended before it had answered */
  SL_BROKEN,    /**< a defect of the kit or the machine: never counted against the student */
  SL_SKIPPED    /**< not run, after failures that make it pointless */
} sl_verdict;

/** "passed", "wrong answer", … */
const char *sl_judge_verdict_name(sl_verdict verdict);

/** Figures of one measured case; 0 where there is none. */
typedef struct sl_figures {
  double cold_us, cold_p10_us, cold_p90_us; /**< device time of the launch, L2 flushed before */
  double hot_us;
  int samples;
  double gbps, copy_gbps; /**< compulsory traffic over cold_us; the device's copy bandwidth */
  bool below_floor;       /**< faster than memory allows: an error of measurement */
  double gflops;          /**< operations of the task over cold_us; 0: it is not about these */
  double judged_us;       /**< a launch by the judge's own clock (trusted_times); 0: not taken */
  char review[160];       /**< why somebody should look at these times, a sentence; "": no reason */
  double sequential_us, parallel_us; /**< the CPU reference */
  int threads;
  double prepare_us;
  unsigned long long requests, sectors, ideal_sectors, request_threads; /**< the lens, all loads
                                                                             and stores */
  unsigned long long atomic_sectors; /**< those of the sectors that are of atomics */
  double active_threads;             /**< mean threads active a warp step; 0 unknown */
} sl_figures;

typedef struct sl_case_result {
  char name[128], spec[128]; /**< as the report has it; the matrix */
  int num_rows, num_cols, nnz;
  bool measured;
  sl_verdict verdict;
  char what[640];    /**< what is wrong, for the student; "" when passed */
  int line;          /**< of the student's file; 0 unknown */
  int other_barrier; /**< the line of another barrier, where threads of the block wait at two; 0:
                          they do not */
  bool hangs;        /**< the lens has seen a loop that never ends */
  bool too_slow;     /**< left out: the work grows too fast with the matrix (growth.h) */
  bool beyond;       /**< larger than the cases that were given (launch_sizes.h), or in the
                          other precision */
  bool in_other_precision;
  size_t of_case;     /**< then: the number of the case that was given */
  bool float_only;    /**< then: it can only come from a float (other_precision.h) */
  bool by_compiler;   /**< found: an index of a local array, or a shift that goes too far */
  bool foreign_store; /**< found: host code writes to memory that is not its own */
  bool out_of_memory; /**< its sandbox ended it, as it held too much */
  bool elsewhere;     /**< the numbers are right, and no launch has made them (account.h) */
  char function[24];  /**< the one that returned a wrong value; "": none did */
  struct sl_failed_case
      *exhibit; /**< of a failed case, where it was asked for (failed_case.h); or NULL */
  sl_figures figures;
} sl_case_result;

typedef struct sl_task_result {
  const sl_task *task;
  sl_verdict verdict;        /**< SL_PASSED, or that of `failure` */
  int points;                /**< all of the task's, or none */
  const sl_mistake *mistake; /**< the one that explains every failure; NULL: none known does */
  int line;                  /**< of the mistake or the failure; 0 unknown */
  char within[96];           /**< "kernel spmv_coo": the function whose name stands on `line`, which
                                  then says no more than where the function is; "": none does */
  const sl_mistake *pair[2]; /**< two that explain every failure together, where no single one does;
                                  NULL: none are known */
  int pair_line[2];          /**< their lines */
  const sl_task *mend_first; /**< another task that failed, whose function this one's calls; NULL:
                                  there is none */
  bool is_empty;             /**< it is not written: its function has nothing in it */
  const sl_case_result *failure; /**< the first failed case that the mistake explains; without a
                                      mistake the first that failed; NULL: none did */
  sl_case_result *cases;
  size_t num_cases;
  bool carried;      /**< see sl_account.carried, in a case that passed */
  char output[2048]; /**< the beginning of what the student's code printed */
} sl_task_result;

typedef struct sl_lab_result {
  const sl_lab *lab;
  sl_catalogue catalogue; /**< the lab's mistakes, where they are data */
  char source[512];
  sl_backend_id backend;
  sl_precision precision;
  bool in_both;  /**< small cases were judged in the other precision, too */
  uint64_t seed; /**< that it was judged with */
  char device[128];
  sl_task_result *tasks;
  size_t num_tasks;
  sl_lens_report seen; /**< counters, requests and launches of all tasks on the last measured case;
                     findings of the first task and case that had any */
  struct sl_forecast *forecast; /**< predicted times, where they were asked for (forecast.h); or
                                     NULL */
  char stopped_at[192]; /**< where it was told to stop, or had no time left; "": at its end */
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
  /** Small cases that are right are judged in the other precision, too: gives the module for it,
   *  once, if some task has passed. `*program_out` is NULL if it does not compile; then `why` is
   *  the first error, in line `*line_out`. NULL: one precision is enough. */
  sl_status (*other_precision)(void *context, const char **program_out, char *why, size_t size,
                               int *line_out);
  void *other_precision_context;
  /** For a GPU, whose answers alone do not show a mistake: gives the module for the lens, once, if
   *  some task has failed (again.h). `*program_out` is NULL if it does not compile. NULL: no
   *  mistake is named. */
  sl_status (*on_lens)(void *context, const char **program_out);
  void *on_lens_context;
  const char *cache_dir;
  const char
      *mistakes; /**< the lab's catalogue, a file; NULL: the mistakes are those of its tasks */
  const char *only_task;   /**< NULL: all */
  double deadline_seconds; /**< that one job may compute, and that it may do nothing at all; 0: a
                              default, which grows with its arrays and on a slow machine */
  double measured_seconds; /**< the default on measured cases; 0: what suits one who waits */
  double total_seconds; /**< of the processor, for all jobs together; then no more is tried. A job
                           that waits until its deadline counts as if it had computed. 0: any */
  bool columns;         /**< of the lines of counters, where these can be known */
  bool untimed;         /**< take no times: each launch is made once */
  bool trusted_times; /**< on a GPU: take times by the judge's own clock too, on other numbers each
                           time, and say where the two do not agree (trusted_time.h) */
  bool one_thread; /**< of the host runs the lens on measured cases too: what is found then does not
                        depend on the number of cores */
  bool speedup;    /**< time the CPU reference on measured cases */
  /** Called before each task and case when not NULL; `task` is NULL while a case is made. */
  void (*progress)(const char *case_name, const sl_task *task, void *context);
  void *progress_context;
  /** When it is no longer 0, nothing more is tried. Then a task that has not failed is skipped. */
  const volatile sig_atomic_t *stop;
  /** Decides the numbers of fresh cases (fresh_cases.h), which nobody knows who does not know it.
   * It should be another one for each submission, and is to be kept, as it repeats them. */
  uint64_t seed;
  unsigned candidate; /**< which of a module's programs is judged (repair/candidates.h); 0: it has
                           one alone */
  const sl_sandbox *sandbox; /**< in which the worker runs; NULL: with the rights of the caller */
  bool exhibits; /**< keep what failed cases looked like, right answers too; never of fresh cases */
} sl_judge_options;

/** Judges the module whose worker is `program`, built from `source`, on the cases.
 *  A student's failure is a verdict in `*out`, never an error. `*out` is to be freed in any event.
 *  Errors: SL_ERR_INPUT and SL_ERR_SIZE for a case that cannot be made, SL_ERR_MEMORY,
 *  SL_ERR_SYSTEM. */
sl_status sl_judge(const sl_lab *lab, const char *source, const char *program,
                   const sl_case_spec *cases, size_t num_cases, const sl_judge_options *options,
                   sl_lab_result *out);

void sl_judge_result_free(sl_lab_result *result);

/** Sum of points over the tasks, had and possible. */
int sl_judge_result_points(const sl_lab_result *result, int *possible_out);

/** Of the possible points, those of tasks that the kit or the machine kept from being judged. */
int sl_judge_result_unjudged(const sl_lab_result *result);

/** Whether the line that is named is another than the one where the failure was seen. */
bool sl_judge_seen_elsewhere(const sl_task_result *result);

/** True when every task passed. */
bool sl_judge_result_passed(const sl_lab_result *result);

/** The exit status that belongs to it: 0 all passed, 3 some task was not judged, 1 else. */
int sl_judge_result_exit_status(const sl_lab_result *result);

#endif
