/** @file count.h
 *  The counters of a host thread's blocks: a row for each memory instruction.
 */
#ifndef LENS_RUNTIME_COUNT_H
#define LENS_RUNTIME_COUNT_H

#include "align.h"
#include "sample.h"

#include <stddef.h>
#include <stdint.h>

typedef struct lens_count {
  uint64_t name;        /**< place in the lower half, kind, space and size above; 0: free */
  uint64_t first_block; /**< the lowest block that executed it; it also provides the array's name */
  const char *array;    /**< interned */
  uint64_t requests, threads, units, ideal, conflicts;
  uint64_t kept;  /**< requests whose value nvcc may have in a register (register_values.h) */
  unsigned worst; /**< the highest score of its examples */
  lens_samples *samples; /**< owned; NULL: none */
} lens_count;

/** Adds the counts and the examples of `more` to `sum`. The caller decides which array is named. */
void lens_count_add(lens_count *sum, const lens_count *more);

/** A hash table of rows by name. It grows as needed. */
typedef struct lens_calls_counts {
  lens_count *rows;
  size_t capacity; /**< a power of two, or 0 */
  size_t used;
} lens_calls_counts;

static inline uint64_t lens_count_name(uint64_t key, uint64_t what) {
  return lens_class_of(what) << 32 | lens_key_place(key);
}

/** The row of that name, added if it is new. NULL only when memory is short. */
lens_count *lens_counts_row(lens_calls_counts *counts, uint64_t name);
void lens_counts_clear(lens_calls_counts *counts);
void lens_counts_free(lens_calls_counts *counts);
/** Adds `from` to `into`; the lowest block names the array. */
void lens_counts_merge(lens_calls_counts *into, const lens_calls_counts *from);

/** Counts one step of a warp that touches memory. Returns its row, with the cost of the step in
 *  `*cost_out`; NULL when memory is short. */
lens_count *lens_count_step(lens_calls_counts *counts, const lens_step *step, uint64_t block,
                            lens_cost *cost_out);

#endif
