/** @file input.h
 *  Where bytes come from: a file, memory, the inside of a .gz, a member of a .tar. An input can be
 *  laid over another, so a .tar.gz is member(gunzip(file)). Bytes pass through in pieces and are
 *  never held as a whole: what a small archive unpacks to costs time, never memory.
 */
#ifndef SL_IO_INPUT_H
#define SL_IO_INPUT_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** How many bytes to read to recognise the file format; a tar archive has its mark at offset
 *  257. */
#define SL_INPUT_PEEK 512

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
/* Small, so that a fuzzer tests the boundaries between pieces. */
#define SL_INPUT_BLOCK        ((size_t)1024)
#define SL_INPUT_MAX_UNPACKED (INT64_C(1) << 15)
#else
/** Bytes that one layer passes to the next at a time. */
#define SL_INPUT_BLOCK        ((size_t)64 * 1024)
/** The largest size that an archive may unpack to: more than the text of a matrix with 2^31
 * entries. */
#define SL_INPUT_MAX_UNPACKED (INT64_C(1) << 37)
#endif

typedef struct sl_input sl_input;

/** The head of each kind of input. Use sl_input_read and not `read`, because `read` does not return
 *  the bytes that were peeked at. */
struct sl_input {
  sl_status (*read)(sl_input *self, char *to, size_t room, size_t *got);
  sl_status (*rewind)(sl_input *self);
  void (*close)(sl_input *self);
  const char *name; /**< for messages; belongs to the caller */
  int64_t size;     /**< its size in bytes, or −1 if that is not known in advance */
  char peeked[SL_INPUT_PEEK];
  size_t peek_at, peek_end; /**< peeked[peek_at] … peeked[peek_end−1] are still to be read */
};

/** Opens the file at `path`. Errors: SL_ERR_INPUT (absent, a directory, not permitted). */
sl_status sl_input_open(const char *path, sl_input **out);

/** Reads `size` bytes at `bytes`, which must outlive the input. */
sl_status sl_input_memory(const char *bytes, size_t size, const char *name, sl_input **out);

/** Puts the necessary layers on `*inout` so that it yields text: gunzip, then the right member of a
 *  tar. Refuses other compressions by name. After a failure `*inout` still must be closed. */
sl_status sl_input_unpack(sl_input **inout);

/** True if the first bytes are those of an archive. */
sl_status sl_input_is_packed(sl_input *input, bool *packed);

/** Reads up to `room` bytes; `*got` is 0 only at the end. */
sl_status sl_input_read(sl_input *input, char *to, size_t room, size_t *got);

/** Looks at the first bytes (SL_INPUT_PEEK, or all there are) without consuming them. */
sl_status sl_input_peek(sl_input *input, const char **bytes, size_t *size);

/** Returns to the first byte. Errors: SL_ERR_INPUT for an input that can be read only once, such as
 * a pipe. */
sl_status sl_input_rewind(sl_input *input);

/** Closes the input and the layers below it. Accepts NULL. */
void sl_input_close(sl_input *input);

/** The part of `name` without its folders and without .mtx, .gz, .tar, .tgz: returns its start and
 *  sets `*length`. The member `stem/stem.mtx` is the matrix of an archive. */
const char *sl_input_stem(const char *name, size_t *length);

/** The content of a gzip file, as a layer on `inner`, which `*out` then owns. On failure `*out` is
 *  unchanged and the caller still owns `inner`. Errors: SL_ERR_INPUT for a damaged file; without
 *  libarchive SL_ERR_MISSING, saying what to install or do instead. */
sl_status sl_input_gunzip(sl_input *inner, sl_input **out);

/** The matrix in a tar archive: the member stem/stem.mtx, else the only .mtx. As above. */
sl_status sl_input_member(sl_input *inner, sl_input **out);

#endif
