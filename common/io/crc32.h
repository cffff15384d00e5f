/** @file crc32.h
 *  The checksum at the end of a gzip file. libarchive does not verify it.
 */
#ifndef SL_IO_CRC32_H
#define SL_IO_CRC32_H

#include <stddef.h>
#include <stdint.h>

/** The state of a checksum, and tables that process eight bytes per step. */
typedef struct sl_crc32 {
  uint32_t table[8][256];
  uint32_t rest;
} sl_crc32;

/** Fills the tables and starts a checksum. Source: RFC 1952, section 8. */
static inline void sl_crc32_start(sl_crc32 *crc) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t rest = byte;
    for (int bit = 0; bit < 8; bit++) rest = (rest >> 1) ^ (rest & 1 ? UINT32_C(0xEDB88320) : 0);
    crc->table[0][byte] = rest;
  }
  /* table[k] is the effect of a byte that is followed by k more bytes */
  for (int k = 1; k < 8; k++) {
    for (int byte = 0; byte < 256; byte++) {
      uint32_t rest = crc->table[k - 1][byte];
      crc->table[k][byte] = (rest >> 8) ^ crc->table[0][rest & 255];
    }
  }
  crc->rest = UINT32_MAX;
}

/** Adds `size` bytes to the checksum. */
static inline void sl_crc32_add(sl_crc32 *crc, const char *bytes, size_t size) {
  const unsigned char *at = (const unsigned char *)bytes;
  uint32_t rest = crc->rest;
  for (; size >= 8; size -= 8, at += 8) {
    rest ^= (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    rest = crc->table[7][rest & 255] ^ crc->table[6][rest >> 8 & 255] ^
           crc->table[5][rest >> 16 & 255] ^ crc->table[4][rest >> 24] ^ crc->table[3][at[4]] ^
           crc->table[2][at[5]] ^ crc->table[1][at[6]] ^ crc->table[0][at[7]];
  }
  for (; size > 0; size--, at++) rest = (rest >> 8) ^ crc->table[0][(rest ^ *at) & 255];
  crc->rest = rest;
}

/** The checksum of all bytes that have been added. */
static inline uint32_t sl_crc32_value(const sl_crc32 *crc) {
  return ~crc->rest;
}

#endif
