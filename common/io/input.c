/* input.c: reads bytes from a file or from memory, and recognizes file formats by their first
 * bytes. */
#include "input.h"

#include "base/memory.h"
#include "base/regular.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- any input ------------------------------------------------------------------------------- */

sl_status sl_input_read(sl_input *input, char *to, size_t room, size_t *got) {
  size_t peeked = input->peek_end - input->peek_at;
  if (peeked == 0) return input->read(input, to, room, got);
  *got = peeked < room ? peeked : room;
  memcpy(to, input->peeked + input->peek_at, *got);
  input->peek_at += *got;
  return SL_OK;
}

sl_status sl_input_peek(sl_input *input, const char **bytes, size_t *size) {
  while (input->peek_end < SL_INPUT_PEEK) {
    size_t got;
    SL_TRY(
        input->read(input, input->peeked + input->peek_end, SL_INPUT_PEEK - input->peek_end, &got));
    if (got == 0) break;
    input->peek_end += got;
  }
  *bytes = input->peeked;
  *size = input->peek_end;
  return SL_OK;
}

sl_status sl_input_rewind(sl_input *input) {
  input->peek_at = input->peek_end = 0;
  return input->rewind(input);
}

void sl_input_close(sl_input *input) {
  if (input) input->close(input);
}

/* ---- a file ---------------------------------------------------------------------------------- */

typedef struct file_input {
  sl_input base;
  int descriptor;
  size_t left; /* bytes left of the size at opening, so that reading a growing file ends */
} file_input;

static sl_status file_read(sl_input *self, char *to, size_t room, size_t *got) {
  file_input *file = (file_input *)self;
  ssize_t count;
  do {
    count = read(file->descriptor, to, room < file->left ? room : file->left);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    return sl_fail(SL_ERR_SYSTEM, "%s: reading failed (%s); check the disk or copy the file again",
                   self->name, strerror(errno));
  }
  *got = (size_t)count;
  file->left -= *got;
  return SL_OK;
}

static sl_status file_rewind(sl_input *self) {
  file_input *file = (file_input *)self;
  file->left = (size_t)self->size;
  if (lseek(file->descriptor, 0, SEEK_SET) == 0) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "%s: cannot be read again (%s)", self->name, strerror(errno));
}

static void file_close(sl_input *self) {
  (void)close(((file_input *)self)->descriptor);
  sl_free(self);
}

static sl_status cannot_open(const char *path, const char *kind) {
  if (kind) {
    return sl_fail(SL_ERR_INPUT, "%s: is %s; give a regular file", path, kind);
  }
  switch (errno) {
  case ENOENT:
    return sl_fail(SL_ERR_INPUT, "%s: no such file; check the name and the folder", path);
  case EACCES:
    return sl_fail(SL_ERR_INPUT, "%s: no permission to read it; try chmod u+r on it", path);
  default:
    return sl_fail(SL_ERR_INPUT, "%s: cannot be opened (%s); check the name", path,
                   strerror(errno));
  }
}

sl_status sl_input_open(const char *path, sl_input **out) {
  *out = NULL;
  const char *kind;
  int descriptor = sl_regular_open(path, 'r', &kind);
  if (descriptor < 0) return cannot_open(path, kind);
  struct stat about;
  file_input *made = NULL;
  sl_status status = fstat(descriptor, &about) == 0
                         ? sl_alloc(1, sizeof *made, "an open file", &made)
                         : cannot_open(path, NULL);
  if (!made) {
    (void)close(descriptor);
    return status;
  }
  made->base = (sl_input){.read = file_read, .rewind = file_rewind, .close = file_close};
  made->base.name = path;
  made->base.size = (int64_t)about.st_size;
  made->left = (size_t)about.st_size;
  made->descriptor = descriptor;
  *out = &made->base;
  return SL_OK;
}

/* ---- memory ---------------------------------------------------------------------------------- */

typedef struct memory_input {
  sl_input base;
  const char *bytes;
  size_t at;
} memory_input;

static sl_status memory_read(sl_input *self, char *to, size_t room, size_t *got) {
  memory_input *memory = (memory_input *)self;
  size_t left = (size_t)self->size - memory->at;
  *got = left < room ? left : room;
  if (*got) memcpy(to, memory->bytes + memory->at, *got);
  memory->at += *got;
  return SL_OK;
}

static sl_status memory_rewind(sl_input *self) {
  ((memory_input *)self)->at = 0;
  return SL_OK;
}

static void memory_close(sl_input *self) {
  sl_free(self);
}

sl_status sl_input_memory(const char *bytes, size_t size, const char *name, sl_input **out) {
  memory_input *made;
  *out = NULL;
  SL_TRY(sl_alloc(1, sizeof *made, "an input", &made));
  made->base = (sl_input){.read = memory_read, .rewind = memory_rewind, .close = memory_close};
  made->base.name = name;
  made->base.size = (int64_t)size;
  made->bytes = bytes;
  *out = &made->base;
  return SL_OK;
}

/* ---- file formats ---------------------------------------------------------------------------- */

typedef struct packing {
  size_t at;
  const char *mark;
  sl_status (*unpack)(sl_input *inner, sl_input **out); /* NULL: the kit cannot unpack this */
  const char *refusal;
} packing;

static const packing packings[] = {
    {0, "\x1f\x8b", sl_input_gunzip, NULL},
    {257, "ustar", sl_input_member, NULL},
    {0, "BZh", NULL, "is compressed with bzip2; run bunzip2 on it first"},
    {0,
     "\xfd"
     "7zXZ",
     NULL, "is compressed with xz; run unxz on it first"},
    {0, "\x28\xb5\x2f\xfd", NULL, "is compressed with zstd; run unzstd on it first"},
    {0, "PK\x03\x04", NULL, "is a zip archive; run unzip on it first"},
    {0, "MATLAB 5.0", NULL, "is a MATLAB file; fetch the Matrix Market version"},
    {0, "\x89HDF", NULL, "is an HDF5 or MATLAB file; fetch the Matrix Market version"},
};

static sl_status find_packing(sl_input *input, const packing **found) {
  const char *bytes;
  size_t size;
  SL_TRY(sl_input_peek(input, &bytes, &size));
  *found = NULL;
  for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++) {
    size_t length = strlen(packings[i].mark);
    if (packings[i].at + length > size) continue;
    if (memcmp(bytes + packings[i].at, packings[i].mark, length) != 0) continue;
    *found = &packings[i];
    break;
  }
  return SL_OK;
}

sl_status sl_input_unpack(sl_input **inout) {
  /* A .tar.gz has two layers. Only malicious archives have more. */
  for (int layer = 0; layer < 2; layer++) {
    const packing *found;
    SL_TRY(find_packing(*inout, &found));
    if (!found) return SL_OK;
    if (!found->unpack) return sl_fail(SL_ERR_INPUT, "%s: %s", (*inout)->name, found->refusal);
    SL_TRY(found->unpack(*inout, inout));
    if (found->unpack == sl_input_member) return SL_OK;
  }
  return SL_OK;
}

sl_status sl_input_is_packed(sl_input *input, bool *packed) {
  const packing *found;
  SL_TRY(find_packing(input, &found));
  *packed = found != NULL;
  return SL_OK;
}

const char *sl_input_stem(const char *name, size_t *length) {
  static const char *const endings[] = {".gz", ".tgz", ".tar", ".mtx"};
  const char *slash = strrchr(name, '/');
  const char *stem = slash ? slash + 1 : name;
  *length = strlen(stem);
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    size_t ending = strlen(endings[i]);
    if (*length > ending && memcmp(stem + *length - ending, endings[i], ending) == 0) {
      *length -= ending;
    }
  }
  return stem;
}
