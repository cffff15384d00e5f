/* forecast.c: runs the tasks that passed once more on the lens, with the description of a GPU, to
 * predict the times of their launches. The judge's own run has no such description, because a
 * program that queries its GPU would then get different answers. */
#include "judge/forecast.h"

#include "base/memory.h"
#include "judge/cpu_times.h"
#include "judge/explain.h"
#include "judge/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* One matrix of each kind. On these matrices, all kernels of a lab together take a few seconds on
 * the lens. The matrix whose rows are alike is large enough that its time is not only launch
 * overhead. The long rows of the other matrices take longer than the overhead anyway. */
static const char *const standard[] = {"hpcg:20", "web:2000", "rmat:11"};
/* Sizes that are more realistic for GPUs, largest first. `times`: how many times as many entries
 * they have as the standard matrix. */
enum { NUM_LARGER = 2 };
typedef struct larger_matrix {
  const char *spec;
  double times;
} larger_matrix;
static const larger_matrix larger[SL_COUNT(standard)][NUM_LARGER] = {
    {{"hpcg:32", 4.3}, {"hpcg:25", 2}},
    {{"web:100000", 50}, {"web:20000", 9.7}},
    {{"rmat:15", 18.4}, {"rmat:13", 4.4}}};
static const double most_seconds_larger = 5; /* limit for all tasks on one larger matrix */
/* The matrices that replace `standard` for tasks that take long on the lens. */
static const char *const standard_less[] = {"hpcg:8", "web:1000", "rmat:9"};

/* The most elements of a problem for which times are predicted on the kit's own matrices. A padded
 * format may need far more elements than the matrix has entries. */
static const size_t most_elements = 3 << 20;

enum { HOST_SAMPLES = 9 };
static const double reference_ms = 40; /* about how long a CPU reference is timed on one matrix */

/* Limits in seconds: for all predictions of a run, for one job, and for one job on a matrix that
 * the user has chosen. A program that is much slower than the kit's own gets no predictions. On
 * chosen matrices, predictions may take as long as the judge's own run. */
static const double most_seconds = 10, most_seconds_each = 5, most_seconds_chosen = 60;
static const double chosen_seconds_an_element = 1e-5;

double sl_forecast_us(const sl_lens_report *seen) {
  double us = 0;
  for (size_t i = 0; i < seen->num_predicted; i++) {
    const lens_prediction *p = &seen->predicted[i].is;
    us += p->before_us + (i == 0 ? p->time_us : p->queued_us);
  }
  return seen->num_predicted == seen->num_launches ? us : 0;
}

/* Returns the accuracy of the prediction for the longest launch, because that launch dominates the
 * total. */
static double within_of(const sl_lens_report *seen) {
  const lens_prediction *longest = NULL;
  for (size_t i = 0; i < seen->num_predicted; i++) {
    const lens_prediction *p = &seen->predicted[i].is;
    if (!longest || p->time_us > longest->time_us) longest = p;
  }
  return longest ? sl_device_within(seen->gpu_verified, longest->limit) : 1;
}

typedef struct forecast_session {
  const sl_lab_result *result;
  const sl_forecast_source *from;
  const sl_judge_options *options;
  sl_child child, plain;
  sl_source source;
  double taken_seconds;
  sl_forecast *out;
} forecast_session;

static bool is_stopped(const forecast_session *s) {
  return s->options->stop && *s->options->stop;
}

static size_t elements_of(const sl_problem *problem) {
  size_t count = 0;
  for (int i = 0; i < problem->num_arrays; i++) count += problem->arrays[i].count;
  return count;
}

/* The result of a run of one task on one case. */
typedef struct answered {
  bool multiplies;  /* the task is SpMV */
  double host_us;   /* median time of the task's host function; 0: not measured */
  sl_cpu_times cpu; /* times of the task's CPU reference, if the task is not SpMV and has passed */
  sl_lens_report seen; /* predictions; empty if the task has not passed; to be freed */
} answered;

/* Runs the task on this case, in the worker for host functions if `on_host`. `out` is empty if the
 * case is too large or no time is left. */
static sl_status ask(forecast_session *s, const sl_task *task, const sl_case *given, bool on_host,
                     answered *out) {
  sl_job_options job = {.device = on_host ? NULL : &s->from->device->description,
                        .host_samples = on_host ? HOST_SAMPLES : 0,
                        .deadline_seconds =
                            s->out->is_standard ? most_seconds_each : most_seconds_chosen,
                        .patient = true};
  sl_child *child = on_host ? &s->plain : &s->child;
  sl_problem problem = {.num_arrays = 0};
  sl_attempt attempt = {.task = task};
  sl_case_result outcome = {.verdict = SL_PASSED};
  memset(out, 0, sizeof *out);
  if ((s->out->is_standard && s->taken_seconds > most_seconds) || is_stopped(s)) return SL_OK;
  sl_status status = task->pose(given, &problem);
  if (status == SL_ERR_SIZE) { /* the case is too large for this format */
    sl_problem_free(&problem);
    return SL_OK;
  }
  bool fits = status == SL_OK && (!s->out->is_standard || elements_of(&problem) <= most_elements);
  if (fits && !s->out->is_standard) {
    job.processor_seconds =
        fmax(most_seconds_chosen, chosen_seconds_an_element * (double)elements_of(&problem));
    fits = s->taken_seconds <= 2 * job.processor_seconds;
  }
  if (fits) {
    out->multiplies = problem.is_spmv;
    status = sl_attempt_make(child, task, given, &problem, &job, &attempt);
  }
  if (fits && status == SL_OK) {
    s->taken_seconds += attempt.ending.processor_seconds;
    sl_explain(&attempt, &s->source, child->program, &outcome);
    sl_reply *reply = &attempt.reply;
    bool passed = outcome.verdict == SL_PASSED && reply->done;
    if (!passed) sl_child_stop(child);
    if (passed) {
      out->host_us = sl_figures_quantile(reply->hot_us, reply->num_hot, 0.5);
      out->seen = reply->seen;
      memset(&reply->seen, 0, sizeof reply->seen);
      if (!on_host && !problem.is_spmv) {
        status = sl_cpu_times_measure(&problem, given->precision, reference_ms, &out->cpu);
      }
    }
  }
  sl_attempt_free(&attempt);
  sl_problem_free(&problem);
  return status;
}

static sl_status take_own_time(forecast_session *s, const sl_case *given, sl_forecast_row *row) {
  answered own;
  if (!s->out->own) return SL_OK;
  sl_status status = ask(s, s->out->own, given, true, &own);
  row->own_us = own.host_us;
  sl_lens_report_free(&own.seen);
  return status;
}

static sl_status predict(forecast_session *s, int number, const sl_case *given,
                         sl_forecast_row *row) {
  sl_forecast *out = s->out;
  answered answer;
  sl_status status = ask(s, out->tasks[number], given, false, &answer);
  sl_lens_report *seen = &answer.seen;
  out->multiplies[number] |= answer.multiplies;
  row->predicted_us[number] = sl_forecast_us(seen);
  row->within[number] = within_of(seen);
  row->cpu[number] = answer.cpu;
  if (answer.cpu.threads > 0) out->threads = answer.cpu.threads;
  if (seen->gpu[0]) {
    (void)snprintf(out->device, sizeof out->device, "%s", seen->gpu);
    out->verified = seen->gpu_verified;
  }
  if (status == SL_OK && !out->is_standard && out->num_rows == 1) {
    /* Each task is a separate run, so its first launch does not wait for an earlier one. */
    if (seen->num_predicted) seen->predicted[0].is.queued_us = seen->predicted[0].is.time_us;
    status = sl_lens_report_add_counted(&out->seen, seen);
  }
  sl_lens_report_free(seen);
  return status;
}

/* Whether the task should run on this matrix. On a matrix that the user has chosen, the judge's own
 * run has shown whether the program is too slow. */
static bool is_worth_it(const forecast_session *s, const sl_task *task, const char *spec) {
  if (s->out->is_standard) return true;
  for (size_t t = 0; t < s->result->num_tasks; t++) {
    const sl_task_result *judged = &s->result->tasks[t];
    if (strcmp(judged->task->name, task->name) != 0) continue;
    for (size_t i = 0; i < judged->num_cases; i++) {
      const sl_case_result *one = &judged->cases[i];
      if (strcmp(one->spec, spec) == 0 && one->verdict == SL_PASSED) return true;
    }
  }
  return false;
}

/* Predicts the tasks that use this matrix. `long_or_not`: 1 takes the tasks that take long, which
 * have different standard matrices, 0 takes the others, and −1 takes all. */
static sl_status take_row(forecast_session *s, const char *spec, int long_or_not) {
  sl_forecast *out = s->out;
  sl_case given;
  bool any = false;
  for (int t = 0; t < out->num_tasks; t++) {
    any |= long_or_not < 0 || out->tasks[t]->takes_long == (bool)long_or_not;
  }
  if (!any || out->num_rows == SL_MAX_FORECAST_ROWS || is_stopped(s)) return SL_OK;
  if (s->options->progress) s->options->progress(spec, NULL, s->options->progress_context);
  SL_TRY(sl_case_make(spec, NULL, s->result->precision, false, s->options->cache_dir, &given));
  sl_forecast_row *row = &out->rows[out->num_rows++];
  (void)snprintf(row->spec, sizeof row->spec, "%s", spec);
  row->num_rows = given.matrix.num_rows;
  row->num_cols = given.matrix.num_cols;
  row->nnz = given.matrix.nnz;
  sl_status status = SL_OK;
  for (int t = 0; t < out->num_tasks && status == SL_OK; t++) {
    if (long_or_not >= 0 && out->tasks[t]->takes_long != (bool)long_or_not) continue;
    if (!is_worth_it(s, out->tasks[t], spec)) continue;
    if (s->options->progress) {
      s->options->progress(spec, out->tasks[t], s->options->progress_context);
    }
    status = predict(s, t, &given, row);
  }
  bool multiplies = false;
  for (int t = 0; t < out->num_tasks; t++) multiplies |= out->multiplies[t];
  if (status == SL_OK) status = take_own_time(s, &given, row);
  if (status == SL_OK && multiplies) {
    status = sl_reference_spmv_time(&given.matrix, given.precision, reference_ms,
                                    &row->sequential_us, &row->parallel_us, &out->threads);
  }
  sl_case_free(&given);
  return status;
}

/* Whether `row` has a time for each task for which `less` has one. */
static bool has_as_many(const sl_forecast *out, const sl_forecast_row *row,
                        const sl_forecast_row *less) {
  bool all = true;
  for (int t = 0; t < out->num_tasks; t++) {
    all &= less->predicted_us[t] <= 0 || row->predicted_us[t] > 0;
  }
  return all;
}

/* Returns the largest matrix of this kind that takes only a few seconds, if the standard one takes
 * `seconds`; NULL: there is none. */
static const char *affordable(const forecast_session *s, size_t kind, double seconds) {
  for (int i = 0; s->from->larger && i < NUM_LARGER; i++) {
    double expected = larger[kind][i].times * seconds;
    if (expected <= most_seconds_larger && s->taken_seconds + expected <= most_seconds) {
      return larger[kind][i].spec;
    }
  }
  return NULL;
}

/* Takes a standard matrix, or a larger one of its kind if that takes only seconds. */
static sl_status take_standard(forecast_session *s, size_t kind) {
  sl_forecast *out = s->out;
  double before = s->taken_seconds;
  int rows = out->num_rows;
  SL_TRY(take_row(s, standard[kind], 0));
  const char *spec = affordable(s, kind, s->taken_seconds - before);
  if (!spec || out->num_rows == rows) return SL_OK;
  SL_TRY(take_row(s, spec, 0));
  if (out->num_rows == rows + 2) {
    out->num_rows--;
    if (has_as_many(out, &out->rows[rows + 1], &out->rows[rows])) {
      out->rows[rows] = out->rows[rows + 1];
    }
    memset(&out->rows[rows + 1], 0, sizeof out->rows[rows + 1]);
  }
  return SL_OK;
}

static sl_status take_standard_cases(forecast_session *s) {
  for (size_t i = 0; i < SL_COUNT(standard); i++) SL_TRY(take_standard(s, i));
  for (size_t i = 0; i < SL_COUNT(standard_less); i++) SL_TRY(take_row(s, standard_less[i], 1));
  return SL_OK;
}

/* Uses the measured cases of the lab's own table, because such a lab may not support other
 * matrices. */
static sl_status take_own_cases(forecast_session *s) {
  const sl_lab *lab = s->result->lab;
  for (size_t i = 0; i < lab->num_cases; i++) {
    const sl_case_row *row = &lab->cases[i];
    if (!row->measured) continue;
    SL_TRY(take_row(s, row->lens, row->less ? 0 : -1));
    if (row->less) SL_TRY(take_row(s, row->less, 1));
  }
  return SL_OK;
}

/* Returns the lab's own task, because the tasks of a result are freed with its catalogue. */
static const sl_task *lasting(const sl_lab_result *result, const sl_task *task) {
  const sl_task *found = NULL;
  return sl_lab_find_task(result->lab, task->name, &found) == SL_OK ? found : NULL;
}

const sl_task *sl_forecast_own(const sl_lab_result *result) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    const sl_task_result *task = &result->tasks[t];
    if (task->verdict == SL_PASSED && strcmp(task->task->name, "cpu") == 0) {
      return lasting(result, task->task);
    }
  }
  return NULL;
}

static void choose_tasks(const sl_lab_result *result, bool columns_only, sl_forecast *out) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    const sl_task_result *task = &result->tasks[t];
    if (task->verdict != SL_PASSED) continue;
    if (columns_only && !task->task->column) continue;
    if (!task->task->measured || out->num_tasks == SL_MAX_FORECAST_TASKS) continue;
    const sl_task *kept = lasting(result, task->task);
    if (kept) out->tasks[out->num_tasks++] = kept;
  }
}

sl_status sl_forecast_make(const sl_lab_result *result, const sl_forecast_source *from,
                           const sl_judge_options *options, sl_forecast *out) {
  memset(out, 0, sizeof *out);
  out->is_standard = from->num_specs == 0;
  out->own = from->plain ? sl_forecast_own(result) : NULL;
  choose_tasks(result, from->columns_only, out);
  if (out->num_tasks == 0) return SL_OK;
  SL_TRY(sl_alloc(SL_MAX_FORECAST_ROWS, sizeof *out->rows, "predictions", &out->rows));
  forecast_session s = {
      .result = result,
      .from = from,
      .options = options,
      .child = {.program = from->program, .stop = options->stop, .sandbox = options->sandbox},
      .plain = {.program = from->plain, .stop = options->stop, .sandbox = options->sandbox},
      .out = out};
  sl_status status = sl_source_read(result->source, &s.source);
  for (size_t i = 0; i < from->num_specs && status == SL_OK; i++) {
    status = take_row(&s, from->specs[i], -1);
  }
  if (status == SL_OK && out->is_standard) {
    status = result->lab->cases ? take_own_cases(&s) : take_standard_cases(&s);
  }
  sl_child_stop(&s.child);
  sl_child_stop(&s.plain);
  sl_source_free(&s.source);
  return status;
}

static void add_measured(sl_forecast_row *row, int number, const sl_task_result *task) {
  for (size_t i = 0; i < task->num_cases; i++) {
    const sl_case_result *measured = &task->cases[i];
    if (measured->verdict == SL_PASSED && strcmp(measured->spec, row->spec) == 0) {
      row->measured_us[number] = measured->figures.cold_us;
    }
  }
}

void sl_forecast_add_measured(sl_forecast *forecast, const sl_lab_result *measured) {
  for (int t = 0; t < forecast->num_tasks; t++) {
    for (size_t k = 0; k < measured->num_tasks; k++) {
      if (strcmp(measured->tasks[k].task->name, forecast->tasks[t]->name) != 0) continue;
      for (int i = 0; i < forecast->num_rows; i++) {
        if (forecast->rows[i].predicted_us[t] > 0) {
          add_measured(&forecast->rows[i], t, &measured->tasks[k]);
        }
      }
    }
  }
}

void sl_forecast_free(sl_forecast *forecast) {
  if (!forecast) return;
  sl_free(forecast->rows);
  sl_lens_report_free(&forecast->seen);
  memset(forecast, 0, sizeof *forecast);
}
