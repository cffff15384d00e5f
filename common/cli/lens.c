/* lens.c: ./lab lens: the student's source with the counters of its memory accesses. */
#include "cli/cli.h"

#include "report/report.h"

#include <stdio.h>

static const char default_matrix[] = "hpcg:10";

int sl_cmd_lens(int count, char **arguments) {
  sl_options options;
  sl_status status = sl_options_parse(count, arguments, &options);
  const sl_lab *lab = NULL;
  if (status == SL_OK && !options.lab) {
    status = sl_fail(SL_ERR_USAGE, "which lab? For example: ./lab lens 01 -m web:2000");
  }
  if (status == SL_OK && options.num_matrices > 1) {
    status = sl_fail(SL_ERR_USAGE, "lens looks at one matrix at a time; give one -m");
  }
  if (status == SL_OK && options.backend_given && options.backend == SL_GPU) {
    status = sl_fail(SL_ERR_USAGE, "the lens runs on the CPU; leave --backend out");
  }
  if (status == SL_OK) status = sl_lab_find(options.lab, &lab);
  if (status != SL_OK) return sl_complain(status);

  options.backend = SL_LENS;
  sl_case_spec given = {.spec = options.num_matrices ? options.matrices[0] : default_matrix,
                        .measured = true};
  sl_lab_result result;
  bool compiled;
  status = sl_run_lab(lab, &options, &given, 1, &compiled, &result);
  if (status == SL_OK && compiled) {
    sl_report_text(stdout, &result);
    (void)fputc('\n', stdout);
    status = sl_report_annotated(stdout, &result);
    sl_warn_if_inexact(stdout);
    if (status == SL_OK && options.csv) {
      status = sl_report_counters_csv(options.csv, given.spec, &result);
    }
  }
  bool passed = compiled && sl_lab_result_passed(&result);
  sl_lab_result_free(&result);
  if (status != SL_OK) return sl_complain(status);
  return passed ? 0 : SL_EXIT_FAILED;
}
