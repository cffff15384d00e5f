/* source.c: reads the student's source well enough to point at one of its lines. */
#include "judge/source.h"

#include "base/memory.h"
#include "base/path.h"
#include "base/process.h"
#include "base/regular.h"
#include "source/code.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SOURCE_BYTES = 4 << 20 };

sl_status sl_source_make(const char *path, const char *text, sl_source *out) {
  size_t size = strlen(text);
  memset(out, 0, sizeof *out);
  out->path = path;
  SL_TRY(sl_alloc(size + 1, 1, "the source", &out->text));
  memcpy(out->text, text, size);
  sl_status status = sl_code_make(out->text, size, &out->code);
  if (status != SL_OK) sl_source_free(out);
  return status;
}

sl_status sl_source_read(const char *path, sl_source *out) {
  memset(out, 0, sizeof *out);
  out->path = path;
  char why[96];
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot open %s: %s", path, why);
  sl_status status = sl_alloc(MAX_SOURCE_BYTES + 1, 1, "the source", &out->text);
  size_t size = 0;
  if (status == SL_OK) {
    size = fread(out->text, 1, MAX_SOURCE_BYTES + 1, file);
    if (ferror(file)) status = sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, strerror(errno));
    if (size > MAX_SOURCE_BYTES) {
      status = sl_fail(SL_ERR_INPUT, "%s is larger than 4 MiB: not a source file of a lab", path);
    }
  }
  (void)fclose(file);
  if (status == SL_OK) {
    out->text[size] = '\0';
    status = sl_resize(size + 1, 1, "the source", &out->text);
  }
  if (status == SL_OK) status = sl_code_make(out->text, size, &out->code);
  if (status != SL_OK) sl_source_free(out);
  return status;
}

void sl_source_free(sl_source *source) {
  sl_free(source->text);
  sl_free(source->code);
  source->text = source->code = NULL;
}

bool sl_source_is_blank(const char *text, size_t size) {
  /* the byte order mark of UTF-8, which some editors write */
  static const char mark[] = "\xef\xbb\xbf";
  size_t start = strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
  return start + strspn(text + start, " \t\v\f\r\n") == size;
}

bool sl_source_file_is_blank(const char *path) {
  sl_source source;
  bool blank = sl_source_read(path, &source) == SL_OK &&
               sl_source_is_blank(source.text, strlen(source.text));
  sl_source_free(&source);
  return blank;
}

int sl_source_line_at(const char *text, const char *place) {
  int line = 1;
  for (const char *c = text; c < place; c++) line += *c == '\n';
  return line;
}

int sl_source_todo(const sl_source *source, const char *task) {
  char marker[64];
  (void)snprintf(marker, sizeof marker, "TODO(%s)", task);
  const char *place = strstr(source->text, marker);
  return place ? sl_source_line_at(source->text, place) : 0;
}

/* addr2line prints "path:line" or "path:line (discriminator n)", one or more lines per address. */
static int first_line_in(const char *output, const char *file) {
  char line[1024];
  while (*output) {
    size_t length = strcspn(output, "\n");
    (void)snprintf(line, sizeof line, "%.*s", (int)length, output);
    output += length + (output[length] == '\n');
    char *colon = strrchr(line, ':');
    if (!colon) continue;
    *colon = '\0';
    long number = strtol(colon + 1, NULL, 10); /* "?" gives 0 */
    if (strcmp(sl_base_name(line), file) == 0 && number > 0) return (int)number;
  }
  return 0;
}

int sl_source_line_of_frames(const sl_source *source, const char *program,
                             const unsigned long *frames, int num_frames) {
  enum { MAX_FRAMES = 32 };
  char addresses[MAX_FRAMES][24];
  const char *arguments[MAX_FRAMES + 5] = {"addr2line", "-i", "-e", program};
  if (num_frames > MAX_FRAMES) num_frames = MAX_FRAMES;
  for (int i = 0; i < num_frames; i++) {
    (void)snprintf(addresses[i], sizeof addresses[i], "0x%lx", frames[i] - (i > 0));
    arguments[4 + i] = addresses[i];
  }
  char output[16384];
  int exit_code;
  if (num_frames == 0 || sl_process_run(arguments, output, sizeof output, &exit_code) != SL_OK) {
    return 0;
  }
  return first_line_in(output, sl_base_name(source->path));
}
