/* run.c: ./lab run: the student's file, judged. */
#include "cli/cli.h"
#include "cli/peer.h"

#include "repair/search.h"
#include "report/report.h"

#include <stdio.h>

enum { MAX_CASES = 128 };

static size_t choose_cases(const sl_options *options, sl_case_spec *cases) {
  if (options->num_matrices == 0) {
    return sl_standard_specs(options->backend, options->quick ? SL_UNMEASURED_CASES : SL_ALL_CASES,
                             cases, MAX_CASES);
  }
  for (size_t i = 0; i < options->num_matrices; i++) {
    cases[i] = (sl_case_spec){.spec = options->matrices[i], .measured = true};
  }
  return options->num_matrices;
}

/* Of a failure that has no name more can be found out, in some seconds. */
static void offer_search(const sl_lab_result *result, const sl_options *options) {
  const sl_task_result *unnamed = NULL;
  for (size_t t = 0; t < result->num_tasks && !unnamed; t++) {
    const sl_task_result *task = &result->tasks[t];
    if (sl_can_explain(task->verdict) && !task->mistake) unnamed = task;
  }
  if (!unnamed || options->solution) return;
  (void)printf("Which line may be wrong, and in what way: ./lab explain %.2s %s%s%s\n",
               result->lab->id, unnamed->task->name, options->file ? " --file " : "",
               options->file ? options->file : "");
}

int sl_cmd_run(int count, char **arguments) {
  sl_options options;
  sl_status status = sl_options_parse(count, arguments, &options);
  const sl_lab *lab = NULL;
  if (status == SL_OK && !options.lab) {
    status = sl_fail(SL_ERR_USAGE, "which lab? For example: ./lab run 01");
  }
  if (status == SL_OK) status = sl_lab_find(options.lab, &lab);
  if (status == SL_OK) status = sl_peer_check(&options);
  if (status != SL_OK) return sl_complain(status);

  options.interruptible = true;
  sl_case_spec cases[MAX_CASES];
  sl_lab_result result;
  bool compiled, judged;
  status = sl_run_lab(lab, &options, cases, choose_cases(&options, cases), &compiled, &result);
  judged = status == SL_OK && compiled;
  if (judged) {
    sl_report_text(stdout, &result);
    if (result.stopped_at[0]) sl_end_as_interrupted();
    offer_search(&result, &options);
    if (options.csv) status = sl_report_csv(options.csv, &result);
    if (status == SL_OK && options.peer) status = sl_peer_show(&result, &options);
    bool whole = !options.solution && !options.file && !options.task && !options.quick &&
                 !options.num_matrices;
    if (whole) sl_progress_save(&result);
  }
  int exit_status = compiled ? sl_lab_result_exit_status(&result) : SL_EXIT_FAILED;
  sl_lab_result_free(&result);
  if (status != SL_OK) {
    bool machine = sl_exit_status(status) == sl_exit_status(SL_ERR_SYSTEM);
    if (machine && !judged) sl_report_unjudged(stdout, lab, options.task);
    return sl_complain(status);
  }
  if (!compiled) (void)printf("\nIt does not compile yet: 0 points.\n");
  return exit_status;
}
