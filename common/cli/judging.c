/* judging.c: code that run, demo and lens share: build the module, judge it, show progress. */
#include "cli/cli.h"

/* [kit-only */
#include "author/author.h"
/* kit-only] */
#include "base/clock.h"
#include "base/memory.h"
#include "errors/errors.h"
#include "judge/forecast.h"
#include "judge/fresh_cases.h"
#include "judge/goals.h"
#include "judge/module.h"
#include "judge/other_precision.h"
#include "judge/source.h"
#include "judge/toolchain.h"
#include "report/paint.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *sl_judging_cache_dir(void) {
  return SL_BINARY_DIR "/matrices";
}

static bool progress_shown;
static double progress_at_us; /* time when the progress line last changed */

static void clear_progress(void) {
  if (progress_shown) (void)fputs("\r\033[K", stderr);
  progress_shown = false;
}

/* The line changes at most once a second, because a screen reader speaks each change. */
static void show_progress(const char *case_name, const sl_task *task, void *context) {
  double now_us = sl_clock_us();
  (void)context;
  if (!isatty(STDERR_FILENO) || now_us - progress_at_us < 1e6) return;
  progress_at_us = now_us;
  clear_progress();
  (void)fprintf(stderr, "%.60s%s%s", case_name, task ? ": " : "", task ? task->name : "");
  (void)fflush(stderr);
  progress_shown = true;
}

/* [kit-only */
/* Without a terminal, prints one line that explains the wait of some minutes. */
static void show_mistake(const char *program) {
  static bool told;
  char text[96];
  if (!isatty(STDERR_FILENO) && !told) {
    (void)fputs("The mistakes of this lab, or what they are made of, have changed: each is tried "
                "again.\n",
                stderr);
    told = true;
  }
  (void)snprintf(text, sizeof text, "checking for the mistake %s", program);
  show_progress(text, NULL, NULL);
}

/* In a developer's kit, updates the fingerprints of the mistakes if something has changed. */
static sl_status update_mistakes(const sl_lab *lab) {
  sl_update_options options = {.cache_dir = sl_judging_cache_dir(), .progress = show_mistake};
  sl_status status = sl_author_update(lab, &options);
  clear_progress();
  return status;
}
/* kit-only] */

/* ---- ending early ---------------------------------------------------------------------------- */

static volatile sig_atomic_t stopped_by;

static void note_signal(int number) {
  stopped_by = number;
}

static const int noted[] = {SIGINT, SIGTERM, SIGHUP};
enum { NUM_NOTED = sizeof noted / sizeof *noted };

/* Catches signals that interrupt: the first is recorded, the second ends the process at once.
 * Signals that were ignored stay ignored. */
static void catch_signals(struct sigaction before[]) {
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
  stopped_by = 0;
  for (int i = 0; i < NUM_NOTED; i++) {
    (void)sigaction(noted[i], NULL, &before[i]);
    if (before[i].sa_handler != SIG_IGN) (void)sigaction(noted[i], &action, NULL);
  }
}

static void leave_signals(const struct sigaction before[]) {
  for (int i = 0; i < NUM_NOTED; i++) (void)sigaction(noted[i], &before[i], NULL);
}

void sl_judging_end_interrupted(void) {
  if (!stopped_by) return;
  (void)fflush(stdout);
  (void)raise(stopped_by); /* as the caller's shell expects after an interrupt */
}

/* Finds a sandbox, and prints which kind it is. SL_SANDBOX=landlock skips bubblewrap, to test a
 * machine without it; SL_SANDBOX_MEMORY_MIB=N limits the memory of compiler and worker. */
sl_status sl_judging_find_sandbox(sl_sandbox *out) {
  char text[768];
  const char *means = getenv("SL_SANDBOX");
  bool landlock = means && strcmp(means, "landlock") == 0;
  SL_TRY(sl_sandbox_probe(0, landlock ? SL_SANDBOX_LANDLOCK : SL_SANDBOX_NONE, out));
  SL_TRY(sl_sandbox_require(out));
  const char *mib = getenv("SL_SANDBOX_MEMORY_MIB");
  if (mib) out->most_memory_bytes = (size_t)strtoul(mib, NULL, 10) << 20;
  sl_sandbox_describe(out, text, sizeof text);
  sl_paint_line(stdout, 2, "Sandbox: %s.\n", text);
  (void)fflush(stdout);
  return SL_OK;
}

sl_status sl_judging_show_compiler(const sl_lab *lab, const char *source, const char *log,
                                   bool raw) {
  char contract[512];
  sl_errors errors;
  if (raw || !log[0]) {
    sl_paint_visible(stderr, log, strlen(log));
    return SL_OK;
  }
  if (lab) sl_module_contract(lab, contract, sizeof contract);
  SL_TRY(sl_errors_read(log, source, lab ? contract : NULL, &errors));
  sl_errors_print(stderr, &errors, source, sl_report_path(source));
  if (errors.count > 0 && !errors.all[0].warning) {
    sl_paint_line(stderr, 2, "%s(--raw shows the compiler's own messages)%s\n",
                  sl_paint_code(stderr, SL_DIM), sl_paint_code(stderr, SL_PLAIN));
  }
  return SL_OK;
}

/* The module in the other precision, compiled when it is needed. */
typedef struct other_module {
  const sl_lab *lab;
  const char *source;
  const sl_options *options;
  const sl_sandbox *sandbox;
  sl_module module; /* large, because it holds the compiler's output */
} other_module;

static other_module *keep_other(const sl_lab *lab, const char *source, const sl_options *options,
                                const sl_sandbox *sandbox) {
  static other_module other;
  other.lab = lab;
  other.source = source;
  other.options = options;
  other.sandbox = sandbox;
  return &other;
}

static sl_status build_other(void *context, const char **program_out, char *why, size_t size,
                             int *line_out) {
  other_module *other = context;
  char contract[512];
  sl_errors errors;
  show_progress("compiling in the other precision", NULL, NULL);
  sl_status status = sl_module_build_confined(other->lab, other->source, other->options->backend,
                                              sl_other_precision(other->options->precision),
                                              other->sandbox, &other->module);
  clear_progress();
  SL_TRY(status);
  *program_out = other->module.compiled ? other->module.program : NULL;
  if (other->module.compiled) return SL_OK;
  sl_module_contract(other->lab, contract, sizeof contract);
  SL_TRY(sl_errors_read(other->module.log, other->source, contract, &errors));
  (void)snprintf(why, size, "%s", errors.count > 0 ? errors.all[0].what : "see --precision f64");
  *line_out = errors.count > 0 ? errors.all[0].line : 0;
  return SL_OK;
}

/* Compiles the module for the lens, after the judging on a GPU. */
static sl_status build_on_lens(void *context, const char **program_out) {
  static sl_module on_lens; /* large */
  const other_module *other = context;
  show_progress("compiling for the lens, which checks every access", NULL, NULL);
  sl_status status = sl_module_build_confined(other->lab, other->source, SL_LENS,
                                              other->options->precision, other->sandbox, &on_lens);
  clear_progress();
  *program_out = status == SL_OK && on_lens.compiled ? on_lens.program : NULL;
  return status;
}

static bool has_small_cases(const sl_case_spec *cases, size_t num_cases) {
  for (size_t i = 0; i < num_cases; i++) {
    if (!cases[i].measured) return true;
  }
  return false;
}

static bool has_measured_cases(const sl_case_spec *cases, size_t num_cases) {
  for (size_t i = 0; i < num_cases; i++) {
    if (cases[i].measured) return true;
  }
  return false;
}

/* Measures the matrices of the forecast on the GPU of this machine. */
static sl_status measure_beside(const sl_judge_options *judging, const char *program,
                                const sl_lab_result *judged) {
  sl_forecast *forecast = judged->forecast;
  sl_case_spec specs[SL_MAX_FORECAST_ROWS];
  sl_lab_result measured;
  sl_judge_options options = *judging;
  options.other_precision = NULL;
  options.trusted_times = options.speedup = false;
  for (int i = 0; i < forecast->num_rows; i++) {
    specs[i] = (sl_case_spec){.spec = forecast->rows[i].spec, .measured = true};
  }
  sl_status status = sl_judge(judged->lab, judged->source, program, specs,
                              (size_t)forecast->num_rows, &options, &measured);
  if (status == SL_OK) sl_forecast_add_measured(forecast, &measured);
  sl_judge_result_free(&measured);
  return status;
}

/* Predicts the GPU times of the tasks, if some have passed. On a machine with a GPU, a separate
 * module is built for the lens. */
static sl_status predict_on(const sl_options *options, const sl_judge_options *judging,
                            const char *program, sl_lab_result *out) {
  static sl_module plain; /* large */
  plain.compiled = false;
  if (!options->columns_only && sl_forecast_own(out)) {
    SL_TRY(
        sl_module_build_plain(out->lab, out->source, options->precision, judging->sandbox, &plain));
  }
  SL_TRY(sl_alloc(1, sizeof *out->forecast, "predictions", &out->forecast));
  const sl_forecast_source from = {.device = &options->device,
                                   .program = program,
                                   .plain = plain.compiled ? plain.program : NULL,
                                   .columns_only = options->columns_only,
                                   .larger = options->larger,
                                   .specs = options->matrices,
                                   .num_specs = options->num_matrices};
  return sl_forecast_make(out, &from, judging, out->forecast);
}

static sl_status predict(const sl_options *options, const sl_judge_options *judging,
                         const char *program, sl_lab_result *out) {
  static sl_module on_lens; /* large */
  if (options->backend == SL_LENS) return predict_on(options, judging, program, out);
  sl_judge_options of_lens = *judging;
  of_lens.backend = SL_LENS;
  SL_TRY(sl_module_build_confined(out->lab, out->source, SL_LENS, options->precision,
                                  judging->sandbox, &on_lens));
  if (!on_lens.compiled) return SL_OK;
  SL_TRY(predict_on(options, &of_lens, on_lens.program, out));
  return out->forecast->num_rows > 0 ? measure_beside(judging, program, out) : SL_OK;
}

/* Prints predicted times and bonus goals after the verdicts. */
static sl_status look_again(const sl_options *options, const sl_judge_options *judging,
                            const char *program, bool measured, sl_lab_result *out) {
  bool on_lens = options->backend == SL_LENS && options->precision == SL_F32;
  if (options->predicts && !options->device_times_only && measured) {
    SL_TRY(predict(options, judging, program, out));
  }
  if (!options->goals || !on_lens || stopped_by) return SL_OK;
  return sl_goals_measure(program, options->matrices, options->num_matrices, options->predicts,
                          judging, out);
}

static void find_source(const sl_lab *lab, const sl_options *options, char *out, size_t size) {
  if (options->file) {
    (void)snprintf(out, size, "%s", options->file);
  } else {
    sl_module_source(lab, options->solution, out, size);
  }
}

bool sl_judging_is_empty(const sl_lab *lab, const sl_options *options) {
  char path[512];
  find_source(lab, options, path, sizeof path);
  return sl_source_file_is_blank(path);
}

/* Says that the file is empty. The linker would only list the functions that are missing. */
static void tell_empty(const sl_lab *lab, const sl_options *options, const char *source) {
  sl_paint_line(stderr, 2, "%s is empty: 0 points.\nNext: %s./lab reset %.2s %s.\n",
                sl_report_path(source), options->file ? "write your work into it; " : "", lab->id,
                options->file ? "restores the skeleton in the folder of the lab"
                              : "restores the skeleton");
}

sl_status sl_judging_run_lab(const sl_lab *lab, const sl_options *options,
                             const sl_case_spec *cases, size_t num_cases, bool *compiled_out,
                             sl_lab_result *out) {
  static sl_module module; /* large, because it holds the compiler's output */
  char source[sizeof out->source];
  memset(out, 0, sizeof *out);
  *compiled_out = false;
  find_source(lab, options, source, sizeof source);
  if (sl_judging_is_empty(lab, options)) {
    tell_empty(lab, options, source);
    return SL_OK;
  }
  sl_sandbox found;
  const sl_sandbox *sandbox = options->sandbox ? &found : NULL;
  if (sandbox) SL_TRY(sl_judging_find_sandbox(&found));
  /* [kit-only */
  /* Only programs of a library have device_times_only, and these make no known mistakes. */
  if (!options->device_times_only) SL_TRY(update_mistakes(lab));
  /* kit-only] */
  char mistakes[sizeof out->source];
  bool has_mistakes = sl_module_mistakes_path(lab, mistakes, sizeof mistakes);
  show_progress("compiling", NULL, NULL);
  sl_status status =
      sl_module_build_confined(lab, source, options->backend, options->precision, sandbox, &module);
  clear_progress();
  *compiled_out = status == SL_OK && module.compiled;
  if (status != SL_OK) return status;
  SL_TRY(sl_judging_show_compiler(lab, source, module.log, options->raw));
  if (!module.compiled) return SL_OK;
  other_module *other = keep_other(lab, source, options, sandbox);
  bool in_both =
      !options->precision_given && !options->device_times_only && has_small_cases(cases, num_cases);
  sl_judge_options judging = {.backend = options->backend,
                              .other_precision = in_both ? build_other : NULL,
                              .other_precision_context = other,
                              .on_lens = options->device_times_only ? NULL : build_on_lens,
                              .on_lens_context = other,
                              .precision = options->precision,
                              .cache_dir = sl_judging_cache_dir(),
                              .mistakes = has_mistakes ? mistakes : NULL,
                              .only_task = options->task,
                              .deadline_seconds = options->deadline_seconds,
                              .columns = options->columns,
                              .untimed = options->untimed,
                              .speedup = options->backend == SL_GPU && !options->untimed &&
                                         !options->device_times_only,
                              .progress = show_progress,
                              .seed = options->seed,
                              .trusted_times = options->trusted_times,
                              .sandbox = sandbox,
                              .exhibits = true,
                              .stop = options->interruptible ? &stopped_by : NULL};
  sl_fresh_cases fresh = {.list = NULL};
  if (options->seed) {
    SL_TRY(sl_fresh_cases_make(cases, num_cases, options->seed, &fresh));
    cases = fresh.list;
    num_cases = fresh.count;
  }
  struct sigaction before[NUM_NOTED];
  if (options->interruptible) catch_signals(before);
  status = sl_judge(lab, source, module.program, cases, num_cases, &judging, out);
  if (status == SL_OK && !stopped_by) {
    status =
        look_again(options, &judging, module.program, has_measured_cases(cases, num_cases), out);
  }
  if (options->interruptible) leave_signals(before);
  sl_fresh_cases_free(&fresh);
  clear_progress();
  return status;
}
