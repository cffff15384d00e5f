/* main.c: the program behind ./lab: one subcommand, one exit status. */
#include "cli/cli.h"

#include "base/nearest.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* Their list with what each does is in ./lab help. */
static const struct {
  const char *name;
  sl_command *run;
} commands[] = {
    {"run", sl_cmd_run},
    {"watch", sl_cmd_watch},
    {"list", sl_cmd_list},
    {"demo", sl_cmd_demo},
    {"lens", sl_cmd_lens},
    {"hint", sl_cmd_hint},
    {"explain", sl_cmd_explain},
    {"quiz", sl_cmd_quiz},
    {"reset", sl_cmd_reset},
    {"matrix", sl_cmd_matrix},
    {"plot", sl_cmd_plot},
    {"submit", sl_cmd_submit},
    {"report", sl_cmd_report},
    {"greet", sl_cmd_greet}, /* ./lab alone */
    /* [kit-only */
    {"grade", sl_cmd_grade},
    {"bench", sl_cmd_bench},
    {"gate", sl_cmd_gate},               /* for those who grade */
    {"fingerprint", sl_cmd_fingerprint}, /* for authors of mistakes; see conventions.md */
                                         /* kit-only] */
};
enum { NUM_COMMANDS = sizeof commands / sizeof *commands };

/* Also the commands of the script in front of this program may have been meant. */
static int unknown_command(const char *name) {
  static const char *const of_the_script[] = {"test", "doctor", "docs", "clean", "help", "version"};
  enum { NUM_OF_THE_SCRIPT = sizeof of_the_script / sizeof *of_the_script };
  const char *names[NUM_COMMANDS + NUM_OF_THE_SCRIPT];
  size_t count = 0;
  for (int i = 0; i < NUM_COMMANDS; i++) {
    names[count++] = commands[i].name;
  }
  for (int i = 0; i < NUM_OF_THE_SCRIPT; i++) names[count++] = of_the_script[i];
  const char *nearest = sl_nearest(name, names, count);
  if (nearest) {
    (void)fprintf(stderr, "lab: there is no command \"%s\"; did you mean ./lab %s?\n", name,
                  nearest);
  } else {
    (void)fprintf(stderr, "lab: there is no command \"%s\"; ./lab help lists them\n", name);
  }
  return 2;
}

/* What was said must have arrived: a full disk behind standard output is no success. */
static int end_output(int exit_status) {
  bool failed = fflush(stdout) != 0 || ferror(stdout);
  if (!failed) return exit_status;
  return sl_complain(sl_fail(SL_ERR_SYSTEM, "cannot write to standard output"));
}

static void do_nothing(int number) {
  (void)number;
}

int main(int argc, char **argv) {
  /* A file that may not grow (ulimit -f) is told like a full disk. Not SIG_IGN: programs that are
   * started would have it as well. */
  (void)signal(SIGXFSZ, do_nothing);
  (void)signal(SIGCHLD, SIG_DFL); /* when it is ignored, nobody learns how a worker died */
  if (argc < 2) {
    (void)fputs("lab: which command? ./lab help lists them\n", stderr);
    return 2;
  }
  for (int i = 0; i < NUM_COMMANDS; i++) {
    if (strcmp(argv[1], commands[i].name) == 0) {
      return end_output(commands[i].run(argc - 1, argv + 1));
    }
  }
  return unknown_command(argv[1]);
}
