/** @file sha256.h
 *  SHA-256: names contents by a hash that cannot be forged. Source: NIST FIPS 180-4.
 */
#ifndef SL_BASE_SHA256_H
#define SL_BASE_SHA256_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

enum { SL_SHA256_BYTES = 32, SL_SHA256_TEXT = 65 };

typedef struct sl_sha256 {
  uint32_t state[8];
  uint64_t length; /**< in bytes */
  unsigned char block[64];
} sl_sha256;

void sl_sha256_begin(sl_sha256 *sum);
void sl_sha256_add(sl_sha256 *sum, const void *bytes, size_t size);

/** Adds a field: its length, then its bytes, so that different lists of fields differ. */
void sl_sha256_add_field(sl_sha256 *sum, const void *bytes, size_t size);

/** Ends the sum and writes it as 64 hexadecimal digits. */
void sl_sha256_end(sl_sha256 *sum, char text_out[SL_SHA256_TEXT]);

/** Adds the contents of a file. Errors: SL_ERR_INPUT if it cannot be read. */
sl_status sl_sha256_add_file(sl_sha256 *sum, const char *path);

/** The sum of some bytes. */
void sl_sha256_of(const void *bytes, size_t size, char text_out[SL_SHA256_TEXT]);

#endif
