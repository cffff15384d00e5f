/* submission.c: finds submissions, and takes a lab's file from a folder. */
#define _GNU_SOURCE
#include "grade/submission.h"

#include "base/memory.h"
#include "base/path.h"
#include "base/regular.h"
#include "base/table.h"
#include "grade/archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NUM_FORMS = 3 };

size_t sl_archive_stem(const char *name) {
  static const char *const ends[] = {".zip", ".tar.gz", ".tgz"};
  size_t length = strlen(name);
  for (size_t i = 0; i < SL_COUNT(ends); i++) {
    size_t end = strlen(ends[i]);
    if (length > end && strcmp(name + length - end, ends[i]) == 0) return length - end;
  }
  return 0;
}

/* Form number `form` of where a lab's file lies, the best first. */
static void write_form(const sl_lab *lab, int form, char *path, size_t size) {
  static const char *const before[NUM_FORMS] = {"labs/", "", ""};
  bool folder = form < NUM_FORMS - 1;
  (void)snprintf(path, size, "%s%s%s%s.cu", before[form], folder ? lab->id : "", folder ? "/" : "",
                 sl_lab_short_name(lab));
}

int sl_lab_file_rank(const char *entry, const sl_lab *lab, int deep) {
  const char *at = entry;
  for (int folders = 0; folders <= deep; folders++) {
    for (int form = 0; form < NUM_FORMS; form++) {
      char path[SL_SUBMISSION_PATH];
      write_form(lab, form, path, sizeof path);
      if (strcmp(at, path) == 0) return 1 + form + NUM_FORMS * folders;
    }
    at = strchr(at, '/');
    if (!at++) return 0;
  }
  return 0;
}

/* ---- a folder -------------------------------------------------------------------------------- */

static void refuse(sl_handed_file *out, const char *name, const char *what) {
  out->kind = SL_HANDED_REFUSED;
  (void)snprintf(out->problem, sizeof out->problem, "%s is %s: hand in the file itself", name,
                 what);
}

/* Opens `path` below `folder`, without following a link in any part of it. −1: it is not there, or
 * it is refused. */
static int open_below(int folder, const char *path, sl_handed_file *out) {
  int at = dup(folder);
  for (const char *part = path; at >= 0;) {
    char name[128];
    size_t length = strcspn(part, "/");
    bool last = part[length] == '\0';
    (void)snprintf(name, sizeof name, "%.*s", (int)length, part);
    int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (last ? 0 : O_DIRECTORY);
    int next = openat(at, name, flags);
    struct stat about;
    if (next < 0 && fstatat(at, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(about.st_mode)) {
      refuse(out, name, "a link");
    }
    int error = errno;
    (void)close(at);
    errno = error;
    if (next < 0 || last) return next;
    at = next;
    part += length + 1;
  }
  return at;
}

static sl_status read_all(int file, const char *path, sl_handed_file *out) {
  size_t most = SL_SUBMISSION_FILE_BYTES;
  SL_TRY(sl_alloc(most + 2, 1, "the submission", &out->bytes));
  ssize_t got = 1;
  while (out->size <= most && got > 0) {
    got = read(file, out->bytes + out->size, most + 1 - out->size);
    if (got < 0 && errno == EINTR)
      got = 1;
    else if (got > 0)
      out->size += (size_t)got;
  }
  if (got < 0) return sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", path, strerror(errno));
  out->bytes[out->size] = '\0';
  out->kind = SL_HANDED_FILE;
  if (out->size <= most) return SL_OK;
  out->kind = SL_HANDED_REFUSED;
  (void)snprintf(out->problem, sizeof out->problem, "%s is larger than %d KiB", path,
                 SL_SUBMISSION_FILE_BYTES >> 10);
  return SL_OK;
}

static sl_status take_file(int file, const char *path, sl_handed_file *out) {
  struct stat about;
  if (fstat(file, &about) != 0) {
    return sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", path, strerror(errno));
  }
  (void)snprintf(out->path, sizeof out->path, "%s", path);
  out->when = about.st_mtime;
  const char *kind = sl_irregular_kind(about.st_mode);
  if (!kind) return read_all(file, path, out);
  refuse(out, path, kind);
  return SL_OK;
}

static int open_folder(const char *path) {
  return open(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
}

static sl_status take_from_folder(const char *folder, const sl_lab *lab, sl_handed_file *out) {
  int at = open_folder(folder);
  if (at < 0) return sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", folder, strerror(errno));
  sl_status status = SL_OK;
  for (int form = 0; form < NUM_FORMS && status == SL_OK && out->kind == SL_HANDED_NOTHING;
       form++) {
    char path[SL_SUBMISSION_PATH];
    write_form(lab, form, path, sizeof path);
    int file = open_below(at, path, out);
    bool absent = errno == ENOENT || errno == ENOTDIR || errno == ELOOP || errno == ENXIO;
    if (file >= 0) {
      status = take_file(file, path, out);
      (void)close(file);
    } else if (!absent && out->kind == SL_HANDED_NOTHING) {
      status = sl_fail(SL_ERR_SYSTEM, "cannot read %s/%s: %s", folder, path, strerror(errno));
    }
  }
  (void)close(at);
  return status;
}

/* ---- archives in a folder -------------------------------------------------------------------- */

/* What ./lab submit has packed, in a folder of the student's: platforms hand submissions out so. */
static int is_archive(const struct dirent *entry) {
  return entry->d_name[0] != '.' && sl_archive_stem(entry->d_name) > 0;
}

/* Calls `each` for the archives in a folder, in the order of their names, as long as it says so. */
static sl_status for_archives(const char *folder,
                              sl_status (*each)(const char *path, void *context, bool *on),
                              void *context) {
  struct dirent **entries;
  int count = scandir(folder, &entries, is_archive, alphasort);
  if (count < 0) return sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", folder, strerror(errno));
  sl_status status = SL_OK;
  bool on = true;
  for (int i = 0; i < count; i++) {
    char path[4096];
    struct stat about;
    bool fits =
        (size_t)snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) < sizeof path;
    bool regular = fits && lstat(path, &about) == 0 && S_ISREG(about.st_mode);
    if (status == SL_OK && on && regular) status = each(path, context, &on);
    free(entries[i]);
  }
  free(entries);
  return status;
}

typedef struct taking {
  const sl_lab *lab;
  sl_handed_file *out;
} taking;

static sl_status take_from_archive(const char *path, void *context, bool *on) {
  const taking *t = context;
  sl_status status = sl_archive_take(path, t->lab, t->out);
  *on = t->out->kind == SL_HANDED_NOTHING;
  return status;
}

static sl_status add_labs(const char *path, void *context, bool *on) {
  unsigned labs = 0;
  (void)on;
  SL_TRY(sl_archive_labs(path, &labs));
  *(unsigned *)context |= labs;
  return SL_OK;
}

/* ---- any submission -------------------------------------------------------------------------- */

sl_status sl_submission_take(const sl_submission *submission, const sl_lab *lab,
                             sl_handed_file *out) {
  memset(out, 0, sizeof *out);
  out->kind = SL_HANDED_NOTHING;
  if (submission->path[0]) {
    SL_TRY(submission->packed ? sl_archive_take(submission->path, lab, out)
                              : take_from_folder(submission->path, lab, out));
  }
  if (submission->path[0] && !submission->packed && out->kind == SL_HANDED_NOTHING) {
    SL_TRY(for_archives(submission->path, take_from_archive, &(taking){lab, out}));
  }
  if (out->kind == SL_HANDED_NOTHING) {
    (void)snprintf(out->problem, sizeof out->problem, "%s.cu was not handed in",
                   sl_lab_short_name(lab));
  }
  return SL_OK;
}

void sl_handed_free(sl_handed_file *file) {
  sl_free(file->bytes);
  memset(file, 0, sizeof *file);
}

/* Which labs have their file in the folder itself. */
static sl_status labs_of_folder(const char *folder, unsigned *labs_out) {
  *labs_out = 0;
  int at = open_folder(folder);
  if (at < 0) return sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", folder, strerror(errno));
  for (size_t i = 0; i < sl_num_labs; i++) {
    for (int form = 0; form < NUM_FORMS; form++) {
      char path[SL_SUBMISSION_PATH];
      struct stat about;
      write_form(sl_labs[i], form, path, sizeof path);
      if (fstatat(at, path, &about, AT_SYMLINK_NOFOLLOW) == 0) *labs_out |= 1U << i;
    }
  }
  (void)close(at);
  return SL_OK;
}

sl_status sl_submission_labs(const sl_submission *submission, unsigned *labs_out) {
  *labs_out = 0;
  if (!submission->path[0]) return SL_OK;
  if (submission->packed) return sl_archive_labs(submission->path, labs_out);
  SL_TRY(labs_of_folder(submission->path, labs_out));
  return for_archives(submission->path, add_labs, labs_out);
}

/* ---- the list -------------------------------------------------------------------------------- */

static char *copy(const char *text, size_t length) {
  char *made;
  if (sl_alloc(length + 1, 1, "a submission's name", &made) != SL_OK) return NULL;
  memcpy(made, text, length);
  return made;
}

/* A name that could not be told from another by those who read it is refused here. */
static sl_status check_name(const char *name, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if ((unsigned char)name[i] >= ' ' && name[i] != 0x7f) continue;
    return sl_fail(SL_ERR_INPUT,
                   "the name of the submission \"%.60s\" holds a control character: rename it",
                   name);
  }
  return SL_OK;
}

static sl_status add(sl_submissions *list, const char *student, size_t length, const char *path,
                     bool packed) {
  SL_TRY(check_name(student, length));
  if (list->count == list->room) {
    size_t room = list->room ? 2 * list->room : 64;
    SL_TRY(sl_resize(room, sizeof *list->all, "submissions", &list->all));
    list->room = room;
  }
  sl_submission *added = &list->all[list->count];
  *added = (sl_submission){copy(student, length), copy(path, strlen(path)), packed};
  list->count++;
  return added->student && added->path ? SL_OK : SL_ERR_MEMORY;
}

void sl_submissions_free(sl_submissions *list) {
  for (size_t i = 0; i < list->count; i++) {
    sl_free(list->all[i].student);
    sl_free(list->all[i].path);
  }
  sl_free(list->all);
  memset(list, 0, sizeof *list);
}

/* Where ./lab grade -o has put its records: no student's. */
static bool is_grading(const char *folder) {
  char path[4096 + 32];
  (void)snprintf(path, sizeof path, "%s/grading.json", folder);
  return access(path, F_OK) == 0;
}

/* An entry of a folder of submissions. */
static sl_status add_entry(sl_submissions *list, const char *folder, const char *name) {
  char path[4096];
  struct stat about;
  bool passed_over = name[0] == '.' || strcmp(name, "__MACOSX") == 0;
  if (passed_over) return SL_OK;
  if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path) {
    return sl_fail(SL_ERR_INPUT, "the path of %s is too long", name);
  }
  if (stat(path, &about) != 0) {
    return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, strerror(errno));
  }
  size_t stem = sl_archive_stem(name);
  if (S_ISDIR(about.st_mode) && is_grading(path)) {
    (void)fprintf(stderr, "%s: ignored, because it is the folder of a grading\n", path);
    return SL_OK;
  }
  if (S_ISDIR(about.st_mode)) return add(list, name, strlen(name), path, false);
  if (stem) return add(list, name, stem, path, true);
  (void)fprintf(stderr, "%s: ignored, because it is not a folder, a .zip or a .tar.gz\n", path);
  return SL_OK;
}

static sl_status add_all(sl_submissions *list, const char *folder) {
  struct dirent **entries;
  size_t before = list->count;
  int count = scandir(folder, &entries, NULL, NULL);
  if (count < 0) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", folder, strerror(errno));
  sl_status status = SL_OK;
  for (int i = 0; i < count; i++) {
    if (status == SL_OK) status = add_entry(list, folder, entries[i]->d_name);
    free(entries[i]);
  }
  free(entries);
  if (status == SL_OK && list->count == before) {
    status = sl_fail(SL_ERR_INPUT,
                     "%s holds no submissions: neither a lab's file nor folders or archives with "
                     "one",
                     folder);
  }
  return status;
}

sl_status sl_submissions_add(sl_submissions *list, const char *argument) {
  char full[4096];
  struct stat about;
  if (!realpath(argument, full) || stat(full, &about) != 0) {
    return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", argument, strerror(errno));
  }
  const char *name = sl_base_name(full);
  size_t stem = sl_archive_stem(name);
  if (!S_ISDIR(about.st_mode)) {
    if (stem) return add(list, name, stem, full, true);
    return sl_fail(SL_ERR_INPUT, "%s is neither a folder nor a .zip or .tar.gz", argument);
  }
  unsigned labs;
  SL_TRY(labs_of_folder(full, &labs));
  return labs ? add(list, name, strlen(name), full, false) : add_all(list, full);
}

static int by_student(const void *a, const void *b) {
  const sl_submission *x = a, *y = b;
  return strcmp(x->student, y->student);
}

sl_status sl_submissions_sort(sl_submissions *list) {
  if (list->count) qsort(list->all, list->count, sizeof *list->all, by_student);
  for (size_t i = 1; i < list->count; i++) {
    const sl_submission *one = &list->all[i - 1], *other = &list->all[i];
    if (strcmp(one->student, other->student) != 0) continue;
    return sl_fail(SL_ERR_INPUT, "two submissions of %s: %s and %s. Take one of them away",
                   one->student, one->path, other->path);
  }
  return SL_OK;
}

/* A student of the class list. Who has handed in something is in the list already. */
static sl_status add_student(void *context, const char *const *fields) {
  sl_submissions *list = context;
  const char *student = fields[0];
  if (!student[0] || strchr(student, '/') || student[0] == '.') {
    return sl_fail(SL_ERR_INPUT, "\"%s\" cannot be the name of a submission", student);
  }
  for (size_t i = 0; i < list->count; i++) {
    if (strcmp(list->all[i].student, student) == 0) return SL_OK;
  }
  return add(list, student, strlen(student), "", false);
}

sl_status sl_submissions_add_roster(sl_submissions *list, const char *path) {
  static const char *const columns[] = {"student"};
  return sl_table_read(path, columns, 1, add_student, list);
}
