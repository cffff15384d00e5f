/* accepted.c: finds the files that earlier gradings have graded, from the records that they left.
 */
#include "grade/accepted.h"

#include "base/memory.h"
#include "grade/record.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hash(const char *student, const char *lab, const char *digest,
                 char out[SL_SHA256_TEXT]) {
  sl_sha256 sum;
  sl_sha256_begin(&sum);
  sl_sha256_add_field(&sum, student, strlen(student));
  sl_sha256_add_field(&sum, lab, strlen(lab));
  sl_sha256_add_field(&sum, digest, strlen(digest));
  sl_sha256_end(&sum, out);
}

static int compare(const void *left, const void *right) {
  return memcmp(left, right, SL_SHA256_TEXT);
}

static sl_status add_record(sl_accepted *list, const char *path) {
  sl_record record;
  sl_status status = sl_record_read(path, &record);
  if (status == SL_OK && record.digest[0]) {
    status = sl_resize(list->count + 1, sizeof *list->all, "accepted files", &list->all);
    if (status == SL_OK) {
      hash(record.student, record.lab, record.digest, list->all[list->count++]);
    }
  }
  sl_record_free(&record);
  return status == SL_ERR_INPUT ? SL_OK : status;
}

sl_status sl_accepted_add(sl_accepted *list, const char *folder) {
  char path[4096];
  sl_status status = SL_OK;
  (void)snprintf(path, sizeof path, "%.3800s/records", folder);
  DIR *entries = opendir(path);
  if (!entries) return sl_fail(SL_ERR_INPUT, "%s cannot be read: %s", path, strerror(errno));
  for (struct dirent *entry; status == SL_OK && (entry = readdir(entries));) {
    const char *end = strrchr(entry->d_name, '.');
    if (!end || strcmp(end, ".json") != 0) continue;
    (void)snprintf(path, sizeof path, "%.3800s/records/%.255s", folder, entry->d_name);
    status = add_record(list, path);
  }
  (void)closedir(entries);
  if (list->count) qsort(list->all, list->count, sizeof *list->all, compare);
  return status;
}

bool sl_accepted_has(const sl_accepted *list, const char *student, const char *lab,
                     const void *bytes, size_t size) {
  char digest[SL_SHA256_TEXT], wanted[SL_SHA256_TEXT];
  sl_sha256_of(bytes, size, digest);
  hash(student, lab, digest, wanted);
  return list->count && bsearch(wanted, list->all, list->count, sizeof *list->all, compare);
}

void sl_accepted_free(sl_accepted *list) {
  sl_free(list->all);
  *list = (sl_accepted){.all = NULL};
}
