/* load.c: a matrix from a generator, a file, or datasets/. */
#include "load/load.h"

#include "base/nearest.h"
#include "generate/family.h"
#include "generate/generate.h"
#include "io/io.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A file, or else the name of one in datasets/. */
static void find_file(const char *spec, char *path_out, size_t size) {
  (void)snprintf(path_out, size, "%s/%s.mtx", SL_DATASETS_DIR, spec);
  if (strchr(spec, '/') || access(spec, F_OK) == 0 || access(path_out, F_OK) != 0) {
    (void)snprintf(path_out, size, "%s", spec);
  }
}

enum { MAX_NAMES = 256, MAX_NAME = 64 };

/* The family of a generator that was probably meant. */
static const sl_family *nearest_family(const char *name) {
  const char *names[MAX_NAMES];
  size_t count;
  const sl_family *families = sl_generate_families(&count);
  if (count > MAX_NAMES) count = MAX_NAMES;
  for (size_t i = 0; i < count; i++) names[i] = families[i].name;
  const char *nearest = sl_nearest(name, names, count);
  for (size_t i = 0; nearest && i < count; i++) {
    if (names[i] == nearest) return &families[i];
  }
  return NULL;
}

/* The file of datasets/ that was probably meant, without ".mtx"; false if none. */
static bool nearest_dataset(const char *name, char *out, size_t size) {
  char texts[MAX_NAMES][MAX_NAME];
  const char *names[MAX_NAMES];
  size_t count = 0;
  DIR *folder = opendir(SL_DATASETS_DIR);
  const struct dirent *entry;
  while (folder && count < MAX_NAMES && (entry = readdir(folder))) {
    size_t length = strlen(entry->d_name);
    if (length < 5 || length >= MAX_NAME || strcmp(entry->d_name + length - 4, ".mtx") != 0) {
      continue;
    }
    (void)snprintf(texts[count], MAX_NAME, "%.*s", (int)length - 4, entry->d_name);
    names[count] = texts[count];
    count++;
  }
  if (folder) (void)closedir(folder);
  const char *nearest = sl_nearest(name, names, count);
  if (nearest) (void)snprintf(out, size, "%s", nearest);
  return nearest;
}

/* There is no such file. What may have been meant instead? */
static sl_status not_found(const char *spec) {
  char name[MAX_NAME];
  size_t length = strcspn(spec, ":");
  if (length < sizeof name && !strchr(spec, '/')) {
    (void)snprintf(name, sizeof name, "%.*s", (int)length, spec);
    const sl_family *family = nearest_family(name);
    if (spec[length] && family) {
      return sl_fail(SL_ERR_INPUT, "there is no generator \"%s\"; did you mean %s%s?", name,
                     family->name, spec + length);
    }
    if (family) {
      return sl_fail(SL_ERR_INPUT,
                     "there is no file \"%s\"; the generator is called with a size: %s", spec,
                     family->usage);
    }
    if (!spec[length] && nearest_dataset(spec, name, sizeof name)) {
      return sl_fail(SL_ERR_INPUT, "there is no matrix \"%s\"; did you mean %s?", spec, name);
    }
  }
  return sl_fail(SL_ERR_INPUT,
                 "%s: there is no such file; ./lab matrix list names the matrices that need none",
                 spec);
}

sl_status sl_matrix_load(const char *spec, const char *cache_dir, sl_csr *out) {
  if (sl_generate_knows(spec)) return sl_generate(spec, out);
  char path[4096];
  find_file(spec, path, sizeof path);
  if (access(path, F_OK) != 0) return not_found(spec);
  return sl_io_read_cached(path, cache_dir, out);
}
