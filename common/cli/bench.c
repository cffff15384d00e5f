/* bench.c: ./lab bench: compares all contestants on a GPU. The target bench builds one measuring
 * program for each precision; this file chooses one and runs it. */
#include "cli/cli.h"

#include "bench/options.h"
#include "judge/gpu.h"
#include "judge/toolchain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 256, PROGRAM = 512 };

static sl_status check_lab(const sl_lab *lab) {
  char path[PROGRAM];
  (void)snprintf(path, sizeof path, "%s/solutions/%s/fast.cu", SL_SOURCE_DIR, lab->id);
  if (access(path, R_OK) == 0) return SL_OK;
  return sl_fail(SL_ERR_USAGE,
                 "bench: lab %s has no tuned kernels (there is no solutions/%s/fast.cu), so there "
                 "is nothing to compare; ./lab run %.2s --solution times its solution",
                 lab->id, lab->id, lab->id);
}

/* Makes the arguments for the measuring program. It cannot complete the names of labs, so each name
 * is given in full. */
static sl_status name_labs(int count, char **arguments, const char **words) {
  if (count >= MOST_ARGUMENTS) return sl_fail(SL_ERR_USAGE, "bench: too many arguments");
  for (int i = 0; i < count; i++) {
    words[i] = arguments[i];
    bool lone = i > 0 && arguments[i][0] != '-' && !sl_bench_option_takes_value(arguments[i - 1]);
    const sl_lab *lab;
    if (!lone) continue;
    SL_TRY(sl_lab_find(arguments[i], &lab));
    SL_TRY(check_lab(lab));
    words[i] = lab->id;
  }
  words[count] = NULL;
  return SL_OK;
}

static sl_status check_machine(void) {
  const char *missing = sl_gpu_missing();
  if (missing) {
    return sl_fail(
        SL_ERR_MISSING,
        "bench measures times on a GPU, and %s. Run it on a machine with an NVIDIA GPU, its driver "
        "and the CUDA toolkit 12 or newer (./lab doctor shows what this machine has); without a "
        "GPU, ./lab lens LAB -m MATRIX counts the memory traffic that a GPU would have",
        missing);
  }
  return SL_OK;
}

static sl_status find_program(const sl_bench_options *options, sl_precision precision, char *path,
                              size_t size) {
  bool solvers = sl_bench_options_want_solvers(options);
  const char *library = solvers ? "cuBLAS" : "cuSPARSE", *stem = solvers ? "cublas" : "cusparse";
  (void)snprintf(path, size, "%s/bin/sl-%s-%s", SL_BINARY_DIR, solvers ? "solve" : "bench",
                 sl_spmv_precision_name(precision));
  if (access(path, X_OK) == 0) return SL_OK;
  return sl_fail(SL_ERR_MISSING,
                 "%s was not built: ./lab bench builds it if the CUDA toolkit contains %s "
                 "(NVIDIA's packages lib%s and lib%s-dev)",
                 path, library, stem, stem);
}

/* The program uses our own standard input and outputs. */
static sl_status run(const char *path, const char **words, int *exit_status_out) {
  (void)fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    char *const *list;
    memcpy(&list, &words, sizeof list); /* the cast is safe: execv does not change the words */
    (void)execv(path, list);
    _exit(127);
  }
  int ending = 0;
  pid_t ended = child;
  while (child > 0 && (ended = waitpid(child, &ending, 0)) < 0 && errno == EINTR) continue;
  if (child < 0 || ended < 0) return sl_fail(SL_ERR_SYSTEM, "cannot run %s: %m", path);
  *exit_status_out = WIFEXITED(ending) ? WEXITSTATUS(ending) : 128 + WTERMSIG(ending);
  if (*exit_status_out < 126) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "%s ended with status %d", path, *exit_status_out);
}

static sl_status bench(int count, char **arguments, int *exit_status_out) {
  static sl_bench_options options; /* large */
  const char *words[MOST_ARGUMENTS];
  char program[PROGRAM];
  SL_TRY(name_labs(count, arguments, words));
  SL_TRY(sl_bench_options_parse(count, words, &options));
  SL_TRY(check_machine());
  for (int p = SL_F32; p <= SL_F64; p++) {
    if (options.precision_given && options.precision != (sl_precision)p) continue;
    int exit_status = 0;
    SL_TRY(find_program(&options, (sl_precision)p, program, sizeof program));
    SL_TRY(run(program, words, &exit_status));
    if (exit_status > *exit_status_out) *exit_status_out = exit_status;
  }
  return SL_OK;
}

const sl_option_word *sl_bench_option(size_t index) {
  static sl_option_word word;
  const char *name = sl_bench_option_name(index);
  if (!name) return NULL;
  word = (sl_option_word){.name = name, .short_name = ""};
  if (sl_bench_option_takes_value(name)) word.takes = sl_option_takes(name);
  return &word;
}

int sl_cmd_bench(int count, char **arguments) {
  int exit_status = 0;
  sl_status status = bench(count, arguments, &exit_status);
  return status == SL_OK ? exit_status : sl_complain(status);
}
