/* pack.c: writes a .tar.gz file with libarchive. */
#include "io/pack.h"

#include "io/replace.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

/* Passes the bytes from libarchive to the file `context`. */
static la_ssize_t put(struct archive *archive, void *context, const void *bytes, size_t size) {
  if (fwrite(bytes, 1, size, context) == size) return (la_ssize_t)size;
  archive_set_error(archive, errno, "%s", strerror(errno));
  return -1;
}

static bool write_entry(struct archive *to, const char *name, const char *bytes, size_t size) {
  struct archive_entry *entry = archive_entry_new();
  if (!entry) return false;
  archive_entry_set_pathname(entry, name);
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_mtime(entry, time(NULL), 0);
  archive_entry_set_size(entry, (la_int64_t)size);
  bool good = archive_write_header(to, entry) == ARCHIVE_OK &&
              archive_write_data(to, bytes, size) == (la_ssize_t)size;
  archive_entry_free(entry);
  return good;
}

static sl_status write_archive(FILE *file, const char *path, const char *entry, const char *bytes,
                               size_t size) {
  struct archive *to = archive_write_new();
  bool good = to && archive_write_add_filter_gzip(to) == ARCHIVE_OK &&
              archive_write_set_format_ustar(to) == ARCHIVE_OK &&
              archive_write_open(to, file, NULL, put, NULL) == ARCHIVE_OK &&
              write_entry(to, entry, bytes, size) && archive_write_close(to) == ARCHIVE_OK;
  const char *why = to ? archive_error_string(to) : NULL;
  sl_status status =
      good ? SL_OK : sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, why ? why : "no memory");
  if (to) (void)archive_write_free(to);
  return status;
}

sl_status sl_pack(const char *path, const char *entry, const char *bytes, size_t size) {
  sl_replacement replacement;
  SL_TRY(sl_replace_start(path, false, &replacement));
  sl_status status = write_archive(replacement.file, path, entry, bytes, size);
  return sl_replace_end(&replacement, status);
}
