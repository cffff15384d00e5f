/* archive.c: looks through an archive by libarchive. Every entry is looked at, none is unpacked but
 * the one that is wanted, and that to memory. */
#define _GNU_SOURCE
#include "grade/archive.h"

#include "base/memory.h"
#include "base/regular.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_BYTES = 1 << 16 };
static const int64_t free_bytes = 1 << 20; /* that may be unpacked whatever the ratio */

/* What is done with the archive, and how far it has come. */
typedef struct walk {
  const sl_lab *lab; /* whose file is wanted; NULL: only which labs there are */
  struct archive *archive;
  int64_t packed; /* bytes of the archive */
  int entries;
  int best; /* rank of the file that was taken; 0: none yet */
  unsigned labs;
  sl_handed_file *out;
} walk;

/* A verdict on what was handed in; false, so that the walk ends. */
static bool end_walk(walk *w, sl_handed kind, const char *format, ...) SL_PRINTF(3, 4);

static bool end_walk(walk *w, sl_handed kind, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(w->out->problem, sizeof w->out->problem, format, arguments);
  va_end(arguments);
  w->out->kind = kind;
  return false;
}

static bool is_unreadable(walk *w) {
  const char *why = archive_error_string(w->archive);
  return end_walk(w, SL_HANDED_UNREADABLE, "the archive cannot be read: %s", why ? why : "damaged");
}

/* What all filters have given so far: of a .tar.gz its unpacked bytes, of a .zip its own. */
static bool is_within_limits(walk *w) {
  int64_t unpacked = archive_filter_bytes(w->archive, 0);
  if (unpacked > SL_SUBMISSION_UNPACKED) {
    return end_walk(w, SL_HANDED_REFUSED, "the archive unpacks to more than %d MiB",
                    SL_SUBMISSION_UNPACKED >> 20);
  }
  if (unpacked > free_bytes && unpacked / SL_SUBMISSION_RATIO > w->packed) {
    return end_walk(w, SL_HANDED_REFUSED,
                    "the archive unpacks to more than %d times its size: hand in the source alone",
                    SL_SUBMISSION_RATIO);
  }
  return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* As it was packed, with slashes for the backslashes of Windows, without "./" in front. */
static void clean_name(const char *raw, char *name, size_t size) {
  while (raw[0] == '.' && (raw[1] == '/' || raw[1] == '\\')) raw += 2;
  (void)snprintf(name, size, "%s", raw);
  for (char *at = name; *at; at++) {
    if (*at == '\\') *at = '/';
  }
}

static bool leads_outside(const char *name) {
  if (name[0] == '/') return true;
  if (name[0] && name[1] == ':') return true; /* of a drive */
  for (const char *part = name; part; part = strchr(part, '/')) {
    part += *part == '/';
    size_t length = strcspn(part, "/");
    if (length == 2 && strncmp(part, "..", 2) == 0) return true;
  }
  return false;
}

/* For a sentence that a person reads. */
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
    return end_walk(w, SL_HANDED_REFUSED,
                    "the archive has an entry that leads out of its folder, \"%s\"", shown);
  }
  mode_t kind = archive_entry_filetype(entry);
  bool link = archive_entry_hardlink(entry) || archive_entry_symlink(entry) || kind == AE_IFLNK;
  if (link) {
    return end_walk(w, SL_HANDED_REFUSED, "the archive has a link, \"%s\": hand in the file itself",
                    shown);
  }
  if (kind != AE_IFREG && kind != AE_IFDIR) {
    return end_walk(w, SL_HANDED_REFUSED,
                    "the archive has something that is neither file nor folder, \"%s\"", shown);
  }
  return is_within_limits(w);
}

/* Takes the bytes of the entry. `*goes_on_out`: the walk does. */
static sl_status take_bytes(walk *w, const char *name, bool *goes_on_out) {
  char *bytes;
  size_t most = SL_SUBMISSION_FILE_BYTES, size = 0;
  SL_TRY(sl_alloc(most + 2, 1, "the submission", &bytes));
  la_ssize_t got = 1;
  while (size <= most && got > 0) {
    got = archive_read_data(w->archive, bytes + size, most + 1 - size);
    if (got > 0) size += (size_t)got;
  }
  if (got < 0) *goes_on_out = is_unreadable(w);
  if (size > most) {
    *goes_on_out = end_walk(w, SL_HANDED_REFUSED, "%s is larger than %d KiB", name,
                            SL_SUBMISSION_FILE_BYTES >> 10);
  }
  bytes[size] = '\0';
  sl_free(w->out->bytes);
  w->out->bytes = bytes;
  w->out->size = size;
  w->out->kind = *goes_on_out ? SL_HANDED_FILE : w->out->kind;
  (void)snprintf(w->out->path, sizeof w->out->path, "%s", name);
  return SL_OK;
}

/* Goes past the bytes of an entry. In a .tar.gz they are unpacked, and counted, a piece at a time:
 * one entry can hold the whole bomb. */
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

static sl_status look_at(walk *w, struct archive_entry *entry, bool *goes_on_out) {
  char name[SL_SUBMISSION_PATH];
  const char *raw = archive_entry_pathname(entry);
  if (!raw) raw = archive_entry_pathname_utf8(entry);
  clean_name(raw ? raw : "?", name, sizeof name); /* no lab's file has letters beyond ASCII */
  *goes_on_out = is_allowed(w, entry, name);
  if (!*goes_on_out) return SL_OK;
  bool is_file = archive_entry_filetype(entry) == AE_IFREG;
  for (size_t i = 0; i < sl_num_labs && is_file; i++) {
    if (sl_lab_file_rank(name, sl_labs[i], 1)) w->labs |= 1U << i;
  }
  int rank = w->lab && is_file ? sl_lab_file_rank(name, w->lab, 1) : 0;
  if (rank && rank == w->best) {
    *goes_on_out = end_walk(w, SL_HANDED_REFUSED,
                            "the archive has two files that may be the lab's, %s and %s: which one "
                            "counts?",
                            w->out->path, name);
    return SL_OK;
  }
  if (rank && (!w->best || rank < w->best)) {
    w->best = rank;
    return take_bytes(w, name, goes_on_out);
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
  if (status == SL_OK && goes_on) (void)is_within_limits(w); /* what stands behind the last entry */
  return status;
}

static sl_status open_and_walk(walk *w, int file) {
  w->archive = archive_read_new();
  if (!w->archive) return sl_fail(SL_ERR_MEMORY, "not enough memory to read an archive");
  (void)archive_read_support_filter_gzip(w->archive);
  (void)archive_read_support_format_tar(w->archive);
  (void)archive_read_support_format_zip(w->archive);
  sl_status status = SL_OK;
  if (archive_read_open_fd(w->archive, file, READ_BYTES) != ARCHIVE_OK) {
    (void)is_unreadable(w);
  } else {
    status = walk_on(w);
  }
  (void)archive_read_free(w->archive);
  return status;
}

static sl_status look_through(const char *path, walk *w) {
  const char *kind;
  struct stat about;
  w->out->kind = SL_HANDED_NOTHING;
  int file = sl_open_regular(path, 'r', &kind);
  if (file < 0 && kind) {
    (void)end_walk(w, SL_HANDED_REFUSED, "the archive is %s, not an ordinary file", kind);
    return SL_OK;
  }
  if (file < 0) return sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", path, strerror(errno));
  sl_status status = SL_OK;
  if (fstat(file, &about) != 0) {
    status = sl_fail(SL_ERR_SYSTEM, "cannot read %s: %s", path, strerror(errno));
  } else if (about.st_size == 0) {
    w->out->when = about.st_mtime;
    (void)end_walk(w, SL_HANDED_UNREADABLE, "the archive cannot be read: it is empty");
  } else {
    w->out->when = about.st_mtime;
    w->packed = about.st_size;
    status = open_and_walk(w, file);
  }
  (void)close(file);
  return status;
}

sl_status sl_archive_take(const char *path, const sl_lab *lab, sl_handed_file *out) {
  walk w = {.lab = lab, .out = out};
  SL_TRY(look_through(path, &w));
  if (out->kind != SL_HANDED_FILE) { /* what was taken before the trouble does not count */
    sl_free(out->bytes);
    out->bytes = NULL;
    out->size = 0;
  }
  return SL_OK;
}

sl_status sl_archive_labs(const char *path, unsigned *labs_out) {
  sl_handed_file ignored = {.bytes = NULL};
  walk w = {.out = &ignored};
  sl_status status = look_through(path, &w);
  bool good = status == SL_OK && ignored.kind == SL_HANDED_NOTHING;
  *labs_out = good ? w.labs : 0;
  return status;
}
