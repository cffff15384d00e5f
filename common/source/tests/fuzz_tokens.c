/* fuzz_tokens.c: changes sources at random, and checks the properties that the tokens of any text
 * must have. Built with the preset asan, it also detects reads out of bounds.
 *
 *   SL_FUZZ_SECONDS=60 SL_FUZZ_SEED=1 fuzz_tokens FILE.cu … */
#include "base/fuzz.h"
#include "check_tokens.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_BYTES = 4 << 20, MOST_CHANGES = 12 };

static size_t read_file(const char *path, char *bytes) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  size_t size = fread(bytes, 1, MOST_BYTES / 2, file);
  (void)fclose(file);
  return size;
}

int main(int argc, char **argv) {
  static char text[MOST_BYTES];
  if (argc < 2) return 2;
  sl_fuzz fuzz = sl_fuzz_begin(50, likely_words, NUM_LIKELY_WORDS);
  while (sl_fuzz_goes_on(&fuzz)) {
    size_t size = read_file(argv[1 + sl_fuzz_below(&fuzz, argc - 1)], text);
    size = sl_fuzz_changes(&fuzz, text, size, sizeof text, MOST_CHANGES);
    const char *wrong = check_tokens(text, size);
    if (!wrong) continue;
    (void)fprintf(stderr, "round %lu: %s\n", fuzz.round, wrong);
    return 1;
  }
  return 0;
}
