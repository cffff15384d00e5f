/** @file folder.h
 *  A temporary folder for one test, and functions for the files in it.
 */
#ifndef SL_IO_TESTS_FOLDER_H
#define SL_IO_TESTS_FOLDER_H

#include "base/test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[256];

/* The path of `name` in the folder. The result is overwritten by the fourth call after this one. */
static inline const char *in_folder(const char *name) {
  static char paths[4][512];
  static int turn;
  turn = (turn + 1) % 4;
  (void)snprintf(paths[turn], sizeof paths[turn], "%s/%s", folder, name);
  return paths[turn];
}

static inline int make_folder(void **state) {
  (void)state;
  const char *base = getenv("TMPDIR");
  (void)snprintf(folder, sizeof folder, "%s/sl_io_XXXXXX", base ? base : "/tmp");
  return mkdtemp(folder) && chmod(folder, 0755) == 0 ? 0 : -1;
}

/* Removes `path` and its contents. */
static inline void remove_tree(const char *path) {
  DIR *open_folder = opendir(path);
  for (struct dirent *entry; open_folder && (entry = readdir(open_folder)) != NULL;) {
    char inside[512];
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    (void)snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
    remove_tree(inside);
  }
  if (open_folder) (void)closedir(open_folder);
  (void)remove(path);
}

static inline int remove_folder(void **state) {
  (void)state;
  remove_tree(folder);
  return 0;
}

static inline void write_file(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static inline void write_text(const char *path, const char *text) {
  write_file(path, text, strlen(text));
}

/* Reads a file into memory, followed by a 0. Sets `*size`. The caller frees the bytes. */
static inline char *file_bytes(const char *path, size_t *size) {
  struct stat about;
  assert_int_equal(stat(path, &about), 0);
  *size = (size_t)about.st_size;
  char *bytes = malloc(*size + 1);
  FILE *file = fopen(path, "rb");
  assert_true(bytes && file);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  bytes[*size] = '\0';
  (void)fclose(file);
  return bytes;
}

/* The number of files in folder `in` whose names end in `ending`. The path of the last one goes to
 * `path` [512], unless `path` is NULL. */
static inline int count_files(const char *in, const char *ending, char *path) {
  int count = 0;
  DIR *open_folder = opendir(in);
  for (struct dirent *entry; open_folder && (entry = readdir(open_folder)) != NULL;) {
    size_t length = strlen(entry->d_name), wanted = strlen(ending);
    if (length < wanted || strcmp(entry->d_name + length - wanted, ending) != 0) continue;
    if (path) (void)snprintf(path, 512, "%s/%s", in, entry->d_name);
    count++;
  }
  if (open_folder) (void)closedir(open_folder);
  return count;
}

#endif
