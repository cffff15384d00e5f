/* fingerprint.c: sparselab fingerprint: for those who write mistakes, not for students. */
#include "cli/cli.h"

#include "author/author.h"

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
  return sl_fail(SL_ERR_USAGE,
                 "fingerprint LAB [--all | --check | --program TASK/NAME[/NUMBER] FILE]");
}

static sl_status run(int count, char **arguments) {
  sl_update_options options = {
      .cache_dir = sl_cache_dir(), .progress = show_run, .warn = show_warning};
  const sl_lab *lab;
  if (count < 2) return bad_usage();
  SL_TRY(sl_lab_find(arguments[1], &lab));
  if (count == 5 && strcmp(arguments[2], "--program") == 0) {
    return sl_mistakes_program(lab, arguments[3], arguments[4]);
  }
  if (count > 3) return bad_usage();
  if (count == 3 && strcmp(arguments[2], "--all") == 0) {
    options.how = SL_UPDATE_ALL;
  } else if (count == 3 && strcmp(arguments[2], "--check") == 0) {
    options.how = SL_UPDATE_CHECK;
  } else if (count == 3) {
    return bad_usage();
  }
  return sl_mistakes_update(lab, &options);
}

int sl_cmd_fingerprint(int count, char **arguments) {
  sl_status status = run(count, arguments);
  return status == SL_OK ? 0 : sl_complain(status);
}
