/* records.c: all records of a folder, in an order that does not depend on the folder. */
#include "grade/record.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_student_and_lab(const void *left, const void *right) {
  const sl_record *a = left, *b = right;
  int order = strcmp(a->student, b->student);
  if (order == 0) order = strcmp(a->lab, b->lab);
  return order ? order : strcmp(a->key, b->key);
}

static bool is_record_name(const char *name) {
  size_t length = strlen(name);
  return name[0] != '.' && length > 5 && strcmp(name + length - 5, ".json") == 0;
}

/* Adds a record. An unreadable record is only left out. */
static sl_status add_file(const char *folder, const char *name, size_t *room, sl_records *records) {
  char *path;
  size_t size = strlen(folder) + strlen(name) + 2;
  if (records->count == *room) {
    *room = *room ? 2 * *room : 64;
    SL_TRY(sl_resize(*room, sizeof *records->all, "the records", &records->all));
  }
  SL_TRY(sl_alloc(size, 1, "a file name", &path));
  (void)snprintf(path, size, "%s/%s", folder, name);
  sl_status status = sl_record_read(path, &records->all[records->count]);
  sl_free(path);
  if (status == SL_OK) {
    records->count++;
  } else if (status == SL_ERR_INPUT) {
    (void)fprintf(stderr, "sparselab: left out: %s; remove the file to have it graded again\n",
                  sl_status_message());
    status = SL_OK;
  }
  return status;
}

void sl_records_sort(sl_records *records) {
  if (records->count) {
    qsort(records->all, records->count, sizeof *records->all, by_student_and_lab);
  }
}

static sl_status refuse_twice(const char *folder, const sl_records *records) {
  for (size_t i = 1; i < records->count; i++) {
    const sl_record *a = &records->all[i - 1], *b = &records->all[i];
    if (strcmp(a->student, b->student) == 0 && strcmp(a->lab, b->lab) == 0) {
      return sl_fail(
          SL_ERR_INPUT,
          "%s: %s has two records of lab %s, %.12s… and %.12s…; remove the one that does "
          "not count",
          folder, b->student, b->lab, a->key, b->key);
    }
  }
  return SL_OK;
}

sl_status sl_records_read(const char *folder, sl_records *out) {
  *out = (sl_records){0};
  SL_TRY(sl_record_supported());
  DIR *entries = opendir(folder);
  if (!entries) {
    return sl_fail(SL_ERR_INPUT, "%s: the records cannot be read: %s", folder, strerror(errno));
  }
  sl_status status = SL_OK;
  size_t room = 0;
  for (struct dirent *entry; status == SL_OK && (entry = readdir(entries));) {
    if (is_record_name(entry->d_name)) status = add_file(folder, entry->d_name, &room, out);
  }
  (void)closedir(entries);
  if (status == SL_OK) {
    sl_records_sort(out);
    status = refuse_twice(folder, out);
  }
  return status;
}
