/** @file sha256.h
 *  SHA-256: a hash for file contents for which no one can construct a collision. Source: NIST FIPS
 *  180-4.
 */
#ifndef SL_BASE_SHA256_H
#define SL_BASE_SHA256_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

enum { SL_SHA256_BYTES = 32, SL_SHA256_TEXT = 65 };

typedef struct sl_sha256 {
  uint32_t state[8];
  uint64_t length; /**< number of bytes so far */
  unsigned char block[64];
} sl_sha256;

void sl_sha256_begin(sl_sha256 *sum);
void sl_sha256_add(sl_sha256 *sum, const void *bytes, size_t size);

/** Adds the length of a field, and then its bytes, so that different lists of fields have different
 *  sums. */
void sl_sha256_add_field(sl_sha256 *sum, const void *bytes, size_t size);

/** Ends the sum, and writes it to `text_out` as 64 hexadecimal digits. */
void sl_sha256_end(sl_sha256 *sum, char text_out[SL_SHA256_TEXT]);

/** Adds the contents of a file. Errors: SL_ERR_INPUT if the file cannot be read. */
sl_status sl_sha256_add_file(sl_sha256 *sum, const char *path);

/** Writes the sum of `size` bytes to `text_out`. */
void sl_sha256_of(const void *bytes, size_t size, char text_out[SL_SHA256_TEXT]);

#endif
