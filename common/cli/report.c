/* report.c: ./lab report: a student's work as one page. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "base/memory.h"
#include "cli/remember.h"
#include "judge/module.h"
#include "judge/toolchain.h"
#include "report/paint.h"
#include "report/work.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MAX_CASES = 128 };

static const char default_matrix[] = "hpcg:10";

/* Reads the recorded verdicts. Returns whether the student has written something. */
static bool recall(const sl_lab *lab, sl_work_lab *out) {
  bool written = false;
  for (size_t t = 0; t < lab->num_tasks && t < SL_WORK_TASKS; t++) {
    char *verdict = out->verdicts[t];
    if (!sl_remember_verdict(lab, lab->tasks[t].name, verdict, sizeof out->verdicts[t]))
      *verdict = 0;
    written |= *verdict && strcmp(verdict, sl_judge_verdict_name(SL_NOT_WRITTEN)) != 0;
  }
  return written;
}

static void take_verdicts(sl_work_lab *lab) {
  for (size_t t = 0; t < lab->judged.num_tasks && t < SL_WORK_TASKS; t++) {
    (void)snprintf(lab->verdicts[t], sizeof lab->verdicts[t], "%s",
                   sl_judge_verdict_name(lab->judged.tasks[t].verdict));
  }
}

static sl_status judge_on(sl_options options, sl_backend_id backend, const sl_case_spec *cases,
                          size_t num_cases, sl_work_lab *lab, sl_lab_result *out) {
  bool compiled;
  options.backend = backend;
  if (num_cases == 1 && options.num_matrices == 0) { /* predict times for this matrix, too */
    options.matrices[options.num_matrices++] = cases[0].spec;
  }
  sl_status status = sl_judging_run_lab(lab->lab, &options, cases, num_cases, &compiled, out);
  if (status == SL_OK && !compiled) {
    bool empty = sl_judging_is_empty(lab->lab, &options);
    lab->trouble = empty ? "The file is empty." : "The file does not compile.";
  }
  return status;
}

/* Judges all cases on the backend, and one matrix on the lens, which counts the lines. */
static sl_status judge_lab(const sl_options *options, sl_work_lab *lab) {
  sl_case_spec cases[MAX_CASES];
  size_t count = sl_lab_cases_list(lab->lab, options->backend, SL_ALL_CASES, cases, MAX_CASES);
  for (size_t i = 0; i < options->num_matrices && count < MAX_CASES; i++) {
    if (sl_lab_cases_are_sizes(lab->lab)) break; /* the cases of this lab are sizes, not matrices */
    cases[count++] = (sl_case_spec){.spec = options->matrices[i], .measured = true};
  }
  sl_paint_line(stderr, 2, "Judging lab %.2s ...\n", lab->lab->id);
  sl_options with_goals = *options;
  with_goals.goals = true;
  SL_TRY(judge_on(with_goals, options->backend, cases, count, lab, &lab->judged));
  if (lab->trouble) return SL_OK;
  const char *usual = sl_lab_cases_usual(lab->lab, default_matrix);
  bool chosen = options->num_matrices > 0 && !sl_lab_cases_are_sizes(lab->lab);
  sl_case_spec one = {.spec = chosen ? options->matrices[0] : usual, .measured = true};
  return judge_on(*options, SL_LENS, &one, 1, lab, &lab->seen);
}

static sl_status collect(const sl_options *options, const sl_lab *only, sl_work *work) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (only && only != sl_labs[i]) continue;
    sl_work_lab *lab = &work->labs[work->num_labs++];
    lab->lab = sl_labs[i];
    bool written = recall(lab->lab, lab);
    if (options->solution) memset(lab->verdicts, 0, sizeof lab->verdicts);
    if (!written && !options->solution) continue;
    SL_TRY(judge_lab(options, lab));
    if (lab->trouble) continue; /* the page uses the recorded verdicts, and says why */
    take_verdicts(lab);
    if (!options->solution) sl_remember_verdicts(&lab->judged, true);
  }
  return SL_OK;
}

static const char *date_of_today(char *out, size_t size) {
  time_t now = time(NULL);
  struct tm local;
  if (!localtime_r(&now, &local) || strftime(out, size, "%Y-%m-%d", &local) == 0) out[0] = '\0';
  return out;
}

static const char *device_of(const sl_options *options, const sl_work *work) {
  for (size_t i = 0; options->backend == SL_GPU && i < work->num_labs; i++) {
    if (work->labs[i].judged.device[0]) return work->labs[i].judged.device;
  }
  return "the lens, which runs the kernels on the CPU and counts the memory accesses of a GPU.";
}

/* Reads measured times of those kernels that the tasks on formats ask for. */
static const sl_recorded *read_recorded(void) {
  static sl_recorded recorded; /* large */
  const char *columns[SL_MAX_RECORDED_COLUMNS];
  int count = 0;
  for (size_t i = 0; i < sl_num_labs; i++) {
    for (size_t t = 0; t < sl_labs[i]->num_tasks; t++) {
      const char *column = sl_labs[i]->tasks[t].column;
      if (column && count < SL_MAX_RECORDED_COLUMNS) columns[count++] = column;
    }
  }
  sl_status status = sl_recorded_read(SL_SOURCE_DIR "/docs/results", columns, count, &recorded);
  return status == SL_OK && recorded.num_rows > 0 ? &recorded : NULL;
}

static sl_status make(const sl_options *options, const sl_lab *only) {
  char date[32], own[64] = "report.html";
  if (only) (void)snprintf(own, sizeof own, "report-%.2s.html", only->id);
  const char *path = options->html ? options->html : own;
  sl_work work = {.title = "My work in Sparselab",
                  .remark = "All tasks were judged on all cases when this page was written.",
                  .recorded = read_recorded(),
                  .date = date_of_today(date, sizeof date),
                  .matrix = options->num_matrices ? options->matrices[0] : default_matrix};
  /* [kit-only */
  if (options->solution) work.title = "The reference solutions";
  /* kit-only] */
  SL_TRY(sl_alloc(sl_num_labs, sizeof *work.labs, "the labs", &work.labs));
  sl_status status = collect(options, only, &work);
  work.device = device_of(options, &work);
  if (status == SL_OK) status = sl_report_work(path, &work);
  if (status == SL_OK) sl_paint_line(stdout, 2, "Wrote %s: open it in a browser.\n", path);
  for (size_t i = 0; i < work.num_labs; i++) {
    sl_judge_result_free(&work.labs[i].judged);
    sl_judge_result_free(&work.labs[i].seen);
  }
  sl_free(work.labs);
  return status;
}

int sl_cmd_report(int count, char **arguments) {
  sl_options options;
  const sl_lab *only = NULL;
  sl_status status = sl_options_parse(count, arguments, &options);
  if (status == SL_OK && options.lab) status = sl_lab_find(options.lab, &only);
  if (status == SL_OK) status = make(&options, only);
  return status == SL_OK ? 0 : sl_complain(status);
}
