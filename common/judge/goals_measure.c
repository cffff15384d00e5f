/* goals_measure.c: compares bonus goals with what the lens counts, or predicts. */
#include "judge/goals.h"

#include "base/memory.h"
#include "judge/forecast.h"

#include <string.h>

static double ratio(double above, double below) {
  return below > 0 ? above / below : 0;
}

bool sl_goal_value(sl_goal_figure figure, const sl_figures *f, double *value_out) {
  const double values[SL_NUM_GOAL_FIGURES] = {
      [SL_GOAL_SECTORS] = (double)f->sectors,
      [SL_GOAL_REQUESTS] = (double)f->requests,
      [SL_GOAL_ATOMIC_SECTORS] = (double)f->atomic_sectors,
      [SL_GOAL_ATOMICS] = (double)f->atomics,
      [SL_GOAL_SECTORS_PER_REQUEST] = ratio((double)f->sectors, (double)f->requests),
      [SL_GOAL_SECTORS_PER_IDEAL] = ratio((double)f->sectors, (double)f->ideal_sectors),
      [SL_GOAL_LAUNCHES] = (double)f->launches,
      [SL_GOAL_SHARED_REQUESTS] = (double)f->shared_requests,
      [SL_GOAL_BANK_CONFLICTS] = (double)f->bank_conflicts,
      [SL_GOAL_ACTIVE_THREADS] = f->active_threads};
  *value_out = values[figure];
  return f->requests > 0;
}

/* Predicts the time of the task of `result`, which was judged with the matrix of the bound and
 * passed. */
static sl_status predict(const sl_goal_bound *bound, const char *program,
                         const sl_judge_options *options, const sl_lab_result *result,
                         bool *known_out, double *us_out) {
  sl_device device;
  sl_forecast forecast;
  const char *const specs[] = {bound->matrix};
  SL_TRY(sl_device_find(bound->device, &device));
  const sl_forecast_source from = {
      .device = &device, .program = program, .specs = specs, .num_specs = 1};
  sl_status status = sl_forecast_make(result, &from, options, &forecast);
  bool any = status == SL_OK && forecast.num_rows == 1 && forecast.num_tasks == 1;
  *us_out = any ? forecast.rows[0].predicted_us[0] : 0;
  *known_out = *us_out > 0;
  sl_forecast_free(&forecast);
  return status;
}

static sl_status take_value(const sl_goal_bound *bound, const char *program,
                            const sl_judge_options *options, const sl_lab_result *result,
                            sl_goal_outcome *out) {
  const sl_task_result *task = &result->tasks[0];
  bool known;
  out->bound = bound;
  out->verdict = task->verdict;
  out->state = SL_GOAL_NOT_PASSED;
  if (task->verdict != SL_PASSED || task->num_cases == 0) return SL_OK;
  if (bound->figure == SL_GOAL_PREDICTED_US) {
    SL_TRY(predict(bound, program, options, result, &known, &out->value));
  } else {
    known = sl_goal_value(bound->figure, &task->cases[0].figures, &out->value);
  }
  bool holds = bound->at_least ? out->value >= bound->limit : out->value <= bound->limit;
  out->state = !known ? SL_GOAL_UNKNOWN : holds ? SL_GOAL_REACHED : SL_GOAL_MISSED;
  return SL_OK;
}

/* Returns the number of the goal's first bound that has the same matrix as bound `b`. */
static int first_with_matrix(const sl_goal *goal, int b) {
  int first = 0;
  while (strcmp(goal->bounds[first].matrix, goal->bounds[b].matrix) != 0) first++;
  return first;
}

/* Compares each bound until one is not reached. `results`: the result for each matrix, at the
 * number of its first bound. */
static sl_status compare_bounds(const sl_lab *lab, const char *source, const char *program,
                                const sl_goal *goal, const sl_judge_options *options,
                                sl_lab_result *results, sl_goal_outcome *out) {
  for (int b = 0; b < goal->num_bounds; b++) {
    const sl_goal_bound *bound = &goal->bounds[b];
    const sl_case_spec one = {.spec = bound->matrix, .measured = true};
    sl_goal_outcome next = {.state = SL_GOAL_UNKNOWN};
    int first = first_with_matrix(goal, b);
    if (first == b) SL_TRY(sl_judge(lab, source, program, &one, 1, options, &results[b]));
    SL_TRY(take_value(bound, program, options, &results[first], &next));
    if (b == 0 || next.state != SL_GOAL_REACHED) *out = next;
    if (next.state != SL_GOAL_REACHED) break;
  }
  return SL_OK;
}

sl_status sl_goal_measure(const sl_lab *lab, const char *source, const char *program,
                          const sl_goal *goal, const sl_judge_options *options,
                          sl_goal_outcome *out) {
  sl_lab_result results[SL_MAX_GOAL_BOUNDS];
  memset(results, 0, sizeof results);
  sl_judge_options own = sl_judge_options_on_lens(options, goal->task->name);
  own.untimed = own.one_thread = true;
  own.measured_seconds = options->measured_seconds;
  *out = (sl_goal_outcome){.state = SL_GOAL_UNKNOWN};
  sl_status status = compare_bounds(lab, source, program, goal, &own, results, out);
  for (int b = 0; b < goal->num_bounds; b++) sl_judge_result_free(&results[b]);
  return status;
}

/* ---- the goals of a result ------------------------------------------------------------------- */

static const sl_task_result *find_task(const sl_lab_result *result, const sl_task *task) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    if (strcmp(result->tasks[t].task->name, task->name) == 0) return &result->tasks[t];
  }
  return NULL;
}

static bool is_wanted(const sl_goal *goal, const char *const *matrices, size_t num_matrices) {
  for (int b = 0; b < goal->num_bounds; b++) {
    for (size_t m = 0; m < num_matrices; m++) {
      if (strcmp(goal->bounds[b].matrix, matrices[m]) == 0) return true;
    }
  }
  return num_matrices == 0;
}

sl_status sl_goals_measure(const char *program, const char *const *matrices, size_t num_matrices,
                           bool predicts, const sl_judge_options *options, sl_lab_result *result) {
  sl_goal_results *seen;
  sl_goals all;
  SL_TRY(sl_goals_read(result->lab, &all));
  if (all.count == 0) return SL_OK;
  SL_TRY(sl_alloc(1, sizeof *seen, "bonus goals", &seen));
  result->goals = seen;
  for (size_t g = 0; g < all.count; g++) {
    const sl_task_result *task = find_task(result, all.all[g].task);
    if (!task || !is_wanted(&all.all[g], matrices, num_matrices)) continue;
    sl_goal *goal = &seen->goals.all[seen->goals.count];
    sl_goal_outcome *outcome = &seen->outcomes[seen->goals.count++];
    *goal = all.all[g];
    *outcome = (sl_goal_outcome){.state = SL_GOAL_NOT_PASSED, .verdict = task->verdict};
    if (task->verdict != SL_PASSED) continue;
    outcome->state = SL_GOAL_UNKNOWN;
    if (sl_goal_is_predicted(goal) && !predicts) continue;
    SL_TRY(sl_goal_measure(result->lab, result->source, program, goal, options, outcome));
  }
  return SL_OK;
}
