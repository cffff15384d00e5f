/** @file hash.h
 *  A hash of bytes that is the same on every machine. The kit makes seeds from names with it, and
 *  keys of modules. Source: G. Fowler, L. Noll, K. Vo, FNV-1a with 64 bits. An adversary can
 *  construct collisions.
 */
#ifndef SL_BASE_HASH_H
#define SL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/** The initial value of a hash. */
#define SL_HASH_START UINT64_C(0xcbf29ce484222325)

/** Returns the hash of all bytes that `hash` covers, followed by these `size` bytes. */
static inline uint64_t sl_hash_bytes(uint64_t hash, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
  }
  return hash;
}

#endif
