/* unpack.c: unpacks .gz and .tar files with libarchive, block by block. If the kit is built without
 * libarchive, unpack_missing.c replaces this file. */
#include "input.h"

#include "base/memory.h"
#include "crc32.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The common part of both kinds of layers. */
typedef struct unpacking {
  sl_input base;
  sl_input *inner;
  struct archive *archive;
  sl_status inner_status; /* status of the latest read from `inner` */
  char tail[8];           /* the latest bytes from `inner`; in the end, gzip's checksum and size */
  char block[SL_INPUT_BLOCK];
} unpacking;

/* Called by libarchive to get more bytes. */
static la_ssize_t feed(struct archive *archive, void *client, const void **bytes) {
  unpacking *self = client;
  size_t got = 0;
  self->inner_status = sl_input_read(self->inner, self->block, sizeof self->block, &got);
  if (self->inner_status != SL_OK) {
    archive_set_error(archive, EIO, "reading the compressed file failed");
    return -1;
  }
  size_t fresh = got < sizeof self->tail ? got : sizeof self->tail;
  memmove(self->tail, self->tail + fresh, sizeof self->tail - fresh);
  memcpy(self->tail + sizeof self->tail - fresh, self->block + got - fresh, fresh);
  *bytes = self->block;
  return (la_ssize_t)got;
}

static sl_status damaged(const unpacking *self) {
  if (self->inner_status != SL_OK) return self->inner_status; /* the message has been set already */
  const char *why = self->archive ? archive_error_string(self->archive) : NULL;
  if (!self->archive || archive_errno(self->archive) == ENOMEM) {
    return sl_fail(SL_ERR_MEMORY, "%s: not enough memory to unpack it; close other programs",
                   self->base.name);
  }
  return sl_fail(SL_ERR_INPUT, "%s: the archive is damaged or cut short (%s); fetch it again",
                 self->base.name, why ? why : "no details");
}

/* Starts libarchive at the current position of `inner`, to read a gzip file or a tar archive. */
static sl_status start(unpacking *self, bool gzip) {
  archive_read_free(self->archive);
  self->inner_status = SL_OK;
  self->archive = archive_read_new();
  if (!self->archive) return damaged(self);
  int result = gzip ? archive_read_append_filter(self->archive, ARCHIVE_FILTER_GZIP)
                    : archive_read_support_format_tar(self->archive);
  if (gzip) {
    (void)archive_read_support_format_raw(self->archive);
    (void)archive_read_support_format_empty(self->archive);
  }
  if (result != ARCHIVE_OK) return damaged(self);
  result = archive_read_open(self->archive, self, NULL, feed, NULL);
  return result == ARCHIVE_OK ? SL_OK : damaged(self);
}

static sl_status restart(unpacking *self, bool gzip) {
  SL_TRY(sl_input_rewind(self->inner));
  return start(self, gzip);
}

static void unpacking_close(sl_input *input) {
  unpacking *self = (unpacking *)input;
  archive_read_free(self->archive);
  sl_input_close(self->inner);
  sl_free(self);
}

/* Frees a layer that could not be opened. The layer below it still belongs to the caller. */
static sl_status give_up(unpacking *self, sl_status status) {
  self->inner = NULL;
  unpacking_close(&self->base);
  return status;
}

/* ---- gzip ------------------------------------------------------------------------------------ */

typedef struct gunzip_input {
  unpacking base;
  sl_crc32 crc;
  int64_t total;
  bool ended;
} gunzip_input;

static uint32_t little_endian(const char *bytes) {
  const unsigned char *b = (const unsigned char *)bytes;
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Verifies the checksum and the size. libarchive does not, and a flipped bit may unpack to another
 * number. */
static sl_status compare_checksum(const gunzip_input *self) {
  if (little_endian(self->base.tail) == sl_crc32_value(&self->crc) &&
      little_endian(self->base.tail + 4) == (uint32_t)self->total) {
    return SL_OK;
  }
  return sl_fail(SL_ERR_INPUT,
                 "%s: the gzip checksum is wrong, so the file is damaged, or several files were "
                 "joined; fetch it again, or unpack it with gunzip",
                 self->base.base.name);
}

static sl_status gunzip_read(sl_input *input, char *to, size_t room, size_t *got) {
  gunzip_input *self = (gunzip_input *)input;
  *got = 0;
  if (self->ended) return SL_OK;
  la_ssize_t count = archive_read_data(self->base.archive, to, room);
  if (count < 0) return damaged(&self->base);
  if (count == 0) {
    self->ended = true;
    return compare_checksum(self);
  }
  sl_crc32_add(&self->crc, to, (size_t)count);
  self->total += count;
  *got = (size_t)count;
  if (self->total <= SL_INPUT_MAX_UNPACKED) return SL_OK;
  return sl_fail(SL_ERR_SIZE, "%s: unpacks to more than %lld bytes, too large for the kit",
                 input->name, (long long)SL_INPUT_MAX_UNPACKED);
}

static sl_status first_header(gunzip_input *self) {
  struct archive_entry *entry;
  self->total = 0;
  self->ended = false;
  sl_crc32_start(&self->crc);
  int result = archive_read_next_header(self->base.archive, &entry);
  if (result != ARCHIVE_EOF) return result < ARCHIVE_WARN ? damaged(&self->base) : SL_OK;
  self->ended = true; /* the file is empty */
  return compare_checksum(self);
}

static sl_status gunzip_rewind(sl_input *input) {
  gunzip_input *self = (gunzip_input *)input;
  SL_TRY(restart(&self->base, true));
  return first_header(self);
}

sl_status sl_input_gunzip(sl_input *inner, sl_input **out) {
  gunzip_input *made;
  SL_TRY(sl_alloc(1, sizeof *made, "a gzip reader", &made));
  made->base.base =
      (sl_input){.read = gunzip_read, .rewind = gunzip_rewind, .close = unpacking_close};
  made->base.base.name = inner->name;
  made->base.base.size = -1;
  made->base.inner = inner;
  sl_status status = start(&made->base, true);
  if (status == SL_OK) status = first_header(made);
  if (status != SL_OK) return give_up(&made->base, status);
  *out = &made->base.base;
  return SL_OK;
}

/* ---- tar ------------------------------------------------------------------------------------- */

typedef struct member_input {
  unpacking base;
  int chosen; /* index of the chosen file among the .mtx files of the archive */
  char label[512];
} member_input;

/* Goes to the next .mtx file in the archive. `*name` is NULL if there is none. */
static sl_status next_mtx(unpacking *self, const char **name) {
  for (;;) {
    struct archive_entry *entry;
    int result = archive_read_next_header(self->archive, &entry);
    *name = NULL;
    if (result == ARCHIVE_EOF) return SL_OK;
    if (result < ARCHIVE_WARN) return damaged(self);
    const char *path = archive_entry_pathname(entry);
    if (!path || archive_entry_filetype(entry) != AE_IFREG) continue;
    if (strncmp(path, "./", 2) == 0) path += 2;
    size_t length = strlen(path);
    if (length <= 4 || strcmp(path + length - 4, ".mtx") != 0) continue;
    *name = path;
    return SL_OK;
  }
}

/* Whether the member is stem/stem.mtx, where stem is that of the archive's name. */
static bool is_namesake(const char *member, const char *archive_name) {
  size_t length;
  const char *stem = sl_input_stem(archive_name, &length);
  return strlen(member) == 2 * length + 5 && strncmp(member, stem, length) == 0 &&
         member[length] == '/' && strncmp(member + length + 1, stem, length) == 0;
}

static sl_status cannot_choose(const char *archive_name, int count) {
  size_t length;
  const char *stem = sl_input_stem(archive_name, &length);
  if (count == 0) {
    return sl_fail(SL_ERR_INPUT,
                   "%s: holds no .mtx file; fetch the archive under \"Matrix Market\"",
                   archive_name);
  }
  return sl_fail(SL_ERR_INPUT,
                 "%s: holds %d .mtx files, and none is %.*s/%.*s.mtx; unpack it with tar xf and "
                 "name one of them",
                 archive_name, count, (int)length, stem, (int)length, stem);
}

/* Goes to the member number `chosen`, and sets the name for messages about it. */
static sl_status go_to_chosen(member_input *self) {
  const char *name = NULL;
  for (int i = 0; i <= self->chosen; i++) {
    SL_TRY(next_mtx(&self->base, &name));
    if (!name) return cannot_choose(self->base.inner->name, i);
  }
  (void)snprintf(self->label, sizeof self->label, "%s(%s)", self->base.inner->name, name);
  self->base.base.name = self->label;
  return SL_OK;
}

static sl_status member_rewind(sl_input *input) {
  member_input *self = (member_input *)input;
  SL_TRY(restart(&self->base, false));
  return go_to_chosen(self);
}

/* Chooses the member with the archive's name, or the only .mtx file. The search may read to the end
 * of the archive, so the archive may have to be read again. */
static sl_status choose(member_input *self) {
  int count = 0;
  for (;; count++) {
    const char *name;
    SL_TRY(next_mtx(&self->base, &name));
    if (!name) break;
    self->chosen = count;
    if (is_namesake(name, self->base.inner->name)) {
      (void)snprintf(self->label, sizeof self->label, "%s(%s)", self->base.inner->name, name);
      self->base.base.name = self->label;
      return SL_OK;
    }
  }
  if (count != 1) return cannot_choose(self->base.inner->name, count);
  self->chosen = 0;
  return member_rewind(&self->base.base);
}

/* Reads from the end of the member to the end of the file, because the checksum of a .tar.gz covers
 * the whole file. */
static sl_status read_rest(unpacking *self) {
  const char *name;
  do {
    SL_TRY(next_mtx(self, &name));
  } while (name);
  size_t got;
  do {
    SL_TRY(sl_input_read(self->inner, self->block, sizeof self->block, &got));
  } while (got);
  return SL_OK;
}

static sl_status member_read(sl_input *input, char *to, size_t room, size_t *got) {
  member_input *self = (member_input *)input;
  la_ssize_t count = archive_read_data(self->base.archive, to, room);
  if (count < 0) return damaged(&self->base);
  *got = (size_t)count;
  return count == 0 ? read_rest(&self->base) : SL_OK;
}

sl_status sl_input_member(sl_input *inner, sl_input **out) {
  member_input *made;
  SL_TRY(sl_alloc(1, sizeof *made, "a tar reader", &made));
  made->base.base =
      (sl_input){.read = member_read, .rewind = member_rewind, .close = unpacking_close};
  made->base.base.name = inner->name;
  made->base.base.size = -1;
  made->base.inner = inner;
  sl_status status = start(&made->base, false);
  if (status == SL_OK) status = choose(made);
  if (status != SL_OK) return give_up(&made->base, status);
  *out = &made->base.base;
  return SL_OK;
}
