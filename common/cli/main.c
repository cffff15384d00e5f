/* main.c: the program behind ./lab: one subcommand, one exit status. */
#include "cli/cli.h"

#include "base/nearest.h"
#include "report/paint.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* ./lab help describes each command. The script runs the commands that have no function here. */
const sl_command_row sl_commands[] = {
    {"run", sl_cmd_run, {SL_TAKES_LAB}, NULL, false},
    {"watch", sl_cmd_watch, {SL_TAKES_LAB}, NULL, false},
    {"list", sl_cmd_list, {0}, NULL, false},
    {"demo", sl_cmd_demo, {SL_TAKES_LAB}, NULL, false},
    {"lens", sl_cmd_lens, {SL_TAKES_LAB_OR_FILE, SL_TAKES_FILES}, NULL, false},
    {"devices", sl_cmd_devices, {0}, NULL, false},
    {"hint", sl_cmd_hint, {SL_TAKES_LAB, SL_TAKES_TASK}, NULL, false},
    {"explain", sl_cmd_explain, {SL_TAKES_LAB, SL_TAKES_TASK}, NULL, false},
    {"quiz", sl_cmd_quiz, {SL_TAKES_LAB}, NULL, false},
    {"reset", sl_cmd_reset, {SL_TAKES_LAB, SL_TAKES_TASK}, NULL, false},
    {"matrix", sl_cmd_matrix, {SL_TAKES_VERB}, NULL, false},
    {"plot", sl_cmd_plot, {SL_TAKES_FILES}, sl_main_out_option, false},
    {"submit", sl_cmd_submit, {SL_TAKES_LAB}, sl_main_out_option, false},
    {"report", sl_cmd_report, {SL_TAKES_LAB}, NULL, false},
    {"greet", sl_cmd_greet, {0}, NULL, true},       /* ./lab without a command */
    {"complete", sl_cmd_complete, {0}, NULL, true}, /* for the completion of a shell */
    {"build", NULL, {SL_TAKES_LAB}, NULL, false},
    {"test", NULL, {0}, NULL, false},
    {"doctor", NULL, {0}, NULL, false},
    {"docs", NULL, {0}, NULL, false},
    {"clean", NULL, {0}, NULL, false},
    {"completion", NULL, {SL_TAKES_SHELL}, NULL, false},
    {"help", NULL, {0}, NULL, false},
    {"version", NULL, {0}, NULL, false},
    /* [kit-only */
    {"grade", sl_cmd_grade, {SL_TAKES_FILES}, sl_grade_option, false},
    {"bench", sl_cmd_bench, {SL_TAKES_LABS}, sl_bench_option, false},
    {"export", NULL, {SL_TAKES_FILE}, NULL, false},
    {"gate", sl_cmd_gate, {0}, NULL, true},               /* for graders */
    {"fingerprint", sl_cmd_fingerprint, {0}, NULL, true}, /* for authors of mistakes */
                                                          /* kit-only] */
};
const size_t sl_num_commands = sizeof sl_commands / sizeof *sl_commands;

/* The option -o FILE, for commands that have no other option. */
const sl_option_word *sl_main_out_option(size_t index) {
  static const sl_option_word out = {"-o", "", SL_TAKES_FILE};
  return index == 0 ? &out : NULL;
}

static int unknown_command(const char *name) {
  const char *names[sizeof sl_commands / sizeof *sl_commands];
  for (size_t i = 0; i < sl_num_commands; i++) names[i] = sl_commands[i].name;
  const char *nearest = sl_nearest(name, names, sl_num_commands);
  if (nearest) {
    sl_paint_line(stderr, 2, "lab: there is no command \"%s\"; did you mean ./lab %s?\n", name,
                  nearest);
  } else {
    sl_paint_line(stderr, 2, "lab: there is no command \"%s\"; ./lab help lists all commands\n",
                  name);
  }
  return 2;
}

/* Checks that all output was written: if the disk for standard output is full, the command has
 * failed. */
static int end_output(int exit_status) {
  bool failed = fflush(stdout) != 0 || ferror(stdout);
  if (!failed) return exit_status;
  return sl_complain(sl_fail(SL_ERR_SYSTEM, "cannot write to standard output"));
}

static void do_nothing(int number) {
  (void)number;
}

/* Lets malloc keep freed memory, so that one case reuses the arrays of the last. By default it
 * returns each large array to the system, and getting it again page by page takes longer than most
 * work with it. */
static void keep_memory(void) {
  (void)mallopt(M_MMAP_THRESHOLD, 32 << 20);
  (void)mallopt(M_TRIM_THRESHOLD, 256 << 20);
}

int main(int argc, char **argv) {
  keep_memory();
  /* If a limit on the size of files is reached (ulimit -f), this is reported like a full disk. The
   * handler is a function, because programs that we start would inherit SIG_IGN. */
  (void)signal(SIGXFSZ, do_nothing);
  (void)signal(SIGCHLD, SIG_DFL); /* if the signal were ignored, the exit status of workers would
                                   * be lost */
  if (argc < 2) {
    (void)fputs("lab: the command is missing; ./lab help lists all commands\n", stderr);
    return 2;
  }
  for (size_t i = 0; i < sl_num_commands; i++) {
    if (sl_commands[i].run && strcmp(argv[1], sl_commands[i].name) == 0) {
      return end_output(sl_commands[i].run(argc - 1, argv + 1));
    }
  }
  return unknown_command(argv[1]);
}
