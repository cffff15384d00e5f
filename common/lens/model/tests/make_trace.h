/** @file make_trace.h
 *  Traces of kernels written by hand: a function adds the operations of one warp.
 */
#ifndef LENS_MODEL_TESTS_MAKE_TRACE_H
#define LENS_MODEL_TESTS_MAKE_TRACE_H

#include "lens/model/simulate.h"

#include <stdlib.h>
#include <string.h>

typedef struct made_warp {
  model_operation *operations;
  uint64_t *sectors;
  size_t num_operations, num_sectors, most_operations, most_sectors;
} made_warp;

typedef struct made_launch made_launch;
typedef void make_function(const made_launch *l, made_warp *w, uint64_t block, unsigned warp);

typedef struct made_block {
  model_block block; /* the first member, so that a pointer to it is also a pointer to the struct */
  model_warp *warps;
  made_warp *made;
  struct made_block *next;
} made_block;

struct made_launch {
  model_launch launch;
  make_function *make;
  const void *context;
  unsigned warps_per_block;
  made_block *unused;
};

static inline model_operation *add_operation(made_warp *w, model_kind kind, unsigned waits_for) {
  if (w->num_operations == w->most_operations) {
    w->most_operations = w->most_operations * 2 + 16;
    w->operations = realloc(w->operations, w->most_operations * sizeof *w->operations);
  }
  model_operation *op = &w->operations[w->num_operations++];
  memset(op, 0, sizeof *op);
  op->kind = (uint8_t)kind;
  op->waits_for = (uint16_t)waits_for;
  op->lanes = 32;
  op->bytes = 4;
  op->wavefronts = 1;
  return op;
}

static inline void add_sector(made_warp *w, model_operation *op, uint64_t sector) {
  if (w->num_sectors == w->most_sectors) {
    w->most_sectors = w->most_sectors * 2 + 64;
    w->sectors = realloc(w->sectors, w->most_sectors * sizeof *w->sectors);
  }
  uint64_t *first = w->sectors + w->num_sectors - op->num_sectors;
  size_t at = op->num_sectors;
  while (at > 0 && first[at - 1] > sector) at--;
  if (at > 0 && first[at - 1] == sector) return;
  memmove(first + at + 1, first + at, (op->num_sectors - at) * sizeof *first);
  first[at] = sector;
  w->num_sectors++;
  op->num_sectors++;
}

/* A request of `lanes` lanes, lane i at addresses[i]. The last operation that was added. */
static inline model_operation *add_request(made_warp *w, model_kind kind, unsigned waits_for,
                                           const uint64_t *addresses, unsigned lanes,
                                           unsigned bytes) {
  model_operation *op = add_operation(w, kind, waits_for);
  op->lanes = (uint8_t)lanes;
  op->bytes = (uint8_t)bytes;
  uint64_t words[32][32];
  unsigned in_bank[32] = {0};
  for (unsigned i = 0; i < lanes; i++) {
    uint64_t word = addresses[i] / 4;
    unsigned bank = word % 32, k = 0;
    while (k < in_bank[bank] && words[bank][k] != word) k++;
    if (k == in_bank[bank]) words[bank][in_bank[bank]++] = word;
    if (in_bank[bank] > op->wavefronts) op->wavefronts = (uint16_t)in_bank[bank];
    add_sector(w, op, addresses[i] / 32);
    add_sector(w, op, (addresses[i] + bytes - 1) / 32);
  }
  return op;
}

/* Adjacent lanes from `address` on. */
static inline model_operation *add_row(made_warp *w, model_kind kind, unsigned waits_for,
                                       uint64_t address, unsigned lanes, unsigned bytes) {
  uint64_t addresses[32];
  for (unsigned i = 0; i < lanes; i++) addresses[i] = address + (uint64_t)i * bytes;
  return add_request(w, kind, waits_for, addresses, lanes, bytes);
}

static inline const model_block *take_made(void *context, uint64_t number) {
  made_launch *l = context;
  made_block *b = l->unused;
  if (b)
    l->unused = b->next;
  else {
    b = calloc(1, sizeof *b);
    b->made = calloc(l->warps_per_block, sizeof *b->made);
    b->warps = calloc(l->warps_per_block, sizeof *b->warps);
  }
  for (unsigned i = 0; i < l->warps_per_block; i++) {
    made_warp *w = &b->made[i];
    w->num_operations = w->num_sectors = 0;
    l->make(l, w, number, i);
    b->warps[i] = (model_warp){w->operations, w->num_operations, w->sectors, w->num_sectors};
  }
  b->block = (model_block){b->warps, l->warps_per_block};
  return &b->block;
}

static inline void give_back_made(void *context, const model_block *block) {
  made_launch *l = context;
  made_block *b = (made_block *)(uintptr_t)block;
  b->next = l->unused;
  l->unused = b;
}

static inline made_launch make_launch(make_function *make, const void *context, uint64_t blocks,
                                      unsigned threads) {
  made_launch l;
  memset(&l, 0, sizeof l);
  l.make = make;
  l.context = context;
  l.warps_per_block = (threads + 31) / 32;
  l.launch.num_blocks = blocks;
  l.launch.threads_per_block = threads;
  l.launch.num_places = 16;
  l.launch.take = take_made;
  l.launch.give_back = give_back_made;
  return l;
}

/* Predicts the launch and frees its parts. */
static inline int predict_made(const model_device *device, model_memory *memory, made_launch *l,
                               model_prediction *out) {
  l->launch.context = l;
  int status = model_simulate(device, memory, &l->launch, out);
  while (l->unused) {
    made_block *b = l->unused;
    l->unused = b->next;
    for (unsigned i = 0; i < l->warps_per_block; i++) {
      free(b->made[i].operations);
      free(b->made[i].sectors);
    }
    free(b->made);
    free(b->warps);
    free(b);
  }
  return status;
}

#endif
