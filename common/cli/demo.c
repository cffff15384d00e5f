/* demo.c: ./lab demo: every lab on one matrix of each kind, in one table and plot. */
#include "cli/cli.h"

#include "base/memory.h"
#include "cli/remember.h"
#include "judge/gpu.h"
#include "judge/module.h"
#include "judge/toolchain.h"
#include "load/load.h"
#include "report/comparison.h"
#include "report/paint.h"
#include "report/recorded.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_CASES = 128 };

static void introduce(const sl_options *options) {
  const char *missing = sl_gpu_missing();
  const char *what = "Your files";
  /* [kit-only */
  what = "The reference solutions";
  /* kit-only] */
  if (options->backend == SL_GPU) {
    sl_paint_line(stdout, 2, "%s, judged on the GPU.\n", what);
  } else {
    sl_paint_line(stdout, 2,
                  "%s, judged on the lens, which runs the same .cu files on the CPU\n(%s).\n", what,
                  missing ? missing : "as asked");
  }
}

static sl_status judge_lab(const sl_lab *lab, const sl_options *options, sl_lab_result *out,
                           bool *passed) {
  sl_case_spec cases[MAX_CASES];
  size_t num_cases = sl_lab_cases_list(lab, options->backend, SL_MEASURED_CASES, cases, MAX_CASES);
  if (num_cases == 0) {
    num_cases = sl_lab_cases_list(lab, options->backend, SL_ALL_CASES, cases, MAX_CASES);
  }
  for (size_t i = 0; i < options->num_matrices && num_cases < MAX_CASES; i++) {
    if (sl_lab_cases_are_sizes(lab)) break; /* the cases of this lab are sizes, not matrices */
    cases[num_cases++] = (sl_case_spec){.spec = options->matrices[i], .measured = true};
  }
  bool compiled;
  sl_status status = sl_judging_run_lab(lab, options, cases, num_cases, &compiled, out);
  if (status == SL_OK && compiled) {
    (void)fputc('\n', stdout);
    sl_report_verdicts(stdout, out);
    if (options->csv) status = sl_report_csv(options->csv, out);
  }
  *passed = *passed && compiled && sl_judge_result_passed(out);
  return status;
}

/* Shows recorded times, but not on a GPU, where the times above were measured on this machine. */
static void show_recorded(const sl_comparison *comparison) {
  static sl_recorded recorded; /* large */
  if (comparison->backend == SL_GPU) return;
  if (sl_recorded_read(SL_SOURCE_DIR "/docs/results", comparison->columns, comparison->num_columns,
                       &recorded) == SL_OK) {
    sl_recorded_print(stdout, &recorded);
  }
}

/* Prints the formats side by side, and plots them if gnuplot is installed. */
static void compare(const sl_lab_result *results, size_t num_results) {
  static sl_comparison comparison; /* large */
  static const char folder[] = SL_BINARY_DIR;
  sl_comparison_make(results, num_results, &comparison);
  if (comparison.num_columns == 0) return;
  sl_comparison_print(stdout, &comparison);
  sl_report_forecasts(stdout, results, num_results);
  show_recorded(&comparison);
  sl_status status = sl_comparison_plot(&comparison, folder);
  if (status == SL_OK) {
    sl_paint_line(stdout, 2, "  Plot: %s/comparison.svg\n", sl_report_path(folder));
  } else {
    sl_paint_line(stdout, 2, "  No plot: %s\n", sl_status_message());
  }
}

/* Compiling for a GPU takes seconds, so all labs are compiled at the same time. The results are
 * cached; compiler errors are shown when the lab is judged. */
static void compile_all(const sl_options *options) {
  static sl_module module; /* large */
  (void)fflush(NULL);
  for (size_t i = 0; i < sl_num_labs; i++) {
    pid_t pid = fork();
    if (pid != 0) continue;
    char source[512];
    sl_module_source(sl_labs[i], options->solution, source, sizeof source);
    (void)sl_module_build(sl_labs[i], source, options->backend, options->precision, &module);
    _exit(0);
  }
  while (wait(NULL) > 0) {
  }
}

/* All labs are judged on the same matrices, so these are kept in memory if there is enough of
 * it. */
static size_t bytes_to_spare(void) {
  enum { AN_EIGHTH = 8 };
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? (size_t)pages / AN_EIGHTH * (size_t)page : 0;
}

static sl_status judge_all(const sl_options *options, sl_lab_result *results, bool *passed) {
  const sl_lab *only = NULL;
  size_t judged = 0;
  if (options->lab) SL_TRY(sl_lab_find(options->lab, &only));
  if (!only && !options->sandbox) compile_all(options);
  sl_load_keep_matrix(only ? 0 : bytes_to_spare());
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (only && only != sl_labs[i]) continue;
    SL_TRY(judge_lab(sl_labs[i], options, &results[judged++], passed));
  }
  sl_load_keep_matrix(0);
  if (only) {
    sl_report_figures(stdout, &results[0]);
    sl_report_forecast(stdout, results[0].forecast);
  } else {
    compare(results, judged);
  }
  return SL_OK;
}

int sl_cmd_demo(int count, char **arguments) {
  sl_options options;
  sl_status status = sl_options_parse(count, arguments, &options);
  if (status != SL_OK) return sl_complain(status);
  /* [kit-only */
  options.solution = true;
  /* kit-only] */
  options.columns_only = options.lab == NULL;
  introduce(&options);
  bool passed = true;
  sl_lab_result *results;
  status = sl_alloc(sl_num_labs, sizeof *results, "results", &results);
  if (status == SL_OK) status = judge_all(&options, results, &passed);
  for (size_t i = 0; results && i < sl_num_labs; i++) sl_judge_result_free(&results[i]);
  sl_free(results);
  if (status != SL_OK) return sl_complain(status);
  const sl_lab *next = sl_remember_current_lab();
  if (next) {
    sl_paint_line(stdout, 2,
                  "\nYour turn: open labs/%s/README.md, write %s.cu, then ./lab run %.2s\n",
                  next->id, sl_lab_short_name(next), next->id);
  }
  return passed ? 0 : SL_EXIT_FAILED;
}
