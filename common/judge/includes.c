/* includes.c: follows the #include lines of a source. */
#define _GNU_SOURCE
#include "judge/includes.h"

#include "base/path.h"
#include "base/regular.h"
#include "judge/source.h"
#include "source/tokens.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void note_irregular(const char *path, const char *kind, sl_includes *out) {
  if (out->irregular[0]) return;
  (void)snprintf(out->irregular, sizeof out->irregular, "%.*s", SL_INCLUDE_PATH - 1, path);
  out->kind = kind;
}

/* Finds the file called `name` in a folder. False if no such file can be read. */
static bool find_in(const char *folder, size_t length, const char *name, char *full,
                    sl_includes *out) {
  char path[2 * PATH_MAX];
  struct stat about;
  if (name[0] == '/') length = 0;
  (void)snprintf(path, sizeof path, "%.*s%s%s", (int)length, folder, length ? "/" : "", name);
  if (access(path, R_OK) != 0 || stat(path, &about) != 0 || S_ISDIR(about.st_mode)) return false;
  const char *kind = sl_regular_kind(about.st_mode);
  if (kind) note_irregular(path, kind, out);
  return !kind && realpath(path, full) && strlen(full) < SL_INCLUDE_PATH;
}

static void add(sl_includes *out, const char *full) {
  for (size_t i = 0; i < out->count; i++) {
    if (strcmp(out->files[i], full) == 0) return;
  }
  if (out->count < SL_MAX_INCLUDES) {
    (void)snprintf(out->files[out->count++], SL_INCLUDE_PATH, "%s", full);
  }
}

/* Follows `#include "name"` or <name>. */
static void follow_header(const char *file, const sl_token *header, const char *const *folders,
                          size_t num_folders, sl_includes *out) {
  char name[PATH_MAX], full[PATH_MAX];
  if (header->length < 3 || header->length >= sizeof name) return;
  (void)snprintf(name, sizeof name, "%.*s", (int)header->length - 2, header->text + 1);
  const char *base = sl_base_name(file);
  size_t beside = base == file ? 0 : (size_t)(base - file) - 1;
  bool near = *header->text == '"' || name[0] == '/';
  bool found = near && find_in(file, beside, name, full, out);
  for (size_t i = 0; !found && i < num_folders; i++) {
    found = find_in(folders[i], strlen(folders[i]), name, full, out);
  }
  if (found) add(out, full);
}

static void follow(const char *file, const char *const *folders, size_t num_folders,
                   sl_includes *out) {
  sl_source source;
  sl_tokens tokens;
  if (sl_source_read(file, &source) != SL_OK) return;
  if (sl_tokens_make(source.text, strlen(source.text), SL_DIRECTIVES_CUT, &tokens) == SL_OK) {
    for (size_t i = 0; i < tokens.count; i++) {
      const sl_token *token = &tokens.all[i];
      if (token->kind != SL_TOKEN_HEADER || !token->closed) continue;
      follow_header(file, token, folders, num_folders, out);
    }
  }
  sl_tokens_free(&tokens);
  sl_source_free(&source);
}

void sl_includes_find(const char *source, const char *const *folders, size_t num_folders,
                      sl_includes *out) {
  out->count = 0;
  out->irregular[0] = '\0';
  follow(source, folders, num_folders, out);
  for (size_t i = 0; i < out->count; i++) follow(out->files[i], folders, num_folders, out);
}
