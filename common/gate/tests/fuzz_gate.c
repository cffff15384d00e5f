/* fuzz_gate.c: changes sources and objects at random and shows them to the gate. Nothing may crash;
 * built with the preset asan it also finds what is read out of bounds.
 *
 *   fuzz_gate SECONDS SEED FILE.cu|FILE.o …
 */
#include "base/clock.h"
#include "base/random.h"
#include "gate/object.h"
#include "gate/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 8 << 20, MOST_CHANGES = 12 };

/* What has a meaning in sources, and numbers at the limits. */
static const char *const words[] = {"asm", "##", "#define A(b) ", "\\\n", "R\"x(", "/*", "*/",
                                    "[[",  "]]", "__attribute__", "((",   "?\?/",  "'",  "\"",
                                    "\n#", "<:", "#include ",     "1'0",  "gnu::", "\r", "\n"};
static const uint64_t numbers[] = {0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0xffffffff, UINT64_MAX};

static size_t change(sl_random *random, char *bytes, size_t size) {
  size_t at = size ? (size_t)sl_random_below(random, (int)size) : 0;
  size_t length;
  switch (sl_random_below(random, 6)) {
  case 0:
    if (size) bytes[at] = (char)sl_random_below(random, 256);
    return size;
  case 1: { /* a number, over what stands there */
    uint64_t number = numbers[sl_random_below(random, 8)] - (uint64_t)sl_random_below(random, 2);
    length = (size_t)1 << sl_random_below(random, 4);
    if (at + length <= size) memcpy(bytes + at, &number, length);
    return size;
  }
  case 2: { /* a word put in */
    const char *word = words[sl_random_below(random, (int)(sizeof words / sizeof *words))];
    length = strlen(word);
    memmove(bytes + at + length, bytes + at, size - at);
    memcpy(bytes + at, word, length);
    return size + length;
  }
  case 3: /* something taken out */
    length = (size_t)sl_random_below(random, 64);
    if (at + length > size) length = size - at;
    memmove(bytes + at, bytes + at + length, size - at - length);
    return size - length;
  case 4: /* cut */
    return sl_random_below(random, 20) ? size : at;
  default: { /* a piece of it elsewhere */
    length = (size_t)sl_random_below(random, 64);
    size_t from = size ? (size_t)sl_random_below(random, (int)size) : 0;
    if (from + length <= size && at + length <= size) memmove(bytes + at, bytes + from, length);
    return size;
  }
  }
}

static size_t read_file(const char *path, char *bytes) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  size_t size = fread(bytes, 1, MOST_BYTES / 2, file);
  (void)fclose(file);
  return size;
}

/* A copy of just its size, so that each byte behind it is out of bounds. */
static size_t show(const char *bytes, size_t size, bool object) {
  char *copy = malloc(size + !size);
  sl_refusals out = {0};
  if (!copy) abort();
  memcpy(copy, bytes, size);
  sl_status status = object ? sl_gate_object((const unsigned char *)copy, size, NULL, &out)
                            : sl_gate_text(copy, size, "ell.h", &out);
  free(copy);
  if (status != SL_OK) abort();
  return out.count;
}

int main(int argc, char **argv) {
  static char given[MOST_BYTES], changed[MOST_BYTES];
  if (argc < 4) return 2;
  double end_us = sl_clock_us() + atof(argv[1]) * 1e6, slowest_us = 0;
  sl_random random = sl_random_make(strtoull(argv[2], NULL, 10), 0);
  unsigned long shown = 0, refused = 0;
  while (sl_clock_us() < end_us) {
    const char *path = argv[3 + sl_random_below(&random, argc - 3)];
    bool object = strcmp(path + strlen(path) - 2, ".o") == 0;
    size_t size = read_file(path, given);
    for (int copies = 0; copies < 50; copies++) {
      size_t now = size;
      memcpy(changed, given, size);
      for (int n = 1 + sl_random_below(&random, MOST_CHANGES); n > 0; n--) {
        now = change(&random, changed, now);
      }
      double begin_us = sl_clock_us();
      refused += show(changed, now, object) > 0;
      double took_us = sl_clock_us() - begin_us;
      if (took_us > slowest_us) slowest_us = took_us;
      shown++;
    }
  }
  (void)printf("%lu shown, %lu refused, the slowest took %.0f ms\n", shown, refused,
               slowest_us * 1e-3);
  return 0;
}
