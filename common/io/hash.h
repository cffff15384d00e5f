/** @file hash.h
 *  A fast 128-bit hash, which identifies the content of a file and detects damage. It is not safe
 *  against an attacker, who can construct two inputs with the same hash.
 */
#ifndef SL_IO_HASH_H
#define SL_IO_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct sl_hash {
  uint64_t lane[4];
  uint64_t total;         /**< number of bytes so far */
  unsigned char rest[32]; /**< bytes that do not fill a block of 32 bytes yet */
} sl_hash;

typedef struct sl_digest {
  uint64_t word[2];
} sl_digest;

void sl_hash_start(sl_hash *hash);

/** Adds `size` bytes. The hash does not depend on how the bytes are divided among calls. */
void sl_hash_add(sl_hash *hash, const void *bytes, size_t size);

/** The hash of all bytes that have been added. It is the same on every machine. */
sl_digest sl_hash_end(const sl_hash *hash);

#endif
