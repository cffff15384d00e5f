/* test_lens_program.c: ./lab lens FILE.cu, from the source to the exit status. */
#include "base/test.h"

#include "base/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char output[65536], folder[] = "/tmp/sparselab-lens-XXXXXX";

static const char program[] =
    "#include <cstdio>\n"
    "#include <cstdlib>\n"
    "#include <cstring>\n"
    "#include \"width.cuh\"\n"
    "__global__ void spread(int n, float *y) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) y[i * WIDTH] = i;\n" /* line 7 */
    "}\n"
    "int main(int argc, char **argv) {\n"
    "  float *y;\n"
    "  int n = argc > 1 ? atoi(argv[1]) : 32;\n"
    "  cudaMalloc(&y, 256 * sizeof *y);\n"
    "  spread<<<1, 64>>>(n, y);\n"
    "  cudaDeviceSynchronize();\n"
    "  for (int i = 1; i < argc; i++) printf(\"<%s>\\n\", argv[i]);\n"
    "  fflush(stdout);\n"
    "  if (argc > 2 && strcmp(argv[2], \"crash\") == 0) *(volatile int *)8 = 1;\n"
    "  if (argc > 2 && strcmp(argv[2], \"fail\") == 0) return 5;\n"
    "  cudaFree(y);\n"
    "  return 0;\n"
    "}\n";

static char *path_of(const char *name) {
  static char paths[4][128];
  static int turn;
  char *path = paths[turn++ % 4];
  (void)snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static char *write_file(const char *name, const char *text) {
  char *path = path_of(name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
  return path;
}

static void read_file(const char *path) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  output[fread(output, 1, sizeof output - 1, file)] = '\0';
  (void)fclose(file);
}

static void says(const char *words) {
  if (!strstr(output, words)) fail_msg("\"%s\" is not in:\n%s", words, output);
}

/* Calls `sparselab lens …`; collects both output streams in `output`. */
static void lens(int wanted, const char *const words[]) {
  const char *arguments[16] = {SPARSELAB, "lens"};
  int status;
  for (int i = 0; words[i]; i++) arguments[i + 2] = words[i];
  assert_ok(sl_process_run(arguments, output, sizeof output, &status));
  if (status != wanted) fail_msg("status %d, not %d:\n%s", status, wanted, output);
}

#define LENS(status, ...) lens(status, (const char *const[]){__VA_ARGS__, NULL})

static int set_up(void **state) {
  (void)state;
  if (!mkdtemp(folder)) return -1;
  (void)write_file("width.cuh", "#define WIDTH 8\n");
  (void)write_file("spread.cu", program);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  static const char *const names[] = {"width.cuh", "spread.cu",  "page.html",    "table.csv",
                                      "bad.cu",    "defined.cu", "sub/deep.cuh", "none.cu",
                                      "add.cpp",   "sum.h",      "offset.h"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) (void)unlink(path_of(names[i]));
  (void)rmdir(path_of("sub"));
  return rmdir(folder);
}

static void a_good_program_is_0(void **state) {
  (void)state;
  LENS(0, path_of("spread.cu"), "--", "32", "two words", "-x", "--html");
  /* The program gets no further arguments. */
  assert_true(strncmp(output, "<32>\n<two words>\n<-x>\n<--html>\n", 31) == 0);
  says("spread.cu:7: store to y: 28 of 32 sectors are more than ideal; 32.0 sectors per request");
  says("    7    if (i < n) y[i * WIDTH] = i;\n");
  assert_null(strstr(output, "Findings"));
  LENS(0, path_of("spread.cu"), "--", "8");
  assert_true(strncmp(output, "<8>\n", 4) == 0);
  says("  1.00     8.0 "); /* columns: ideal, threads */
}

static void an_option_after_the_file_is_the_programs(void **state) {
  (void)state;
  LENS(0, path_of("spread.cu"), "32", "--html", "--csv");
  says("\n<32>\n<--html>\n<--csv>\n");
  says("lab: --html comes after spread.cu, so it is passed to the program");
}

static void findings_are_1(void **state) {
  (void)state;
  LENS(1, path_of("spread.cu"), "40");
  says("Findings\n");
  says("spread.cu:7: out-of-bounds write at y[256], where y has 256 elements,");
  const char *findings = strstr(output, "Findings"), *source = strstr(output, "▲ out-of-bounds");
  assert_true(findings && source && findings < source);
}

static void a_program_that_fails_is_1_and_its_report_is_shown(void **state) {
  (void)state;
  LENS(1, path_of("spread.cu"), "16", "crash");
  says("<16>\n<crash>\n");
  says("signal 11");
  says("spread.cu:7: store to y");
  LENS(1, path_of("spread.cu"), "16", "fail");
  says("exit status 5");
  says("spread.cu:7: store to y");
}

static void page_and_table_are_written(void **state) {
  (void)state;
  const char *page = path_of("page.html"), *table = path_of("table.csv");
  LENS(0, "--html", page, "--csv", table, path_of("spread.cu"));
  says("/page.html: open it in a browser.");
  read_file(page);
  says("<!doctype html>");
  says("picture: store to y");
  says("block 0, warp 0, request 1</label>");
  says("</html>");
  read_file(table);
  says("\"spread\",7,");
}

static void the_watched_warp_is_chosen(void **state) {
  (void)state;
  const char *page = path_of("page.html");
  (void)write_file("width.cuh", "#define WIDTH 1\n");
  LENS(0, "--html", page, "--warp", "0:1", path_of("spread.cu"), "64");
  read_file(page);
  says("block 0, warp 1, request 1</label>");
  (void)write_file("width.cuh", "#define WIDTH 8\n");
  LENS(2, "--warp", "1", path_of("spread.cu"));
  says("--warp takes BLOCK:WARP");
}

static void options_reach_the_compiler(void **state) {
  (void)state;
  char include[140];
  (void)mkdir(path_of("sub"), 0777);
  (void)write_file("sub/deep.cuh", "#define DEEP 1\n");
  (void)write_file("defined.cu", "#include \"deep.cuh\"\n"
                                 "int main() { return DEEP + GIVEN - 3; }\n");
  (void)snprintf(include, sizeof include, "%s/sub", folder);
  LENS(0, "-I", include, "-DGIVEN=2", path_of("defined.cu"));
  says("No kernel accessed memory");
  LENS(1, "-I", include, "-D", "GIVEN=7", path_of("defined.cu"));
  says("exit status 5");
  (void)write_file("sub/deep.cuh", "#define DEEP  3\n"); /* must be built again, because a header
                                                          * has changed */
  LENS(1, "-I", include, "-D", "GIVEN=7", path_of("defined.cu"));
  says("exit status 7");
  LENS(2, "--task", "cpu", path_of("defined.cu"));
  says("--task is not for standalone programs");
}

static void several_files_make_a_program(void **state) {
  (void)state;
  (void)write_file("sub/deep.cuh", "int add(int, int);\n");
  (void)write_file("defined.cu", "#include \"sub/deep.cuh\"\n"
                                 "int main(int argc, char **) { return add(argc, OFFSET); }\n");
  (void)write_file("add.cpp", "#include <cuda_runtime.h>\n"
                              "#include \"sum.h\"\n"
                              "int add(int a, int b) { dim3 gridDim(SUM); return gridDim.x; }\n");
  (void)write_file("sum.h", "#define SUM a + b\n");
  (void)write_file("offset.h", "#define OFFSET 3\n");
  LENS(1, "-w", "-include", path_of("offset.h"), "-std", "c++17", "-arch=sm_70", "-Xcompiler",
       "-Wall", path_of("defined.cu"), path_of("add.cpp"), "x.cpp"); /* x.cpp does not exist */
  says("exit status 5");
  (void)write_file("sum.h", "#define SUM a * b\n"); /* must be built again, because a header of
                                                     * the second source has changed */
  LENS(1, "-w", "-include", path_of("offset.h"), path_of("defined.cu"), path_of("add.cpp"));
  says("exit status 3");
  (void)write_file("offset.h", "#define OFFSET   4\n");
  LENS(1, "-w", "-include", path_of("offset.h"), path_of("add.cpp"), path_of("defined.cu"), "--");
  says("exit status 4");
  (void)write_file("add.cpp", "int add(int a, int b) {\n  return a + c;\n}\n");
  LENS(1, "-w", "-DOFFSET=1", path_of("defined.cu"), path_of("add.cpp"));
  says("add.cpp:2:");
}

static void what_does_not_compile_is_1_with_its_line(void **state) {
  (void)state;
  const char *bad = write_file("bad.cu", "__global__ void k() {\n  int i = undeclared;\n}\n");
  LENS(1, bad);
  says("bad.cu:2:");
  says("undeclared");
  (void)unlink(bad);
}

static void an_empty_file_is_called_empty(void **state) {
  (void)state;
  const char *empty = write_file("empty.cu", " \n");
  LENS(1, empty);
  says("empty.cu is empty: write your program into it.");
  (void)unlink(empty);
}

static void unreadable_files_are_2(void **state) {
  (void)state;
  LENS(2, path_of("none.cu"));
  says("cannot read");
  LENS(2, "--html");
  LENS(3, "--html", "/nowhere/page.html", path_of("spread.cu"));
  says("/nowhere/page.html");
}

/* Runs the program directly, without lab: it prints its findings, or nothing if there are none. */
static void a_bare_program_tells_its_findings(void **state) {
  (void)state;
  char binary[140];
  int status;
  (void)snprintf(binary, sizeof binary, "%s/page.html", folder);
  const char *const build[] = {LENSCC, path_of("spread.cu"), "-o", binary, NULL};
  assert_ok(sl_process_run(build, output, sizeof output, &status));
  assert_int_equal(status, 0);
  const char *const good[] = {binary, "32", NULL}, *const bad[] = {binary, "40", NULL};
  assert_ok(sl_process_run(good, output, sizeof output, &status));
  assert_string_equal(output, "<32>\n");
  assert_ok(sl_process_run(bad, output, sizeof output, &status));
  says("<40>\nlens: ");
  says("spread.cu:7: out-of-bounds write at y[256], where y has 256 elements, by block 0, thread "
       "32: writes outside of the array");
  says("; 8 times in all\n");
}

/* Checks that the table's row for this kernel and access has these figures. */
static void counts(const char *kernel, const char *access, const char *figures) {
  char begin[64], wanted[128];
  (void)snprintf(begin, sizeof begin, "\"%s\",", kernel);
  (void)snprintf(wanted, sizeof wanted, "%s,%s\n", access, figures);
  for (const char *row = output; (row = strstr(row, begin)) != NULL; row++) {
    const char *end = strchr(row, '\n'), *found = strstr(row, wanted);
    if (found && found < end) return;
  }
  fail_msg("%s: no %s in:\n%s", kernel, wanted, output);
}

/* Columns: bytes, requests, threads, sectors, ideal, replays, wavefronts, ideal, conflicts. */
static void the_dense_transposes_of_lab_05_count_as_its_handout_says(void **state) {
  (void)state;
  const char *table = path_of("table.csv");
  (void)unlink(table);
  LENS(0, LABS "/05-transpose/dense.cu", "65"); /* 65 is not a multiple of the tile's width */
  says("through padded   0 of 4225 elements wrong");
  LENS(0, "--csv", table, LABS "/05-transpose/dense.cu", "64");
  read_file(table);
  counts("through_global", "\"global\",\"load\",\"in\"", "4,128,4096,512,512,0,0,0,0");
  counts("through_global", "\"global\",\"store\",\"out\"", "4,128,4096,4096,512,0,0,0,0");
  counts("through_shared", "\"global\",\"store\",\"out\"", "4,128,4096,512,512,0,0,0,0");
  counts("through_shared", "\"shared\",\"load\",\"tile\"", "4,128,4096,0,0,0,4096,128,3968");
  counts("through_padded", "\"global\",\"store\",\"out\"", "4,128,4096,512,512,0,0,0,0");
  counts("through_padded", "\"shared\",\"load\",\"padded\"", "4,128,4096,0,0,0,128,128,0");
}

int main(void) {
  (void)unsetenv("LENS_REPORT");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_good_program_is_0),
      cmocka_unit_test(an_option_after_the_file_is_the_programs),
      cmocka_unit_test(findings_are_1),
      cmocka_unit_test(a_program_that_fails_is_1_and_its_report_is_shown),
      cmocka_unit_test(page_and_table_are_written),
      cmocka_unit_test(the_watched_warp_is_chosen),
      cmocka_unit_test(options_reach_the_compiler),
      cmocka_unit_test(several_files_make_a_program),
      cmocka_unit_test(what_does_not_compile_is_1_with_its_line),
      cmocka_unit_test(an_empty_file_is_called_empty),
      cmocka_unit_test(unreadable_files_are_2),
      cmocka_unit_test(a_bare_program_tells_its_findings),
      cmocka_unit_test(the_dense_transposes_of_lab_05_count_as_its_handout_says),
  };
  return cmocka_run_group_tests_name("cli_lens_program", tests, set_up, tear_down);
}
