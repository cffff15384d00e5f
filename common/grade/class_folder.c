/* class_folder.c: lists the folder or archive of a class. */
#define _GNU_SOURCE
#include "grade/class_folder.h"

#include "base/memory.h"
#include "base/path.h"
#include "base/regular.h"
#include "grade/archive.h"
#include "grade/inventory.h"
#include "grade/match.h"
#include "grade/platform.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { MOST_STUDENTS = 5000 };

/* The folder that contains everything in an archive, such as "submissions/"; "": there is none. */
typedef struct class_around {
  char folder[SL_CLASS_NAME];
  bool any, several;
} class_around;

static sl_status add_item(sl_class_folder *h, const char *name, size_t length,
                          sl_class_item **out) {
  SL_TRY(sl_resize(h->count + 1, sizeof *h->items, "the files of a class", &h->items));
  *out = &h->items[h->count++];
  memset(*out, 0, sizeof **out);
  (void)snprintf((*out)->name, sizeof(*out)->name, "%.*s", (int)length, name);
  return SL_OK;
}

/* Like add_item, unless the item exists: an archive names a folder with each file in it. */
static sl_status find_item(sl_class_folder *h, const char *name, size_t length,
                           sl_class_item **out) {
  for (size_t i = h->count; i > 0; i--) {
    *out = &h->items[i - 1];
    if (strncmp((*out)->name, name, length) == 0 && !(*out)->name[length]) return SL_OK;
  }
  if (h->count < MOST_STUDENTS) return add_item(h, name, length, out);
  *out = NULL;
  return SL_OK;
}

bool sl_class_folder_is_of_lab(const char *name) {
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

bool sl_class_folder_holds_lab(const char *folder) {
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

static sl_status note_entry(sl_class_folder *h, const char *name) {
  char path[4096];
  struct stat about;
  sl_class_item *made;
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
  made->holds_file = made->is_folder && sl_class_folder_holds_lab(path);
  return SL_OK;
}

sl_status sl_class_folder_list(const char *path, sl_class_folder *out) {
  struct dirent **entries;
  *out = (sl_class_folder){.path = path};
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

static sl_status note_around(void *context, const char *name, bool is_file) {
  class_around *a = context;
  size_t length = strcspn(name, "/");
  if (sl_inventory_is_litter(name) || (!is_file && !name[length])) return SL_OK;
  bool inside = name[length] == '/' && length + 2 < sizeof a->folder;
  if (!a->any && inside) (void)snprintf(a->folder, sizeof a->folder, "%.*s", (int)length + 1, name);
  if (!inside || strncmp(a->folder, name, length + 1) != 0) a->several = true;
  a->any = true;
  return SL_OK;
}

static sl_status note_archived(void *context, const char *name, bool is_file) {
  sl_class_folder *h = context;
  size_t length = strlen(h->within);
  sl_class_item *made;
  if (strncmp(name, h->within, length) != 0 || sl_inventory_is_litter(name + length)) return SL_OK;
  name += length;
  size_t first = strcspn(name, "/");
  if (first == 0 || first >= SL_CLASS_NAME - 1) return SL_OK;
  SL_TRY(find_item(h, name, first, &made));
  if (!made || name[first] != '/') return SL_OK;
  made->is_folder = true;
  const char *inner = name + first + 1;
  bool archive = is_file && sl_archive_stem(sl_base_name(inner));
  made->holds_file =
      made->holds_file || (is_file && is_usual_file(inner, 1)) || (archive && !strchr(inner, '/'));
  return SL_OK;
}

sl_status sl_class_folder_list_archive(const char *path, sl_class_folder *out) {
  class_around around = {.any = false};
  *out = (sl_class_folder){.path = path, .packed = true};
  SL_TRY(sl_submission_each_archive(path, note_around, &around));
  sl_platform_name platform;
  char name[SL_CLASS_NAME];
  (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(around.folder, "/"), around.folder);
  bool own = sl_class_folder_is_of_lab(name) || sl_platform_parse(name, &platform);
  if (around.any && !around.several && !own)
    (void)snprintf(out->within, sizeof out->within, "%s", around.folder);
  return sl_submission_each_archive(path, note_archived, out);
}

size_t sl_class_folder_count_platforms(const sl_class_folder *h) {
  size_t count = 0;
  sl_platform_name platform;
  for (size_t i = 0; i < h->count; i++) count += sl_platform_parse(h->items[i].name, &platform);
  return count;
}

size_t sl_class_folder_count_students(const sl_class_folder *h) {
  size_t count = 0;
  for (size_t i = 0; i < h->count; i++) {
    const sl_class_item *it = &h->items[i];
    count += it->is_folder && it->holds_file && !sl_class_folder_is_of_lab(it->name);
    count += h->packed && !it->is_folder && sl_archive_stem(it->name) > 0;
  }
  return count;
}

void sl_class_folder_free(sl_class_folder *folder) {
  sl_free(folder->items);
  *folder = (sl_class_folder){.path = NULL};
}
