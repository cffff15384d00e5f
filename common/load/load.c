/* load.c: loads a matrix from a generator, a file, datasets/, or the fetched matrices. */
#include "load/load.h"

#include "base/nearest.h"
#include "generate/family.h"
#include "generate/generate.h"
#include "io/io.h"
#include "load/collection.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_NAMES = 256, MAX_NAME = 64 };

/* The generator whose name is nearest to the mistyped `name`; NULL if none is near. */
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

/* Calls `visit` with the name of each file in datasets/, without ".mtx". */
static void dataset_names(sl_name_visit *visit, void *context) {
  DIR *folder = opendir(SL_DATASETS_DIR);
  const struct dirent *entry;
  while (folder && (entry = readdir(folder))) {
    char name[MAX_NAME];
    size_t length = strlen(entry->d_name);
    if (length < 5 || length >= MAX_NAME || strcmp(entry->d_name + length - 4, ".mtx") != 0) {
      continue;
    }
    (void)snprintf(name, sizeof name, "%.*s", (int)length - 4, entry->d_name);
    visit(name, context);
  }
  if (folder) (void)closedir(folder);
}

void sl_load_names(sl_name_visit *visit, void *context) {
  dataset_names(visit, context);
  sl_collection_kept(visit, context);
}

typedef struct name_list {
  char texts[MAX_NAMES][MAX_NAME];
  const char *names[MAX_NAMES];
  size_t count;
} name_list;

static void add_name(const char *name, void *context) {
  name_list *list = context;
  if (list->count == MAX_NAMES) return;
  list->names[list->count] = list->texts[list->count];
  (void)snprintf(list->texts[list->count++], MAX_NAME, "%s", name);
}

/* Writes to `out` the name of the matrix that is nearest to the mistyped `name`. Returns false if
 * none is near. */
static bool nearest_matrix(const char *name, char *out, size_t size) {
  name_list list;
  list.count = 0;
  sl_load_names(add_name, &list);
  const char *nearest = sl_nearest(name, list.names, list.count);
  if (nearest) (void)snprintf(out, size, "%s", nearest);
  return nearest;
}

/* Reports that there is no such file, and suggests what the user may have meant. */
static sl_status not_found(const char *spec) {
  char name[MAX_NAME];
  size_t length = strcspn(spec, ":");
  if (sl_collection_find(spec)) {
    return sl_fail(SL_ERR_INPUT,
                   "%s is not on this machine yet; ./lab matrix fetch %s downloads it", spec, spec);
  }
  if (length < sizeof name && !strchr(spec, '/')) {
    (void)snprintf(name, sizeof name, "%.*s", (int)length, spec);
    const sl_family *family = nearest_family(name);
    if (spec[length] && family) {
      return sl_fail(SL_ERR_INPUT, "there is no generator \"%s\"; did you mean %s%s?", name,
                     family->name, spec + length);
    }
    if (family) {
      return sl_fail(SL_ERR_INPUT, "there is no file \"%s\"; to call the generator, add a size: %s",
                     spec, family->usage);
    }
    if (!spec[length] && nearest_matrix(spec, name, sizeof name)) {
      return sl_fail(SL_ERR_INPUT, "there is no matrix \"%s\"; did you mean %s?", spec, name);
    }
  }
  return sl_fail(SL_ERR_INPUT,
                 "%s: there is no such file; ./lab matrix list names the matrices that need none",
                 spec);
}

static bool is_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Finds the file for `spec`: a path, the name of a file in datasets/, or the name of a fetched
 * matrix. A folder is skipped, because it may have the same name as a matrix. */
static sl_status find_file(const char *spec, char path_out[SL_COLLECTION_PATH]) {
  bool found;
  (void)snprintf(path_out, SL_COLLECTION_PATH, "%s", spec);
  if (access(path_out, F_OK) == 0 && !is_folder(path_out)) return SL_OK;
  (void)snprintf(path_out, SL_COLLECTION_PATH, "%s/%s.mtx", SL_DATASETS_DIR, spec);
  if (!strchr(spec, '/') && access(path_out, F_OK) == 0) return SL_OK;
  SL_TRY(sl_collection_path(spec, path_out, &found));
  if (found) return SL_OK;
  if (access(spec, F_OK) != 0) return not_found(spec);
  (void)snprintf(path_out, SL_COLLECTION_PATH, "%s", spec);
  return SL_OK; /* reading the folder reports the error */
}

typedef struct kept_matrix {
  char spec[MAX_NAME];
  sl_csr matrix;
} kept_matrix;

enum { MAX_KEPT = 16 };

static kept_matrix kept[MAX_KEPT];
static size_t num_kept, kept_bytes, most_kept_bytes;

void sl_load_keep_matrix(size_t most_bytes) {
  most_kept_bytes = most_bytes;
  if (most_bytes > 0) return;
  for (size_t i = 0; i < num_kept; i++) sl_csr_free(&kept[i].matrix);
  num_kept = kept_bytes = 0;
}

/* Keeps a copy of a generated matrix, if sl_load_keep_matrix allows it and there is enough memory.
 * Otherwise the matrix is generated again next time. */
static void keep(const char *spec, const sl_csr *matrix) {
  size_t bytes = (size_t)matrix->nnz * (sizeof *matrix->col_idx + sizeof *matrix->values) +
                 ((size_t)matrix->num_rows + 1) * sizeof *matrix->row_ptr;
  if (num_kept == MAX_KEPT || strlen(spec) >= sizeof kept->spec) return;
  if (bytes > most_kept_bytes - kept_bytes) return;
  if (sl_csr_copy(matrix, &kept[num_kept].matrix) != SL_OK) return;
  (void)snprintf(kept[num_kept++].spec, sizeof kept->spec, "%s", spec);
  kept_bytes += bytes;
}

static sl_status generate(const char *spec, sl_csr *out) {
  for (size_t i = 0; i < num_kept; i++) {
    if (strcmp(kept[i].spec, spec) == 0) return sl_csr_copy(&kept[i].matrix, out);
  }
  SL_TRY(sl_generate(spec, out));
  keep(spec, out);
  return SL_OK;
}

sl_status sl_load_matrix(const char *spec, const char *cache_dir, sl_csr *out) {
  if (sl_generate_knows(spec)) return generate(spec, out);
  char path[SL_COLLECTION_PATH];
  SL_TRY(find_file(spec, path));
  return sl_io_read_cached(path, cache_dir, out);
}
