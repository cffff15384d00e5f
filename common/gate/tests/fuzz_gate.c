/* fuzz_gate.c: changes sources and objects at random and passes them to the gate. Nothing may
 * crash; built with the preset asan, it also finds reads out of bounds.
 *
 *   SL_FUZZ_SECONDS=60 SL_FUZZ_SEED=1 fuzz_gate FILE.cu|FILE.o …
 */
#include "base/fuzz.h"
#include "gate/object.h"
#include "gate/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 8 << 20, MOST_CHANGES = 12 };

/* Words that have a meaning in sources. */
static const char *const words[] = {"asm", "##", "#define A(b) ", "\\\n", "R\"x(", "/*", "*/",
                                    "[[",  "]]", "__attribute__", "((",   "?\?/",  "'",  "\"",
                                    "\n#", "<:", "#include ",     "1'0",  "gnu::", "\r", "\n"};
static size_t read_file(const char *path, char *bytes) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  size_t size = fread(bytes, 1, MOST_BYTES / 2, file);
  (void)fclose(file);
  return size;
}

/* Passes the gate a copy of exactly this size, so that each byte after it is out of bounds. */
static size_t show(const char *bytes, size_t size, bool object) {
  char *copy = malloc(size + !size);
  sl_refusals out = {0};
  if (!copy) abort();
  memcpy(copy, bytes, size);
  sl_status status = object ? sl_gate_object((const unsigned char *)copy, size, NULL, &out)
                            : sl_gate_source_text(copy, size, "ell.h", &out);
  free(copy);
  if (status != SL_OK) abort();
  return out.count;
}

int main(int argc, char **argv) {
  static char given[MOST_BYTES], changed[MOST_BYTES];
  if (argc < 2) return 2;
  double slowest_us = 0;
  sl_fuzz fuzz = sl_fuzz_begin(50, words, sizeof words / sizeof *words);
  unsigned long refused = 0;
  while (sl_fuzz_goes_on(&fuzz)) {
    const char *path = argv[1 + sl_fuzz_below(&fuzz, argc - 1)];
    bool object = strcmp(path + strlen(path) - 2, ".o") == 0;
    size_t size = read_file(path, given);
    memcpy(changed, given, size);
    size = sl_fuzz_changes(&fuzz, changed, size, sizeof changed, MOST_CHANGES);
    double begin_us = sl_clock_us();
    refused += show(changed, size, object) > 0;
    double took_us = sl_clock_us() - begin_us;
    if (took_us > slowest_us) slowest_us = took_us;
  }
  (void)printf("%lu refused, the slowest took %.0f ms\n", refused, slowest_us * 1e-3);
  return 0;
}
