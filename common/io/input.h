/** @file input.h
 *  An input is a source of bytes: a file, memory, the content of a .gz file, or a member of a .tar
 *  file. Inputs can be stacked: a .tar.gz is a member of a gunzipped file. Bytes pass through the
 *  layers in blocks, so a small archive that unpacks to a very large file costs time, but no
 *  memory.
 */
#ifndef SL_IO_INPUT_H
#define SL_IO_INPUT_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The number of bytes that are read to recognize a file format. The signature of a tar archive is
 *  at offset 257. */
#define SL_INPUT_PEEK 512

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
/* Small blocks, so that the fuzzer tests the boundaries between blocks. */
#define SL_INPUT_BLOCK        ((size_t)1024)
#define SL_INPUT_MAX_UNPACKED (INT64_C(1) << 15)
#else
/** The number of bytes that one layer passes to the next at a time. */
#define SL_INPUT_BLOCK        ((size_t)64 * 1024)
/** The largest size that an archive may unpack to. The text of a matrix with 2^31 entries is
 *  smaller. */
#define SL_INPUT_MAX_UNPACKED (INT64_C(1) << 37)
#endif

typedef struct sl_input sl_input;

/** The common part of all kinds of inputs. Call sl_input_read and not `read`, because `read` omits
 *  the bytes that sl_input_peek has already read. */
struct sl_input {
  sl_status (*read)(sl_input *self, char *to, size_t room, size_t *got);
  sl_status (*rewind)(sl_input *self);
  void (*close)(sl_input *self);
  const char *name; /**< name for messages; belongs to the caller */
  int64_t size;     /**< size in bytes, or −1 if it is not known in advance */
  char peeked[SL_INPUT_PEEK];
  size_t peek_at, peek_end; /**< peeked[peek_at] to peeked[peek_end−1] have not been consumed yet */
};

/** Opens the file at `path`. Errors: SL_ERR_INPUT if there is no such file, it is not a regular
 *  file, or it may not be read; SL_ERR_MEMORY. */
sl_status sl_input_open(const char *path, sl_input **out);

/** Makes an input of the `size` bytes at `bytes`, which must outlive the input. */
sl_status sl_input_memory(const char *bytes, size_t size, const char *name, sl_input **out);

/** Stacks layers on `*inout` until it yields the text of a matrix: gunzip, then the member of a tar
 *  archive. Rejects other compression formats by name. After a failure, `*inout` must still be
 *  closed. */
sl_status sl_input_unpack(sl_input **inout);

/** Sets `*packed` to whether the first bytes are those of an archive or a compressed file. */
sl_status sl_input_is_packed(sl_input *input, bool *packed);

/** Reads up to `room` bytes to `to`. `*got` is their number, and 0 only at the end. */
sl_status sl_input_read(sl_input *input, char *to, size_t room, size_t *got);

/** Sets `*bytes` and `*size` to the first bytes (at most SL_INPUT_PEEK), without consuming them. */
sl_status sl_input_peek(sl_input *input, const char **bytes, size_t *size);

/** Returns to the first byte. Errors: SL_ERR_SYSTEM, or those of unpacking. */
sl_status sl_input_rewind(sl_input *input);

/** Closes the input and all layers below it. `input` may be NULL. */
void sl_input_close(sl_input *input);

/** Returns the beginning of the stem of `name`, and sets `*length` to its length: the file name
 *  without folders, and without .mtx, .gz, .tar and .tgz. In an archive, the member `stem/stem.mtx`
 *  is the matrix. */
const char *sl_input_stem(const char *name, size_t *length);

/** Makes an input `*out` of the content of the gzip file `inner`, which then belongs to `*out`. On
 *  failure `*out` is unchanged, and `inner` still belongs to the caller. Errors: SL_ERR_INPUT if
 *  the file is damaged; SL_ERR_SIZE; SL_ERR_MEMORY; SL_ERR_MISSING if the kit was built without
 *  libarchive, with a message that says what to do. */
sl_status sl_input_gunzip(sl_input *inner, sl_input **out);

/** Makes an input `*out` of the matrix in the tar archive `inner`: the member stem/stem.mtx, or the
 *  only .mtx file. Ownership and errors are those of sl_input_gunzip. */
sl_status sl_input_member(sl_input *inner, sl_input **out);

#endif
