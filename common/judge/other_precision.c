/* other_precision.c: judges passed tasks in the other precision, too, and recognises code that uses
 * float where it should use real. */
#include "judge/other_precision.h"

#include "judge/evidence.h"
#include "judge/findings.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ELEMENTS = 50000 };

const sl_mistake sl_float_only = {
    .name = "float-only",
    .what = "right in float, and wrong in double: somewhere the code uses float, or the size of a "
            "float, instead of real",
    .hint = "The numbers have the type real, which is float or double. Where does your code say "
            "float, write a number with the suffix f, or count four bytes for a number?",
    .at = "float"};

sl_precision sl_other_precision(sl_precision precision) {
  return precision == SL_F32 ? SL_F64 : SL_F32;
}

/* Whether judging the case in the other precision can give another result. A case without real
 * numbers cannot. A case with very many elements is left out, because it takes seconds, and it is
 * right if the smaller cases are. */
static bool can_differ(const sl_problem *problem) {
  size_t elements = 0;
  bool reals = false;
  for (int i = 0; i < problem->num_arrays; i++) {
    elements += problem->arrays[i].count;
    reals = reals || problem->arrays[i].type == SL_REAL;
  }
  return reals && elements <= MOST_ELEMENTS;
}

/* Whether the error of a wrong number is as large as that of rounding to float, or of a sum in
 * float. */
static bool is_rounded(double got, double expected, double bound) {
  const double wider = FLT_EPSILON / DBL_EPSILON;
  double difference = fabs(got - expected);
  return difference <= 2 * wider * bound || difference <= FLT_EPSILON * fabs(expected);
}

static bool errors_are_of_rounding(const sl_attempt *attempt) {
  if (attempt->difference.report[0]) return false; /* the expected value is unknown */
  sl_evidence evidence = sl_attempt_evidence(attempt);
  for (int i = 0; i < attempt->problem->num_arrays; i++) {
    const sl_array *array = &attempt->problem->arrays[i];
    if (!array->expected) continue;
    const double *got = sl_evidence_answer(&evidence, array->name);
    for (size_t k = 0; got && k < array->count; k++) {
      double bound = array->bound ? array->bound[k] : 0;
      bool same = fabs(got[k] - array->expected[k]) <= bound;
      if (same) continue;
      if (array->type != SL_REAL || !is_rounded(got[k], array->expected[k], bound)) return false;
    }
  }
  return true;
}

/* Whether a failure in double, of a program that is right in float, can only come from a float or
 * from the size of a float: the errors are those of rounding to float, or memory is too small. */
static bool shows_float(const sl_attempt *attempt, const sl_case_result *outcome) {
  enum { INVALID_VALUE = 1 };
  sl_evidence evidence = sl_attempt_evidence(attempt);
  switch (outcome->verdict) {
  case SL_WRONG:
    return errors_are_of_rounding(attempt);
  case SL_FAULTY:
    return sl_finding_exists(&evidence, LENS_OUT_OF_BOUNDS_READ, NULL) ||
           sl_finding_exists(&evidence, LENS_OUT_OF_BOUNDS_WRITE, NULL) ||
           sl_finding_exists(&evidence, LENS_UNINITIALISED_READ, NULL) ||
           sl_finding_exists(&evidence, LENS_MISALIGNED, NULL);
  case SL_OUT_OF_BOUNDS:
    return true;
  case SL_CUDA_ERROR:
    return attempt->reply.cuda_error == INVALID_VALUE;
  case SL_CRASHED:
    return attempt->reply.fault_array[0] != '\0';
  default:
    return false;
  }
}

static bool may_fail(const sl_session *s, size_t t) {
  const sl_task_result *task = &s->result->tasks[t];
  bool any = false;
  for (size_t i = 0; i < task->num_cases; i++) any |= task->cases[i].verdict == SL_PASSED;
  return any && s->standings[t].failed == 0 && !sl_session_is_stopped(s) &&
         sl_session_has_time_left(s);
}

/* Appends the failed case to the task's cases. Cases that pass are not added. */
static void keep_failure(sl_session *s, size_t t, size_t of_case, const sl_case_result *outcome) {
  sl_task_result *task = &s->result->tasks[t];
  sl_case_result *kept = &task->cases[task->num_cases++];
  *kept = *outcome;
  size_t used = strlen(kept->name);
  (void)snprintf(kept->name + used, sizeof kept->name - used, ", in %s",
                 s->options->precision == SL_F32 ? "double" : "float");
  kept->beyond = kept->in_other_precision = true;
  kept->of_case = of_case;
  s->standings[t].failed++;
  s->standings[t].failed_unmeasured++;
  s->standings[t].touched = true;
}

static sl_status judge_task(sl_session *s, size_t t, const sl_case *given,
                            const sl_case_spec *spec) {
  const sl_task *task = s->result->tasks[t].task;
  sl_problem problem = {.num_arrays = 0};
  sl_case_result outcome = {.verdict = SL_PASSED};
  sl_status status = task->pose(given, &problem);
  if (status == SL_OK && can_differ(&problem)) {
    sl_job_options job = sl_session_job(s, task, &problem, false);
    sl_attempt attempt;
    sl_session_begin_case(&outcome, given, spec);
    status = sl_session_ask(s, task, given, &problem, &job, &attempt, &outcome);
    bool failed = status == SL_OK && outcome.verdict != SL_PASSED && !sl_session_is_stopped(s);
    if (failed) {
      outcome.float_only = shows_float(&attempt, &outcome);
      status = sl_session_exhibit(s, spec, &attempt, &outcome);
      keep_failure(s, t, (size_t)(spec - s->cases), &outcome);
    }
    sl_attempt_free(&attempt);
    if (outcome.verdict != SL_PASSED) sl_session_end_child(s);
  }
  sl_problem_free(&problem);
  return status == SL_ERR_SIZE ? SL_OK : status;
}

/* Fails the tasks that have passed, because the module does not compile in the other precision. */
static void refuse(sl_session *s, const char *why, int line) {
  for (size_t t = 0; t < s->result->num_tasks; t++) {
    if (!may_fail(s, t)) continue;
    sl_case_result outcome = {.verdict = SL_FAULTY, .line = line, .float_only = true};
    (void)snprintf(outcome.name, sizeof outcome.name, "compilation");
    (void)snprintf(outcome.what, sizeof outcome.what, "it does not compile: %s", why);
    keep_failure(s, t, 0, &outcome);
  }
}

sl_status sl_other_precision_judge(sl_session *s, const sl_case_spec *cases, size_t num_cases) {
  bool any = false;
  char why[400] = "";
  int line = 0;
  for (size_t t = 0; t < s->result->num_tasks; t++) any |= may_fail(s, t);
  if (!any || !s->options->other_precision) return SL_OK;
  sl_session_end_child(s);
  SL_TRY(s->options->other_precision(s->options->other_precision_context, &s->program, why,
                                     sizeof why, &line));
  s->result->in_both = true;
  if (!s->program) {
    refuse(s, why, line);
    return SL_OK;
  }
  s->child.program = s->program;
  s->precision = sl_other_precision(s->options->precision);
  sl_status status = SL_OK;
  for (size_t i = 0; i < num_cases && status == SL_OK && !sl_session_is_stopped(s); i++) {
    sl_case given;
    if (cases[i].measured) continue;
    SL_TRY(sl_session_make_case(s, &cases[i], &given));
    if (s->options->backend == SL_GPU) given.device_bytes = SL_GPU_CASE_BYTES;
    for (size_t t = 0; t < s->result->num_tasks && status == SL_OK; t++) {
      if (may_fail(s, t)) status = judge_task(s, t, &given, &cases[i]);
    }
    sl_case_free(&given);
  }
  sl_session_end_child(s);
  return status;
}
