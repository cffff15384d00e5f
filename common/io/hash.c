/* hash.c: a hash with four lanes. Each lane multiplies and rotates; in the end all lanes are
 * mixed. */
#include "hash.h"

#include <string.h>

/* Odd numbers whose bits have no pattern: the fractions of the golden ratio and of the square roots
 * of 2, 3 and 5. */
static const uint64_t odd[4] = {UINT64_C(0x9E3779B97F4A7C15), UINT64_C(0x6A09E667F3BCC909),
                                UINT64_C(0xBB67AE8584CAA73B), UINT64_C(0x3C6EF372FE94F82B)};

static inline uint64_t rotate(uint64_t x, int by) {
  return x << by | x >> (64 - by);
}

static inline uint64_t load(const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/* Adds a word to a lane. The step is a bijection of the word for a given lane, and of the lane for
 * a given word. Therefore inputs that differ in one word of a lane always give different lanes. */
static inline uint64_t step(uint64_t lane, const unsigned char *bytes, uint64_t by) {
  return rotate(lane + load(bytes) * by, 31) * odd[0];
}

/* Spreads every bit over the word with the finalizer of SplitMix64 (public domain). */
static uint64_t spread(uint64_t z) {
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

void sl_hash_start(sl_hash *hash) {
  *hash = (sl_hash){.lane = {odd[1], odd[2], odd[3], odd[0]}};
}

/* Adds `steps` blocks of 32 bytes. The lanes are independent, and stay in registers. */
static void add_steps(sl_hash *hash, const unsigned char *at, size_t steps) {
  uint64_t a = hash->lane[0], b = hash->lane[1], c = hash->lane[2], d = hash->lane[3];
  for (; steps > 0; steps--, at += 32) {
    a = step(a, at, odd[1]);
    b = step(b, at + 8, odd[1]);
    c = step(c, at + 16, odd[1]);
    d = step(d, at + 24, odd[1]);
  }
  hash->lane[0] = a;
  hash->lane[1] = b;
  hash->lane[2] = c;
  hash->lane[3] = d;
}

void sl_hash_add(sl_hash *hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  size_t kept = hash->total % sizeof hash->rest;
  hash->total += size;
  if (kept > 0) {
    size_t fill = sizeof hash->rest - kept < size ? sizeof hash->rest - kept : size;
    memcpy(hash->rest + kept, at, fill);
    at += fill;
    size -= fill;
    if (kept + fill < sizeof hash->rest) return;
    add_steps(hash, hash->rest, 1);
  }
  add_steps(hash, at, size / sizeof hash->rest);
  size_t left = size % sizeof hash->rest;
  if (left > 0) memcpy(hash->rest, at + size - left, left);
}

sl_digest sl_hash_end(const sl_hash *hash) {
  sl_hash last = *hash;
  size_t kept = last.total % sizeof last.rest;
  /* Pads the block with zeros. `total` distinguishes the padding from bytes of the input. */
  memset(last.rest + kept, 0, sizeof last.rest - kept);
  add_steps(&last, last.rest, 1);
  sl_digest digest = {{last.total, ~last.total}};
  for (int i = 0; i < 4; i++) {
    digest.word[0] = spread(digest.word[0] ^ last.lane[i]);
    digest.word[1] = spread(digest.word[1] + rotate(last.lane[i], 32)) * odd[i];
  }
  return digest;
}
