/** @file forecast.h
 *  Predicted GPU times of judged tasks, beside measured times of the CPU. They are only shown: no
 *  verdict and no points depend on them.
 */
#ifndef SL_JUDGE_FORECAST_H
#define SL_JUDGE_FORECAST_H

#include "judge/devices.h"
#include "judge/judge.h"
#include "reference/cpu_task.h"

enum { SL_MAX_FORECAST_TASKS = 8, SL_MAX_FORECAST_ROWS = 80 };

/** One matrix. Times in microseconds; 0: there is none. */
typedef struct sl_forecast_row {
  char spec[128];
  int num_rows, num_cols, nnz;
  double sequential_us, parallel_us;          /**< measured times of the CPU reference of SpMV */
  sl_cpu_times cpu[SL_MAX_FORECAST_TASKS];    /**< measured times of each other task's CPU
                                               *  reference, if the task's time was predicted */
  double own_us;                              /**< measured time of the student's host function */
  double predicted_us[SL_MAX_FORECAST_TASKS]; /**< indexed by task of the forecast */
  double within[SL_MAX_FORECAST_TASKS];       /**< sl_device_within for the predicted time */
  double measured_us[SL_MAX_FORECAST_TASKS];  /**< with cold caches, on this machine's GPU */
} sl_forecast_row;

typedef struct sl_forecast {
  const sl_task *tasks[SL_MAX_FORECAST_TASKS]; /**< the tasks that are measured and passed */
  bool multiplies[SL_MAX_FORECAST_TASKS]; /**< the task is SpMV, which the CPU references compute,
                                             too */
  int num_tasks;
  const sl_task *own; /**< the task of own_us; NULL: no such task has passed */
  sl_forecast_row *rows;
  int num_rows;
  int threads;     /**< host threads used for the parallel times; 0: there are none */
  char device[64]; /**< name of the GPU; "": nothing was predicted */
  bool verified;
  sl_lens_report seen; /**< for one given matrix: predicted launches of all tasks, and times of
                        *  lines */
  bool is_standard;    /**< the kit's own matrices, sized for the available time */
} sl_forecast;

/** The total time of a run: the first launch alone, the others queued after it, and the memsets
 *  between them. 0 if one of them was not predicted. */
double sl_forecast_us(const sl_lens_report *seen);

/** The task whose host function is timed beside the predictions, if it has passed; or NULL.
 */
const sl_task *sl_forecast_own(const sl_lab_result *result);

/** The input of a forecast. */
typedef struct sl_forecast_source {
  const sl_device *device;
  const char *program;      /**< the judged module, for the lens */
  const char *plain;        /**< the same with host functions that can be timed
                                 (sl_module_build_plain); NULL: none */
  bool columns_only;        /**< use only tasks that have a column (sl_task.column) */
  const char *const *specs; /**< matrices */
  size_t num_specs;         /**< 0: the kit's own matrices */
  bool larger;              /**< use larger ones of the kit's matrices if that takes only seconds.
                             *  The choice depends on this machine and on the program */
} sl_forecast_source;

/** Predicts the times of the tasks that passed in `result`. Of the options it uses cache, deadline,
 *  sandbox, progress and stop. If the program fails here, nothing is predicted. Free `*out` in
 *  either case. Errors: SL_ERR_INPUT and SL_ERR_SIZE for a matrix that cannot be made,
 *  SL_ERR_MEMORY, SL_ERR_SYSTEM. */
sl_status sl_forecast_make(const sl_lab_result *result, const sl_forecast_source *from,
                           const sl_judge_options *options, sl_forecast *out);

/** Adds times measured on a GPU for the same matrices. */
void sl_forecast_add_measured(sl_forecast *forecast, const sl_lab_result *measured);

void sl_forecast_free(sl_forecast *forecast);

#endif
