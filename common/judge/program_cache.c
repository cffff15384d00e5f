/* program_cache.c: the hash of a program's bytes and the compiler's warnings are in a small
 * file beside it. A program that is incomplete after a full disk or a crash is rebuilt, and
 * not reported as the student's fault. */
#define _GNU_SOURCE
#include "judge/program_cache.h"

#include "base/path.h"
#include "base/regular.h"
#include "base/sha256.h"
#include "base/trim.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SUM_BYTES = SL_SHA256_TEXT + 1 };

/* Writes a line with the hash of a file. False if it cannot be read, or is empty. */
static bool sum_of(const char *path, char *line) {
  char text[SL_SHA256_TEXT];
  sl_sha256 sum;
  sl_sha256_begin(&sum);
  bool good = sl_sha256_add_file(&sum, path) == SL_OK && sum.length > 0;
  sl_sha256_end(&sum, text);
  (void)snprintf(line, SUM_BYTES, "%s\n", text);
  return good;
}

static void name_sum(const char *program, char *path) {
  (void)snprintf(path, PATH_MAX, "%s.sum", program);
}

bool sl_program_cache_is_unchanged(const char *program) {
  char path[PATH_MAX], kept[SUM_BYTES] = "", found[SUM_BYTES], why[64];
  sl_trim_use(program);
  name_sum(program, path);
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return false;
  bool read = fgets(kept, sizeof kept, file) != NULL;
  (void)fclose(file);
  return read && sum_of(program, found) && strcmp(kept, found) == 0;
}

bool sl_program_cache_is_good(const char *program) {
  return access(program, X_OK) == 0 && sl_program_cache_is_unchanged(program);
}

static bool write_sum(const char *program, const char *text, const char *words) {
  char path[PATH_MAX], why[64];
  name_sum(program, path);
  FILE *file = sl_regular_fopen(path, 'w', why, sizeof why);
  if (!file) return false;
  bool written = fputs(text, file) >= 0 && fputs(words, file) >= 0;
  return fclose(file) == 0 && written;
}

void sl_program_cache_words(const char *program, char *words_out, size_t size) {
  char path[PATH_MAX], sum[SUM_BYTES], why[64];
  words_out[0] = '\0';
  name_sum(program, path);
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return;
  if (fgets(sum, sizeof sum, file)) words_out[fread(words_out, 1, size - 1, file)] = '\0';
  (void)fclose(file);
}

sl_status sl_program_cache_add(const char *fresh, const char *program, const char *words) {
  char sum[SUM_BYTES], folder[PATH_MAX];
  if (sl_program_cache_is_good(program)) { /* another process may be running it */
    (void)unlink(fresh);
    return SL_OK;
  }
  sl_trim_use(fresh); /* also valid for `program`: the lock is on the file, not on its name */
  if (!sum_of(fresh, sum) || !write_sum(program, sum, words) || rename(fresh, program) != 0) {
    sl_status status = sl_fail(SL_ERR_SYSTEM, "cannot write %s: %s", program, strerror(errno));
    (void)unlink(fresh);
    return status;
  }
  const char *name = sl_base_name(program);
  (void)snprintf(folder, sizeof folder, "%.*s", (int)(name - program), program);
  sl_trim_folder(folder, SL_KEPT_BYTES, name);
  return SL_OK;
}
