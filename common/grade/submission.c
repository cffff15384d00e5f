/* submission.c: finds the submissions of a class. */
#define _GNU_SOURCE
#include "grade/submission.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/regular.h"
#include "grade/archive.h"
#include "grade/inventory.h"
#include "grade/match.h"
#include "grade/platform.h"
#include "grade/record.h"
#include "grade/roster.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_BYTES = 512, MOST_STUDENTS = 5000 };

/* ---- the list -------------------------------------------------------------------------------- */

static sl_status copy(const char *text, char **out) {
  size_t size = strlen(text) + 1;
  SL_TRY(sl_alloc(size, 1, "a submission's name", out));
  memcpy(*out, text, size);
  return SL_OK;
}

/* What is known about a submission before it is read. */
typedef struct guess {
  char student[NAME_BYTES]; /* name on disk */
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

/* Makes a name printable. An unprintable name also gets a number, so that it stays unique. */
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

/* Adds a submission. `path` "": nothing was submitted. */
static sl_status add(sl_submissions *list, const guess *from, const char *path,
                     const char *within) {
  char student[NAME_BYTES], id[SL_PLATFORM_TEXT], note[600];
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

static void free_submission(sl_submission *submission) {
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
  for (size_t i = 0; i < list->count; i++) free_submission(&list->all[i]);
  sl_strays_free(&list->strays);
  sl_free(list->all);
  memset(list, 0, sizeof *list);
}

/* ---- the folder or archive of a class -------------------------------------------------------- */

typedef struct item {
  char name[NAME_BYTES];
  bool is_folder;
  const char *kind; /* "a link", "a pipe", …; NULL: a file or a folder */
  bool holds_file;  /* of a folder: it contains a lab's file, or an archive, in the usual place */
} item;

typedef struct holder {
  const char *path; /* path of the folder or archive */
  bool packed;
  const char *within; /* of an archive: the folder in it, "submissions/" */
  item *items;
  size_t count;
} holder;

static sl_status add_item(holder *h, const char *name, size_t length, item **out) {
  SL_TRY(sl_resize(h->count + 1, sizeof *h->items, "the files of a class", &h->items));
  *out = &h->items[h->count++];
  memset(*out, 0, sizeof **out);
  (void)snprintf((*out)->name, sizeof(*out)->name, "%.*s", (int)length, name);
  return SL_OK;
}

/* Like add_item, unless the item exists: an archive names a folder with each file in it. */
static sl_status find_item(holder *h, const char *name, size_t length, item **out) {
  for (size_t i = h->count; i > 0; i--) {
    *out = &h->items[i - 1];
    if (strncmp((*out)->name, name, length) == 0 && !(*out)->name[length]) return SL_OK;
  }
  if (h->count < MOST_STUDENTS) return add_item(h, name, length, out);
  *out = NULL;
  return SL_OK;
}

static bool is_lab_folder(const char *name) {
  if (strcasecmp(name, "labs") == 0) return true;
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (strcasecmp(name, sl_labs[i]->id) == 0) return true;
  }
  return false;
}

static bool is_usual_file(const char *path, int deep) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (sl_match_file_rank(path, sl_labs[i], deep)) return true;
  }
  return false;
}

/* Whether a folder holds the file of a lab in its usual place. */
static bool holds_usual_file(const char *folder) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    for (int f = 0; f < 3; f++) {
      char name[256], path[4096 + 256];
      struct stat about;
      const char *id = sl_labs[i]->id, *file = sl_lab_short_name(sl_labs[i]);
      if (f == 0) (void)snprintf(name, sizeof name, "labs/%s/%s.cu", id, file);
      if (f == 1) (void)snprintf(name, sizeof name, "%s/%s.cu", id, file);
      if (f == 2) (void)snprintf(name, sizeof name, "%s.cu", file);
      (void)snprintf(path, sizeof path, "%.4000s/%s", folder, name);
      if (lstat(path, &about) == 0) return true;
    }
  }
  return false;
}

static bool is_nothing(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || sl_inventory_is_litter(name);
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static sl_status note_entry(holder *h, const char *name) {
  char path[4096];
  struct stat about;
  item *made;
  if (is_nothing(name)) return SL_OK;
  if ((size_t)snprintf(path, sizeof path, "%s/%s", h->path, name) >= sizeof path) {
    return sl_fail(SL_ERR_INPUT, "the path of %.80s… is too long", name);
  }
  if (lstat(path, &about) != 0) {
    return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, strerror(errno));
  }
  SL_TRY(add_item(h, name, strlen(name), &made));
  made->is_folder = S_ISDIR(about.st_mode);
  made->kind = S_ISLNK(about.st_mode) ? "a link"
               : made->is_folder      ? NULL
                                      : sl_regular_kind(about.st_mode);
  made->holds_file = made->is_folder && holds_usual_file(path);
  return SL_OK;
}

static sl_status list_folder(const char *path, holder *out) {
  struct dirent **entries;
  *out = (holder){.path = path, .within = ""};
  int count = scandir(path, &entries, NULL, by_name);
  if (count < 0) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, strerror(errno));
  sl_status status = SL_OK;
  for (int i = 0; i < count; i++) {
    if (status == SL_OK) status = note_entry(out, entries[i]->d_name);
    free(entries[i]);
  }
  free(entries);
  return status;
}

/* The folder that contains everything in an archive, "submissions/"; "": none. */
typedef struct around {
  char folder[NAME_BYTES];
  bool any, several;
} around;

static sl_status note_around(void *context, const char *name, bool is_file) {
  around *a = context;
  size_t length = strcspn(name, "/");
  if (sl_inventory_is_litter(name) || (!is_file && !name[length])) return SL_OK;
  bool inside = name[length] == '/' && length + 2 < sizeof a->folder;
  if (!a->any && inside) (void)snprintf(a->folder, sizeof a->folder, "%.*s", (int)length + 1, name);
  if (!inside || strncmp(a->folder, name, length + 1) != 0) a->several = true;
  a->any = true;
  return SL_OK;
}

static sl_status note_archived(void *context, const char *name, bool is_file) {
  holder *h = context;
  size_t length = strlen(h->within);
  item *made;
  if (strncmp(name, h->within, length) != 0 || sl_inventory_is_litter(name + length)) return SL_OK;
  name += length;
  size_t first = strcspn(name, "/");
  if (first == 0 || first >= NAME_BYTES - 1) return SL_OK;
  SL_TRY(find_item(h, name, first, &made));
  if (!made || name[first] != '/') return SL_OK;
  made->is_folder = true;
  const char *inner = name + first + 1;
  bool archive = is_file && sl_archive_stem(sl_base_name(inner));
  made->holds_file =
      made->holds_file || (is_file && is_usual_file(inner, 1)) || (archive && !strchr(inner, '/'));
  return SL_OK;
}

static sl_status list_archive(const char *path, around *room, holder *out) {
  *room = (around){.any = false};
  *out = (holder){.path = path, .packed = true, .within = ""};
  SL_TRY(sl_submission_each_archive(path, note_around, room));
  sl_platform_name platform;
  char name[NAME_BYTES];
  (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(room->folder, "/"), room->folder);
  bool own = is_lab_folder(name) || sl_platform_parse(name, &platform);
  if (room->any && !room->several && !own) out->within = room->folder;
  return sl_submission_each_archive(path, note_archived, out);
}

/* How many items are named by a platform. */
static size_t count_of_platforms(const holder *h) {
  size_t count = 0;
  sl_platform_name platform;
  for (size_t i = 0; i < h->count; i++) count += sl_platform_parse(h->items[i].name, &platform);
  return count;
}

/* How many items look like students: folders with the file of a lab, and archives in an archive. */
static size_t count_of_students(const holder *h) {
  size_t count = 0;
  for (size_t i = 0; i < h->count; i++) {
    const item *it = &h->items[i];
    count += it->is_folder && it->holds_file && !is_lab_folder(it->name);
    count += h->packed && !it->is_folder && sl_archive_stem(it->name) > 0;
  }
  return count;
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
static bool guess_of_file(const item *it, guess *out) {
  size_t length = strlen(it->name);
  bool source = length > 3 && strcasecmp(it->name + length - 3, ".cu") == 0;
  if (!source || !sl_match_student(it->name, out->student, sizeof out->student)) return false;
  out->inferred = true;
  (void)snprintf(out->note, sizeof out->note,
                 "the name of the student, \"%.100s\", is taken from that of the file %.150s",
                 out->student, it->name);
  return true;
}

static bool guess_of_item(const item *it, guess *out) {
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

static sl_status add_holder(sl_submissions *list, const holder *h, bool inferred, int depth);

/* A folder or an archive in which a platform has put a whole class. */
static sl_status add_class_inside(sl_submissions *list, const holder *h, const item *it,
                                  const char *path, int depth, bool *is_class_out) {
  holder inside;
  around room;
  *is_class_out = false;
  bool packed = !it->is_folder && sl_archive_stem(it->name);
  if (depth > 0 || h->packed || it->kind || (!it->is_folder && !packed)) return SL_OK;
  sl_status status = packed ? list_archive(path, &room, &inside) : list_folder(path, &inside);
  if (status == SL_ERR_INPUT) { /* unreadable: its record will report it */
    sl_free(inside.items);
    return SL_OK;
  }
  if (status == SL_OK && count_of_platforms(&inside) > 1) {
    *is_class_out = true;
    status = add_holder(list, &inside, false, depth + 1);
  }
  sl_free(inside.items);
  return status;
}

static sl_status add_one(sl_submissions *list, const holder *h, const item *it, bool inferred,
                         int depth) {
  char path[4096], within[2 * NAME_BYTES + 2] = "", problem[NAME_BYTES], shown[NAME_BYTES];
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
    known = true; /* a link counts as a student's */
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

static sl_status add_holder(sl_submissions *list, const holder *h, bool inferred, int depth) {
  for (size_t i = 0; i < h->count; i++) SL_TRY(add_one(list, h, &h->items[i], inferred, depth));
  return SL_OK;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static sl_status add_single(sl_submissions *list, const char *path) {
  item it = {.is_folder = true};
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
 * place, or sources name no student.
 */
static bool is_one_submission(const holder *h) {
  size_t sources = 0, others = 0;
  char student[NAME_BYTES];
  for (size_t i = 0; i < h->count; i++) {
    const item *it = &h->items[i];
    size_t length = strlen(it->name);
    bool source = !it->is_folder && length > 3 && strcasecmp(it->name + length - 3, ".cu") == 0;
    sources += source && !sl_match_student(it->name, student, sizeof student);
    others += source && sl_match_student(it->name, student, sizeof student);
    others += (it->is_folder && !is_lab_folder(it->name)) || sl_archive_stem(it->name) > 0;
  }
  if (count_of_platforms(h) > 0 || count_of_students(h) > 1) return false;
  return holds_usual_file(h->path) || (sources > 0 && others == 0);
}

static sl_status add_folder(sl_submissions *list, const char *path, const char *argument) {
  holder h;
  size_t before = list->count;
  sl_status status = list_folder(path, &h);
  if (status == SL_OK) {
    status = is_one_submission(&h) ? add_single(list, path) : add_holder(list, &h, false, 0);
  }
  sl_free(h.items);
  if (status != SL_OK || list->count > before) return status;
  return sl_fail(
      SL_ERR_INPUT,
      "%s contains no submissions: neither the file of a lab, nor folders or archives with one",
      argument);
}

static sl_status add_archive(sl_submissions *list, const char *path) {
  holder h;
  around room;
  sl_status status = list_archive(path, &room, &h);
  if (status == SL_OK) {
    bool named = count_of_platforms(&h) > 0, several = count_of_students(&h) > 1;
    status = named || several ? add_holder(list, &h, !named, 1) : add_single(list, path);
  }
  sl_free(h.items);
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

/* ---- one submission per student -------------------------------------------------------------- */

static int by_student(const void *a, const void *b) {
  const sl_submission *x = a, *y = b;
  int order = strcmp(x->student, y->student);
  return order ? order : strcmp(x->id, y->id);
}

static sl_status append(char **to, const char *text) {
  if (!text[0] || strstr(*to, text)) return SL_OK;
  size_t used = strlen(*to), size = used + strlen(text) + 3;
  SL_TRY(sl_resize(size, 1, "a submission's note", to));
  (void)snprintf(*to + used, size - used, "%s%s", used ? "; " : "", text);
  return SL_OK;
}

/* Moves all parts of `from` to `to`. An unreadable part becomes a note if there are other parts. */
static sl_status join(sl_submission *to, sl_submission *from) {
  bool to_bad = to->problem[0], from_bad = from->problem[0];
  if (from->num_parts && (!from_bad || to_bad)) {
    SL_TRY(
        sl_resize(to->num_parts + from->num_parts, sizeof *to->parts, "a submission", &to->parts));
    memcpy(to->parts + to->num_parts, from->parts, from->num_parts * sizeof *from->parts);
    to->num_parts += from->num_parts;
    from->num_parts = 0;
  }
  to->inferred = to->inferred || from->inferred;
  SL_TRY(append(&to->note, from->note));
  if (from_bad) SL_TRY(append(&to->note, from->problem));
  return SL_OK;
}

/* Joins submissions of the same student. A missing platform's number does not matter, unless there
 * are two different numbers. */
static sl_status join_students(sl_submissions *list, size_t from, size_t count) {
  bool several = false;
  const char *id = "";
  for (size_t i = from; i < from + count; i++) {
    const char *own = list->all[i].id;
    several = several || (id[0] && own[0] && strcmp(id, own) != 0);
    if (own[0]) id = own;
  }
  for (size_t i = from; several && i < from + count; i++) {
    sl_submission *one = &list->all[i];
    size_t size = strlen(one->student) + strlen(one->id) + 2;
    if (!one->id[0]) continue;
    char *name;
    SL_TRY(sl_alloc(size, 1, "a submission's name", &name));
    (void)snprintf(name, size, "%s_%s", one->student, one->id);
    sl_free(one->student);
    one->student = name;
  }
  return SL_OK;
}

static sl_status join_equal(sl_submissions *list) {
  size_t kept = 0;
  for (size_t i = 1; i < list->count; i++) {
    sl_submission *one = &list->all[kept], *other = &list->all[i];
    if (strcmp(one->student, other->student) != 0) {
      list->all[++kept] = *other;
      continue;
    }
    /* Keep the readable part; a link beside it is only reported. */
    if (one->problem[0] && !other->problem[0]) {
      sl_submission exchanged = *one;
      *one = *other;
      *other = exchanged;
    }
    sl_status status = join(one, other);
    free_submission(other);
    memset(other, 0, sizeof *other);
    if (status != SL_OK) {
      for (size_t k = i + 1; k < list->count; k++) list->all[++kept] = list->all[k];
      list->count = kept + 1;
      return status;
    }
  }
  if (list->count) list->count = kept + 1;
  return SL_OK;
}

sl_status sl_submissions_sort(sl_submissions *list) {
  if (list->count) qsort(list->all, list->count, sizeof *list->all, by_student);
  for (size_t i = 0, count; i < list->count; i += count) {
    for (count = 1; i + count < list->count; count++) {
      if (strcmp(list->all[i].student, list->all[i + count].student) != 0) break;
    }
    SL_TRY(join_students(list, i, count));
  }
  if (list->count) qsort(list->all, list->count, sizeof *list->all, by_student);
  return join_equal(list);
}

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
