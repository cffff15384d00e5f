/* distribute.c: a counting sort, in which each thread has lines of its own.
 *
 * Each thread scans all entries and moves those of its lines. So the entries of a line keep their
 * order, and no two threads write to the same location. Scanning is cheap compared with the
 * scattered writes. */
#include "matrix/distribute.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <string.h>

typedef struct distributing {
  const sl_distribution *entries;
  int *next; /* where the next entry of each line goes */
  int num_parts;
} distributing;

static void count_part(void *context, int part) {
  const distributing *all = context;
  const sl_distribution *e = all->entries;
  int first = (int)sl_part_begin(e->num_lines, all->num_parts, part);
  unsigned lines =
      (unsigned)sl_part_begin(e->num_lines, all->num_parts, part + 1) - (unsigned)first;
  int *count = e->ptr + first + 1;
  for (int k = 0; k < e->nnz; k++) {
    unsigned line = (unsigned)(e->line[k] - first);
    if (line < lines) count[line]++;
  }
}

/* The first line whose first entry has index `target` or more. */
static int first_line_from(const sl_distribution *e, long long target) {
  int low = 0, high = e->num_lines;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (e->ptr[middle] < target) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* The first line of part `part`. All parts have about equal numbers of entries; equal numbers of
 * lines would not work, because a few lines may hold most entries. */
static int first_line(const distributing *all, int part) {
  const sl_distribution *e = all->entries;
  if (part == all->num_parts) return e->num_lines;
  return first_line_from(e, sl_part_begin(e->nnz, all->num_parts, part));
}

static inline void put(const sl_distribution *e, int slot, int other, double value) {
  e->to_idx[slot] = other;
  e->to_values[slot] = value;
}

static void take_entries(const distributing *all, int first, unsigned lines) {
  const sl_distribution *e = all->entries;
  int *next = all->next + first;
  for (int k = 0; k < e->nnz; k++) {
    unsigned line = (unsigned)(e->line[k] - first);
    if (line < lines) put(e, next[line]++, e->other[k], e->values[k]);
  }
}

static void take_rows(const distributing *all, int first, unsigned lines) {
  const sl_distribution *e = all->entries;
  int *next = all->next + first;
  for (int row = 0; row < e->rows->num_rows; row++) {
    for (int k = e->rows->row_ptr[row]; k < e->rows->row_ptr[row + 1]; k++) {
      unsigned line = (unsigned)(e->line[k] - first);
      if (line < lines) put(e, next[line]++, row, e->values[k]);
    }
  }
}

static void scatter_part(void *context, int part) {
  const distributing *all = context;
  int first = first_line(all, part);
  unsigned lines = (unsigned)first_line(all, part + 1) - (unsigned)first;
  memcpy(all->next + first, all->entries->ptr + first, (size_t)lines * sizeof(int));
  if (all->entries->other) {
    take_entries(all, first, lines);
  } else {
    take_rows(all, first, lines);
  }
}

sl_status sl_distribute(const sl_distribution *entries) {
  int threads = sl_parallel_threads(entries->nnz);
  distributing all = {.entries = entries, .num_parts = threads};
  SL_TRY(
      sl_alloc((size_t)entries->num_lines, sizeof(int), "the lines' next free slots", &all.next));
  sl_parallel_run(threads, threads, count_part, &all);
  for (int line = 0; line < entries->num_lines; line++)
    entries->ptr[line + 1] += entries->ptr[line];
  sl_parallel_run(threads, threads, scatter_part, &all);
  sl_free(all.next);
  return SL_OK;
}
