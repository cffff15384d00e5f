/* trim.c: limits the size of caches. A file's modification time is the time of its last use, and
 * each process that uses a file holds a shared lock on it. */
#define _GNU_SOURCE
#include "trim.h"

#include "memory.h"
#include "regular.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct trim_entry {
  char name[NAME_MAX + 1];
  unsigned long long bytes;
  struct timespec used;
} trim_entry;

static const char sum_ending[] = ".sum";

void sl_trim_use(const char *path) {
  const char *kind;
  (void)utimensat(AT_FDCWD, path, NULL, 0);
  int file = sl_regular_open(path, 'r', &kind);
  if (file >= 0) (void)flock(file, LOCK_SH | LOCK_NB); /* the lock is held until the process ends */
}

static int by_use(const void *a, const void *b) {
  const trim_entry *one = a, *two = b;
  if (one->used.tv_sec != two->used.tv_sec) return one->used.tv_sec < two->used.tv_sec ? -1 : 1;
  if (one->used.tv_nsec != two->used.tv_nsec) return one->used.tv_nsec < two->used.tv_nsec ? -1 : 1;
  return strcmp(one->name, two->name);
}

static bool is_sum(const char *name) {
  size_t length = strlen(name), ending = sizeof sum_ending - 1;
  return length > ending && strcmp(name + length - ending, sum_ending) == 0;
}

/* Whether the file is still being written: its name begins with a dot, and it is not so old that
 * its writer must have died. */
static bool is_being_made(const char *name, const struct stat *about) {
  enum { SECONDS_TO_MAKE = 3600 };
  return name[0] == '.' && time(NULL) - about->st_mtime < SECONDS_TO_MAKE;
}

static sl_status list(DIR *folder, trim_entry **entries_out, size_t *count_out) {
  for (struct dirent *it; (it = readdir(folder));) {
    struct stat about;
    if (fstatat(dirfd(folder), it->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISREG(about.st_mode) || is_sum(it->d_name)) continue;
    if (is_being_made(it->d_name, &about)) continue;
    SL_TRY(sl_resize(*count_out + 1, sizeof(trim_entry), "the list of a folder", entries_out));
    trim_entry *added = &(*entries_out)[(*count_out)++];
    (void)snprintf(added->name, sizeof added->name, "%s", it->d_name);
    added->bytes = (unsigned long long)about.st_size;
    added->used = about.st_mtim;
  }
  return SL_OK;
}

static bool remove_unused(int folder, const char *name) {
  char sum[NAME_MAX + sizeof sum_ending];
  int file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  bool removed = flock(file, LOCK_EX | LOCK_NB) == 0 && unlinkat(folder, name, 0) == 0;
  (void)close(file);
  (void)snprintf(sum, sizeof sum, "%s%s", name, sum_ending);
  if (removed) (void)unlinkat(folder, sum, 0);
  return removed;
}

void sl_trim_folder(const char *path, unsigned long long most_bytes, const char *keep) {
  DIR *folder = opendir(path);
  if (!folder) return;
  trim_entry *entries = NULL;
  size_t count = 0;
  unsigned long long total = 0;
  if (list(folder, &entries, &count) == SL_OK && count > 0) {
    for (size_t i = 0; i < count; i++) total += entries[i].bytes;
    qsort(entries, count, sizeof *entries, by_use);
    for (size_t i = 0; i < count && total > most_bytes; i++) {
      if (strcmp(entries[i].name, keep) == 0) continue;
      if (remove_unused(dirfd(folder), entries[i].name)) total -= entries[i].bytes;
    }
  }
  sl_free(entries);
  (void)closedir(folder);
}
