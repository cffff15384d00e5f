/* regular.c: opens regular files. The kind of a file is checked before and after opening it, so
 * that the kit neither waits for a pipe nor touches a device. */
#define _GNU_SOURCE
#include "regular.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *sl_regular_kind(mode_t mode) {
  return S_ISREG(mode)    ? NULL
         : S_ISDIR(mode)  ? "a folder"
         : S_ISFIFO(mode) ? "a pipe"
         : S_ISSOCK(mode) ? "a socket"
                          : "a device";
}

int sl_regular_open(const char *path, char mode, const char **kind_out) {
  struct stat about;
  *kind_out = NULL;
  if (stat(path, &about) == 0 && (*kind_out = sl_regular_kind(about.st_mode))) return -1;
  int flags = mode == 'r'   ? O_RDONLY
              : mode == 'a' ? O_WRONLY | O_CREAT | O_APPEND
                            : O_WRONLY | O_CREAT;
  int file = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
  if (file < 0) return -1;
  bool known = fstat(file, &about) == 0;
  if (known) *kind_out = sl_regular_kind(about.st_mode); /* another file may be there now */
  if (known && !*kind_out && (mode != 'w' || ftruncate(file, 0) == 0)) return file;
  int error = errno;
  (void)close(file);
  errno = error;
  return -1;
}

FILE *sl_regular_fopen(const char *path, char mode, char *why, size_t size) {
  const char *kind, how[] = {mode, '\0'};
  int file = sl_regular_open(path, mode, &kind);
  FILE *stream = file >= 0 ? fdopen(file, how) : NULL;
  if (stream) return stream;
  if (kind) {
    (void)snprintf(why, size, "it is %s, not a regular file", kind);
  } else {
    (void)snprintf(why, size, "%s", strerror(errno));
  }
  if (file >= 0) (void)close(file);
  return NULL;
}
