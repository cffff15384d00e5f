/* choose.c: chooses the format and kernel for a matrix. */
#include "bench/choose.h"

#include "base/memory.h"

#include <stdint.h>
#include <string.h>

enum {
  SLICE = 32,
  WINDOW = 256,
  LONG_ROW = 256, /* JDS stores longer rows separately */
  SECTOR_BYTES = 32,
  CACHED_SECTORS = 4096, /* capacity of the L1 cache: 128 KB */
  SAMPLES = 32,
  SAMPLE_ENTRIES = 32768 /* only the second half is counted, because the first half fills the
                          * cache */
};

/* Computes slots per entry if each group of rows is padded to its longest row. Rows longer than
 * `most` are excluded. */
static double padding(const sl_csr *matrix, int group, int most) {
  double places = 0, entries = 0;
  for (int first = 0; first < matrix->num_rows; first += group) {
    int longest = 0, end = first + group < matrix->num_rows ? first + group : matrix->num_rows;
    for (int row = first; row < end; row++) {
      int length = sl_csr_row_length(matrix, row);
      if (length > most) continue;
      entries += length;
      if (length > longest) longest = length;
    }
    places += (double)longest * (end - first);
  }
  return entries > 0 ? places / entries : 1;
}

/* The share of the entries that are in long rows. */
static double share_of_long_rows(const sl_csr *matrix) {
  double entries = 0;
  for (int row = 0; row < matrix->num_rows; row++) {
    int length = sl_csr_row_length(matrix, row);
    if (length > LONG_ROW) entries += length;
  }
  return matrix->nnz > 0 ? entries / matrix->nnz : 0;
}

static bool columns_follow(const sl_csr *matrix) {
  for (int row = 0; row < matrix->num_rows; row++) {
    for (int k = matrix->row_ptr[row] + 1; k < matrix->row_ptr[row + 1]; k++) {
      if (matrix->col_idx[k] != matrix->col_idx[k - 1] + 1) return false;
    }
  }
  return true;
}

/* Computes the misses per entry in a direct-mapped cache of sectors. A hash maps sectors to
 * places in the cache. Otherwise accesses to x at a distance of a power of two, as on a grid,
 * would evict each other. */
static double missed(const sl_csr *matrix, int begin, int end, size_t value_bytes, int *cache) {
  int misses = 0, counted = 0, middle = begin + (end - begin) / 2;
  int shift = value_bytes == 4 ? 3 : 2; /* log2 of the columns per sector */
  for (int i = 0; i < CACHED_SECTORS; i++) cache[i] = -1;
  for (int k = begin; k < end; k++) {
    int sector = matrix->col_idx[k] >> shift;
    int *place = &cache[(uint32_t)sector * 2654435761u >> 20]; /* the upper 12 bits */
    counted += k >= middle;
    misses += k >= middle && *place != sector;
    *place = sector;
  }
  return counted > 0 ? (double)misses / counted : 0;
}

sl_status sl_bench_choose_shape(const sl_csr *matrix, size_t value_bytes, sl_bench_shape *out) {
  int *cache, samples = 0;
  double rows = matrix->num_rows;
  *out = (sl_bench_shape){.mean_length = rows > 0 ? matrix->nnz / rows : 0,
                          .long_share = share_of_long_rows(matrix),
                          .columns_follow = columns_follow(matrix),
                          .slice_padding = padding(matrix, SLICE, matrix->num_cols),
                          .window_padding = padding(matrix, WINDOW, LONG_ROW)};
  SL_TRY(sl_alloc(CACHED_SECTORS, sizeof *cache, "a small cache", &cache));
  int length = matrix->nnz < SAMPLE_ENTRIES ? matrix->nnz : SAMPLE_ENTRIES;
  int most = length > 0 ? matrix->nnz / length : 0;
  for (; samples < SAMPLES && samples < most; samples++) {
    int count = most < SAMPLES ? most : SAMPLES;
    int begin = (int)((double)(matrix->nnz - length) * samples / (count > 1 ? count - 1 : 1));
    out->gather_sectors += missed(matrix, begin, begin + length, value_bytes, cache);
  }
  if (samples > 0) out->gather_sectors /= samples;
  sl_free(cache);
  return SL_OK;
}

void sl_bench_choose(const sl_bench_shape *shape, size_t value_bytes, sl_bench_choice *out) {
  const double of_l2 = 5.3, of_memory = 4.0; /* bytes per picosecond, as in lab 06 */
  double entry_bytes = (double)(value_bytes + 4), row_pointer_bytes = 4;
  double gather = SECTOR_BYTES * shape->gather_sectors / of_l2;
  *out = (sl_bench_choice){.count = 0};
  if (shape->columns_follow && shape->mean_length > 32) {
    out->names[out->count++] = "CSR by its rows";
    return;
  }
  if (gather > entry_bytes / of_memory) {
    bool few_entries = shape->mean_length * entry_bytes < row_pointer_bytes;
    out->names[out->count++] =
        few_entries ? "tiles, x in shared memory" : "tiles or shares, chosen";
  }
  bool lanes_have_rows = shape->long_share <= 0.05;
  if (shape->slice_padding <= 1.05) {
    out->names[out->count++] =
        lanes_have_rows ? "sliced ELL, tuned" : "vectors, eight loads in flight";
  } else if (lanes_have_rows && shape->window_padding <= 3.6) {
    out->names[out->count++] = "JDS, tuned";
  }
  out->names[out->count++] = "CSR by its rows";
}

const sl_bench_row *sl_bench_choose_name(const sl_bench_choice *choice,
                                         const sl_bench_table *table) {
  for (int c = 0; c < choice->count; c++) {
    for (int i = 0; i < table->count; i++) {
      const sl_bench_row *row = &table->rows[i];
      bool measured = row->state == SL_BENCH_MEASURED && row->cold.median_us > 0;
      bool ours = row->side != SL_BENCH_LIBRARY && strcmp(row->name, choice->names[c]) == 0;
      if (ours && measured) return row;
    }
  }
  return NULL;
}
