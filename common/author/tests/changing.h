/** @file changing.h
 *  Shared by the tests of changes: a solution, and a function that makes a program from an author's
 *  text.
 */
#ifndef SL_AUTHOR_TESTS_CHANGING_H
#define SL_AUTHOR_TESTS_CHANGING_H

#include "base/test.h"

#include "author/change.h"
#include "base/process.h"

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

/* Reads `text` as an author's file, and makes program number `program` of its first entry. */
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
  sl_change_free(&made);
  return status;
}

#define HEAD "mistake m\ntasks f\nwhat w\nhint h\n"

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

#endif
