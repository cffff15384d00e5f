/* sha256.c: SHA-256 as defined in FIPS 180-4. */
#include "base/sha256.h"

#include "base/regular.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const uint32_t rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t x, int by) {
  return x >> by | x << (32 - by);
}

static void schedule(const unsigned char *block, uint32_t w[64]) {
  for (int t = 0; t < 16; t++) {
    w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
           (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
  }
  for (int t = 16; t < 64; t++) {
    uint32_t a = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ w[t - 15] >> 3;
    uint32_t b = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = w[t - 16] + a + w[t - 7] + b;
  }
}

/* Processes one block. The eight variables stay in registers; moving the elements of an array would
 * take twice as long. */
static void take_block(sl_sha256 *sum, const unsigned char *block) {
  uint32_t w[64], *s = sum->state;
  schedule(block, w);
  uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
  for (int t = 0; t < 64; t++) {
    uint32_t choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
    uint32_t first = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    uint32_t second = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    first += h + choice + rounds[t] + w[t];
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second + majority;
  }
  s[0] += a, s[1] += b, s[2] += c, s[3] += d, s[4] += e, s[5] += f, s[6] += g, s[7] += h;
}

void sl_sha256_begin(sl_sha256 *sum) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memset(sum, 0, sizeof *sum);
  memcpy(sum->state, start, sizeof start);
}

void sl_sha256_add(sl_sha256 *sum, const void *bytes, size_t size) {
  const unsigned char *from = bytes;
  while (size > 0) {
    size_t used = sum->length % sizeof sum->block, room = sizeof sum->block - used;
    size_t part = size < room ? size : room;
    memcpy(sum->block + used, from, part);
    sum->length += part;
    from += part;
    size -= part;
    if (part == room) take_block(sum, sum->block);
  }
}

static void big_endian(uint64_t number, unsigned char bytes[8]) {
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(number >> (56 - 8 * i));
}

void sl_sha256_add_field(sl_sha256 *sum, const void *bytes, size_t size) {
  unsigned char length[8];
  big_endian(size, length);
  sl_sha256_add(sum, length, sizeof length);
  sl_sha256_add(sum, bytes, size);
}

void sl_sha256_end(sl_sha256 *sum, char text_out[SL_SHA256_TEXT]) {
  static const unsigned char padding[64] = {0x80};
  unsigned char length[8];
  big_endian(8 * sum->length, length);
  size_t used = sum->length % 64;
  sl_sha256_add(sum, padding, used < 56 ? 56 - used : 120 - used);
  sl_sha256_add(sum, length, sizeof length);
  for (int i = 0; i < 8; i++) (void)snprintf(text_out + 8 * i, 9, "%08x", sum->state[i]);
}

sl_status sl_sha256_add_file(sl_sha256 *sum, const char *path) {
  char why[96], block[1 << 14];
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, why);
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;) {
    sl_sha256_add(sum, block, got);
  }
  bool failed = ferror(file);
  (void)fclose(file);
  return failed ? sl_fail(SL_ERR_INPUT, "cannot read %s completely", path) : SL_OK;
}

void sl_sha256_of(const void *bytes, size_t size, char text_out[SL_SHA256_TEXT]) {
  sl_sha256 sum;
  sl_sha256_begin(&sum);
  sl_sha256_add(&sum, bytes, size);
  sl_sha256_end(&sum, text_out);
}
