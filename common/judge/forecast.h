/** @file forecast.h
 *  Predicted GPU times of tasks that were judged, beside measured times of the CPU. They are shown,
 *  and nothing else: no verdict and no points depend on them.
 */
#ifndef SL_JUDGE_FORECAST_H
#define SL_JUDGE_FORECAST_H

#include "judge/devices.h"
#include "judge/judge.h"

enum { SL_MAX_FORECAST_TASKS = 8, SL_MAX_FORECAST_ROWS = 80 };

/** One matrix. Times in microseconds; 0: there is none. */
typedef struct sl_forecast_row {
  char spec[128];
  int num_rows, num_cols, nnz;
  double sequential_us, parallel_us;          /**< measured: the CPU reference of SpMV */
  double own_us;                              /**< measured: the student's function of the host */
  double predicted_us[SL_MAX_FORECAST_TASKS]; /**< by task of the forecast */
  double within[SL_MAX_FORECAST_TASKS];       /**< sl_device_within of the predicted time */
  double measured_us[SL_MAX_FORECAST_TASKS];  /**< on this machine's GPU, cold */
} sl_forecast_row;

typedef struct sl_forecast {
  const sl_task *tasks[SL_MAX_FORECAST_TASKS]; /**< those that are measured and passed */
  bool multiplies[SL_MAX_FORECAST_TASKS]; /**< the task is SpMV, and the CPU references are of it */
  int num_tasks;
  const sl_task *own; /**< the task of own_us; NULL: the lab has none that has passed */
  sl_forecast_row *rows;
  int num_rows;
  int threads;     /**< of parallel_us */
  char device[64]; /**< "": nothing was predicted */
  bool verified;
  sl_lens_report seen; /**< of all tasks, if there is one matrix that was given: launches with
                     predictions, and times of lines */
  bool is_standard;    /**< the matrices are the kit's own, whose size suits the time there is */
} sl_forecast;

/** The launches of a run as one time: the first alone, the others queued after it, and what the
 *  program sets in between. 0 if one of them was not predicted. */
double sl_forecast_us(const sl_lens_report *seen);

/** The task whose function of the host is timed beside the predictions, if it has passed; or NULL.
 */
const sl_task *sl_forecast_own(const sl_lab_result *result);

/** What a forecast is made of. */
typedef struct sl_forecast_source {
  const sl_device *device;
  const char *program;      /**< the module that was judged, for the lens */
  const char *plain;        /**< the same with functions of the host that can be timed
                                 (sl_module_build_plain); NULL: none */
  bool columns_only;        /**< of the tasks, those alone that have a column (sl_task.column) */
  const char *const *specs; /**< matrices */
  size_t num_specs;         /**< 0: those of the kit */
  bool larger;              /**< of the kit's, larger ones if that takes only seconds. Which ones
                                 then depends on this machine and on the program */
} sl_forecast_source;

/** Predicts the times of the tasks that passed in `result`. Of the options it takes cache,
 * deadline, sandbox, progress and stop. What the program does wrong then only means that nothing is
 *  predicted. Free `*out` in any event. Errors: SL_ERR_INPUT and SL_ERR_SIZE for a matrix that
 *  cannot be made, SL_ERR_MEMORY, SL_ERR_SYSTEM. */
sl_status sl_forecast_make(const sl_lab_result *result, const sl_forecast_source *from,
                           const sl_judge_options *options, sl_forecast *out);

/** Adds the times that a GPU took for the same matrices. */
void sl_forecast_add_measured(sl_forecast *forecast, const sl_lab_result *measured);

void sl_forecast_free(sl_forecast *forecast);

#endif
