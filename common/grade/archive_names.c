/* archive_names.c: recognises archives by their names. */
#include "grade/archive.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

static size_t without_end(const char *name, size_t length, const char *end) {
  size_t size = strlen(end);
  bool fits = length > size && strncasecmp(name + length - size, end, size) == 0;
  return fits ? length - size : 0;
}

/* Returns the length of the name without " (1)" or "-1" at the end. */
static size_t without_number(const char *name, size_t length) {
  size_t at = length;
  bool brackets = at > 0 && name[at - 1] == ')';
  at -= brackets;
  size_t digits = 0;
  while (at > 0 && isdigit((unsigned char)name[at - 1])) at--, digits++;
  if (digits == 0 || digits > 3 || at == 0) return length;
  if (brackets && name[at - 1] == '(') {
    at--;
    return at > 0 && name[at - 1] == ' ' ? at - 1 : at;
  }
  return !brackets && name[at - 1] == '-' ? at - 1 : length;
}

size_t sl_archive_stem(const char *name) {
  static const char *const ends[] = {".zip", ".tar.gz", ".tgz", ".tar"};
  size_t length = strlen(name), stem;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    if ((stem = without_end(name, length, ends[i]))) return stem;
  }
  if (!(stem = without_end(name, length, ".gz"))) return 0;
  return without_end(name, without_number(name, stem), ".tar");
}

const char *sl_archive_unsupported(const char *name) {
  static const char *const ends[] = {".rar", ".7z",  ".gz",  ".bz2",  ".tbz",  ".tbz2", ".xz",
                                     ".txz", ".zst", ".lz",  ".lz4",  ".lzma", ".cab",  ".arj",
                                     ".ace", ".z",   ".sit", ".sitx", ".iso",  ".zipx"};
  if (sl_archive_stem(name)) return NULL;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    if (without_end(name, strlen(name), ends[i])) return ends[i];
  }
  return NULL;
}
