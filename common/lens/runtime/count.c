/* count.c: adds up requests, a row for each memory instruction. */
#include "count.h"
#include "alloc.h"

#include "lens/lens.h"

#include <stdlib.h>
#include <string.h>

static lens_count *find(lens_count *rows, size_t capacity, uint64_t name) {
  size_t at = (size_t)(name * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (capacity - 1);
  while (rows[at].name && rows[at].name != name) at = (at + 1) & (capacity - 1);
  return &rows[at];
}

static int grow(lens_calls_counts *counts) {
  size_t capacity = counts->capacity ? counts->capacity * 2 : 256;
  lens_count *rows = lens_alloc(capacity, sizeof *rows);
  if (!rows) return -1;
  for (size_t i = 0; i < counts->capacity; i++) {
    const lens_count *row = &counts->rows[i];
    if (row->name) *find(rows, capacity, row->name) = *row;
  }
  free(counts->rows);
  counts->rows = rows;
  counts->capacity = capacity;
  return 0;
}

lens_count *lens_counts_row(lens_calls_counts *counts, uint64_t name) {
  if (counts->capacity) {
    lens_count *row = find(counts->rows, counts->capacity, name);
    if (row->name) return row;
  }
  if (2 * (counts->used + 1) > counts->capacity && grow(counts) != 0) return NULL;
  lens_count *row = find(counts->rows, counts->capacity, name);
  row->name = name;
  row->first_block = UINT64_MAX;
  counts->used++;
  return row;
}

static void free_samples(lens_calls_counts *counts) {
  for (size_t i = 0; i < counts->capacity; i++) free(counts->rows[i].samples);
}

void lens_counts_clear(lens_calls_counts *counts) {
  free_samples(counts);
  if (counts->used) memset(counts->rows, 0, counts->capacity * sizeof *counts->rows);
  counts->used = 0;
}

void lens_counts_free(lens_calls_counts *counts) {
  free_samples(counts);
  free(counts->rows);
  *counts = (lens_calls_counts){0};
}

void lens_count_add(lens_count *sum, const lens_count *more) {
  sum->requests += more->requests;
  sum->threads += more->threads;
  sum->units += more->units;
  sum->ideal += more->ideal;
  sum->conflicts += more->conflicts;
  sum->kept += more->kept;
  lens_samples_merge(&sum->samples, more->samples);
}

void lens_counts_merge(lens_calls_counts *into, const lens_calls_counts *from) {
  for (size_t i = 0; i < from->capacity; i++) {
    const lens_count *row = &from->rows[i];
    if (!row->name) continue;
    lens_count *sum = lens_counts_row(into, row->name);
    if (!sum) return;
    lens_count_add(sum, row);
    if (row->first_block < sum->first_block) {
      sum->first_block = row->first_block;
      sum->array = row->array;
    }
  }
}

static lens_cost cost_of(const lens_step *step) {
  unsigned bytes = lens_bytes_of(step->what);
  bool atomic = lens_kind_of(step->what) == LENS_RECORD_ATOMIC;
  if (lens_syntax_space_of(step->what) == LENS_GLOBAL) {
    return atomic ? lens_model_global_atomic(step->address, step->count, bytes)
                  : lens_model_global(step->address, step->count, bytes);
  }
  lens_shared_request request = {step->address, step->count, step->lanes, bytes};
  return atomic ? lens_model_shared_atomic(&request, lens_update_of(step->what))
         : lens_kind_of(step->what) == LENS_RECORD_LOAD ? lens_model_shared_load(&request)
                                                        : lens_model_shared_store(&request);
}

lens_count *lens_count_step(lens_calls_counts *counts, const lens_step *step, uint64_t block,
                            lens_cost *cost_out) {
  lens_count *row = lens_counts_row(counts, lens_count_name(step->key, step->what));
  if (!row) return NULL;
  lens_cost cost = cost_of(step);
  row->requests++;
  row->threads += step->count;
  row->units += cost.units;
  row->ideal += cost.ideal;
  row->conflicts += cost.conflicts;
  if (row->first_block == UINT64_MAX) row->first_block = block;
  *cost_out = cost;
  return row;
}
