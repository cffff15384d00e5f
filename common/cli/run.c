/* run.c: ./lab run: judges the student's file. */
#include "cli/cli.h"
#include "cli/peer.h"

#include "cli/remember.h"
#include "gate/gate.h"
#include "judge/module.h"
#include "report/paint.h"
#include "report/report.h"

#include <stdio.h>

enum { MAX_CASES = 128 };

static size_t choose_cases(const sl_lab *lab, const sl_options *options, sl_case_spec *cases) {
  if (options->num_matrices == 0) {
    return sl_lab_cases_list(lab, options->backend,
                             options->quick ? SL_UNMEASURED_CASES : SL_ALL_CASES, cases, MAX_CASES);
  }
  for (size_t i = 0; i < options->num_matrices; i++) {
    cases[i] = (sl_case_spec){.spec = options->matrices[i], .measured = true};
  }
  return options->num_matrices;
}

/* Reports what the grader would refuse, whatever the verdict. Returns false if it would refuse
 * nothing. */
static bool tell_refusals(const sl_lab *lab, const sl_options *options) {
  char source[512];
  sl_refusals refusals = {.count = 0};
  bool compiled;
  if (options->solution || options->peer) return false; /* these files belong to the kit */
  sl_module_source(lab, false, source, sizeof source);
  if (options->file) (void)snprintf(source, sizeof source, "%s", options->file);
  sl_status status = options->sandbox ? sl_gate_source_of(lab, source, &refusals)
                                      : sl_gate_file(lab, source, &compiled, &refusals);
  if (status != SL_OK || refusals.count == 0) return false;
  sl_paint_line(stdout, 2, "\nThe grader would refuse this file, and give no points for it:\n");
  sl_gate_show_refusals(source, &refusals);
  sl_paint_line(stdout, 2, "Next: remove what is forbidden, then ./lab run %.2s again.\n", lab->id);
  return true;
}

int sl_cmd_run(int count, char **arguments) {
  sl_options options;
  sl_status status = sl_options_parse(count, arguments, &options);
  const sl_lab *lab = NULL;
  if (status == SL_OK && !options.lab) {
    status = sl_fail(SL_ERR_USAGE, "the lab is missing. For example: ./lab run 01");
  }
  if (status == SL_OK) status = sl_lab_find(options.lab, &lab);
  if (status == SL_OK) status = sl_peer_check(lab, &options);
  if (status != SL_OK) return sl_complain(status);

  options.interruptible = true;
  options.larger = true;
  options.goals = !options.quick;
  sl_case_spec cases[MAX_CASES];
  sl_lab_result result;
  bool compiled, judged;
  status = sl_judging_run_lab(lab, &options, cases, choose_cases(lab, &options, cases), &compiled,
                              &result);
  judged = status == SL_OK && compiled;
  if (judged) {
    sl_report_text(stdout, &result);
    if (result.stopped_at[0]) sl_judging_end_interrupted();
    if (options.csv) status = sl_report_csv(options.csv, &result);
    if (status == SL_OK && options.peer) status = sl_peer_show(&result, &options);
    if (!options.solution && !options.file)
      sl_remember_verdicts(&result, sl_next_options_count(&options));
    if (!tell_refusals(lab, &options)) sl_next_say(stdout, &result, &options);
  }
  int exit_status = compiled ? sl_judge_result_exit_status(&result) : SL_EXIT_FAILED;
  sl_judge_result_free(&result);
  if (status != SL_OK) {
    bool machine = sl_status_exit(status) == sl_status_exit(SL_ERR_SYSTEM);
    if (machine && !judged) sl_report_unjudged(stdout, lab, options.task);
    return sl_complain(status);
  }
  if (!compiled && !sl_judging_is_empty(lab, &options) && !tell_refusals(lab, &options)) {
    sl_paint_line(stdout, 2,
                  "\nIt does not compile yet: 0 points.\n"
                  "Next: correct the first error, then ./lab run %.2s again.\n",
                  lab->id);
  }
  return exit_status;
}
