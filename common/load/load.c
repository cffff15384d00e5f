/* load.c: a matrix from a generator, a file, or datasets/. */
#include "load/load.h"

#include "generate/generate.h"
#include "io/io.h"

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

sl_status sl_matrix_load(const char *spec, const char *cache_dir, sl_csr *out) {
  if (sl_generate_knows(spec)) return sl_generate(spec, out);
  char path[4096];
  find_file(spec, path, sizeof path);
  return sl_io_read_cached(path, cache_dir, out);
}
