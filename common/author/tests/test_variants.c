/* test_variants.c: the programs, tasks and tests that an entry, a section and variants define. */
#include "changing.h"

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
    sl_change_free(&made);
  }
}

/* A right program in another style, with another function in it. */
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
    sl_change_free(&made);
  }
  assert_fails(make_and_free(HEAD "from other.cu\n- return n;\n+ a\n"), SL_ERR_INPUT,
               "mistakes.txt:1: other.cu has no function f");
  assert_fails(make_and_free(HEAD "from none.cu\n- return n;\n+ a\n"), SL_ERR_INPUT, "none.cu");
  assert_int_equal(unlink("../right/99-sample/other.cu"), 0);
  assert_int_equal(rmdir("../right/99-sample"), 0);
  assert_int_equal(rmdir("../right"), 0);
}

#define TEXTS "what w\nhint h\n"

/* The settings of a section apply to its mistakes that do not have their own. */
static void a_section_says_what_its_mistakes_share(void **state) {
  (void)state;
  static const char text[] = "section one of two\ntasks f k\nfrom a.cu\nin g\n\n"
                             "# A comment.\nmistake a\n" TEXTS "- x\nor tasks k\n- x\n"
                             "mistake b\ntasks k\nfrom b.cu\nin h\n" TEXTS "- x\nor\n- x\n"
                             "section two\nmistake c\ntasks f\n" TEXTS "- x\n";
  sl_entries entries;
  write_file("mistakes.txt", text);
  assert_ok(sl_entries_read("mistakes.txt", &entries));
  assert_int_equal(entries.count, 3);
  const sl_entry *a = &entries.list[0], *b = &entries.list[1], *c = &entries.list[2];
  assert_int_equal(a->variants[0].num_tasks, 2);
  assert_string_equal(a->variants[0].from, "a.cu");
  assert_string_equal(a->variants[1].function, "g");
  assert_int_equal(sl_entry_programs(a, "f"), 1);
  assert_int_equal(sl_entry_programs(a, "k"), 2);
  assert_int_equal(b->variants[1].num_tasks, 1);
  assert_string_equal(b->variants[1].from, "b.cu");
  assert_string_equal(b->variants[1].function, "h");
  assert_int_equal(sl_entry_programs(b, "f"), 0);
  assert_int_equal(sl_entry_programs(b, "k"), 2);
  assert_null(c->variants[0].from);
  assert_null(c->variants[0].function);
  sl_entries_free(&entries);
}

/* Programs of other tasks are not counted. */
static void programs_can_be_of_some_tasks(void **state) {
  (void)state;
  static const char text[] = "mistake m\ntasks k\n" TEXTS "vary 32 | 64\nswap 32 ==> 33\n"
                             "or tasks f\nswap sum = 0 ==> sum = 1\n"
                             "or swap sum = 0 ==> sum = 2\n" /* changes task k, as the first
                                                              * variant does */
                             "or tasks k f\nswap i < n ==> i <= n\n";
  static const char *const wanted[] = {"int sum = 1;", "sum += 64;", "i <= n", "sum += 64;"};
  for (int i = 0; i < (int)SL_COUNT(wanted); i++) {
    sl_made made;
    assert_ok(make(text, i, &made));
    assert_non_null(strstr(made.text, wanted[i]));
    assert_null(strstr(made.text, "33"));
    assert_null(strstr(made.text, "sum = 2"));
    sl_change_free(&made);
  }
}

/* CMake makes the tests from what mistakes.awk finds in the file. */
static void the_tests_are_those_of_the_programs(void **state) {
  (void)state;
  static const char text[] =
      "section s\ntasks f k\nfrom a.cu\nmistake a\n" TEXTS
      "vary 1 | 2\n- x\nor - x\nor from b.cu\n- x\nor tasks j k\n- or\n"
      "mistake b\ntasks j\n" TEXTS "lens only\n- mistake c\n+ vary 1 | 2\n"
      "section t\ntasks k\nmistake b\n" TEXTS "- x\n+ tasks f\nor lens only\n"
      "- x\nor vary 1 | 2 | 3\nswap x ==> y\n";
  static const char awk[] = SOURCE_DIR "/common/cmake/mistakes.awk";
  static const char *const tasks[] = {"f", "k", "j"};
  const char *const arguments[] = {"awk", "-f", awk, "mistakes.txt", NULL};
  char output[4096], expected[4096] = "";
  int exit_code;
  sl_entries entries;
  write_file("mistakes.txt", text);
  assert_ok(sl_entries_read("mistakes.txt", &entries));
  for (size_t e = 0; e < entries.count; e++) {
    const sl_entry *entry = &entries.list[e];
    for (size_t t = 0; t < SL_COUNT(tasks); t++) {
      int number = 0;
      for (int v = 0; v < entry->num_variants; v++) {
        const sl_variant *variant = &entry->variants[v];
        for (int p = 0; p < sl_entry_variant_programs(variant, tasks[t]); p++) {
          size_t used = strlen(expected);
          (void)snprintf(expected + used, sizeof expected - used, "%s/%s/%d lens%s%s\n", tasks[t],
                         entry->name, ++number, variant->lens_only ? "" : " gpu",
                         p > 0 ? " varied" : "");
        }
      }
    }
  }
  assert_ok(sl_process_run(arguments, output, sizeof output, &exit_code));
  assert_string_equal(output, expected);
  assert_int_equal(exit_code, 0);
  sl_entries_free(&entries);
}

/* A variant keeps its own texts; without them it gets those of the first variant. */
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
    sl_change_free(&made);
  }
  assert_int_equal(unlink("99-sample/whole.cu"), 0);
  assert_int_equal(rmdir("99-sample"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_entry_can_stand_for_several_programs),
      cmocka_unit_test(a_section_says_what_its_mistakes_share),
      cmocka_unit_test(programs_can_be_of_some_tasks),
      cmocka_unit_test(the_tests_are_those_of_the_programs),
      cmocka_unit_test(variants_can_vary_apart),
      cmocka_unit_test(another_program_can_be_changed),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
