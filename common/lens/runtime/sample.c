/* sample.c: keeps a few requests with the addresses of their lanes, as examples. */
#include "sample.h"

#include "alloc.h"
#include "describe.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the watched warp ------------------------------------------------------------------------ */

static struct {
  uint64_t block;
  unsigned warp;
} watched;

void lens_watch_warp(uint64_t block, unsigned warp) {
  watched.block = block;
  watched.warp = warp;
}

static void read_environment(void) {
  const char *text = getenv("LENS_WARP");
  unsigned long long block;
  unsigned warp;
  if (text && sscanf(text, "%llu:%u", &block, &warp) == 2) lens_watch_warp(block, warp);
}

__attribute__((constructor)) static void begin(void) {
  read_environment();
}

bool lens_sample_watches(uint64_t block, unsigned warp) {
  return block == watched.block && warp == watched.warp;
}

/* ---- one request ----------------------------------------------------------------------------- */

/* The address of the array's first element: `address` is that of element `index`. */
static uint64_t start_of(uint64_t address, const lens_sighting *described, unsigned bytes) {
  return described->index == -1 ? address : address - (uint64_t)described->index * bytes;
}

static void note(const lens_block *block, const lens_step *step, lens_cost cost,
                 const lens_sighting *described, lens_request *out) {
  uint64_t start = start_of(step->address[0], described, lens_bytes_of(step->what));
  memset(out, 0, sizeof *out);
  out->launch = block->work->number;
  memcpy(out->block, &block->index, sizeof out->block);
  out->warp = (unsigned)(block->running.lanes - block->lanes) / LENS_WARP;
  out->lanes = step->lanes;
  out->units = cost.units;
  out->ideal = cost.ideal;
  out->phase = (unsigned)(start % LENS_LINE_BYTES);
  out->length = described->length;
  memcpy(out->array, described->array, sizeof out->array);
  for (unsigned i = 0; i < step->count; i++) {
    out->offset[i] = (long long)(step->address[i] - start);
  }
}

/* Returns where to keep the request with this number, or NULL if it is not kept. Every stride-th
 * request is kept; if there is no room, every second one is dropped and the stride doubles. */
static lens_request *room_for(lens_samples *samples, uint64_t turn) {
  if (samples->stride == 0) samples->stride = 1;
  if (turn % samples->stride != 0) return NULL;
  if (samples->num_kept == LENS_KEPT) {
    for (unsigned i = 0; i < LENS_KEPT / 2; i++) samples->kept[i] = samples->kept[2 * i];
    samples->num_kept = LENS_KEPT / 2;
    samples->stride *= 2;
    if (turn % samples->stride != 0) return NULL;
  }
  return &samples->kept[samples->num_kept++];
}

static lens_sighting describe(const lens_block *block, const lens_step *step) {
  lens_sighting described = lens_sighting_of(LENS_RACE);
  lens_describe_accessed(block, (lens_space)lens_syntax_space_of(step->what), step->address[0],
                         lens_bytes_of(step->what), &described);
  return described;
}

void lens_sample_take(lens_block *block, lens_count *row, const lens_step *step, lens_cost cost) {
  if (!row->samples) row->samples = lens_alloc(1, sizeof *row->samples);
  lens_samples *samples = row->samples;
  unsigned score = lens_sample_score(cost, step);
  bool worst = samples && score > samples->score;
  uint64_t turn = samples && block->running.sampled ? samples->seen++ : 0;
  lens_request *kept = samples && block->running.sampled ? room_for(samples, turn) : NULL;
  if (row->array && !worst && !kept) return;
  lens_sighting described = describe(block, step);
  if (!row->array) row->array = lens_intern(described.array);
  if (worst) {
    samples->score = row->worst = score;
    samples->worst_block = block->number;
    note(block, step, cost, &described, &samples->worst);
    samples->worst.worst = true;
  }
  if (kept) {
    note(block, step, cost, &described, kept);
    kept->turn = turn;
  }
}

/* ---- samples of one instruction -------------------------------------------------------------- */

static bool is_before(const lens_samples *one, const lens_samples *two) {
  return one->worst.launch == two->worst.launch && one->worst_block < two->worst_block;
}

void lens_samples_merge(lens_samples **into, const lens_samples *from) {
  if (!from) return;
  if (!*into) {
    *into = lens_alloc(1, sizeof **into);
    if (*into) **into = *from;
    return;
  }
  lens_samples *sum = *into;
  if (from->score > sum->score || (from->score == sum->score && is_before(from, sum))) {
    sum->score = from->score;
    sum->worst_block = from->worst_block;
    sum->worst = from->worst;
  }
  if (sum->num_kept > 0 || from->num_kept == 0) return;
  memcpy(sum->kept, from->kept, sizeof sum->kept);
  sum->num_kept = from->num_kept;
}
