/* test_includes.c: which files a source includes. */
#include "base/test.h"

#include "judge/includes.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/sparselab-includes-XXXXXX";

static const char *const files[][2] = {
    {"a.cu", "#include \"b.h\"\n  #  include <sub/d.h>\n#include <stdio.h>\n#include NAME\n"
             "#include \"gone.h\"\n#include \"\n#includes \"e.h\"\nint x; #include \"e.h\"\n"
             "/*\n#include \"e.h\"\n*/\nconst char *s = R\"(\n#include \"e.h\"\n)\";\n"},
    {"b.h", "#include \"sub/c.h\"\n#include \"b.h\""},
    {"sub/c.h", "#include \"../f.h\"\n#include <e.h>\n"},
    {"sub/d.h", ""},
    {"e.h", ""},
    {"f.h", "#include \"b.h\"\n"},
};
enum { NUM_FILES = sizeof files / sizeof *files };

static const char *path_of(const char *name) {
  static char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static int set_up(void **state) {
  (void)state;
  if (!mkdtemp(folder) || mkdir(path_of("sub"), 0777) != 0) return -1;
  for (size_t i = 0; i < NUM_FILES; i++) {
    FILE *file = fopen(path_of(files[i][0]), "w");
    if (!file || fputs(files[i][1], file) < 0 || fclose(file) != 0) return -1;
  }
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  for (size_t i = 0; i < NUM_FILES; i++) (void)unlink(path_of(files[i][0]));
  (void)rmdir(path_of("sub"));
  return rmdir(folder);
}

static void check(const char *const *folders, size_t num_folders, const char *const *expected) {
  static sl_includes found;
  size_t count = 0;
  sl_includes_find(path_of("a.cu"), folders, num_folders, &found);
  for (; expected[count]; count++) {
    if (count < found.count) assert_string_equal(found.files[count], path_of(expected[count]));
  }
  assert_int_equal(found.count, count);
}

static void includes_are_followed(void **state) {
  (void)state;
  check(NULL, 0, (const char *const[]){"b.h", "sub/c.h", "f.h", NULL});
  check((const char *const[]){"/nowhere", folder}, 2,
        (const char *const[]){"b.h", "sub/d.h", "sub/c.h", "f.h", "e.h", NULL});
}

static void without_a_source_there_are_none(void **state) {
  (void)state;
  static sl_includes found;
  sl_includes_find("/nowhere/a.cu", NULL, 0, &found);
  assert_int_equal(found.count, 0);
}

/* The compiler would wait for a pipe, and never reach the end of a device. */
static void what_is_no_ordinary_file_is_noted(void **state) {
  (void)state;
  static sl_includes found;
  FILE *file = fopen(path_of("a.cu"), "a");
  assert_non_null(file);
  assert_true(fputs("\n#include \"pipe.h\"\n#include </dev/zero>\n", file) >= 0);
  assert_int_equal(fclose(file), 0);
  sl_includes_find(path_of("a.cu"), NULL, 0, &found);
  assert_string_equal(found.irregular, "/dev/zero");
  assert_string_equal(found.kind, "a device");
  assert_int_equal(mkfifo(path_of("pipe.h"), 0666), 0);
  sl_includes_find(path_of("a.cu"), NULL, 0, &found);
  assert_string_equal(found.irregular, path_of("pipe.h"));
  assert_string_equal(found.kind, "a pipe");
  (void)unlink(path_of("pipe.h"));
  assert_int_equal(mkdir(path_of("pipe.h"), 0777), 0);
  sl_includes_find(path_of("a.cu"), NULL, 0, &found);
  assert_string_equal(found.irregular, "/dev/zero");
  (void)rmdir(path_of("pipe.h"));
  sl_includes_find(path_of("b.h"), NULL, 0, &found);
  assert_string_equal(found.irregular, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(includes_are_followed),
                                     cmocka_unit_test(without_a_source_there_are_none),
                                     cmocka_unit_test(what_is_no_ordinary_file_is_noted)};
  return cmocka_run_group_tests_name("judge_includes", tests, set_up, tear_down);
}
