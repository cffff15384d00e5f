/* cache.c: keeps the arrays of matrices that have been read in files named by a hash of the content
 * of the original file. */
#include "io/io.h"

#include "base/memory.h"
#include "base/path.h"
#include "base/trim.h"
#include "hash.h"
#include "input.h"
#include "replace.h"

#include <string.h>
#include <sys/stat.h>

/* The key of a file. Two files with the same key would be confused. For a million different
 * files the probability is 10^-26, far less than that of a bit flip in memory. An attacker could
 * construct two such files, but could just as well write into the cache folder. */
typedef struct cache_key {
  sl_digest content;
  uint64_t bytes;
} cache_key;

/* The header of a cache file. row_ptr, col_idx and values follow, in the byte order of the machine;
 * a machine with another byte order rejects `byte_order` and writes the file again. `version` must
 * increase whenever the reader produces a different matrix from the same text. */
typedef struct cache_head {
  char magic[8];
  uint32_t version;
  uint32_t byte_order;
  cache_key key;
  int32_t num_rows, num_cols, nnz;
  int32_t unused;
  sl_digest checksum; /* of this header with 0 in this field, and of the arrays */
} cache_head;

_Static_assert(sizeof(cache_head) == 72, "the header of a cache file has no padding");

static cache_head make_head(const cache_key *key, const sl_csr *matrix) {
  cache_head head = {.magic = "SLCSR\r\n", .version = 1, .byte_order = 0x01020304, .key = *key};
  head.num_rows = matrix->num_rows;
  head.num_cols = matrix->num_cols;
  head.nnz = matrix->nnz;
  return head;
}

/* One of the three arrays of a matrix. */
typedef struct cache_span {
  void *bytes;
  size_t size;
} cache_span;

static void list_arrays(const sl_csr *matrix, cache_span spans[3]) {
  spans[0] = (cache_span){matrix->row_ptr, ((size_t)matrix->num_rows + 1) * sizeof(int)};
  spans[1] = (cache_span){matrix->col_idx, (size_t)matrix->nnz * sizeof(int)};
  spans[2] = (cache_span){matrix->values, (size_t)matrix->nnz * sizeof(double)};
}

static sl_digest checksum(const cache_head *head, const sl_csr *matrix) {
  cache_head blank = *head;
  blank.checksum = (sl_digest){{0, 0}};
  sl_hash hash;
  sl_hash_start(&hash);
  sl_hash_add(&hash, &blank, sizeof blank);
  cache_span spans[3];
  list_arrays(matrix, spans);
  for (int i = 0; i < 3; i++) sl_hash_add(&hash, spans[i].bytes, spans[i].size);
  return sl_hash_end(&hash);
}

/* ---- the key --------------------------------------------------------------------------------- */

static sl_status hash_rest(sl_input *input, sl_hash *hash) {
  char *block;
  SL_TRY(sl_alloc(SL_INPUT_BLOCK, 1, "a block of a file", &block));
  sl_status status;
  size_t got;
  do {
    status = sl_input_read(input, block, SL_INPUT_BLOCK, &got);
    if (status == SL_OK) sl_hash_add(hash, block, got);
  } while (status == SL_OK && got);
  sl_free(block);
  return status;
}

/* Computes the key of the file at `path`. The name of an archive is part of the key, because it
 * determines which member is read. */
static sl_status make_key(const char *path, cache_key *key) {
  sl_input *input;
  SL_TRY(sl_input_open(path, &input));
  sl_hash hash;
  sl_hash_start(&hash);
  bool packed;
  sl_status status = sl_input_is_packed(input, &packed);
  if (status == SL_OK) status = hash_rest(input, &hash);
  if (status == SL_OK) {
    key->bytes = hash.total;
    size_t length;
    const char *stem = sl_input_stem(path, &length);
    if (packed) sl_hash_add(&hash, stem, length);
    key->content = sl_hash_end(&hash);
  }
  sl_input_close(input);
  return status;
}

static sl_status name_file(const char *folder, const cache_key *key, char **name) {
  size_t size = strlen(folder) + 48;
  SL_TRY(sl_alloc(size, 1, "the name of a cache file", name));
  (void)snprintf(*name, size, "%s/%016llx%016llx.slcsr", folder,
                 (unsigned long long)key->content.word[0],
                 (unsigned long long)key->content.word[1]);
  return SL_OK;
}

/* ---- loading --------------------------------------------------------------------------------- */

static sl_status read_exactly(sl_input *input, void *to, size_t size) {
  char *at = to;
  while (size > 0) {
    size_t got;
    SL_TRY(sl_input_read(input, at, size, &got));
    if (got == 0) return sl_fail(SL_ERR_INPUT, "%s: the cache file is cut short", input->name);
    at += got;
    size -= got;
  }
  return SL_OK;
}

/* Whether the header has the current format, belongs to the key, and matches the size of the cache
 * file. */
static bool head_fits(const cache_head *head, const cache_key *key, int64_t file_size) {
  if (head->num_rows < 0 || head->num_cols < 0 || head->nnz < 0) return false;
  sl_csr sizes = {.num_rows = head->num_rows, .num_cols = head->num_cols, .nnz = head->nnz};
  cache_head expected = make_head(key, &sizes);
  expected.checksum = head->checksum;
  if (memcmp(head, &expected, sizeof expected) != 0) return false;
  cache_span spans[3];
  list_arrays(&sizes, spans);
  uint64_t size = sizeof *head + spans[0].size + spans[1].size + spans[2].size;
  return file_size >= 0 && (uint64_t)file_size == size;
}

static sl_status load_arrays(sl_input *input, const cache_head *head, sl_csr *out) {
  cache_span spans[3];
  list_arrays(out, spans);
  for (int i = 0; i < 3; i++) SL_TRY(read_exactly(input, spans[i].bytes, spans[i].size));
  sl_digest found = checksum(head, out);
  if (memcmp(&found, &head->checksum, sizeof found) != 0) {
    return sl_fail(SL_ERR_INPUT, "%s: the cache file is damaged", input->name);
  }
  return sl_csr_check(out);
}

/* Loads a matrix from the cache. If it fails for any reason, the matrix is not in the cache, and
 * `*out` is empty. */
static sl_status load(const char *name, const cache_key *key, sl_csr *out) {
  sl_input *input;
  cache_head head;
  SL_TRY(sl_input_open(name, &input));
  sl_status status = read_exactly(input, &head, sizeof head);
  if (status == SL_OK && !head_fits(&head, key, input->size)) {
    status = sl_fail(SL_ERR_INPUT, "%s: no cache file of this matrix", name);
  }
  if (status == SL_OK) status = sl_csr_make(head.num_rows, head.num_cols, head.nnz, out);
  if (status == SL_OK) status = load_arrays(input, &head, out);
  if (status != SL_OK) sl_csr_free(out);
  sl_input_close(input);
  return status;
}

/* ---- storing --------------------------------------------------------------------------------- */

/* Makes the folder and its parents. Errors are ignored, because writing the file fails then. */
static sl_status make_folders(const char *path) {
  size_t length = strlen(path);
  char *part;
  SL_TRY(sl_alloc(length + 1, 1, "a folder name", &part));
  for (size_t i = 1; i <= length; i++) {
    if (path[i] != '/' && path[i] != '\0') continue;
    memcpy(part, path, i);
    part[i] = '\0';
    (void)mkdir(part, 0777);
  }
  sl_free(part);
  return SL_OK;
}

/* Writes a cache file. It does not wait for the disk: a file that a power failure damages has a
 * wrong checksum, and is written again. */
static sl_status store(const char *folder, const char *name, const cache_key *key,
                       const sl_csr *matrix) {
  SL_TRY(make_folders(folder));
  sl_replacement target;
  SL_TRY(sl_replace_start(name, false, &target));
  cache_head head = make_head(key, matrix);
  head.checksum = checksum(&head, matrix);
  (void)fwrite(&head, sizeof head, 1, target.file);
  cache_span spans[3];
  list_arrays(matrix, spans);
  for (int i = 0; i < 3; i++) (void)fwrite(spans[i].bytes, 1, spans[i].size, target.file);
  return sl_replace_end(&target, SL_OK); /* reports write errors */
}

static sl_status read_and_store(const char *path, const char *folder, const char *name,
                                const cache_key *key, sl_csr *out) {
  SL_TRY(sl_io_read(path, out, NULL));
  /* If the file has changed meanwhile, the old key does not belong to the new content. */
  cache_key again;
  sl_status status = make_key(path, &again);
  if (status == SL_OK && memcmp(&again, key, sizeof again) == 0) {
    (void)store(folder, name, key, out); /* a failure to write the cache is not an error */
    sl_trim_folder(folder, SL_IO_CACHE_BYTES, sl_base_name(name));
  }
  return SL_OK;
}

sl_status sl_io_read_cached(const char *path, const char *cache_dir, sl_csr *out) {
  *out = (sl_csr){0};
  if (!cache_dir) return sl_io_read(path, out, NULL);
  cache_key key;
  SL_TRY(make_key(path, &key));
  char *name;
  SL_TRY(name_file(cache_dir, &key, &name));
  sl_status status = load(name, &key, out);
  if (status == SL_OK) sl_trim_use(name);
  if (status != SL_OK) status = read_and_store(path, cache_dir, name, &key, out);
  sl_free(name);
  return status;
}
