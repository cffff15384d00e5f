/* archive.c: lists the content of an archive with libarchive. Only sources and inner archives are
 * unpacked, and only to memory. */
#define _GNU_SOURCE
#include "grade/archive.h"

#include "base/memory.h"
#include "base/path.h"
#include "base/regular.h"
#include "grade/inventory.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_BYTES = 1 << 16, INNER_BYTES = 64 << 20 };
/* bytes that may be unpacked whatever the ratio of unpacked to packed bytes is */
static const int64_t free_bytes = 1 << 20;

/* The state of reading an archive. */
typedef struct walk {
  sl_inventory *to;
  const sl_inventory_place *place;
  const char *shown; /* the name of the archive in sentences */
  struct archive *archive;
  int64_t packed; /* size of the archive in bytes */
  int entries;
  sl_handed trouble; /* the verdict on the archive; SL_HANDED_FILE: no trouble */
  char problem[512];
} walk;

/* Sets a verdict on the archive; returns false, so that the walk ends. */
static bool end_walk(walk *w, sl_handed kind, const char *format, ...) SL_PRINTF(3, 4);

static bool end_walk(walk *w, sl_handed kind, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(w->problem, sizeof w->problem, format, arguments);
  va_end(arguments);
  w->trouble = kind;
  return false;
}

static bool is_unreadable(walk *w) {
  const char *why = archive_error_string(w->archive);
  return end_walk(w, SL_HANDED_UNREADABLE, "the archive cannot be read: %s", why ? why : "damaged");
}

/* Checks the bytes that the filters have produced so far: for a .tar.gz its unpacked bytes, for a
 * .zip its own bytes. */
static bool is_within_limits(walk *w) {
  int64_t unpacked = archive_filter_bytes(w->archive, 0);
  if (w->to->unpacked + unpacked > SL_SUBMISSION_UNPACKED) {
    return end_walk(w, SL_HANDED_REFUSED, "the unpacked archive is larger than %d MiB",
                    SL_SUBMISSION_UNPACKED >> 20);
  }
  if (unpacked > free_bytes && unpacked / SL_SUBMISSION_RATIO > w->packed) {
    return end_walk(w, SL_HANDED_REFUSED,
                    "the unpacked archive is more than %d times as large as the archive: submit "
                    "only the source",
                    SL_SUBMISSION_RATIO);
  }
  return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Copies a packed name, with slashes instead of the backslashes of Windows, and without a leading
 * "./". */
static void clean_name(const char *raw, char *name, size_t size) {
  while (raw[0] == '.' && (raw[1] == '/' || raw[1] == '\\')) raw += 2;
  (void)snprintf(name, size, "%s", raw);
  for (char *at = name; *at; at++) {
    if (*at == '\\') *at = '/';
  }
}

static bool leads_outside(const char *name) {
  if (name[0] == '/') return true;
  if (name[0] && name[1] == ':') return true; /* a drive letter */
  for (const char *part = name; part; part = strchr(part, '/')) {
    part += *part == '/';
    size_t length = strcspn(part, "/");
    if (length == 2 && strncmp(part, "..", 2) == 0) return true;
  }
  return false;
}

/* Makes a name safe for messages. */
static void show_name(const char *name, char *text, size_t size) {
  (void)snprintf(text, size, "%.100s", name);
  for (char *at = text; *at; at++) {
    if ((unsigned char)*at < ' ' || (unsigned char)*at > '~') *at = '?';
  }
}

/* ---- entries --------------------------------------------------------------------------------- */

static bool is_allowed(walk *w, struct archive_entry *entry, const char *name) {
  char shown[128];
  show_name(name, shown, sizeof shown);
  if (++w->entries > SL_SUBMISSION_ENTRIES) {
    return end_walk(w, SL_HANDED_REFUSED, "the archive has more than %d entries",
                    SL_SUBMISSION_ENTRIES);
  }
  if (leads_outside(name)) {
    return end_walk(w, SL_HANDED_REFUSED, "the archive has an entry outside of its folder, \"%s\"",
                    shown);
  }
  if (archive_entry_is_data_encrypted(entry) || archive_entry_is_metadata_encrypted(entry)) {
    return end_walk(w, SL_HANDED_UNREADABLE,
                    "the archive cannot be read: it is protected by a password");
  }
  return is_within_limits(w);
}

/* Unpacks an entry of at most `most` bytes. One more byte means that the entry is larger.
 * `*goes_on_out`: whether the walk continues. */
static sl_status take_bytes(walk *w, size_t most, char **bytes_out, size_t *size_out,
                            bool *goes_on_out) {
  size_t room = 1 << 16, size = 0;
  la_ssize_t got = 1;
  SL_TRY(sl_alloc(room + 1, 1, "the submission", bytes_out));
  while (size <= most && got > 0) {
    if (size == room) {
      room = 2 * room <= most ? 2 * room : most + 1;
      SL_TRY(sl_resize(room + 1, 1, "the submission", bytes_out));
    }
    got = archive_read_data(w->archive, *bytes_out + size, room - size);
    if (got > 0) size += (size_t)got;
  }
  *goes_on_out = got >= 0 || is_unreadable(w);
  (*bytes_out)[size] = '\0';
  *size_out = size;
  return SL_OK;
}

/* Skips the bytes of an entry. In a .tar.gz the bytes are unpacked and counted piece by piece,
 * because a single entry can be an archive bomb. */
static bool pass_over(walk *w) {
  bool is_tar = (archive_format(w->archive) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
  if (!is_tar) return archive_read_data_skip(w->archive) >= ARCHIVE_WARN || is_unreadable(w);
  const void *block;
  size_t size;
  la_int64_t offset;
  for (int code;
       (code = archive_read_data_block(w->archive, &block, &size, &offset)) != ARCHIVE_EOF;) {
    if (code < ARCHIVE_WARN) return is_unreadable(w);
    if (!is_within_limits(w)) return false;
  }
  return true;
}

/* Returns the time of an entry. The archive of a class has the time of the download, so the times
 * of its entries count. A zip without times has the year 1980. */
static time_t time_of(const walk *w, struct archive_entry *archived) {
  static const time_t year_2000 = 946684800;
  bool is_class = w->place->within[0] && archive_entry_mtime_is_set(archived);
  time_t when = is_class ? archive_entry_mtime(archived) : 0;
  return when >= year_2000 ? when : w->place->when;
}

/* Lists an archive in the archive. */
static sl_status list_inner(walk *w, struct archive_entry *archived, const char *name,
                            bool *goes_on_out) {
  char *bytes = NULL, before[4096];
  size_t size;
  sl_inventory_entry *entry;
  sl_status status = take_bytes(w, INNER_BYTES, &bytes, &size, goes_on_out);
  bool large = size > INNER_BYTES, deep = w->place->archives >= SL_INVENTORY_DEPTH;
  bool fits =
      (size_t)snprintf(before, sizeof before, "%s%s/", w->place->before, name) < sizeof before;
  const sl_inventory_place place = {.part = w->place->part,
                                    .before = before,
                                    .within = "",
                                    .archives = w->place->archives + 1,
                                    .at_top = w->place->within[0] && !strchr(name, '/'),
                                    .when = time_of(w, archived)};
  if (status == SL_OK && *goes_on_out && (large || deep || !fits)) {
    status = sl_inventory_add(w->to, w->place, name, &entry);
    if (entry) {
      entry->is_archive = true;
      (void)snprintf(entry->problem, sizeof entry->problem, "not opened: %s",
                     large ? "it is larger than 64 MiB"
                           : "it is an archive within an archive within another");
      sl_inventory_trouble(w->to, SL_HANDED_UNREADABLE, entry->problem);
    }
  } else if (status == SL_OK && *goes_on_out) {
    status = sl_inventory_list_archive(w->to, &place, name, NULL, bytes, size);
  }
  sl_free(bytes);
  return status;
}

static const char *kind_of(struct archive_entry *entry) {
  mode_t kind = archive_entry_filetype(entry);
  bool link = archive_entry_hardlink(entry) || archive_entry_symlink(entry) || kind == AE_IFLNK;
  if (link) return "a link, which is not followed";
  return kind == AE_IFREG ? "" : "neither a file nor a folder";
}

static sl_status add_entry(walk *w, struct archive_entry *archived, const char *name,
                           bool *goes_on_out) {
  const char *kind = kind_of(archived);
  const char *unsupported = sl_archive_unsupported(name);
  sl_inventory_entry *entry;
  if (!kind[0] && sl_archive_stem(sl_base_name(name))) {
    return list_inner(w, archived, name, goes_on_out);
  }
  SL_TRY(sl_inventory_add(w->to, w->place, name, &entry));
  if (!entry) return SL_OK;
  entry->when = time_of(w, archived);
  (void)snprintf(entry->problem, sizeof entry->problem, "%s", kind);
  if (!kind[0] && unsupported) {
    entry->is_archive = true;
    (void)snprintf(entry->problem, sizeof entry->problem,
                   "cannot be opened: it is an archive of the kind %s", unsupported);
    sl_inventory_trouble(w->to, SL_HANDED_UNREADABLE, entry->problem);
  }
  if (kind[0] || !sl_inventory_is_source(entry->name)) {
    *goes_on_out = pass_over(w);
    return SL_OK;
  }
  SL_TRY(take_bytes(w, SL_SUBMISSION_FILE_BYTES, &entry->bytes, &entry->size, goes_on_out));
  if (!*goes_on_out) return SL_OK;
  sl_inventory_entry_limit(w->to, entry);
  *goes_on_out = pass_over(w) && is_within_limits(w);
  return SL_OK;
}

static sl_status look_at(walk *w, struct archive_entry *entry, bool *goes_on_out) {
  char name[SL_SUBMISSION_PATH];
  const char *raw = archive_entry_pathname(entry), *within = w->place->within;
  if (!raw) raw = archive_entry_pathname_utf8(entry);
  clean_name(raw ? raw : "?", name, sizeof name);
  size_t length = strlen(within);
  if (strncmp(name, within, length) != 0) { /* belongs to another submission */
    *goes_on_out = pass_over(w);
    return SL_OK;
  }
  *goes_on_out = is_allowed(w, entry, name);
  if (!*goes_on_out) return SL_OK;
  /* If the part is a single file, keep its name. */
  const char *inner = name[length] ? name + length : sl_base_name(name);
  bool is_folder = archive_entry_filetype(entry) == AE_IFDIR && !archive_entry_hardlink(entry);
  if (!is_folder && inner[0] && !sl_inventory_is_litter(inner)) {
    return add_entry(w, entry, inner, goes_on_out);
  }
  *goes_on_out = pass_over(w);
  return SL_OK;
}

static sl_status walk_on(walk *w) {
  struct archive_entry *entry;
  sl_status status = SL_OK;
  bool goes_on = true;
  while (goes_on && status == SL_OK) {
    int code = archive_read_next_header(w->archive, &entry);
    if (code == ARCHIVE_EOF) break;
    if (code < ARCHIVE_WARN) {
      goes_on = is_unreadable(w);
    } else {
      status = look_at(w, entry, &goes_on);
    }
  }
  if (status == SL_OK && goes_on) (void)is_within_limits(w); /* data after the last entry */
  return status;
}

/* Reads an archive from a descriptor, or from memory. */
static sl_status open_and_walk(walk *w, int file, const void *bytes, size_t size) {
  w->archive = archive_read_new();
  if (!w->archive) return sl_fail(SL_ERR_MEMORY, "not enough memory to read an archive");
  (void)archive_read_support_filter_gzip(w->archive);
  (void)archive_read_support_format_tar(w->archive);
  (void)archive_read_support_format_zip(w->archive);
  sl_status status = SL_OK;
  int code = bytes ? archive_read_open_memory(w->archive, bytes, size)
                   : archive_read_open_fd(w->archive, file, READ_BYTES);
  if (code != ARCHIVE_OK) {
    (void)is_unreadable(w);
  } else {
    status = walk_on(w);
  }
  if (w->trouble == SL_HANDED_FILE) w->to->unpacked += archive_filter_bytes(w->archive, 0);
  (void)archive_read_free(w->archive);
  return status;
}

static sl_status look_through(walk *w, const char *path) {
  const char *kind;
  struct stat about;
  int file = sl_regular_open(path, 'r', &kind);
  if (file < 0 && kind) {
    (void)end_walk(w, SL_HANDED_REFUSED, "the archive is %s, not a regular file", kind);
    return SL_OK;
  }
  if (file < 0) return sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", path, strerror(errno));
  sl_status status = SL_OK;
  if (fstat(file, &about) != 0) {
    status = sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", path, strerror(errno));
  } else if (about.st_size == 0) {
    (void)end_walk(w, SL_HANDED_UNREADABLE, "the archive cannot be read: it is empty");
  } else {
    w->packed = about.st_size;
    status = open_and_walk(w, file, NULL, 0);
  }
  (void)close(file);
  return status;
}

/* Adds an entry for the archive itself, if it cannot be used or is empty. */
static sl_status add_archive(walk *w, const char *problem) {
  const sl_inventory_place around = {.part = w->place->part, .before = "", .when = w->place->when};
  char path[SL_SUBMISSION_PATH];
  size_t length = strlen(w->place->before);
  (void)snprintf(path, sizeof path, "%s", w->shown);
  if (length > 0) (void)snprintf(path, sizeof path, "%.*s", (int)(length - 1), w->place->before);
  sl_inventory_entry *entry;
  SL_TRY(sl_inventory_add(w->to, &around, path, &entry));
  if (!entry) return SL_OK;
  entry->is_archive = true;
  (void)snprintf(entry->problem, sizeof entry->problem, "%s", problem);
  return SL_OK;
}

sl_status sl_inventory_list_archive(sl_inventory *to, const sl_inventory_place *place,
                                    const char *shown, const char *path, const void *bytes,
                                    size_t size) {
  walk w = {.to = to, .place = place, .shown = shown, .packed = (int64_t)size};
  size_t before = to->count;
  if (path) {
    SL_TRY(look_through(&w, path));
  } else if (size == 0) {
    (void)end_walk(&w, SL_HANDED_UNREADABLE, "the archive cannot be read: it is empty");
  } else {
    SL_TRY(open_and_walk(&w, -1, bytes, size));
  }
  if (w.trouble == SL_HANDED_FILE && to->count > before) return SL_OK;
  sl_inventory_cut_back(to, before); /* entries found before the error do not count */
  if (w.trouble == SL_HANDED_FILE) return add_archive(&w, "an archive without files");
  sl_inventory_trouble(to, w.trouble, w.problem);
  return add_archive(&w, w.problem);
}

sl_status sl_inventory_archive_names(const char *path, FILE *to) {
  struct archive_entry *entry;
  const char *kind;
  int file = sl_regular_open(path, 'r', &kind);
  if (file < 0) return SL_OK; /* the error is reported when the archive is read */
  struct archive *archive = archive_read_new();
  if (archive) {
    (void)archive_read_support_filter_gzip(archive);
    (void)archive_read_support_format_tar(archive);
    (void)archive_read_support_format_zip(archive);
    bool open = archive_read_open_fd(archive, file, READ_BYTES) == ARCHIVE_OK;
    for (int i = 0; open && i < SL_CLASS_ENTRIES; i++) {
      int code = archive_read_next_header(archive, &entry);
      if (code == ARCHIVE_EOF || code < ARCHIVE_WARN) break;
      char name[SL_SUBMISSION_PATH];
      const char *raw = archive_entry_pathname(entry);
      if (!raw) raw = archive_entry_pathname_utf8(entry);
      clean_name(raw ? raw : "?", name, sizeof name);
      bool is_file = archive_entry_filetype(entry) == AE_IFREG && !kind_of(entry)[0];
      (void)fprintf(to, "%c%s", is_file ? 'f' : '-', name);
      (void)fputc('\0', to);
    }
    (void)archive_read_free(archive);
  }
  (void)close(file);
  return archive ? SL_OK : sl_fail(SL_ERR_MEMORY, "not enough memory to read an archive");
}
