/* test_change.c: from what an author writes to the program that makes the mistake; and what is not
 * right is refused with its line. */
#include "base/test.h"

#include "author/change.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char solution_text[] = "//[\n"
                                    "// The solution.\n"
                                    "//]\n"
                                    "//| // A skeleton.\n"
                                    "int f(int n) {\n"
                                    "  //[\n"
                                    "  int sum = 0; // all of them\n"
                                    "  for (int i = 0; i < n; i++) {\n"
                                    "    // one by one\n"
                                    "    sum += 32;\n"
                                    "  }\n"
                                    "  return sum;\n"
                                    "  //]\n"
                                    "}\n"
                                    "int g(int n) {\n"
                                    "  return sum;\n"
                                    "}\n";

static const sl_task task = {.name = "f", .function = "f"};
static const sl_lab lab = {.id = "99-sample", .tasks = &task, .num_tasks = 1};

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

/* Reads `text` as an author's file, and makes a program of its first entry. */
static sl_status make(const char *text, int program, sl_made *out) {
  sl_entries entries;
  sl_source solution = {.text = NULL};
  *out = (sl_made){.text = NULL};
  write_file("mistakes.txt", text);
  sl_status status = sl_entries_read("mistakes.txt", &entries);
  if (status == SL_OK) status = sl_source_read("solution.cu", &solution);
  if (status == SL_OK) {
    status = sl_change_make(&entries, &entries.list[0], program, &lab, &task, &solution, out);
  }
  sl_source_free(&solution);
  sl_entries_free(&entries);
  return status;
}

static sl_status make_and_free(const char *text) {
  sl_made made;
  sl_status status = make(text, 0, &made);
  sl_made_free(&made);
  return status;
}

#define HEAD "mistake m\ntasks f\nwhat w\nhint h\n"

static void lines_are_replaced(void **state) {
  (void)state;
  sl_made made;
  assert_ok(make(HEAD "- sum += 32;\n+ sum += 31;\n+ if (n)\n+   n--;\n", 0, &made));
  assert_int_equal(made.line, 7);
  assert_string_equal(made.text, "// mistake: m, line 7\n"
                                 "// The solution.\n"
                                 "int f(int n) {\n"
                                 "  int sum = 0; // all of them\n"
                                 "  for (int i = 0; i < n; i++) {\n"
                                 "    // one by one\n"
                                 "    sum += 31;\n"
                                 "    if (n)\n"
                                 "      n--;\n"
                                 "  }\n"
                                 "  return sum;\n"
                                 "}\n"
                                 "int g(int n) {\n"
                                 "  return sum;\n"
                                 "}\n");
  sl_made_free(&made);
}

/* Comments between lines of code count no more than those behind them. */
static void lines_match_without_comments(void **state) {
  (void)state;
  sl_made made;
  assert_ok(make(HEAD
                 "- for (int i = 0; i < n; i++) {\n- sum += 32; // why\n- }\n+ sum = 32 * n;\n",
                 0, &made));
  assert_non_null(strstr(made.text, "all of them\n  sum = 32 * n;\n  return sum;\n"));
  sl_made_free(&made);
}

static void several_places_change(void **state) {
  (void)state;
  sl_made made;
  assert_ok(
      make(HEAD "lens only\n- sum += 32;\nthen\n- int sum = 0;\nthen\n- return sum;\n+ return n;\n",
           0, &made));
  assert_null(strstr(made.text, "sum = 0"));
  assert_null(strstr(made.text, "+="));
  assert_non_null(strstr(made.text, "// mistake: m, line 7, lens only\n"));
  assert_non_null(strstr(made.text, "return n;\n}\nint g(int n) {\n  return sum;\n"));
  sl_made_free(&made);
}

static void the_line_to_be_named_can_be_said(void **state) {
  (void)state;
  sl_made made;
  assert_ok(make(HEAD "line return\n- int sum = 0;\n", 0, &made));
  assert_int_equal(made.line, 8);
  sl_made_free(&made);
  assert_fails(make_and_free(HEAD "- int sum = 0;\n"), SL_ERR_INPUT, "mistakes.txt:1: which line");
  assert_ok(make(HEAD "in g\nline += 32\n- return sum;\n+ return 0;\n", 0, &made));
  assert_int_equal(made.line, 7); /* of f, as g has no such line */
  sl_made_free(&made);
  assert_ok(make(HEAD "line int g\n- int sum = 0;\n", 0, &made));
  assert_int_equal(made.line, 10);
  sl_made_free(&made);
}

static void a_function_can_be_named_after_the_task(void **state) {
  (void)state;
  sl_made made;
  char text[32];
  assert_ok(make(HEAD "in {task}\n- int sum = 0;\n+ int sum = 1;\n", 0, &made));
  assert_non_null(strstr(made.text, "int sum = 1;"));
  sl_made_free(&made);
  assert_fails(make_and_free(HEAD "in spmv_{task}\n- int sum = 0;\n+ int sum = 1;\n"), SL_ERR_INPUT,
               "mistakes.txt:1: the solution has no function spmv_f");
  sl_entry_text_for("spmv_{task}: y[ {task}", "warp", text, sizeof text);
  assert_string_equal(text, "spmv_warp: y[ warp");
  sl_entry_text_for("spmv_{task}: y[", "warp", text, 10);
  assert_string_equal(text, "spmv_warp");
}

static void one_entry_can_stand_for_several_programs(void **state) {
  (void)state;
  static const char text[] =
      HEAD "vary 32 | 64 | 128\n- int sum = 0;\n+ int sum = 1;\nor\n- return sum;\n+ return 0;\n";
  static const char *const wanted[] = {"sum += 32", "sum += 64", "sum += 128",
                                       "sum += 32", "sum += 64", "sum += 128"};
  for (int i = 0; i < 6; i++) {
    sl_made made;
    assert_ok(make(text, i, &made));
    assert_non_null(strstr(made.text, wanted[i]));
    assert_int_equal(strstr(made.text, "return 0") != NULL, i >= 3);
    sl_made_free(&made);
  }
}

/* A right program of another style, and in it another function. */
static void another_program_can_be_changed(void **state) {
  (void)state;
  static const char text[] =
      HEAD "line return\n- int sum = 0;\n+ int sum = 1;\nor\nfrom other.cu\nin g\n- return n;\n"
           "+ return 0;\nor\nlens only\nline sum = 2\n- int sum = 0;\n+ int sum = 2;\n";
  static const struct {
    int line;
    const char *words;
  } wanted[] = {{9, "int sum = 1;"}, {5, "// Right.\n\nint g(int n) {\n  return 0;"}, {4, "= 2;"}};
  assert_int_equal(mkdir("../right", 0777), 0);
  assert_int_equal(mkdir("../right/99-sample", 0777), 0);
  write_file("../right/99-sample/other.cu", "// Right.\n\nint g(int n) {\n  return n;\n}\n");
  for (int i = 0; i < 3; i++) {
    sl_made made;
    assert_ok(make(text, i, &made));
    assert_int_equal(made.line, wanted[i].line);
    assert_non_null(strstr(made.text, wanted[i].words));
    assert_int_equal(strstr(made.text, ", lens only\n") != NULL, i == 2);
    sl_made_free(&made);
  }
  assert_fails(make_and_free(HEAD "from other.cu\n- return n;\n+ a\n"), SL_ERR_INPUT,
               "mistakes.txt:1: other.cu has no function f");
  assert_fails(make_and_free(HEAD "from none.cu\n- return n;\n+ a\n"), SL_ERR_INPUT, "none.cu");
  assert_int_equal(unlink("../right/99-sample/other.cu"), 0);
  assert_int_equal(rmdir("../right/99-sample"), 0);
  assert_int_equal(rmdir("../right"), 0);
}

/* Each variant has its own, or those of the first. */
static void variants_can_vary_apart(void **state) {
  (void)state;
  static const char text[] = HEAD "vary 32 | 64\n- int sum = 0;\n+ int sum = 1;\nor\n"
                                  "vary sum | all | total\n- return sum;\n+ return n;\nor\n"
                                  "file whole.cu\nor\n- return sum;\n+ return 0;\n";
  static const char *const wanted[] = {"+= 32",       "+= 64", "sum += 32", "all += 32",
                                       "total += 32", "whole", "+= 32",     "+= 64"};
  assert_int_equal(mkdir("99-sample", 0777), 0);
  write_file("99-sample/whole.cu", "// The whole.\n");
  for (int i = 0; i < (int)SL_COUNT(wanted); i++) {
    sl_made made;
    assert_ok(make(text, i, &made));
    assert_non_null(strstr(made.text, wanted[i]));
    assert_int_equal(strstr(made.text, "return 0") != NULL, i >= 6);
    sl_made_free(&made);
  }
  assert_int_equal(unlink("99-sample/whole.cu"), 0);
  assert_int_equal(rmdir("99-sample"), 0);
}

static void what_does_not_apply_is_refused_with_its_line(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } bad[] = {
      {"what w\n", "mistakes.txt:1: the first line"},
      {"mistake M\n", "mistakes.txt:1: a name has"},
      {"mistake m\nnonsense\n", "mistakes.txt:2: an unknown word"},
      {"mistake m\ntasks f\nwhat w\n    goes on\nwhat x\n", "mistakes.txt:5: the entry has"},
      {"mistake m\ntasks f\nwhat w\n- a\n+ b\n",
       "mistakes.txt:1: the mistake m has no line \"hint"},
      {HEAD, "needs either lines or a file"},
      {HEAD "lens\n- a\n", "mistakes.txt:5: not \"lens only\""},
      {HEAD "deadline soon\n- a\n", "mistakes.txt:5: a deadline"},
      {HEAD "vary 32\n- a\n", "mistakes.txt:5: not \"vary"},
      {HEAD "- sum += 33;\n+ a\n", "mistakes.txt:5: \"sum += 33;\" stands nowhere in f"},
      {HEAD "in g\n- sum += 32;\n+ a\n", "stands nowhere in g"},
      {HEAD "in h\n- sum += 32;\n+ a\n", "the solution has no function h"},
      {HEAD "- }\n+ a\n", "mistakes.txt:5: \"}\" stands more than once"},
      {HEAD "+ a\n", "mistakes.txt:5: a line with - comes first"},
      {HEAD "- sum += 32;\n+ a\n- sum += 32;\n+ b\n",
       "mistakes.txt:7: this line is replaced twice"},
      {HEAD "vary 33 | 34\n- sum += 32;\n+ a\n", "has no 33 to vary"},
  };
  for (size_t i = 0; i < SL_COUNT(bad); i++) {
    sl_made made;
    assert_fails(
        make(bad[i].text, bad[i].text[0] == 'm' && strstr(bad[i].text, "vary 33") ? 1 : 0, &made),
        SL_ERR_INPUT, bad[i].words);
    sl_made_free(&made);
  }
  assert_int_equal(sl_alloc_live(), 0);
}

static void failing_allocations_are_survived(void **state) {
  (void)state;
  assert_survives_failing_allocations(
      make_and_free(HEAD "- int sum = 0;\n+ int sum = 1;\nor\n- return sum;\n+ return 0;\n"));
}

static int set_up(void **state) {
  (void)state;
  static char folder[] = "/tmp/sl-author-XXXXXX";
  if (!mkdtemp(folder) || chdir(folder) != 0) return -1;
  if (mkdir("mistakes", 0777) != 0 || chdir("mistakes") != 0) return -1;
  write_file("solution.cu", solution_text);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  char folder[256];
  (void)unlink("solution.cu");
  (void)unlink("mistakes.txt");
  if (chdir("..") != 0 || rmdir("mistakes") != 0) return -1;
  return getcwd(folder, sizeof folder) && rmdir(folder) == 0 ? 0 : -1;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_are_replaced),
      cmocka_unit_test(lines_match_without_comments),
      cmocka_unit_test(several_places_change),
      cmocka_unit_test(the_line_to_be_named_can_be_said),
      cmocka_unit_test(a_function_can_be_named_after_the_task),
      cmocka_unit_test(one_entry_can_stand_for_several_programs),
      cmocka_unit_test(variants_can_vary_apart),
      cmocka_unit_test(another_program_can_be_changed),
      cmocka_unit_test(what_does_not_apply_is_refused_with_its_line),
      cmocka_unit_test(failing_allocations_are_survived),
  };
  return cmocka_run_group_tests_name("author_change", tests, set_up, tear_down);
}
