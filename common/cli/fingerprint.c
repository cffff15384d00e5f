/* fingerprint.c: sparselab fingerprint: a command for authors of mistakes, not for students. */
#include "cli/cli.h"

#include "author/author.h"
#include "author/try.h"
#include "judge/gpu.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void show_run(const char *program) {
  (void)fprintf(stderr, "%s\n", program);
}

static void show_warning(const char *text) {
  (void)fprintf(stderr, "lab: %s\n", text);
}

static sl_status bad_usage(void) {
  return sl_fail(SL_ERR_USAGE, "fingerprint LAB [--all | --check | --join FILE | --program "
                               "TASK/NAME[/NUMBER] FILE | --try FOLDER "
                               "[--alone | --gpu] TASK/NAME[/NUMBER]...]");
}

static void show_tried(const char *which, const char *wrong, bool alone) {
  (void)printf("%s%s: %s\n", which, alone ? ", alone" : "", wrong ? wrong : "named");
  (void)fflush(stdout);
}

/* FOLDER [--alone | --gpu] PROGRAM… */
static sl_status try_programs(const sl_lab *lab, int count, char **arguments, bool *failed_out) {
  bool alone = count > 1 && strcmp(arguments[1], "--alone") == 0;
  bool gpu = count > 1 && strcmp(arguments[1], "--gpu") == 0;
  int first = alone || gpu ? 2 : 1;
  size_t failed = 0;
  if (count <= first) return bad_usage();
  const char *missing = gpu ? sl_gpu_missing() : NULL;
  if (missing) return sl_fail(SL_ERR_MISSING, "no usable GPU: %s", missing);
  const sl_try_options options = {.folder = arguments[0],
                                  .cache_dir = sl_judging_cache_dir(),
                                  .alone = alone,
                                  .backend = gpu ? SL_GPU : SL_LENS,
                                  .tell = show_tried};
  sl_status status =
      sl_try_mistakes(lab, &options, arguments + first, (size_t)(count - first), &failed);
  *failed_out = failed > 0;
  return status;
}

static sl_status run(int count, char **arguments, bool *failed_out) {
  sl_update_options options = {
      .cache_dir = sl_judging_cache_dir(), .progress = show_run, .warn = show_warning};
  const sl_lab *lab;
  if (count < 2) return bad_usage();
  SL_TRY(sl_lab_find(arguments[1], &lab));
  if (count == 5 && strcmp(arguments[2], "--program") == 0) {
    return sl_author_program(lab, arguments[3], arguments[4]);
  }
  if (count > 3 && strcmp(arguments[2], "--try") == 0) {
    return try_programs(lab, count - 3, arguments + 3, failed_out);
  }
  if (count == 4 && strcmp(arguments[2], "--join") == 0) {
    options.join = arguments[3];
    return sl_author_update(lab, &options);
  }
  if (count > 3) return bad_usage();
  if (count == 3 && strcmp(arguments[2], "--all") == 0) {
    options.how = SL_UPDATE_ALL;
  } else if (count == 3 && strcmp(arguments[2], "--check") == 0) {
    options.how = SL_UPDATE_CHECK;
  } else if (count == 3) {
    return bad_usage();
  }
  return sl_author_update(lab, &options);
}

int sl_cmd_fingerprint(int count, char **arguments) {
  bool failed = false;
  sl_status status = run(count, arguments, &failed);
  return status != SL_OK ? sl_complain(status) : failed ? 1 : 0;
}
