/* csv_file.c: fields and files of CSV. */
#include "report/csv_file.h"

#include "base/regular.h"

#include <stdbool.h>
#include <string.h>

enum { FIRST_LINE = 1024 };

void sl_csv_file_put_text(FILE *file, const char *text) {
  (void)fputc('"', file);
  for (; *text; text++) {
    if (*text == '"') (void)fputc('"', file);
    (void)fputc(*text, file);
  }
  (void)fputs("\",", file);
}

void sl_csv_file_put_number(FILE *file, double value, char end) {
  if (value != 0) (void)fprintf(file, "%.9g", value);
  (void)fputc(end, file);
}

/* Reads the first line of a file, without the newline. The result is "" if the file cannot be read.
 */
static void read_first_line(const char *path, char *out, int size) {
  char why[96];
  out[0] = '\0';
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return;
  if (!fgets(out, size, file)) out[0] = '\0';
  out[strcspn(out, "\r\n")] = '\0';
  (void)fclose(file);
}

const char *sl_csv_file_kind(const char *path) {
  static const struct {
    const char *column, *kind;
  } kinds[] = {{",wavefronts,", "counters of ./lab lens, line by line"},
               {",contestant,", "times of a bench"},
               {",verdict,", "results of ./lab run or demo"},
               {"student,", "marks of a class"}};
  char line[FIRST_LINE];
  read_first_line(path, line, sizeof line);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strstr(line, kinds[i].column)) return kinds[i].kind;
  }
  return NULL;
}

sl_status sl_csv_file_open(const char *path, const char *header, FILE **out) {
  char why[96], line[FIRST_LINE];
  size_t length = strcspn(header, "\n");
  read_first_line(path, line, sizeof line);
  if (line[0] && (strlen(line) != length || strncmp(line, header, length) != 0)) {
    const char *kind = sl_csv_file_kind(path);
    return sl_fail(
        SL_ERR_INPUT,
        "nothing was added to %s: it contains %s, which has different columns; give another file",
        path, kind ? kind : "something else");
  }
  *out = sl_regular_fopen(path, 'a', why, sizeof why);
  if (!*out) return sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", path, why);
  (void)fseek(*out, 0, SEEK_END);
  if (ftell(*out) == 0) (void)fputs(header, *out);
  return SL_OK;
}

sl_status sl_csv_file_close(const char *path, FILE *file) {
  bool failed = ferror(file) != 0;
  if (fclose(file) != 0 || failed) {
    return sl_fail(SL_ERR_SYSTEM, "cannot write all of %s: is the disk full?", path);
  }
  return SL_OK;
}
