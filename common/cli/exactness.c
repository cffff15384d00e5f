/* exactness.c: a word on counts that are not exact with the compiler of this build. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

void sl_warn_if_inexact(FILE *out) {
  char line[512];
  FILE *file = fopen(SL_SELF_TEST, "r"); /* what `lenscc --self-test` said, made by the build */
  if (!file) return;
  while (fgets(line, sizeof line, file)) {
    if (!strstr(line, ") are exact: ")) (void)fputs(line, out);
  }
  (void)fclose(file);
}
