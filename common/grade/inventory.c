/* inventory.c: all files of a submission. */
#define _GNU_SOURCE
#include "grade/inventory.h"

#include "base/memory.h"
#include "base/path.h"
#include "base/regular.h"
#include "grade/archive.h"
#include "grade/platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_litter_name(const char *name, size_t length) {
  static const char *const names[] = {".git",      ".svn",      ".hg",        "__MACOSX",
                                      ".DS_Store", "Thumbs.db", "desktop.ini"};
  for (size_t i = 0; i < SL_COUNT(names); i++) {
    if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) return true;
  }
  return length > 2 && memcmp(name, "._", 2) == 0;
}

bool sl_inventory_is_litter(const char *path) {
  for (const char *part = path; *part;) {
    size_t length = strcspn(part, "/");
    if (is_litter_name(part, length)) return true;
    part += length + (part[length] == '/');
  }
  return false;
}

bool sl_inventory_is_source(const char *name) {
  static const char *const ends[] = {".cu", ".cu.txt", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".txt"};
  size_t length = strlen(name);
  for (size_t i = 0; i < SL_COUNT(ends); i++) {
    size_t end = strlen(ends[i]);
    if (length > end && strcasecmp(name + length - end, ends[i]) == 0) return true;
  }
  return false;
}

size_t sl_inventory_stem_length(const char *name) {
  const char *dot = strrchr(name, '.');
  size_t length =
      dot && dot > name && sl_inventory_is_source(name) ? (size_t)(dot - name) : strlen(name);
  bool doubled =
      length > 3 && length < strlen(name) && strncasecmp(name + length - 3, ".cu", 3) == 0;
  return doubled ? length - 3 : length;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Returns the name that the student gave the file. */
static const char *own_name(const char *path) {
  sl_platform_name platform;
  const char *name = sl_base_name(path);
  bool decorated = sl_platform_parse(name, &platform) && platform.file[0];
  return decorated ? name + strlen(name) - strlen(platform.file) : name;
}

sl_status sl_inventory_add(sl_inventory *to, const sl_inventory_place *place, const char *path,
                           sl_inventory_entry **out) {
  *out = NULL;
  if (to->count >= SL_SUBMISSION_ENTRIES) {
    to->cut = true;
    return SL_OK;
  }
  if (to->count == to->room) {
    size_t room = to->room ? 2 * to->room : 32;
    SL_TRY(sl_resize(room, sizeof *to->all, "the files of a submission", &to->all));
    to->room = room;
  }
  sl_inventory_entry *entry = &to->all[to->count];
  size_t before = strlen(place->before), size = before + strlen(path) + 1;
  memset(entry, 0, sizeof *entry);
  SL_TRY(sl_alloc(size, 1, "the name of a file", &entry->path));
  (void)snprintf(entry->path, size, "%s%s", place->before, path);
  entry->inner = entry->path + before;
  entry->name = own_name(entry->path);
  entry->part = place->part;
  entry->archives = place->archives;
  entry->at_top = place->at_top;
  entry->when = place->when;
  to->count++;
  *out = entry;
  return SL_OK;
}

void sl_inventory_cut_back(sl_inventory *inventory, size_t count) {
  while (inventory->count > count) {
    sl_inventory_entry *last = &inventory->all[--inventory->count];
    sl_free(last->path);
    sl_free(last->bytes);
  }
}

void sl_inventory_free(sl_inventory *inventory) {
  sl_inventory_cut_back(inventory, 0);
  sl_free(inventory->all);
  memset(inventory, 0, sizeof *inventory);
}

void sl_inventory_trouble(sl_inventory *inventory, sl_handed kind, const char *problem) {
  if (inventory->trouble != SL_HANDED_FILE) return;
  inventory->trouble = kind;
  (void)snprintf(inventory->problem, sizeof inventory->problem, "%s", problem);
}

void sl_inventory_entry_limit(sl_inventory *inventory, sl_inventory_entry *entry) {
  bool large = entry->size > SL_SUBMISSION_FILE_BYTES;
  bool many = inventory->source_bytes + entry->size > SL_INVENTORY_SOURCES;
  if (!large && !many) {
    inventory->source_bytes += entry->size;
    return;
  }
  sl_free(entry->bytes);
  entry->bytes = NULL;
  entry->size = 0;
  if (large) {
    (void)snprintf(entry->problem, sizeof entry->problem, "larger than %d KiB",
                   SL_SUBMISSION_FILE_BYTES >> 10);
  } else {
    (void)snprintf(entry->problem, sizeof entry->problem,
                   "not read: all sources together are larger than %d MiB",
                   SL_INVENTORY_SOURCES >> 20);
  }
}

/* ---- folders --------------------------------------------------------------------------------- */

typedef struct folder {
  sl_inventory *to;
  const sl_inventory_place *place;
  const char *path; /* path of the part on disk */
} folder;

static sl_status cannot_read(const folder *f, const char *path) {
  return sl_fail(SL_ERR_SYSTEM, "cannot read %s%s%s: %s", f->path, path[0] ? "/" : "", path,
                 strerror(errno));
}

static sl_status read_source(const folder *f, int file, sl_inventory_entry *entry) {
  size_t most = SL_SUBMISSION_FILE_BYTES;
  SL_TRY(sl_alloc(most + 2, 1, "the submission", &entry->bytes));
  ssize_t got = 1;
  while (entry->size <= most && got > 0) {
    got = read(file, entry->bytes + entry->size, most + 1 - entry->size);
    if (got < 0 && errno == EINTR) {
      got = 1;
    } else if (got > 0) {
      entry->size += (size_t)got;
    }
  }
  if (got < 0) return cannot_read(f, entry->inner);
  SL_TRY(sl_resize(entry->size + 1, 1, "the submission", &entry->bytes));
  entry->bytes[entry->size] = '\0';
  sl_inventory_entry_limit(f->to, entry);
  return SL_OK;
}

/* Lists an archive in a folder. An archive at the top level may hold the lab's file in its usual
 * place. */
static sl_status list_archive(const folder *f, const char *path) {
  char full[4096], before[4096];
  struct stat about;
  bool fits =
      (size_t)snprintf(full, sizeof full, "%s%s%s", f->path, path[0] ? "/" : "", path) <
          sizeof full &&
      (size_t)snprintf(before, sizeof before, "%s%s/", f->place->before, path) < sizeof before;
  if (!fits) return sl_fail(SL_ERR_SYSTEM, "the path of %s is too long", path);
  const sl_inventory_place place = {.part = f->place->part,
                                    .before = before,
                                    .within = "",
                                    .archives = f->place->archives + 1,
                                    .at_top = !strchr(path, '/'),
                                    .when = lstat(full, &about) == 0 ? about.st_mtime : 0};
  return sl_inventory_list_archive(f->to, &place, path, full, NULL, 0);
}

static void describe(sl_inventory_entry *entry, const char *kind) {
  (void)snprintf(entry->problem, sizeof entry->problem, "%s%s", kind,
                 strcmp(kind, "a link") == 0 ? ", which is not followed" : "");
}

/* Lists a readable file, which is called `path` in the part. */
static sl_status list_file(const folder *f, int in, const char *name, const char *path) {
  sl_inventory_entry *entry;
  struct stat about;
  if (sl_archive_stem(name)) return list_archive(f, path);
  SL_TRY(sl_inventory_add(f->to, f->place, path, &entry));
  if (!entry) return SL_OK;
  int file = openat(in, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return cannot_read(f, path);
  sl_status status = SL_OK;
  if (fstat(file, &about) == 0) entry->when = about.st_mtime;
  const char *unsupported = sl_archive_unsupported(name);
  if (unsupported) {
    entry->is_archive = true;
    (void)snprintf(entry->problem, sizeof entry->problem,
                   "cannot be opened: it is an archive of the kind %s, and .zip, .tar and .tar.gz "
                   "are read",
                   unsupported);
    char problem[512];
    (void)snprintf(problem, sizeof problem, "%.200s %.200s", name, entry->problem);
    sl_inventory_trouble(f->to, SL_HANDED_UNREADABLE, problem);
  } else if (sl_inventory_is_source(entry->name)) {
    status = read_source(f, file, entry);
  }
  (void)close(file);
  return status;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static sl_status list_folder(const folder *f, int at, const char *path, int depth);

static sl_status list_one(const folder *f, int in, const char *name, const char *before,
                          int depth) {
  char path[4096];
  struct stat about;
  sl_inventory_entry *entry = NULL;
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || sl_inventory_is_litter(name))
    return SL_OK;
  if ((size_t)snprintf(path, sizeof path, "%s%s%s", before, before[0] ? "/" : "", name) >=
      sizeof path) {
    return sl_fail(SL_ERR_SYSTEM, "the path of %s is too long", name);
  }
  if (fstatat(in, name, &about, AT_SYMLINK_NOFOLLOW) != 0) return cannot_read(f, path);
  if (S_ISREG(about.st_mode)) return list_file(f, in, name, path);
  bool is_folder = S_ISDIR(about.st_mode);
  bool named_like_file = sl_inventory_is_source(name) || sl_archive_stem(name);
  if (!is_folder || named_like_file || depth == SL_INVENTORY_FOLDERS) {
    SL_TRY(sl_inventory_add(f->to, f->place, path, &entry));
  }
  if (entry) {
    describe(entry, S_ISLNK(about.st_mode) ? "a link" : sl_regular_kind(about.st_mode));
    entry->when = about.st_mtime;
  }
  if (!is_folder || depth == SL_INVENTORY_FOLDERS) return SL_OK;
  int at = openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (at < 0) return cannot_read(f, path);
  sl_status status = list_folder(f, at, path, depth + 1);
  (void)close(at);
  return status;
}

static sl_status list_folder(const folder *f, int at, const char *path, int depth) {
  struct dirent **entries;
  int count = scandirat(at, ".", &entries, NULL, by_name);
  if (count < 0) return cannot_read(f, path);
  sl_status status = SL_OK;
  for (int i = 0; i < count; i++) {
    if (status == SL_OK && !f->to->cut) status = list_one(f, at, entries[i]->d_name, path, depth);
    free(entries[i]);
  }
  free(entries);
  return status;
}

/* ---- parts ----------------------------------------------------------------------------------- */

static sl_status list_part(sl_inventory *to, const sl_part *part, bool alone) {
  char before[SL_SUBMISSION_PATH], parent[4096];
  const char *name = sl_base_name(part->path);
  struct stat about;
  (void)snprintf(before, sizeof before, "%s%s", alone ? "" : name, alone ? "" : "/");
  sl_inventory_place place = {
      .part = part, .before = before, .within = part->within, .at_top = true};
  folder f = {.to = to, .place = &place, .path = part->path};
  if (lstat(part->path, &about) != 0) return cannot_read(&f, "");
  place.when = about.st_mtime;
  if (S_ISDIR(about.st_mode)) {
    int at = open(part->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (at < 0) return cannot_read(&f, "");
    sl_status status = list_folder(&f, at, "", 0);
    (void)close(at);
    return status;
  }
  if (sl_archive_stem(name)) {
    place.archives = 1;
    return sl_inventory_list_archive(to, &place, name, part->path, NULL, 0);
  }
  /* the part is a file directly in the folder of the class */
  (void)snprintf(parent, sizeof parent, "%.*s", (int)(name - part->path), part->path);
  place.before = "";
  f.path = parent;
  int in = open(parent[0] ? parent : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (in < 0) return cannot_read(&f, "");
  sl_status status = list_one(&f, in, name, "", 0);
  (void)close(in);
  return status;
}

sl_status sl_inventory_make(const sl_submission *submission, sl_inventory *out) {
  memset(out, 0, sizeof *out);
  for (size_t i = 0; i < submission->num_parts; i++) {
    SL_TRY(list_part(out, &submission->parts[i], submission->num_parts == 1));
  }
  return SL_OK;
}
