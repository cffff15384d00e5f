/* replace.c: replaces a file completely or not at all. */
#include "replace.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static sl_status refused(const char *path, int error) {
  return sl_fail(SL_ERR_SYSTEM,
                 "%s: cannot be written (%s); check the folder, its permissions and the space left",
                 path, strerror(error));
}

/* Opens a temporary file beside `path`, and writes its name to `temporary`. mkstemp would make the
 * file readable by its owner only; this respects the umask. The name contains the process number,
 * and O_EXCL prevents two threads from opening the same file. */
static int open_beside(const char *path, char *temporary, size_t size) {
  for (int attempt = 0; attempt < 100; attempt++) {
    (void)snprintf(temporary, size, "%s.%ld-%d.tmp", path, (long)getpid(), attempt);
    int descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

sl_status sl_replace_start(const char *path, bool durable, sl_replacement *out) {
  *out = (sl_replacement){.path = path, .durable = durable};
  struct stat about;
  if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
    return sl_fail(SL_ERR_SYSTEM,
                   "%s: is not a regular file, so it is not replaced; choose another", path);
  }
  size_t size = strlen(path) + 40;
  SL_TRY(sl_alloc(size, 1, "a file name", &out->temporary));
  int descriptor = open_beside(path, out->temporary, size);
  int error = errno;
  if (descriptor >= 0) {
    out->file = fdopen(descriptor, "wb");
    error = errno;
  }
  if (out->file) return SL_OK;
  if (descriptor >= 0) {
    (void)close(descriptor);
    (void)unlink(out->temporary);
  }
  sl_free(out->temporary);
  *out = (sl_replacement){0};
  return refused(path, error);
}

/* Finds out why an earlier write failed, because its errno is lost: it writes again. The file is
 * discarded anyway. */
static int why_not_written(FILE *file) {
  static const char zeros[1 << 16]; /* more than once, because part of the first write may fit */
  for (int attempt = 0; attempt < 2; attempt++) {
    if (write(fileno(file), zeros, sizeof zeros) < 0) return errno;
  }
  return EIO;
}

sl_status sl_replace_end(sl_replacement *replacement, sl_status status) {
  int error = 0;
  if (ferror(replacement->file)) {
    error = why_not_written(replacement->file);
  } else if (fflush(replacement->file) != 0 ||
             (replacement->durable && fsync(fileno(replacement->file)) != 0)) {
    error = errno;
  }
  if (fclose(replacement->file) != 0 && !error) error = errno;
  if (status == SL_OK && !error && rename(replacement->temporary, replacement->path) != 0) {
    error = errno;
  }
  if (status != SL_OK || error) (void)unlink(replacement->temporary);
  if (status == SL_OK && error) status = refused(replacement->path, error);
  sl_free(replacement->temporary);
  *replacement = (sl_replacement){0};
  return status;
}
