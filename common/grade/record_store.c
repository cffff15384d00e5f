/* record_store.c: reads and writes the records of a grading. Every file is written under another
 * name, synchronised, and renamed, so no lock is needed and no incomplete file is ever visible. */
#define _GNU_SOURCE
#include "grade/record_store.h"

#include "base/owner.h"
#include "grade/schedule.h"
#include "io/replace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };
static const time_t old_seconds = 3600;

static sl_status cannot_write(const char *path) {
  return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, strerror(errno));
}

static bool sync_path(const char *path, int flags) {
  int file = open(path, flags | O_RDONLY | O_CLOEXEC);
  bool done = file >= 0 && fsync(file) == 0;
  int error = errno;
  if (file >= 0) (void)close(file);
  errno = error;
  return done || error == EINVAL; /* some systems cannot synchronise folders */
}

static sl_status write_record(const char *folder, const sl_record *record) {
  char path[PATH_BYTES], fresh[PATH_BYTES + SL_OWNER + 8], records[PATH_BYTES], owner[SL_OWNER];
  (void)snprintf(records, sizeof records, "%s/records", folder);
  (void)snprintf(path, sizeof path, "%.3900s/records/%s.json", folder, record->key);
  sl_owner(owner); /* a node that was considered lost may write the same file at this moment */
  (void)snprintf(fresh, sizeof fresh, "%s.%s.new", path, owner);
  SL_TRY(sl_record_write(fresh, record));
  bool good = sync_path(fresh, 0) && rename(fresh, path) == 0;
  if (good && sync_path(records, O_DIRECTORY)) return SL_OK;
  sl_status status = cannot_write(path);
  (void)unlink(fresh);
  return status;
}

static sl_status write_source(const char *folder, const char *key, const sl_handed_file *file) {
  char path[PATH_BYTES];
  sl_replacement replacement;
  if (!file->bytes) return SL_OK;
  (void)snprintf(path, sizeof path, "%.3900s/files/%s.cu", folder, key);
  SL_TRY(sl_replace_start(path, true, &replacement));
  (void)fwrite(file->bytes, 1, file->size, replacement.file);
  return sl_replace_end(&replacement, SL_OK);
}

/* Finds an earlier record that is still valid. Only its time of submission may have changed. */
static sl_status find_record(const sl_grade_job *job, const char *folder, sl_record *out,
                             sl_kept *kept_out) {
  char key[SL_SHA256_TEXT], path[PATH_BYTES], handed_in[32];
  sl_grade_one_key(job, key);
  (void)snprintf(path, sizeof path, "%.3900s/records/%s.json", folder, key);
  if (access(path, F_OK) != 0) return SL_OK;
  bool good = sl_record_read(path, out) == SL_OK && out->verdict != SL_GRADE_INFRASTRUCTURE &&
              strcmp(out->key, key) == 0;
  if (!good) { /* grade again, and replace the record */
    sl_record_free(out);
    return SL_OK;
  }
  *kept_out = SL_KEPT_BEFORE;
  double percent = out->late_percent;
  (void)snprintf(handed_in, sizeof handed_in, "%s", out->handed_in);
  SL_TRY(sl_grade_one_date(job, out));
  if (percent == out->late_percent && strcmp(handed_in, out->handed_in) == 0) return SL_OK;
  *kept_out = SL_KEEP_FAILED;
  SL_TRY(write_record(folder, out));
  *kept_out = SL_KEPT_BEFORE;
  return SL_OK;
}

sl_status sl_record_store(const sl_grade_job *job, const char *folder,
                          const sl_grade_failure *failure, sl_record *out, sl_kept *kept_out) {
  *kept_out = SL_KEPT_NOTHING;
  memset(out, 0, sizeof *out);
  SL_TRY(find_record(job, folder, out, kept_out));
  if (*kept_out != SL_KEPT_NOTHING) return SL_OK;
  SL_TRY(failure ? sl_grade_one_failed(job, failure, out) : sl_grade_one(job, out));
  *kept_out = SL_KEEP_FAILED;
  SL_TRY(write_source(folder, out->key, job->file));
  SL_TRY(write_record(folder, out));
  *kept_out = SL_KEPT_NOW;
  return SL_OK;
}

/* ---- the folder ------------------------------------------------------------------------------ */

/* Removes incomplete files that are older than an hour. */
static void sweep(const char *folder) {
  DIR *listing = opendir(folder);
  time_t now = time(NULL);
  for (struct dirent *entry; listing && (entry = readdir(listing));) {
    const char *end = strrchr(entry->d_name, '.');
    struct stat about;
    if (!end || (strcmp(end, ".tmp") != 0 && strcmp(end, ".new") != 0)) continue;
    bool old = fstatat(dirfd(listing), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
               now - about.st_mtime > old_seconds;
    if (old) (void)unlinkat(dirfd(listing), entry->d_name, 0);
  }
  if (listing) (void)closedir(listing);
}

sl_status sl_schedule_prepare(const char *out) {
  static const char *const parts[] = {"", "/records", "/files"};
  for (size_t i = 0; i < SL_COUNT(parts); i++) {
    char path[PATH_BYTES];
    if ((size_t)snprintf(path, sizeof path, "%s%s", out, parts[i]) >= 3900) {
      return sl_fail(SL_ERR_USAGE, "the path of the folder for the marks is too long");
    }
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
      return sl_fail(SL_ERR_SYSTEM, "cannot make the folder %s: %s", path, strerror(errno));
    }
    if (access(path, W_OK | X_OK) != 0) return cannot_write(path);
    sweep(path);
  }
  return SL_OK;
}

/* Whether the same submission was now graded under another key. */
static bool is_superseded(const sl_schedule *schedule, const sl_record *record) {
  for (size_t i = 0; i < schedule->count; i++) {
    const sl_schedule_work *work = &schedule->work[i];
    if (!work->key[0] || strcmp(work->submission->student, record->student) != 0) continue;
    if (strcmp(work->rubric->lab->id, record->lab) != 0) continue;
    return strcmp(work->key, record->key) != 0;
  }
  return false;
}

static sl_status put_aside(const char *out, const char *name) {
  char from[PATH_BYTES], to[PATH_BYTES];
  (void)snprintf(to, sizeof to, "%.3800s/superseded", out);
  if (mkdir(to, 0777) != 0 && errno != EEXIST) return cannot_write(to);
  (void)snprintf(from, sizeof from, "%.3800s/records/%.80s", out, name);
  (void)snprintf(to, sizeof to, "%.3800s/superseded/%.80s", out, name);
  return rename(from, to) == 0 || errno == ENOENT ? SL_OK : cannot_write(to);
}

sl_status sl_schedule_put_aside(const sl_schedule *schedule) {
  char path[PATH_BYTES];
  sl_status status = SL_OK;
  (void)snprintf(path, sizeof path, "%.3800s/records", schedule->out);
  DIR *listing = opendir(path);
  if (!listing) return cannot_write(path);
  for (struct dirent *entry; status == SL_OK && (entry = readdir(listing));) {
    const char *end = strrchr(entry->d_name, '.');
    sl_record record;
    if (!end || strcmp(end, ".json") != 0) continue;
    (void)snprintf(path, sizeof path, "%.3800s/records/%.80s", schedule->out, entry->d_name);
    if (sl_record_read(path, &record) != SL_OK) continue;
    if (is_superseded(schedule, &record)) status = put_aside(schedule->out, entry->d_name);
    sl_record_free(&record);
  }
  (void)closedir(listing);
  return status;
}
