/* demo.c: ./lab demo: the reference solutions on one matrix of each kind, in one table. */
#include "cli/cli.h"

#include "judge/module.h"
#include "report/paint.h"
#include "report/report.h"

#include <stdio.h>

enum { MAX_CASES = 128 };

static void introduce(const sl_options *options) {
  const char *missing = sl_gpu_missing();
  const char *what = options->solution ? "The reference solutions" : "Your files";
  if (options->backend == SL_GPU) {
    (void)printf("%s, judged on the GPU.\n", what);
  } else {
    (void)printf("%s, judged on the lens, which runs the same .cu files on the CPU\n(%s).\n", what,
                 missing ? missing : "as asked");
  }
}

static sl_status demonstrate(const sl_lab *lab, const sl_options *options, bool *passed) {
  sl_case_spec cases[MAX_CASES];
  size_t num_cases = sl_standard_specs(options->backend, SL_MEASURED_CASES, cases, MAX_CASES);
  for (size_t i = 0; i < options->num_matrices && num_cases < MAX_CASES; i++) {
    cases[num_cases++] = (sl_case_spec){.spec = options->matrices[i], .measured = true};
  }
  sl_lab_result result;
  bool compiled;
  sl_status status = sl_run_lab(lab, options, cases, num_cases, &compiled, &result);
  if (status == SL_OK && compiled) {
    (void)fputc('\n', stdout);
    sl_report_text(stdout, &result);
    if (options->csv) status = sl_report_csv(options->csv, &result);
  }
  *passed = *passed && compiled && sl_lab_result_passed(&result);
  sl_lab_result_free(&result);
  return status;
}

int sl_cmd_demo(int count, char **arguments) {
  sl_options options;
  sl_status status = sl_options_parse(count, arguments, &options);
  if (status == SL_OK && options.file) {
    status = sl_fail(SL_ERR_USAGE,
                     "demo judges the reference solutions; for a file of your own: "
                     "./lab run LAB --file %s",
                     options.file);
  }
  options.solution = sl_has_solutions();
  if (status == SL_OK) introduce(&options);
  bool passed = true;
  for (size_t i = 0; i < sl_num_labs && status == SL_OK; i++) {
    const sl_lab *lab = sl_labs[i];
    if (options.lab) status = sl_lab_find(options.lab, &lab);
    if (status == SL_OK && (!options.lab || lab == sl_labs[i])) {
      status = demonstrate(lab, &options, &passed);
    }
  }
  if (status != SL_OK) return sl_complain(status);
  (void)puts(
      "\nYour turn: open labs/01-csr-scalar/README.md, write csr-scalar.cu, then ./lab run 01");
  return passed ? 0 : SL_EXIT_FAILED;
}
