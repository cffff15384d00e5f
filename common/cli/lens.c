/* lens.c: ./lab lens: the student's source with the counters of its memory accesses. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char default_matrix[] = "hpcg:10";

int sl_cmd_lens(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "--measure-device") == 0) {
    return sl_measure_device(count, arguments);
  }
  if (sl_lens_program_is_named(count, arguments)) return sl_lens_program(count, arguments);
  sl_options options;
  sl_status status = sl_options_parse(count, arguments, &options);
  const sl_lab *lab = NULL;
  if (status == SL_OK && !options.lab) {
    status = sl_fail(SL_ERR_USAGE, "the lab is missing. For example: ./lab lens 01 -m web:2000, or "
                                   "for your own program: ./lab lens transpose.cu");
  }
  if (status == SL_OK && options.num_matrices > 1) {
    status = sl_fail(SL_ERR_USAGE, "lens works on one matrix at a time; give only one -m");
  }
  if (status == SL_OK && options.backend_given && options.backend == SL_GPU) {
    status = sl_fail(SL_ERR_USAGE, "the lens runs on the CPU; omit --backend");
  }
  if (status == SL_OK) status = sl_lab_find(options.lab, &lab);
  if (status != SL_OK) return sl_complain(status);

  options.columns = options.csv || options.html;
  if (options.warp) (void)setenv("LENS_WARP", options.warp, 1); /* for the worker */
  if (options.num_matrices == 0) {
    options.matrices[options.num_matrices++] = sl_lab_cases_usual(lab, default_matrix);
  }
  sl_case_spec given = {.spec = options.matrices[0], .measured = true};
  sl_lab_result result;
  bool compiled;
  status = sl_judging_run_lab(lab, &options, &given, 1, &compiled, &result);
  if (status == SL_OK && compiled) {
    sl_report_text(stdout, &result);
    (void)fputc('\n', stdout);
    sl_lens_view view = sl_report_lens_view(&result, given.spec);
    status = sl_lens_output_write(&view, options.html, options.csv);
  }
  int exit_status = compiled ? sl_judge_result_exit_status(&result) : SL_EXIT_FAILED;
  sl_judge_result_free(&result);
  return status == SL_OK ? exit_status : sl_complain(status);
}
