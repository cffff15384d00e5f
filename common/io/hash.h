/** @file hash.h
 *  A fast 128-bit hash of bytes: names a file's content and finds damage. Not for secrets: someone
 *  who wants two inputs with the same hash can make them.
 */
#ifndef SL_IO_HASH_H
#define SL_IO_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct sl_hash {
  uint64_t lane[4];
  uint64_t total;         /**< bytes taken in */
  unsigned char rest[32]; /**< bytes that do not fill a step yet */
} sl_hash;

typedef struct sl_digest {
  uint64_t word[2];
} sl_digest;

void sl_hash_start(sl_hash *hash);

/** Adds `size` bytes; how they are divided among calls makes no difference. */
void sl_hash_add(sl_hash *hash, const void *bytes, size_t size);

/** The hash of all bytes added. The same on every machine. */
sl_digest sl_hash_end(const sl_hash *hash);

#endif
