/* test_files.c: only regular files are opened, and caches stay within their limits. */
#define _GNU_SOURCE
#include "base/test.h"

#include "base/regular.h"
#include "base/trim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/sparselab-files-XXXXXX";

static const char *in_folder(const char *name) {
  static char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static int set_up(void **state) {
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  return rmdir(folder);
}

/* Makes a file of `bytes` bytes that was last modified in second `age` of 1970. */
static void make(const char *name, size_t bytes, long age) {
  FILE *file = fopen(in_folder(name), "w");
  assert_non_null(file);
  for (size_t i = 0; i < bytes; i++) assert_int_equal(fputc('x', file), 'x');
  assert_int_equal(fclose(file), 0);
  const struct timeval then[2] = {{age, 0}, {age, 0}};
  assert_int_equal(utimes(in_folder(name), then), 0);
}

static bool is_there(const char *name) {
  return access(in_folder(name), F_OK) == 0;
}

static void assert_refused(const char *path, const char *kind) {
  const char modes[] = "rwa";
  for (int i = 0; i < 3; i++) {
    char why[96];
    assert_null(sl_regular_fopen(path, modes[i], why, sizeof why));
    assert_non_null(strstr(why, kind));
  }
}

static void only_ordinary_files_are_opened(void **state) {
  (void)state;
  char why[96], text[16] = "";
  assert_int_equal(mkfifo(in_folder("pipe"), 0666), 0);
  assert_refused(in_folder("pipe"), "a pipe");
  assert_int_equal(unlink(in_folder("pipe")), 0);
  assert_refused(folder, "a folder");
  assert_refused("/dev/zero", "a device");
  assert_null(sl_regular_fopen("/nowhere/file", 'r', why, sizeof why));
  assert_string_equal(why, strerror(ENOENT));
  const struct {
    char mode;
    const char *text, *then;
  } writes[] = {{'w', "one", "one"}, {'a', "two", "onetwo"}, {'w', "3", "3"}};
  for (size_t i = 0; i < 3; i++) {
    FILE *file = sl_regular_fopen(in_folder("file"), writes[i].mode, why, sizeof why);
    assert_non_null(file);
    assert_true(fputs(writes[i].text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    file = sl_regular_fopen(in_folder("file"), 'r', why, sizeof why);
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    assert_string_equal(text, writes[i].then);
    assert_int_equal(fclose(file), 0);
  }
  assert_int_equal(unlink(in_folder("file")), 0);
}

static void the_oldest_make_room(void **state) {
  (void)state;
  make("old", 100, 1000);
  make("old.sum", 5, 5000);
  make("middle", 100, 2000);
  make("young", 100, 3000);
  sl_trim_folder(folder, 300, "");
  assert_true(is_there("old"));
  sl_trim_folder(folder, 299, "");
  assert_false(is_there("old") || is_there("old.sum"));
  assert_true(is_there("middle") && is_there("young"));
  sl_trim_folder(folder, 0, "middle");
  assert_true(is_there("middle"));
  assert_false(is_there("young"));
  sl_trim_folder(folder, 0, "");
  assert_false(is_there("middle"));
  sl_trim_folder("/nowhere", 0, "");
}

static void what_is_used_stays(void **state) {
  (void)state;
  make("old", 100, 1000);
  make("young", 100, 2000);
  sl_trim_use(in_folder("old")); /* from now on the most recently used, and locked */
  sl_trim_folder(folder, 100, "");
  assert_true(is_there("old"));
  assert_false(is_there("young"));
  sl_trim_folder(folder, 0, "");
  assert_true(is_there("old"));
  assert_int_equal(unlink(in_folder("old")), 0);
}

static void what_is_being_made_stays(void **state) {
  (void)state;
  make(".fresh", 100, (long)time(NULL));
  make(".abandoned", 100, 1000);
  sl_trim_folder(folder, 0, "");
  assert_true(is_there(".fresh"));
  assert_false(is_there(".abandoned"));
  assert_int_equal(unlink(in_folder(".fresh")), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_ordinary_files_are_opened),
      cmocka_unit_test(the_oldest_make_room),
      cmocka_unit_test(what_is_used_stays),
      cmocka_unit_test(what_is_being_made_stays),
  };
  return cmocka_run_group_tests_name("files", tests, set_up, tear_down);
}
