/* test_program.c: runs the program: exit statuses, and which stream gets the output. */
#include "base/test.h"

#include "base/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { OK = 0, FAILED = 1, WRONG_USAGE = 2, MISSING = 3 };

static char output[65536];

typedef struct call {
  const char *words[8]; /* the words after the program's name */
  int status;
  const char *says;
} call;

static void check(const call *made) {
  const char *arguments[10] = {SPARSELAB};
  for (int i = 0; i < 8 && made->words[i]; i++) arguments[i + 1] = made->words[i];
  int status;
  assert_ok(sl_process_run(arguments, output, sizeof output, &status));
  if (status != made->status || !strstr(output, made->says)) {
    fail_msg("%s %s: status %d, not %d \"%s\":\n%s", made->words[0] ? made->words[0] : "",
             made->words[0] && made->words[1] ? made->words[1] : "", status, made->status,
             made->says, output);
  }
}

static void what_works_is_0(void **state) {
  (void)state;
  static const call calls[] = {
      {{"greet"}, OK, "Next:"},
      {{"list"}, OK, "01-csr-scalar"},
      {{"hint", "01", "launch"}, OK, "1. First choose the threads per block"},
      {{"list"}, OK, "    transpose  row-major to column-major"},
      {{"matrix", "list"}, OK, "hpcg:"},
      {{"matrix", "info", "hpcg:3"}, OK, "27 × 27"},
      {{"matrix", "info", "empty:0x0"}, OK, "0 × 0, 0 entries"},
      {{"matrix", "info", "example-4x4"}, OK, "COO storage, float                   84 bytes"},
      {{"matrix", "info", "example-4x4"}, OK, "ELL storage, float                   96 bytes"},
      {{"matrix", "info", "example-4x4"}, OK, "1.71 slots per entry, 41.7 % of the slots"},
      {{"matrix", "info", "example-4x4"}, OK, "rows of each length      1 of 3, 2 of 2, 1 of 0"},
      {{"matrix", "info", "example-4x4"}, OK, "columns in order         in every row"},
      {{"matrix", "info", "messy:20"}, OK, "columns in order         not in every row"},
      {{"matrix", "info", "empty:5x5"}, OK, "ELL storage, float                    0 bytes"},
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) check(&calls[i]);
}

static void wrong_usage_and_bad_input_are_2(void **state) {
  (void)state;
  static const call calls[] = {
      {{NULL}, WRONG_USAGE, "./lab help lists all commands"},
      {{"fly"}, WRONG_USAGE, "there is no command \"fly\""},
      {{"run"}, WRONG_USAGE, "the lab is missing"},
      {{"lens", "--measure-device"}, WRONG_USAGE, "--measure-device takes only the file to write"},
      {{"explain"}, WRONG_USAGE, "explain takes a lab and optionally a task"},
      {{"explain", "01", "cook"}, WRONG_USAGE, "has no task \"cook\""},
      {{"run", "99"}, WRONG_USAGE, "01-csr-scalar, 02-ell"},
      {{"run", ""}, WRONG_USAGE, "there is no lab \"\""},
      {{"run", "01-csr-scaler"}, WRONG_USAGE, "did you mean 01-csr-scalar?"},
      {{"run", "tranpose"}, WRONG_USAGE, "did you mean transpose?"},
      {{"run", "mine/other.cu"}, WRONG_USAGE, "./lab run LAB --file mine/other.cu"},
      {{"explan"}, WRONG_USAGE, "did you mean ./lab explain?"},
      {{"run", "01", "01"}, WRONG_USAGE, "only one lab at a time"},
      {{"run", "00", "--peer", "cusparse"}, WRONG_USAGE, "nothing that does what lab 00-warm-up"},
      {{"run", "08", "--peer", "cusparse"}, WRONG_USAGE, "nothing that does what lab 08-histogram"},
      {{"bench", "08", "--rungs"}, WRONG_USAGE, "lab 08-histogram has no tuned kernels"},
      {{"run", "01", "--loud"}, WRONG_USAGE, "there is no option --loud"},
      {{"run", "01", "--backend", "cpu"}, WRONG_USAGE, "there is no backend \"cpu\""},
      {{"run", "01", "--backend", "lens", "--file", "/nowhere/k.cu"}, WRONG_USAGE, "/nowhere/k.cu"},
      {{"demo", "99"}, WRONG_USAGE, "there is no lab \"99\""},
      {{"demo", "--file", "k.cu"},
       WRONG_USAGE,
       "--file belongs to ./lab run, lens, explain, quiz and watch"},
      {{"lens"}, WRONG_USAGE, "the lab is missing"},
      {{"lens", "01", "-m", "hpcg:2", "-m", "hpcg:3"}, WRONG_USAGE, "one matrix at a time"},
      {{"list", "01"}, WRONG_USAGE, "no arguments"},
      {{"hint"}, WRONG_USAGE, "hint takes a lab"},
      {{"hint", "99"}, WRONG_USAGE, "there is no lab \"99\""},
      {{"hint", "1", "fly"}, WRONG_USAGE, "01-csr-scalar has no task"},
      {{"hint", "labs/01-csr-scalar/", "fly"}, WRONG_USAGE, "01-csr-scalar has no task"},
      {{"hint", "labs/01-csr-scalar/csr-scalar.cu", "fly"}, WRONG_USAGE, "01-csr-scalar has no"},
      {{"hint", "01", "fly"}, WRONG_USAGE, "no task \"fly\"; its tasks are cpu, kernel, launch"},
      {{"quiz"}, WRONG_USAGE, "the lab is missing"},
      {{"watch"}, WRONG_USAGE, "the lab is missing"},
      {{"watch", "01", "-m", "hpcg:2"},
       WRONG_USAGE,
       "-m belongs to ./lab run, demo, lens and report"},
      {{"watch", "01", "--file", "/nowhere/k.cu"}, WRONG_USAGE, "cannot read /nowhere/k.cu"},
      {{"reset"}, WRONG_USAGE, "reset takes a lab"},
      {{"reset", "01", "fly"}, WRONG_USAGE, "no task \"fly\""},
      {{"matrix"}, WRONG_USAGE, "usage: ./lab matrix"},
      {{"matrix", "info"}, WRONG_USAGE, "usage: ./lab matrix info"},
      {{"matrix", "info", "/nowhere/a.mtx"}, WRONG_USAGE, "/nowhere/a.mtx"},
      {{"matrix", "info", "hpcg:0"}, WRONG_USAGE, "hpcg"},
      {{"matrix", "info", "hpgc:10"}, WRONG_USAGE, "hpcg"},
      {{"matrix", "info", "example4x4"}, WRONG_USAGE, "did you mean example-4x4?"},
      {{"matrix", "make", "hpcg:2"}, WRONG_USAGE, "usage: ./lab matrix make"},
      {{"matrix", "list", "all"}, WRONG_USAGE, "usage: ./lab matrix list"},
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) check(&calls[i]);
}

static void what_the_machine_cannot_do_is_3(void **state) {
  (void)state;
  check(&(call){{"matrix", "make", "hpcg:2", "/nowhere/a.mtx"}, MISSING, "/nowhere/a.mtx"});
  const char *const arguments[] = {SPARSELAB, "run", "01", "--backend", "gpu", "--task", "?", NULL};
  int status;
  assert_ok(sl_process_run(arguments, output, sizeof output, &status));
  if (strstr(output, "no usable GPU")) assert_int_equal(status, MISSING);
}

static void what_cannot_be_said_is_no_success(void **state) {
  (void)state;
  static const char *const words[] = {"list", "greet", "matrix info hpcg:3"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    char line[1024];
    (void)snprintf(line, sizeof line, "\"%s\" %s >/dev/full", SPARSELAB, words[i]);
    const char *const arguments[] = {"/bin/sh", "-c", line, NULL};
    int status;
    assert_ok(sl_process_run(arguments, output, sizeof output, &status));
    assert_int_equal(status, MISSING);
    assert_string_equal(output, "lab: cannot write to standard output\n");
  }
}

#ifdef HAS_LENS
/* Creates a file; its name is made from the template `path`. */
static void write_file(char *path, const char *text) {
  size_t size = strlen(text);
  int file = mkstemps(path, 3);
  assert_true(file >= 0 && write(file, text, size) == (ssize_t)size);
  (void)close(file);
}

/* The message must say that the file is empty: a list of missing functions would hide this. */
static void an_empty_file_is_called_empty(void **state) {
  (void)state;
  static const char *const texts[] = {"", "\xef\xbb\xbf \t\r\n\n"};
  static const char *const commands[] = {"run", "lens", "explain"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char path[] = "/tmp/sparselab-empty-XXXXXX.cu", says[96];
    write_file(path, texts[i]);
    (void)snprintf(says, sizeof says, "%s is empty: 0 points.", path);
    for (size_t c = 0; c < sizeof commands / sizeof *commands; c++) {
      check(&(call){{commands[c], "01", "--backend", "lens", "--file", path}, FAILED, says});
      assert_non_null(strstr(output, "./lab reset 01"));
      assert_null(strstr(output, "compile"));
      assert_null(strstr(output, "spmv_csr_cpu"));
    }
    (void)unlink(path);
  }
}

static void an_unchanged_skeleton_is_not_packed(void **state) {
  (void)state;
  char path[] = "/tmp/sparselab-packed-XXXXXX.tar.gz";
  int file = mkstemps(path, 7);
  assert_true(file >= 0);
  (void)close(file);
  (void)unlink(path);
  check(&(call){{"submit", "01", "-o", path}, FAILED, "Nothing was packed: no task is written in"});
  assert_int_not_equal(access(path, F_OK), 0);
}

#ifdef SOLUTIONS
/* Answers the quiz through a pipe, as a person would: a number, nonsense, nothing, "q". */
static void check_quiz_of(const char *which, const char *answers, int expected, const char *says) {
  char line[1024];
  (void)snprintf(line, sizeof line, "printf '%s' | \"%s\" quiz %s", answers, SPARSELAB, which);
  const char *const arguments[] = {"/bin/sh", "-c", line, NULL};
  int status;
  assert_ok(sl_process_run(arguments, output, sizeof output, &status));
  if (status != expected || !strstr(output, says)) {
    fail_msg("quiz %s: status %d, not %d \"%s\":\n%s", which, status, expected, says, output);
  }
}

static void check_quiz(const char *answers, int expected, const char *says) {
  check_quiz_of("01 --solution --section 2", answers, expected, says);
}

/* Checks the numbers that a reader computes from handout and question, although the program
 * computes them in another way. */
static void what_the_handouts_derive_is_right(void **state) {
  (void)state;
  static const char ell[] = "2\n1\n4\n1.23\n3\n1\n32\n4\n11400\n81.3\n4\n2\n";
  static const char hyb[] = "1\n2\n21952\n28.3\n32\n3\n4\n4\n4\n2\n1\n16698000\n";
  static const char jds[] = "2\n3\n1\n4\n654\n2\n16000\n3\n4\n2\n2\n";
  static const char csc[] = "1\n3\n2\n3\n1\n32\n4\n4\n2\n11\n19.4\n1276\n2\n";
  static const char warp[] = "1\n3\n2\n3\n41\n3\n1\n2\n4\n4\n18\n4\n5096\n1274\n";
  check_quiz_of("02 --solution", ell, OK, "12 of 12 right.");
  check_quiz_of("02 --file \"" RIGHT "/02-ell/grid-stride.cu\"", ell, OK, "12 of 12 right.");
  check_quiz_of("03 --solution", hyb, OK, "12 of 12 right.");
  check_quiz_of("03 --file \"" RIGHT "/03-coo-hyb/segmented-warp.cu\"", hyb, OK, "12 of 12 right.");
  check_quiz_of("04 --solution", jds, OK, "11 of 11 right.");
  check_quiz_of("05 --solution", csc, OK, "13 of 13 right.");
  check_quiz_of("05 --file \"" RIGHT "/05-transpose/pieces.cu\"", csc, OK, "13 of 13 right.");
  check_quiz_of("06 --solution", warp, OK, "14 of 14 right.");
}

static void a_quiz_knows_what_is_right(void **state) {
  (void)state;
  check_quiz_of("01 --solution", "2\n76\n2\n1\n3\n4\n32\n4\n1\n3\n2\n", OK, "11 of 11 right.");
  check_quiz("77\n78\nq\n", FAILED, "It is 76 bytes.");
  check_quiz("many\n76\n", OK, "1 of 1 right.");
  check_quiz("76 sectors\n76\n", OK, "Please type a number, in bytes.");
  check_quiz("7 6\n76\n", OK, "An empty line shows the answer, q quits.");
  check_quiz("76 %%\n76\n", OK, "Give the answer in bytes, not in percent.");
  check_quiz("%0300d\n76\n", OK, "1 of 1 right."); /* longer than an input line may be */
  check_quiz("152/2\n", OK, "Read as 76.");
  check_quiz("q\n", OK, "on example-4x4, in bytes\n");
  check_quiz("1,076\n\nq\n", FAILED, "0 of 1 right.");
  check_quiz("\n", FAILED, "  >      It is 76 bytes.");
  check_quiz_of("01 --solution --section 5", "4\n31,9\nq\n", OK, "Read as 31.9.");
  check_quiz_of("01 --solution --section 5", "4\n32\n4\n1\n5\nweb:2000\n", OK,
                "Please type one of the numbers 1 to 4");
  check_quiz_of("02 --solution --section 2", "2\n1\n4\n\n", FAILED,
                "; an answer within 3 % counts\n");
}

/* After the first wrong answer a pointer is shown. The end of the input does not count as an
 * answer. */
static void a_quiz_gives_a_second_try(void **state) {
  (void)state;
  check_quiz("80\n76\n", OK, "The answer is smaller. The matrix has 4 rows and 7 entries.");
  check_quiz("80\n76\n", OK, "1 of 1 right, 1 of them on the second try.");
  check_quiz("80\n", OK, "No question was answered.");
  check_quiz("", OK, "No question was answered.");
  check_quiz_of("01 --solution --section 1", "3\n2\n", OK, "No. Many have one.");
  check_quiz_of("01 --solution --section 1", "3\n1\n", FAILED, "It is 2: The inverse is");
  check_quiz_of("01 --section 3", "", WRONG_USAGE, "section 3 of lab 01 has no questions");
}

static void a_quiz_remembers_what_was_missed(void **state) {
  (void)state;
  char folder[] = "/tmp/sparselab-quiz-XXXXXX", record[64];
  assert_non_null(mkdtemp(folder));
  (void)snprintf(record, sizeof record, "%s/01-csr-scalar.quiz", folder);
  (void)setenv("SL_PROGRESS_DIR", folder, 1);
  check_quiz_of("01 --section 2", "80\n76\n1\n3\n", FAILED,
                "1 of 2 right, 1 of them on the second");
  check_quiz_of("01 --review", "", OK, "It is 2: The last row has to end somewhere too.");
  assert_non_null(
      strstr(output, "1 right, 1 of them on the second try, 1 missed, 10 not asked yet."));
  assert_null(strstr(output, "How many bytes"));
  check_quiz_of("01 --section 2", "76\n2\n", OK, "2 of 2 right.");
  check_quiz_of("01 --review", "", OK, "2 right, 0 of them on the second try, 0 missed");
  (void)unsetenv("SL_PROGRESS_DIR");
  (void)unlink(record);
  (void)rmdir(folder);
}

/* The timer's signals interrupt system calls of the worker, which repeats these calls. */
static void a_timer_in_a_students_file_disturbs_nothing(void **state) {
  (void)state;
  static const char text[] = "#include <signal.h>\n"
                             "#include <sys/time.h>\n"
                             "#include \"" SOLUTIONS "/01-csr-scalar/csr-scalar.cu\"\n"
                             "static void tick(int) {}\n"
                             "__attribute__((constructor)) static void begin() {\n"
                             "  struct sigaction action = {};\n"
                             "  struct itimerval often = {{0, 300}, {0, 300}};\n"
                             "  action.sa_handler = tick;\n"
                             "  sigaction(SIGALRM, &action, 0);\n"
                             "  setitimer(ITIMER_REAL, &often, 0);\n"
                             "}\n";
  char file[] = "/tmp/sparselab-cli-XXXXXX.cu";
  write_file(file, text);
  check(&(call){{"run", "01", "--backend", "lens", "--quick", "--file", file}, OK, "10 of 10"});
  (void)unlink(file);
}

static void an_error_in_free_matrix_fails_its_own_task_alone(void **state) {
  (void)state;
  static const char text[] = "#define free_matrix free_rightly\n"
                             "#include \"" SOLUTIONS "/07-solver/solver.cu\"\n"
                             "#undef free_matrix\n"
                             "extern \"C\" void free_matrix(void *matrix) {\n"
                             "  free_rightly(matrix);\n"
                             "  (void)cudaSetDevice(99);\n"
                             "}\n";
  char file[] = "/tmp/sparselab-cli-XXXXXX.cu";
  write_file(file, text);
  check(&(call){
      {"run", "07", "--backend", "lens", "--quick", "--file", file}, FAILED, "15 of 19 points"});
  (void)unlink(file);
}
#endif

static void what_does_not_compile_is_1(void **state) {
  (void)state;
  char file[] = "/tmp/sparselab-cli-XXXXXX.cu";
  write_file(file, "not C\n");
  check(
      &(call){{"run", "01", "--backend", "lens", "--file", file}, FAILED, "does not compile yet"});
  (void)unlink(file);
}

/* The gate checks the object file that a run has kept. It does not compile again, because the
 * compiler's folder does not exist. */
static void the_gate_checks_the_object_of_a_run(void **state) {
  (void)state;
  static const char text[] =
      "#include \"csr-scalar.h\"\n"
      "extern \"C\" int getpagesize(void);\n"
      "void spmv_csr_cpu(int, const int *, const int *, const real *, const real *, real *y) {\n"
      "  y[0] = getpagesize();\n"
      "}\n"
      "__global__ void spmv_csr_scalar(int, const int *, const int *, const real *, const real *,\n"
      "                                real *) {}\n"
      "void launch_spmv_csr(spmv_csr_kernel *, int, const int *, const int *, const real *,\n"
      "                     const real *, real *) {}\n";
  char file[] = "/tmp/sparselab-cli-XXXXXX.cu";
  write_file(file, text);
  const call gate = {{"gate", "01", file}, FAILED, ".cu:4: forbidden: getpagesize:"};
  check(&gate);
  check(&(call){{"run", "01", "--backend", "lens", "--quick", "--file", file},
                FAILED,
                ".cu:4: forbidden: getpagesize:"});
  const char *outer = getenv("TMPDIR");
  char *kept = outer ? strdup(outer) : NULL;
  assert_int_equal(setenv("TMPDIR", "/nowhere", 1), 0);
  check(&gate);
  FILE *changed = fopen(file, "a");
  assert_true(changed && fputs("// changed\n", changed) >= 0 && fclose(changed) == 0);
  check(&(call){{"gate", "01", file}, OK, "does not compile: only its source was checked"});
  assert_int_equal(kept ? setenv("TMPDIR", kept, 1) : unsetenv("TMPDIR"), 0);
  free(kept);
  check(&gate);
  (void)unlink(file);
}

/* Such a run is not a success, because nothing passed, although nothing was attempted either. */
static void what_a_format_cannot_hold_is_refused_in_words(void **state) {
  (void)state;
  check(&(call){{"run", "02", "--solution", "--backend", "lens", "-m", "onedense:6000"},
                FAILED,
                "would take 288.0 MB for"});
  assert_non_null(strstr(output, "take 0.1 MB in CSR; a case may take 268.4 MB here"));
  assert_non_null(strstr(output, "skipped "));
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_works_is_0),
      cmocka_unit_test(wrong_usage_and_bad_input_are_2),
      cmocka_unit_test(what_the_machine_cannot_do_is_3),
      cmocka_unit_test(what_cannot_be_said_is_no_success),
#ifdef HAS_LENS
#ifdef SOLUTIONS
      cmocka_unit_test(a_quiz_knows_what_is_right),
      cmocka_unit_test(a_quiz_gives_a_second_try),
      cmocka_unit_test(a_quiz_remembers_what_was_missed),
      cmocka_unit_test(what_the_handouts_derive_is_right),
      cmocka_unit_test(a_timer_in_a_students_file_disturbs_nothing),
      cmocka_unit_test(an_error_in_free_matrix_fails_its_own_task_alone),
#endif
      cmocka_unit_test(what_does_not_compile_is_1),
      cmocka_unit_test(an_empty_file_is_called_empty),
      cmocka_unit_test(the_gate_checks_the_object_of_a_run),
      cmocka_unit_test(an_unchanged_skeleton_is_not_packed),
      cmocka_unit_test(what_a_format_cannot_hold_is_refused_in_words),
#endif
  };
  return cmocka_run_group_tests_name("cli_program", tests, NULL, NULL);
}
