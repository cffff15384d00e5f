/* main.c: the program behind ./lab: one subcommand, one exit status. */
#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  sl_command *run;
  const char *usage;
} commands[] = {
    {"run", sl_cmd_run, "run LAB [-m MATRIX]… [options]   judge your file"},
    {"demo", sl_cmd_demo, "demo [options]                   every lab on one matrix of each kind"},
    {"list", sl_cmd_list, "list                             the labs and the state of each task"},
    {"lens", sl_cmd_lens,
     "lens LAB [-m MATRIX] [options]   your source with its memory counters\n"
     "  ./lab lens [options] FILE.cu… [ARG]…   the same for a program of your own"},
    {"hint", sl_cmd_hint, "hint LAB [TASK]                  one more hint each time"},
    {"explain", sl_cmd_explain,
     "explain LAB [TASK] [options]     which line is wrong, and in what way"},
    {"quiz", sl_cmd_quiz, "quiz LAB [options]               questions before the answer"},
    {"matrix", sl_cmd_matrix, "matrix info|make|convert|list …  look at and make matrices"},
    {"submit", sl_cmd_submit, "submit LAB [-o FILE]             pack what you hand in"},
    /* [kit-only */
    {"grade", sl_cmd_grade, "grade DIR… [--lab LAB] [-o OUT]  grade the submissions of a class"},
    {"bench", sl_cmd_bench, "bench [LAB…] [--peers] [-m MATRIX]…  all kernels, timed on a GPU"},
    {"gate", sl_cmd_gate, NULL},               /* for those who grade */
    {"fingerprint", sl_cmd_fingerprint, NULL}, /* for authors of mistakes; see conventions.md */
                                               /* kit-only] */
};
enum { NUM_COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *stream) {
  for (int i = 0; i < NUM_COMMANDS; i++) {
    if (commands[i].usage) (void)fprintf(stream, "  ./lab %s\n", commands[i].usage);
  }
  (void)fputs(
      "options: --backend gpu|lens   --precision f32|f64   --file FILE.cu\n"
      "         --task TASK   --quick (small cases)   --untimed   --csv FILE\n"
      "         --deadline SECONDS   --peer cusparse (of run on a GPU: its times beside yours)\n"
      /* [kit-only */
      "         --solution (the reference solution)   --seed N (of run: hidden cases)\n"
      "         --trusted-times (of run on a GPU: by the judge's clock as well)\n"
      "of explain: --repair (print what helps, for instructors)\n"
      /* kit-only] */
      "of explain: --search (look for the line even where the mistake is known)\n"
      "of lens: --html FILE   --warp BLOCK:WARP (the one to be pictured)   and in front of\n"
      "         FILE.cu nvcc's options for the compiler (-I, -D, -std, -arch, -Xcompiler, …);\n"
      "         more files of the program (.cu, .cpp, .c, .o) stand behind the first\n"
      "A LAB is 01, csr-scalar or 01-csr-scalar; a MATRIX is a file (.mtx, .mtx.gz,\n"
      ".tar.gz), a name from datasets/, or a generator such as hpcg:16.\n",
      stream);
}

/* What was said must have arrived: a full disk behind standard output is no success. */
static int end_output(int exit_status) {
  bool failed = fflush(stdout) != 0 || ferror(stdout);
  if (!failed) return exit_status;
  return sl_complain(sl_fail(SL_ERR_SYSTEM, "cannot write to standard output"));
}

int main(int argc, char **argv) {
  (void)signal(SIGCHLD, SIG_DFL); /* when it is ignored, nobody learns how a worker died */
  if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
    print_usage(stdout);
    return end_output(argc < 2 ? 2 : 0);
  }
  for (int i = 0; i < NUM_COMMANDS; i++) {
    if (strcmp(argv[1], commands[i].name) == 0) {
      return end_output(commands[i].run(argc - 1, argv + 1));
    }
  }
  (void)fprintf(stderr, "lab: there is no command \"%s\"; the commands are\n", argv[1]);
  print_usage(stderr);
  return 2;
}
