/* main.c: lens-translate FILE.cu [-o OUT.cc] [--headers PREPROCESSED [--refuse]]
 *         lens-translate --names PREPROCESSED [-o OUT.names] */
#include "header_cache.h"
#include "translate.h"

#include "base/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: lens-translate FILE.cu [-o OUT.cc] [--headers PREPROCESSED [--refuse]]\n"
    "       lens-translate --names PREPROCESSED [-o OUT.names]\n"
    "\n"
    "  --headers PREPROCESSED  translates the file's own headers with it: what `cc -E` made of it\n"
    "  --refuse                translates nothing, and reports an #include that does not run\n"
    "  --names                 lists the names of functions in headers that the compiler keeps as\n"
    "                          OUT.gch, for --headers that name this file in their place\n";

typedef struct options {
  const char *path, *out, *preprocessed;
  bool refuse, names;
} options;

static sl_status read_all(FILE *file, const char *path, char **text, size_t *bytes) {
  size_t capacity = 0, used = 0;
  for (;;) {
    if (used == capacity) {
      capacity = 2 * capacity + 65536;
      SL_TRY(sl_resize(capacity, 1, "source", text));
    }
    size_t count = fread(*text + used, 1, capacity - used, file);
    used += count;
    if (count == 0) break;
  }
  *bytes = used;
  if (ferror(file)) return sl_fail(SL_ERR_INPUT, "%s: cannot be read: %s", path, strerror(errno));
  return SL_OK;
}

static sl_status read_file(const char *path, char **text, size_t *bytes) {
  *text = NULL;
  FILE *file = fopen(path, "rb");
  if (!file) return sl_fail(SL_ERR_INPUT, "%s: %s", path, strerror(errno));
  sl_status status = read_all(file, path, text, bytes);
  (void)fclose(file);
  if (status == SL_OK) return SL_OK;
  sl_free(*text);
  *text = NULL;
  return status;
}

static sl_status write_file(const char *path, const lens_translation *translation) {
  FILE *file = path ? fopen(path, "wb") : stdout;
  if (!file) return sl_fail(SL_ERR_SYSTEM, "%s: %s", path, strerror(errno));
  size_t written = fwrite(translation->code, 1, translation->code_bytes, file);
  int closed = path ? fclose(file) : fflush(file);
  if (written == translation->code_bytes && closed == 0) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "%s: cannot be written: %s", path ? path : "standard output",
                 strerror(errno));
}

static sl_status translate_alone(const options *chosen, lens_translation *translation) {
  char *text;
  size_t bytes;
  SL_TRY(read_file(chosen->path, &text, &bytes));
  sl_status status = lens_translate(chosen->path, text, bytes, translation);
  sl_free(text);
  return status;
}

static sl_status translate_with_headers(const options *chosen, lens_translation *translation) {
  char *preprocessed;
  size_t bytes;
  lens_text text = {0};
  SL_TRY(read_file(chosen->preprocessed, &preprocessed, &bytes));
  sl_status status = lens_header_cache_restore(read_file, &preprocessed, &bytes);
  if (status != SL_OK) {
    sl_free(preprocessed);
    return status;
  }
  if (chosen->refuse) {
    status = lens_expand_refuse_included(chosen->path, preprocessed, bytes, read_file, translation);
  } else {
    status = lens_expand(chosen->path, preprocessed, bytes, read_file, &text);
    if (status == SL_OK)
      status = lens_translate_checked(chosen->path, text.data, text.length, preprocessed, bytes,
                                      translation);
  }
  lens_text_free(&text);
  sl_free(preprocessed);
  return status;
}

static sl_status list_names(const options *chosen, lens_translation *out) {
  char *text;
  size_t bytes;
  lens_text names = {0};
  SL_TRY(read_file(chosen->path, &text, &bytes));
  sl_status status = lens_header_cache_list(text, bytes, &names);
  sl_free(text);
  out->code = names.data;
  out->code_bytes = names.length;
  return status;
}

static int translate(const options *chosen) {
  lens_translation translation = {0};
  sl_status status = chosen->names          ? list_names(chosen, &translation)
                     : chosen->preprocessed ? translate_with_headers(chosen, &translation)
                                            : translate_alone(chosen, &translation);
  if (status == SL_OK && !chosen->refuse) status = write_file(chosen->out, &translation);
  int exit_status = sl_status_exit(status);
  if (translation.num_errors > 0) {
    (void)fputs(translation.diagnostics, stderr);
    exit_status = 1; /* the student's file has errors; 2 is for a file that cannot be read */
  } else if (status != SL_OK) {
    (void)fprintf(stderr, "lens-translate: error: %s\n", sl_status_message());
  }
  lens_translate_free(&translation);
  return exit_status;
}

/* False when the command line is wrong. */
static bool read_options(int argc, char **argv, options *chosen) {
  for (int i = 1; i < argc; i++) {
    bool followed = i + 1 < argc;
    if (strcmp(argv[i], "-o") == 0 && followed)
      chosen->out = argv[++i];
    else if (strcmp(argv[i], "--headers") == 0 && followed)
      chosen->preprocessed = argv[++i];
    else if (strcmp(argv[i], "--refuse") == 0)
      chosen->refuse = true;
    else if (strcmp(argv[i], "--names") == 0)
      chosen->names = true;
    else if (argv[i][0] != '-' && !chosen->path)
      chosen->path = argv[i];
    else
      return false;
  }
  return chosen->path && (chosen->preprocessed || !chosen->refuse);
}

int main(int argc, char **argv) {
  options chosen = {0};
  if (!read_options(argc, argv, &chosen)) {
    (void)fputs(usage, stderr);
    return 2;
  }
  return translate(&chosen);
}
