/** @file fuzz.h
 *  Changes texts and files at random, for tests; the changes are the same on every machine. A unit
 *  test runs a fixed number of rounds. With SL_FUZZ_SECONDS in the environment it continues for
 *  that many seconds, and SL_FUZZ_SEED selects other changes.
 */
#ifndef SL_BASE_FUZZ_H
#define SL_BASE_FUZZ_H

#include "base/clock.h"
#include "base/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sl_fuzz {
  sl_random random;
  unsigned long round, rounds;
  double end_us;            /**< the time at which fuzzing ends; 0: after `rounds` rounds */
  const char *const *words; /**< words with a meaning in the texts that are changed */
  int num_words;
} sl_fuzz;

static inline sl_fuzz sl_fuzz_begin(unsigned long rounds, const char *const *words, int num_words) {
  const char *seconds = getenv("SL_FUZZ_SECONDS"), *seed = getenv("SL_FUZZ_SEED");
  sl_fuzz fuzz = {.random = sl_random_make(seed ? strtoull(seed, NULL, 10) : 1, 0),
                  .rounds = rounds,
                  .words = words,
                  .num_words = num_words};
  if (seconds) fuzz.end_us = sl_clock_us() + strtod(seconds, NULL) * 1e6;
  return fuzz;
}

/** Begins another round, and returns true, unless the fuzzing has ended. */
static inline bool sl_fuzz_goes_on(sl_fuzz *fuzz) {
  bool goes_on = fuzz->end_us > 0 ? sl_clock_us() < fuzz->end_us : fuzz->round < fuzz->rounds;
  fuzz->round += goes_on;
  if (!goes_on && fuzz->end_us > 0) (void)printf("%lu rounds\n", fuzz->round);
  return goes_on;
}

static inline int sl_fuzz_below(sl_fuzz *fuzz, int limit) {
  return sl_random_below(&fuzz->random, limit);
}

static inline size_t sl_fuzz_place(sl_fuzz *fuzz, size_t size) {
  return size ? (size_t)sl_fuzz_below(fuzz, (int)size) : 0;
}

/** Overwrites 1 to 8 bytes at index `at` with a number at the limit of a type, in binary. */
static inline void sl_fuzz_number(sl_fuzz *fuzz, char *bytes, size_t at, size_t size) {
  static const uint64_t numbers[] = {0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0xffffffff, UINT64_MAX};
  uint64_t number = numbers[sl_fuzz_below(fuzz, 8)] - (uint64_t)sl_fuzz_below(fuzz, 2);
  size_t length = (size_t)1 << sl_fuzz_below(fuzz, 4);
  if (at + length <= size) memcpy(bytes + at, &number, length);
}

/** Makes one random change in `bytes`. Returns the new size, at most `room`. */
static inline size_t sl_fuzz_change(sl_fuzz *fuzz, char *bytes, size_t size, size_t room) {
  size_t at = sl_fuzz_place(fuzz, size), length = (size_t)sl_fuzz_below(fuzz, 64), from;
  const char *word;
  switch (sl_fuzz_below(fuzz, 6)) {
  case 0:
    if (size) bytes[at] = (char)sl_fuzz_below(fuzz, 256);
    return size;
  case 1:
    sl_fuzz_number(fuzz, bytes, at, size);
    return size;
  case 2: /* inserts a word */
    word = fuzz->words[sl_fuzz_below(fuzz, fuzz->num_words)];
    length = strlen(word);
    if (size + length > room) return size;
    memmove(bytes + at + length, bytes + at, size - at);
    memcpy(bytes + at, word, length);
    return size + length;
  case 3: /* removes a piece */
    if (at + length > size) length = size - at;
    memmove(bytes + at, bytes + at + length, size - at - length);
    return size - length;
  case 4: /* truncates, in one case of twenty */
    return sl_fuzz_below(fuzz, 20) ? size : at;
  default: /* copies a piece elsewhere */
    from = sl_fuzz_place(fuzz, size);
    if (from + length <= size && at + length <= size) memmove(bytes + at, bytes + from, length);
    return size;
  }
}

/** Makes 1 to `most` random changes. Returns the new size, at most `room`. */
static inline size_t sl_fuzz_changes(sl_fuzz *fuzz, char *bytes, size_t size, size_t room,
                                     int most) {
  for (int n = 1 + sl_fuzz_below(fuzz, most); n > 0; n--) {
    size = sl_fuzz_change(fuzz, bytes, size, room);
  }
  return size;
}

#endif
