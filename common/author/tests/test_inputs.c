/* test_inputs.c: any change of what a lab's mistakes are made from is noticed. */
#include "base/test.h"

#include "author/inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char root[] = "/tmp/sparselab-inputs-XXXXXX", note[64];

static void write_file(const char *name, const char *text) {
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", root, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  (void)fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

static void make_folder(const char *name) {
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", root, name);
  assert_int_equal(mkdir(path, 0700), 0);
}

static int make_root(void **state) {
  (void)state;
  if (!mkdtemp(root)) return -1;
  (void)snprintf(note, sizeof note, "%s/note", root);
  static const char *const folders[] = {
      "labs",    "labs/01-a",     "solutions",          "solutions/01-a",
      "grading", "grading/right", "grading/right/01-a", "grading/mistakes"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) make_folder(folders[i]);
  write_file("labs/01-a/a.h", "contract\n");
  write_file("solutions/01-a/a.cu", "solution\n");
  write_file("grading/mistakes/01-a.txt", "mistakes\n");
  return 0;
}

static int remove_root(void **state) {
  (void)state;
  char command[64];
  (void)snprintf(command, sizeof command, "rm -rf %s", root);
  return system(command);
}

static const char *hash(void) {
  static char text[SL_SHA256_TEXT];
  sl_inputs_hash(root, "01-a", text);
  return text;
}

static void what_has_not_changed_stays_noted(void **state) {
  (void)state;
  assert_false(sl_inputs_are_noted(note, hash()));
  sl_inputs_note(note, hash());
  assert_true(sl_inputs_are_noted(note, hash()));
  write_file("labs/02-of-another-lab", "x\n");
  assert_true(sl_inputs_are_noted(note, hash()));
}

static void each_change_is_noticed(void **state) {
  (void)state;
  static const char *const names[] = {"labs/01-a/a.h", "labs/01-a/mistakes.txt",
                                      "solutions/01-a/a.cu", "grading/right/01-a/b.cu",
                                      "grading/mistakes/01-a.txt"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    sl_inputs_note(note, hash());
    write_file(names[i], "changed\n");
    assert_false(sl_inputs_are_noted(note, hash()));
  }
  make_folder("grading/mistakes/01-a");
  sl_inputs_note(note, hash());
  write_file("grading/mistakes/01-a/whole.cu", "changed\n");
  assert_false(sl_inputs_are_noted(note, hash()));
}

static void what_cannot_be_read_is_never_noted(void **state) {
  (void)state;
  char absent[SL_SHA256_TEXT];
  sl_inputs_hash(root, "03-absent", absent);
  assert_string_equal(absent, "");
  (void)remove(note);
  sl_inputs_note(note, "");
  assert_false(sl_inputs_are_noted(note, ""));
  write_file("note", "");
  assert_false(sl_inputs_are_noted(note, ""));
  write_file("note", "no hash\n");
  assert_false(sl_inputs_are_noted(note, hash()));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_has_not_changed_stays_noted),
      cmocka_unit_test(each_change_is_noticed),
      cmocka_unit_test(what_cannot_be_read_is_never_noted),
  };
  return cmocka_run_group_tests(tests, make_root, remove_root);
}
