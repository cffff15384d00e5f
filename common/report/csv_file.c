/* csv_file.c: fields and files of CSV. */
#include "report/csv_file.h"

#include "base/regular.h"

#include <stdbool.h>

void sl_csv_put_text(FILE *file, const char *text) {
  (void)fputc('"', file);
  for (; *text; text++) {
    if (*text == '"') (void)fputc('"', file);
    (void)fputc(*text, file);
  }
  (void)fputs("\",", file);
}

void sl_csv_put_number(FILE *file, double value, char end) {
  if (value != 0) (void)fprintf(file, "%.9g", value);
  (void)fputc(end, file);
}

sl_status sl_csv_open(const char *path, const char *header, FILE **out) {
  char why[96];
  *out = sl_fopen_regular(path, 'a', why, sizeof why);
  if (!*out) return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, why);
  (void)fseek(*out, 0, SEEK_END);
  if (ftell(*out) == 0) (void)fputs(header, *out);
  return SL_OK;
}

sl_status sl_csv_close(const char *path, FILE *file) {
  bool failed = ferror(file) != 0;
  if (fclose(file) != 0 || failed) {
    return sl_fail(SL_ERR_SYSTEM, "cannot write all of %s: is the disk full?", path);
  }
  return SL_OK;
}
