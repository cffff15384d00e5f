/* submission.c: finds the submissions of a class. */
#define _GNU_SOURCE
#include "grade/submission.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/path.h"
#include "grade/archive.h"
#include "grade/class_folder.h"
#include "grade/lab_hints.h"
#include "grade/platform.h"
#include "grade/record.h"
#include "grade/roster.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the list -------------------------------------------------------------------------------- */

static sl_status copy(const char *text, char **out) {
  size_t size = strlen(text) + 1;
  SL_TRY(sl_alloc(size, 1, "a submission's name", out));
  memcpy(*out, text, size);
  return SL_OK;
}

/* What is known about a submission before it is read. */
typedef struct guess {
  char student[SL_CLASS_NAME]; /* name on disk */
  char id[SL_PLATFORM_TEXT];
  char note[400];
  const char *problem;
  bool inferred;
} guess;

static sl_status add_part(sl_submission *to, const char *path, const char *within) {
  SL_TRY(sl_resize(to->num_parts + 1, sizeof *to->parts, "a submission", &to->parts));
  sl_part *part = &to->parts[to->num_parts];
  *part = (sl_part){NULL, NULL};
  to->num_parts++;
  SL_TRY(copy(path, &part->path));
  return copy(within, &part->within);
}

/* Makes a name printable. A name that was not printable also gets a number, so that it stays
 * unique. */
static void make_printable(const guess *from, char *student, size_t size, char *id, size_t id_size,
                           char *note, size_t note_size) {
  sl_record_show(from->student, student, size);
  (void)snprintf(id, id_size, "%s", from->id);
  (void)snprintf(note, note_size, "%s", from->note);
  if (strcmp(student, from->student) == 0) return;
  uint64_t hash = sl_hash_bytes(SL_HASH_START, from->student, strlen(from->student));
  if (!id[0]) (void)snprintf(id, id_size, "%06" PRIx64, hash & 0xffffff);
  (void)snprintf(
      note, note_size,
      "%s%sits name contains control characters or invalid UTF-8, and is shown without them",
      from->note, from->note[0] ? "; " : "");
}

/* Adds a submission. If `path` is "", nothing was submitted. */
static sl_status add(sl_submissions *list, const guess *from, const char *path,
                     const char *within) {
  char student[SL_CLASS_NAME], id[SL_PLATFORM_TEXT], note[600];
  if (list->count == list->room) {
    size_t room = list->room ? 2 * list->room : 64;
    SL_TRY(sl_resize(room, sizeof *list->all, "submissions", &list->all));
    list->room = room;
  }
  make_printable(from, student, sizeof student, id, sizeof id, note, sizeof note);
  sl_submission *added = &list->all[list->count];
  *added = (sl_submission){.inferred = from->inferred};
  list->count++;
  SL_TRY(copy(student, &added->student));
  SL_TRY(copy(id, &added->id));
  SL_TRY(copy(note, &added->note));
  SL_TRY(copy(from->problem ? from->problem : "", &added->problem));
  return path[0] ? add_part(added, path, within) : SL_OK;
}

void sl_submission_free(sl_submission *submission) {
  for (size_t i = 0; i < submission->num_parts; i++) {
    sl_free(submission->parts[i].path);
    sl_free(submission->parts[i].within);
  }
  sl_free(submission->parts);
  sl_free(submission->student);
  sl_free(submission->id);
  sl_free(submission->note);
  sl_free(submission->problem);
}

void sl_submissions_free(sl_submissions *list) {
  for (size_t i = 0; i < list->count; i++) sl_submission_free(&list->all[i]);
  sl_strays_free(&list->strays);
  sl_free(list->all);
  memset(list, 0, sizeof *list);
}

/* ---- from a name to a student ---------------------------------------------------------------- */

static void take_platform(const char *name, const sl_platform_name *platform, guess *out) {
  (void)snprintf(out->student, sizeof out->student, "%s", platform->student);
  (void)snprintf(out->id, sizeof out->id, "%s", platform->id);
  if (platform->late) {
    (void)snprintf(out->note, sizeof out->note, "%s marks %.300s as late", platform->platform,
                   name);
  }
}

/* Guesses the student of a single file; false if there is none. */
static bool guess_of_file(const sl_class_item *it, guess *out) {
  size_t length = strlen(it->name);
  bool source = length > 3 && strcasecmp(it->name + length - 3, ".cu") == 0;
  if (!source || !sl_lab_hints_student(it->name, out->student, sizeof out->student)) return false;
  out->inferred = true;
  (void)snprintf(out->note, sizeof out->note,
                 "the name of the student, \"%.100s\", is taken from that of the file %.150s",
                 out->student, it->name);
  return true;
}

static bool guess_of_item(const sl_class_item *it, guess *out) {
  sl_platform_name platform;
  size_t stem = sl_archive_stem(it->name);
  const char *unsupported = sl_archive_unsupported(it->name);
  if (sl_platform_parse(it->name, &platform)) {
    take_platform(it->name, &platform, out);
    return true;
  }
  if (!it->is_folder && !stem && !unsupported) return it->kind ? false : guess_of_file(it, out);
  size_t length = it->is_folder ? strlen(it->name)
                  : stem        ? stem
                                : strlen(it->name) - strlen(unsupported);
  (void)snprintf(out->student, sizeof out->student, "%.*s", (int)length, it->name);
  return true;
}

/* Whether the folder is an output of ./lab grade -o, and not a student's. */
static bool is_grading(const char *folder) {
  char path[4096 + 32];
  (void)snprintf(path, sizeof path, "%s/grading.json", folder);
  return access(path, F_OK) == 0;
}

static sl_status add_holder(sl_submissions *list, const sl_class_folder *h, bool inferred,
                            int depth);

/* Adds the submissions of a folder or an archive in which a platform has put a whole class. */
static sl_status add_class_inside(sl_submissions *list, const sl_class_folder *h,
                                  const sl_class_item *it, const char *path, int depth,
                                  bool *is_class_out) {
  sl_class_folder inside;
  *is_class_out = false;
  bool packed = !it->is_folder && sl_archive_stem(it->name);
  if (depth > 0 || h->packed || it->kind || (!it->is_folder && !packed)) return SL_OK;
  sl_status status =
      packed ? sl_class_folder_list_archive(path, &inside) : sl_class_folder_list(path, &inside);
  if (status == SL_ERR_INPUT) { /* unreadable: the record of the submission will report it */
    sl_class_folder_free(&inside);
    return SL_OK;
  }
  if (status == SL_OK && sl_class_folder_count_platforms(&inside) > 1) {
    *is_class_out = true;
    status = add_holder(list, &inside, false, depth + 1);
  }
  sl_class_folder_free(&inside);
  return status;
}

static sl_status add_one(sl_submissions *list, const sl_class_folder *h, const sl_class_item *it,
                         bool inferred, int depth) {
  char path[4096], within[2 * SL_CLASS_NAME + 2] = "", problem[SL_CLASS_NAME], shown[SL_CLASS_NAME];
  guess made = {.student = ""};
  bool is_class;
  if ((size_t)snprintf(path, sizeof path, "%s/%s", h->path, it->name) >= sizeof path) {
    return sl_fail(SL_ERR_INPUT, "the path of %.80s… is too long", it->name);
  }
  sl_record_show(path, shown, sizeof shown);
  if (it->is_folder && !h->packed && is_grading(path)) {
    (void)fprintf(stderr, "%s: ignored, because it is the output folder of a grading\n", shown);
    return SL_OK;
  }
  SL_TRY(add_class_inside(list, h, it, path, depth, &is_class));
  if (is_class) return SL_OK;
  bool known = guess_of_item(it, &made);
  if (!known && it->kind) {
    known = true; /* a link counts as a student's submission */
    (void)snprintf(made.student, sizeof made.student, "%s", it->name);
  }
  if (!known) {
    return sl_strays_add(
        &list->strays, path,
        "it is neither a folder nor an archive, and its name contains no student's name");
  }
  if (it->kind) {
    (void)snprintf(problem, sizeof problem, "the submission is %s%s", it->kind,
                   strcmp(it->kind, "a link") == 0 ? ", which is not followed" : "");
    made.problem = problem;
  }
  if (inferred && !made.inferred) {
    made.inferred = true;
    (void)snprintf(made.note, sizeof made.note,
                   "%.100s seems to hold the submissions of several students, and this is one",
                   sl_base_name(h->path));
  }
  if (h->packed) {
    (void)snprintf(within, sizeof within, "%s%s%s", h->within, it->name, it->is_folder ? "/" : "");
  }
  return add(list, &made, h->packed ? h->path : path, within);
}

static sl_status add_holder(sl_submissions *list, const sl_class_folder *h, bool inferred,
                            int depth) {
  for (size_t i = 0; i < h->count; i++) SL_TRY(add_one(list, h, &h->items[i], inferred, depth));
  return SL_OK;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static sl_status add_single(sl_submissions *list, const char *path) {
  sl_class_item it = {.is_folder = true};
  guess made = {.student = ""};
  struct stat about;
  (void)snprintf(it.name, sizeof it.name, "%s", sl_base_name(path));
  it.is_folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
  if (!guess_of_item(&it, &made)) {
    (void)snprintf(made.student, sizeof made.student, "%s", it.name);
  }
  return add(list, &made, path, "");
}

/* Whether the files belong to one student and not to a class: the file of a lab is in its usual
 * place, or no source names a student. */
static bool is_one_submission(const sl_class_folder *h) {
  size_t sources = 0, others = 0;
  char student[SL_CLASS_NAME];
  for (size_t i = 0; i < h->count; i++) {
    const sl_class_item *it = &h->items[i];
    size_t length = strlen(it->name);
    bool source = !it->is_folder && length > 3 && strcasecmp(it->name + length - 3, ".cu") == 0;
    sources += source && !sl_lab_hints_student(it->name, student, sizeof student);
    others += source && sl_lab_hints_student(it->name, student, sizeof student);
    others +=
        (it->is_folder && !sl_class_folder_is_of_lab(it->name)) || sl_archive_stem(it->name) > 0;
  }
  if (sl_class_folder_count_platforms(h) > 0 || sl_class_folder_count_students(h) > 1) return false;
  return sl_class_folder_holds_lab(h->path) || (sources > 0 && others == 0);
}

static sl_status add_folder(sl_submissions *list, const char *path, const char *argument) {
  sl_class_folder h;
  size_t before = list->count;
  sl_status status = sl_class_folder_list(path, &h);
  if (status == SL_OK) {
    status = is_one_submission(&h) ? add_single(list, path) : add_holder(list, &h, false, 0);
  }
  sl_class_folder_free(&h);
  if (status != SL_OK || list->count > before) return status;
  return sl_fail(
      SL_ERR_INPUT,
      "%s contains no submissions: neither the file of a lab, nor folders or archives with one",
      argument);
}

static sl_status add_archive(sl_submissions *list, const char *path) {
  sl_class_folder h;
  sl_status status = sl_class_folder_list_archive(path, &h);
  if (status == SL_OK) {
    bool named = sl_class_folder_count_platforms(&h) > 0,
         several = sl_class_folder_count_students(&h) > 1;
    status = named || several ? add_holder(list, &h, !named, 1) : add_single(list, path);
  }
  sl_class_folder_free(&h);
  return status;
}

sl_status sl_submissions_add(sl_submissions *list, const char *argument) {
  char full[4096];
  struct stat about;
  if (!realpath(argument, full) || stat(full, &about) != 0) {
    return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", argument, strerror(errno));
  }
  if (S_ISDIR(about.st_mode)) return add_folder(list, full, argument);
  if (sl_archive_stem(sl_base_name(full))) return add_archive(list, full);
  return sl_fail(SL_ERR_INPUT, "%s is neither a folder nor a .zip, .tar or .tar.gz", argument);
}

/* ---- the roster ------------------------------------------------------------------------------ */

static bool has_handed_in(const sl_submissions *list, size_t count, const sl_roster *roster,
                          const sl_roster_entry *entry) {
  for (size_t i = 0; i < count; i++) {
    if (sl_roster_find(roster, list->all[i].student, list->all[i].id) == entry) return true;
  }
  return false;
}

static sl_status add_absent(sl_submissions *list, const sl_roster *roster) {
  size_t count = list->count;
  for (size_t i = 0; i < roster->count; i++) {
    const sl_roster_entry *entry = &roster->all[i];
    guess made = {.student = ""};
    if (has_handed_in(list, count, roster, entry)) continue;
    (void)snprintf(made.student, sizeof made.student, "%s", sl_roster_entry_name(entry));
    (void)snprintf(made.id, sizeof made.id, "%s", entry->id);
    SL_TRY(add(list, &made, "", ""));
  }
  return SL_OK;
}

sl_status sl_submissions_add_roster(sl_submissions *list, const char *path) {
  sl_roster roster;
  sl_status status = sl_roster_read(path, false, &roster);
  if (status == SL_OK) status = add_absent(list, &roster);
  sl_roster_free(&roster);
  return status;
}
