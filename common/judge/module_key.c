/* module_key.c: a hash of names, sizes and modification times of everything that goes into a
 * module. */
#define _GNU_SOURCE
#include "judge/module_key.h"

#include "base/hash.h"
#include "base/path.h"
#include "judge/includes.h"
#include "judge/toolchain.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FOLDERS = 40 }; /* no command has more words */

/* The identity of a file without reading it: name, size and modification time. */
static uint64_t mix_file(uint64_t hash, const char *path) {
  struct stat status;
  hash = sl_hash_bytes(hash, path, strlen(path));
  if (stat(path, &status) != 0) return hash;
  hash = sl_hash_bytes(hash, &status.st_size, sizeof status.st_size);
  return sl_hash_bytes(hash, &status.st_mtim, sizeof status.st_mtim);
}

static bool is_source_name(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && (strcmp(dot, ".h") == 0 || strcmp(dot, ".cuh") == 0 || strcmp(dot, ".cu") == 0);
}

/* Whether a file is compiled and may include headers. */
static bool is_code_name(const char *name) {
  static const char *const endings[] = {".cu", ".cpp", ".cc", ".cxx", ".c"};
  const char *dot = strrchr(name, '.');
  for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++) {
    if (strcmp(dot, endings[i]) == 0) return true;
  }
  return false;
}

static uint64_t mix_sources_in(uint64_t hash, const char *folder) {
  char path[PATH_MAX + 256];
  DIR *listing = opendir(folder);
  if (!listing) return hash;
  uint64_t sum = 0; /* a sum, because the order of a listing is undefined */
  for (struct dirent *entry; (entry = readdir(listing));) {
    if (!is_source_name(entry->d_name)) continue;
    (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    sum += mix_file(SL_HASH_START, path);
  }
  (void)closedir(listing);
  return sl_hash_bytes(hash, &sum, sizeof sum);
}

/* Adds all source files in the folder of the source, because not every #include is understood. */
static uint64_t mix_folder_of(uint64_t hash, const char *source) {
  char folder[PATH_MAX];
  (void)snprintf(folder, sizeof folder, "%s", source);
  char *slash = strrchr(folder, '/');
  if (slash) *slash = '\0';
  return mix_sources_in(hash, slash ? folder : ".");
}

/* The files that lenscc, named in the command, runs and links implicitly. */
static uint64_t mix_lens(uint64_t hash) {
  static const char *const files[] = {SL_LENS_RUNTIME,   SL_LENS_API,
                                      SL_LENS_TRANSLATE, SL_LENS_HOST,
                                      SL_LENS_CONFINE,   SL_SOURCE_DIR "/common/lens/abi.h"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) hash = mix_file(hash, files[i]);
  hash = mix_sources_in(hash, SL_SOURCE_DIR "/common/lens/include");
  return mix_sources_in(hash, SL_SOURCE_DIR "/common/lens/include/lens_shim");
}

/* The files that the source includes; the folders are those that the command names with -I. */
static const sl_includes *find_includes(const char *const arguments[], const char *source) {
  static sl_includes found; /* large */
  const char *folders[MAX_FOLDERS];
  size_t count = 0;
  for (int i = 0; arguments[i] && count < MAX_FOLDERS; i++) {
    if (strncmp(arguments[i], "-I", 2) == 0) folders[count++] = arguments[i] + 2;
  }
  sl_includes_find(source, folders, count, &found);
  return &found;
}

static uint64_t mix_includes(uint64_t hash, const char *const arguments[], const char *source) {
  const sl_includes *found = find_includes(arguments, source);
  for (size_t i = 0; i < found->count; i++) hash = mix_file(hash, found->files[i]);
  return hash;
}

sl_status sl_module_key_check_includes(const char *const arguments[], const char *source) {
  const sl_includes *found = find_includes(arguments, source);
  if (!found->irregular[0]) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "%s, which %s includes, is %s; only regular files can be compiled",
                 found->irregular, sl_base_name(source), found->kind);
}

uint64_t sl_module_key(const char *const arguments[], const char *source, sl_backend_id backend) {
  uint64_t hash = SL_HASH_START;
  for (int i = 0; arguments[i]; i++) {
    hash = sl_hash_bytes(hash, arguments[i], strlen(arguments[i]) + 1);
    if (strncmp(arguments[i], "-include=", 9) == 0) hash = mix_file(hash, arguments[i] + 9);
    if (arguments[i][0] != '/') continue;
    hash = mix_file(hash, arguments[i]);
    if (is_code_name(arguments[i]))
      hash = mix_includes(mix_folder_of(hash, arguments[i]), arguments, arguments[i]);
  }
  if (backend == SL_LENS) hash = mix_lens(hash);
  return mix_includes(mix_folder_of(hash, source), arguments, source);
}
