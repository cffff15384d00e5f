/* inputs.c: hashes the files that a lab's mistakes are made from. */
#define _GNU_SOURCE
#include "author/inputs.h"

#include "base/regular.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 1024 };

/* Adds the file's name and content. */
static sl_status add_file(sl_sha256 *sum, const char *path) {
  sl_sha256_add(sum, path, strlen(path) + 1);
  return sl_sha256_add_file(sum, path);
}

static int is_visible(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

/* Adds all files directly in the folder, which may be absent. */
static sl_status add_folder(sl_sha256 *sum, const char *folder) {
  struct dirent **entries;
  int count = scandir(folder, &entries, is_visible, alphasort);
  sl_status status = SL_OK;
  for (int i = 0; i < count; i++) {
    char path[PATH_SIZE];
    struct stat file;
    (void)snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
    bool is_file = stat(path, &file) == 0 && S_ISREG(file.st_mode);
    if (status == SL_OK && is_file) status = add_file(sum, path);
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  return status;
}

/* Adds the identity of this program, because the lab's tasks and the method are compiled into
 * it. */
static sl_status add_program(sl_sha256 *sum) {
  struct stat program;
  if (stat("/proc/self/exe", &program) != 0) {
    return sl_fail(SL_ERR_SYSTEM, "cannot identify this program: %s", strerror(errno));
  }
  int64_t identity[] = {(int64_t)program.st_size, (int64_t)program.st_mtim.tv_sec,
                        (int64_t)program.st_mtim.tv_nsec, (int64_t)program.st_ino};
  sl_sha256_add(sum, identity, sizeof identity);
  return SL_OK;
}

static sl_status add_all(sl_sha256 *sum, const char *root, const char *id) {
  static const char *const folders[] = {"labs", "solutions", "grading/right", "grading/mistakes"};
  char path[PATH_SIZE];
  (void)snprintf(path, sizeof path, "%s/grading/mistakes/%s.txt", root, id);
  SL_TRY(add_program(sum));
  SL_TRY(add_file(sum, path));
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    (void)snprintf(path, sizeof path, "%s/%s/%s", root, folders[i], id);
    SL_TRY(add_folder(sum, path));
  }
  return SL_OK;
}

void sl_inputs_hash(const char *root, const char *id, char hash_out[SL_SHA256_TEXT]) {
  sl_sha256 sum;
  sl_sha256_begin(&sum);
  bool known = add_all(&sum, root, id) == SL_OK;
  sl_sha256_end(&sum, hash_out);
  if (!known) hash_out[0] = '\0';
}

bool sl_inputs_are_noted(const char *note, const char *hash) {
  char noted[SL_SHA256_TEXT] = "", why[64];
  FILE *file = sl_regular_fopen(note, 'r', why, sizeof why);
  if (!file) return false;
  bool same = fgets(noted, sizeof noted, file) && strcmp(noted, hash) == 0;
  (void)fclose(file);
  return same && hash[0];
}

/* Replaces the note in one step, because another process may be reading it. */
void sl_inputs_note(const char *note, const char *hash) {
  char fresh[PATH_SIZE + 32];
  if (!hash[0]) return;
  (void)snprintf(fresh, sizeof fresh, "%s.%ld", note, (long)getpid());
  FILE *file = fopen(fresh, "w");
  if (!file) return;
  bool written = fprintf(file, "%s\n", hash) > 0;
  written = fclose(file) == 0 && written;
  if (!written || rename(fresh, note) != 0) (void)unlink(fresh);
}
