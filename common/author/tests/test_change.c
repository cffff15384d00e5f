/* test_change.c: an author's entry becomes a program with the mistake; a wrong entry is refused
 * with its line. */
#include "changing.h"

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
  sl_change_free(&made);
}

/* Lines of the change match lines of the program even if there are comments between or after
 * them. */
static void lines_match_without_comments(void **state) {
  (void)state;
  sl_made made;
  assert_ok(make(HEAD
                 "- for (int i = 0; i < n; i++) {\n- sum += 32; // why\n- }\n+ sum = 32 * n;\n",
                 0, &made));
  assert_non_null(strstr(made.text, "all of them\n  sum = 32 * n;\n  return sum;\n"));
  sl_change_free(&made);
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
  sl_change_free(&made);
}

/* Makes program 0, and compares what is between the head and "int g" of the solution. */
static void assert_function(const char *text, const char *function) {
  sl_made made;
  assert_ok(make(text, 0, &made));
  const char *begin = strstr(made.text, "int f(int n) {\n");
  assert_non_null(begin);
  begin += strlen("int f(int n) {\n");
  char *end = strstr(begin, "int g");
  assert_non_null(end);
  *end = '\0';
  assert_string_equal(begin, function);
  sl_change_free(&made);
}

static void a_part_of_a_line_is_swapped(void **state) {
  (void)state;
  assert_function(HEAD "swap i < n ==> i <= n\nswap return sum; ==> return n;\n",
                  "  int sum = 0; // all of them\n"
                  "  for (int i = 0; i <= n; i++) {\n"
                  "    // one by one\n"
                  "    sum += 32;\n"
                  "  }\n"
                  "  return n;\n"
                  "}\n");
  /* The comment after the line is removed, because it may no longer be true. */
  assert_function(HEAD "swap sum = 0 ==> sum = 1\n- sum += 32;\n",
                  "  int sum = 1;\n"
                  "  for (int i = 0; i < n; i++) {\n"
                  "    // one by one\n"
                  "  }\n"
                  "  return sum;\n"
                  "}\n");
}

static void lines_are_put_beside_one_that_stays(void **state) {
  (void)state;
  assert_function(HEAD "before int sum = 0;\n+ if (n)\n+   n--;\n"
                       "after for (int i = 0; i < n; i++) {\n+   n--;\n+   n++;\n",
                  "  if (n)\n"
                  "    n--;\n"
                  "  int sum = 0; // all of them\n"
                  "  for (int i = 0; i < n; i++) {\n"
                  "    n--;\n"
                  "    n++;\n"
                  "    // one by one\n"
                  "    sum += 32;\n"
                  "  }\n"
                  "  return sum;\n"
                  "}\n");
  assert_function(HEAD "in g\nline return\nbefore int g(int n) {\n+ void h(void);\n+\n",
                  "  int sum = 0; // all of them\n"
                  "  for (int i = 0; i < n; i++) {\n"
                  "    // one by one\n"
                  "    sum += 32;\n"
                  "  }\n"
                  "  return sum;\n"
                  "}\n"
                  "void h(void);\n"
                  "\n");
}

static void a_range_of_lines_goes(void **state) {
  (void)state;
  assert_function(HEAD "- int sum = 0;\n- ...\n- }\n+ int sum = 32 * n;\n", "  int sum = 32 * n;\n"
                                                                            "  return sum;\n"
                                                                            "}\n");
  assert_function(HEAD "- int sum = 0;\n- for (int i = 0; i < n; i++) {\n- ...\n- sum += 32;\n- }\n"
                       "- return sum;\n+ return 0;\n",
                  "  return 0;\n}\n");
  assert_function(HEAD "- int sum = 0;\n- ...\n+ return 0;\n", "  return 0;\n}\n");
}

static void the_task_can_be_named_in_a_change(void **state) {
  (void)state;
  sl_made made;
  assert_ok(make(HEAD "after int {task}(int n) {\n+   {task}({task}(n));\n"
                      "swap sum += 32 ==> sum += {task}(0)\n",
                 0, &made));
  assert_non_null(strstr(made.text, "int f(int n) {\n  f(f(n));\n  int sum"));
  assert_non_null(strstr(made.text, "    sum += f(0);\n"));
  sl_change_free(&made);
}

static void assert_named(const char *text, int line) {
  sl_made made;
  assert_ok(make(text, 0, &made));
  assert_int_equal(made.line, line);
  sl_change_free(&made);
}

/* Without a "line" in the entry, "at" decides which line must be named. */
static void the_line_to_be_named_is_that_of_at(void **state) {
  (void)state;
  /* The first new line that contains one of the texts is named, even if the judge would name
   * another line. */
  assert_named(HEAD "at sum n--\nbefore return sum;\n+ n++;\n+ n--;\n", 10);
  assert_named(HEAD "at last: sum\nswap i < n ==> i < sum\n", 5);
  assert_named(HEAD "at {task}: sum\nswap i < n ==> i < sum\n", 5);
  /* If no new line contains a text, or if there is no new line, the line is the one that the
   * judge finds. */
  assert_named(HEAD "at sum\nswap i < n ==> i <= n\n", 4);
  assert_named(HEAD "at last: sum\nswap i < n ==> i <= n\n", 9);
  assert_named(HEAD "at sum\n- int sum = 0;\n", 6);
  assert_named(HEAD "at g: sum\n- int sum = 0;\n", 11);
  /* If a text does not occur in the function, the judge would name the function itself, so the
   * entry is refused. */
  assert_fails(make_and_free(HEAD "at f\n- int sum = 0;\n"), SL_ERR_INPUT,
               "mistakes.txt:1: which line");
  assert_fails(make_and_free(HEAD "at total\nswap i < n ==> i <= n\n"), SL_ERR_INPUT,
               "mistakes.txt:1: which line");
  assert_named(HEAD "at total\nline int f(\nswap i < n ==> i <= n\n", 3);
}

static void the_line_to_be_named_can_be_said(void **state) {
  (void)state;
  sl_made made;
  assert_ok(make(HEAD "line return\n- int sum = 0;\n", 0, &made));
  assert_int_equal(made.line, 8);
  sl_change_free(&made);
  assert_fails(make_and_free(HEAD "- int sum = 0;\n"), SL_ERR_INPUT, "mistakes.txt:1: which line");
  assert_ok(make(HEAD "in g\nline += 32\n- return sum;\n+ return 0;\n", 0, &made));
  assert_int_equal(made.line, 7); /* in f, because g has no such line */
  sl_change_free(&made);
  assert_ok(make(HEAD "line int g\n- int sum = 0;\n", 0, &made));
  assert_int_equal(made.line, 10);
  sl_change_free(&made);
}

static void a_function_can_be_named_after_the_task(void **state) {
  (void)state;
  sl_made made;
  char text[32];
  assert_ok(make(HEAD "in {task}\n- int sum = 0;\n+ int sum = 1;\n", 0, &made));
  assert_non_null(strstr(made.text, "int sum = 1;"));
  sl_change_free(&made);
  assert_fails(make_and_free(HEAD "in spmv_{task}\n- int sum = 0;\n+ int sum = 1;\n"), SL_ERR_INPUT,
               "mistakes.txt:1: the solution has no function spmv_f");
  sl_entry_text_for("spmv_{task}: y[ {task}", "warp", text, sizeof text);
  assert_string_equal(text, "spmv_warp: y[ warp");
  sl_entry_text_for("spmv_{task}: y[", "warp", text, 10);
  assert_string_equal(text, "spmv_warp");
}

static void texts_are_those_of_the_last_of_the_name(void **state) {
  (void)state;
  sl_entries entries;
  write_file("mistakes.txt", "section s\ntasks f\n"
                             "mistake m\nwhat w\nhint h\nat sum\nswap i < n ==> i <= n\n"
                             "mistake m\nat return\n- int sum = 0;\n");
  assert_ok(sl_entries_read("mistakes.txt", &entries));
  assert_int_equal(entries.count, 2);
  assert_string_equal(entries.list[1].what, "w");
  assert_string_equal(entries.list[1].hint, "h");
  assert_string_equal(entries.list[1].at, "return");
  sl_entries_free(&entries);
}

static void what_does_not_apply_is_refused_with_its_line(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } bad[] = {
      {"what w\n", "mistakes.txt:1: the first line"},
      {"mistake M\n", "mistakes.txt:1: a name has"},
      {"mistake m\nnonsense\n", "mistakes.txt:2: the line begins with an unknown word"},
      {"mistake m\ntasks f\nwhat w\n\nwhat x\n", "mistakes.txt:5: the entry already has"},
      {"mistake m\ntasks f\nwhat w\n    goes on\n",
       "mistakes.txt:4: the line begins with an unknown word"},
      {"mistake m\ntasks f\nwhat w\n- a\n+ b\n",
       "mistakes.txt:1: the mistake m has no line \"hint"},
      {HEAD, "needs either a change or a file"},
      {HEAD "- sum += 32;\nor\nor - sum += 32;\n", "mistakes.txt:6: a program of m needs"},
      {HEAD "- sum += 32;\nfile a.cu\n", "mistakes.txt:1: a program of m needs"},
      {"section\n", "mistakes.txt:1: a title is missing"},
      {"section s\nwhat w\n", "mistakes.txt:2: a section says \"tasks\""},
      {HEAD "section s\n", "mistakes.txt:1: a program of m needs"},
      {"section s\ntasks f\n\nmistake a\n", "mistakes.txt:4: the mistake a has no line \"what"},
      {"section s\ntasks f\nsection t\nmistake a\nwhat w\nhint h\n- a\n",
       "mistakes.txt:4: the mistake a has no line \"tasks"},
      {HEAD "lens\n- a\n", "mistakes.txt:5: not \"lens only\""},
      {HEAD "deadline soon\n- a\n", "mistakes.txt:5: a deadline"},
      {HEAD "vary 32\n- a\n", "mistakes.txt:5: not \"vary"},
      {HEAD "- sum += 33;\n+ a\n", "mistakes.txt:5: \"sum += 33;\" does not occur in f"},
      {HEAD "in g\n- sum += 32;\n+ a\n", "does not occur in g"},
      {HEAD "in h\n- sum += 32;\n+ a\n", "the solution has no function h"},
      {HEAD "- }\n+ a\n", "mistakes.txt:5: \"}\" occurs more than once"},
      {HEAD "+ a\n", "mistakes.txt:5: a line with -, before or after must come first"},
      {HEAD "swap sum += 32;\n+ a\n", "mistakes.txt:5: not \"swap OLD ==> NEW"},
      {HEAD "swap sum ==> n ==> i\n", "mistakes.txt:5: not \"swap OLD ==> NEW"},
      {HEAD "swap sum ==> \n", "mistakes.txt:5: not \"swap OLD ==> NEW"},
      {HEAD "swap  ==> sum\n", "mistakes.txt:5: not \"swap OLD ==> NEW"},
      {HEAD "or swap sum\n", "mistakes.txt:5: not \"swap OLD ==> NEW"},
      {HEAD "swap += 33 ==> += 3\n", "mistakes.txt:5: \"+= 33\" does not occur in f"},
      {HEAD "swap sum ==> n\n", "mistakes.txt:5: \"sum\" occurs more than once in f"},
      {HEAD "swap all of them ==> n\n", "\"all of them\" does not occur in f"},
      {HEAD "swap i ==> n\n", "\"i\" occurs more than once in f"},
      {HEAD "swap i < n ==> n\nswap i++ ==> i--\n", "mistakes.txt:6: this line is changed twice"},
      {HEAD "swap += 32 ==> = 32\nafter sum += 32;\n+ a\n", "mistakes.txt:6: this line is changed"},
      {HEAD "swap += 32 ==> = 32\n+ a\n", "mistakes.txt:6: a line with -, before or after must"},
      {HEAD "before sum += 32;\n- return sum;\n", "mistakes.txt:5: a line with + must follow"},
      {HEAD "after sum += 33;\n+ a\n", "mistakes.txt:5: \"sum += 33;\" does not occur in f"},
      {HEAD "- ...\n- return sum;\n+ a\n",
       "mistakes.txt:5: a line that gives the place must come before"},
      {HEAD "- return sum;\n- ...\n- sum += 32;\n+ a\n",
       "mistakes.txt:7: \"sum += 32;\" does not occur after that in f"},
      {HEAD "- }\n- ...\n+ a\n", "mistakes.txt:5: \"}\" occurs more than once"},
      {HEAD "in g\n- return sum;\n- }\n- ...\n+ a\n", "mistakes.txt:8: g ends here already"},
      {HEAD "- sum += 32;\n+ a\n- sum += 32;\n+ b\n", "mistakes.txt:7: this line is changed twice"},
      {HEAD "vary 33 | 34\n- sum += 32;\n+ a\n", "has no 33 to vary"},
  };
  for (size_t i = 0; i < SL_COUNT(bad); i++) {
    sl_made made;
    assert_fails(
        make(bad[i].text, bad[i].text[0] == 'm' && strstr(bad[i].text, "vary 33") ? 1 : 0, &made),
        SL_ERR_INPUT, bad[i].words);
    sl_change_free(&made);
  }
  assert_int_equal(sl_memory_live(), 0);
}

static void failing_allocations_are_survived(void **state) {
  (void)state;
  assert_survives_failing_allocations(make_and_free(
      HEAD "at sum\n- int sum = 0;\n+ int sum = 1;\nor swap return sum ==> return 0\n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_are_replaced),
      cmocka_unit_test(lines_match_without_comments),
      cmocka_unit_test(several_places_change),
      cmocka_unit_test(a_part_of_a_line_is_swapped),
      cmocka_unit_test(lines_are_put_beside_one_that_stays),
      cmocka_unit_test(a_range_of_lines_goes),
      cmocka_unit_test(the_task_can_be_named_in_a_change),
      cmocka_unit_test(the_line_to_be_named_is_that_of_at),
      cmocka_unit_test(the_line_to_be_named_can_be_said),
      cmocka_unit_test(a_function_can_be_named_after_the_task),
      cmocka_unit_test(texts_are_those_of_the_last_of_the_name),
      cmocka_unit_test(what_does_not_apply_is_refused_with_its_line),
      cmocka_unit_test(failing_allocations_are_survived),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
