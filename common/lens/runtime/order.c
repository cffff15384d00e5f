/* order.c: releases, flags, and what each thread has acquired. */
#include "order.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "work.h"

#define MOST_RELEASES 4096 /* of one block; beyond that, everything it did counts as released */

typedef struct release {
  uint64_t own, warp, block; /* as in lens_fences */
  uint64_t number;
  unsigned thread;
  bool block_only;
} release;

typedef struct releases {
  release *items; /* in the order of their numbers */
  unsigned count, capacity;
  uint64_t all_from; /* from this number on, everything of the block is released; 0: not yet */
} releases;

typedef struct flag {
  const void *address;
  uint64_t number;
} flag;

/* State of the running launch; there is one at a time. */
static struct {
  pthread_mutex_t lock;
  uint64_t number;
  uint64_t num_blocks;
  releases **blocks; /* NULL until the first release */
  flag *flags;       /* by a hash of the address */
  size_t num_flags, flags_capacity;
} order = {.lock = PTHREAD_MUTEX_INITIALIZER};

void lens_order_begin(lens_work *work) {
  for (uint64_t i = 0; order.blocks && i < order.num_blocks; i++) {
    if (!order.blocks[i]) continue;
    free(order.blocks[i]->items);
    free(order.blocks[i]);
  }
  free(order.blocks);
  free(order.flags);
  order.blocks = NULL;
  order.flags = NULL;
  order.num_flags = 0;
  order.flags_capacity = 0;
  order.number = 0;
  order.num_blocks = work->blocks;
}

static bool in_use(const lens_block *block) {
  return __atomic_load_n(&block->work->fenced, __ATOMIC_RELAXED);
}

static uint64_t later(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

/* ---- flags ---------------------------------------------------------------------------------- */

static flag *slot_of(const void *address) {
  size_t mask = order.flags_capacity - 1;
  size_t i = (size_t)(((uintptr_t)address >> 2) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & mask;
  while (order.flags[i].address && order.flags[i].address != address) i = (i + 1) & mask;
  return &order.flags[i];
}

static bool grow_flags(void) {
  flag *old = order.flags;
  size_t capacity = order.flags_capacity;
  flag *fresh = lens_alloc(capacity ? 2 * capacity : 64, sizeof *fresh);
  if (!fresh) return false;
  order.flags = fresh;
  order.flags_capacity = capacity ? 2 * capacity : 64;
  for (size_t i = 0; i < capacity; i++) {
    if (old[i].address) *slot_of(old[i].address) = old[i];
  }
  free(old);
  return true;
}

static void raise_flag(const void *address, uint64_t number) {
  if (2 * order.num_flags >= order.flags_capacity && !grow_flags()) return;
  flag *it = slot_of(address);
  if (!it->address) {
    it->address = address;
    order.num_flags++;
  }
  it->number = later(it->number, number);
}

/* ---- releases ------------------------------------------------------------------------------- */

static releases *releases_of(uint64_t block) {
  if (!order.blocks) order.blocks = lens_alloc(order.num_blocks, sizeof(releases *));
  if (!order.blocks) return NULL;
  if (!order.blocks[block]) order.blocks[block] = lens_alloc(1, sizeof(releases));
  return order.blocks[block];
}

static void add_release(uint64_t block, const release *fresh) {
  releases *list = releases_of(block);
  if (!list) return;
  if (list->count == MOST_RELEASES) {
    if (!list->all_from) list->all_from = list->items[0].number;
    list->count = 0;
  }
  if (list->count == list->capacity) {
    unsigned capacity = list->capacity ? 2 * list->capacity : 2;
    release *grown = lens_alloc_more(list->items, capacity, sizeof *grown);
    if (!grown) return;
    list->items = grown;
    list->capacity = capacity;
  }
  list->items[list->count++] = *fresh;
}

void lens_order_release(lens_lane *lane, const void *address) {
  if (!in_use(lane->block)) return;
  lens_fences *it = &lane->fences;
  if (!it->fresh && !it->released) return;
  pthread_mutex_lock(&order.lock);
  if (it->fresh) {
    it->released = ++order.number;
    it->fresh = false;
    release fresh = {it->own, it->warp, it->block, it->released, lane->thread, it->block_only};
    add_release(lane->block->number, &fresh);
  }
  raise_flag(address, it->released);
  pthread_mutex_unlock(&order.lock);
}

/* ---- acquiring ------------------------------------------------------------------------------ */

void lens_order_see(lens_lane *lane, const void *address) {
  if (!in_use(lane->block)) return;
  pthread_mutex_lock(&order.lock);
  if (order.flags) lane->fences.seen = later(lane->fences.seen, slot_of(address)->number);
  pthread_mutex_unlock(&order.lock);
}

static void look_up(lens_lane *lane) {
  if (!lane->fences.flag) return;
  lens_order_see(lane, lane->fences.flag);
  lane->fences.flag = NULL;
}

void lens_order_will_see(lens_lane *lane, const void *address) {
  if (lane->fences.flag != address) look_up(lane);
  lane->fences.flag = address;
}

/* Ticks since the block began. */
static uint64_t ticks_at(const lens_block *block, uint64_t clock) {
  return clock - block->began;
}

void lens_order_fence(lens_lane *lane, bool block_only) {
  lens_block *block = lane->block;
  lens_fences *it = &lane->fences;
  __atomic_store_n(&block->work->fenced, true, __ATOMIC_RELAXED);
  lens_block_tick_lane(block, lane); /* so that later accesses come after the fence */
  it->own = ticks_at(block, lens_word_when(lane->shared.stamp));
  it->warp = ticks_at(block, lane->shared.warp_since);
  it->block = ticks_at(block, block->shared.block_since);
  it->block_only = block_only && (!it->fresh || it->block_only);
  it->fresh = true;
  block->global.epoch = 0; /* because from now on readers must be recorded */
  look_up(lane);
  it->acquired = later(it->acquired, it->seen);
}

/* The combined knowledge of several threads. */
typedef struct knowledge {
  uint64_t acquired;
  bool fresh, block_only;
} knowledge;

static void gather(knowledge *all, lens_lane *lane) {
  const lens_fences *it = &lane->fences;
  look_up(lane);
  all->acquired = later(all->acquired, later(it->acquired, it->seen));
  if (!it->fresh) return;
  all->block_only = it->block_only && (!all->fresh || all->block_only);
  all->fresh = true;
}

/* Gives a thread the combined knowledge after a synchronisation. Fences before it count for all
 * threads that took part, because programs use the pattern "fence, barrier, thread 0 sets the
 * flag". */
static void spread(const knowledge *all, lens_lane *lane, bool whole_block) {
  lens_fences *it = &lane->fences;
  it->acquired = all->acquired;
  if (!all->fresh) return;
  it->own = ticks_at(lane->block, lane->block->clock);
  it->warp = it->own;
  if (whole_block) it->block = it->own;
  it->fresh = true;
  it->block_only = all->block_only;
}

void lens_order_join_warp(lens_block *block, uint32_t lanes) {
  if (!in_use(block)) return;
  block->global.epoch = 0;
  knowledge all = {0};
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    gather(&all, &block->running.lanes[__builtin_ctz(rest)]);
  }
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    spread(&all, &block->running.lanes[__builtin_ctz(rest)], false);
  }
}

void lens_order_join_block(lens_block *block) {
  if (!in_use(block)) return;
  block->global.epoch = 0;
  knowledge all = {0};
  for (unsigned i = 0; i < block->work->threads; i++) gather(&all, &block->lanes[i]);
  for (unsigned i = 0; i < block->work->threads; i++) spread(&all, &block->lanes[i], true);
}

/* ---- the question --------------------------------------------------------------------------- */

/* An earlier access, as recorded in a cell. */
typedef struct past {
  uint64_t block, ticks;
  unsigned thread;
  bool several_warps; /* `thread` is one of them */
  bool flag;          /* an atomic or volatile store */
} past;

/* Whether the release includes the access. The store to the flag comes just after the fence but is
 * included too: if several threads set a flag one after another, a thread that has read the flag
 * may write to it. */
static bool covers(const release *it, const past *access) {
  if (access->ticks == LENS_CLOCK_MAX) return true; /* the clock had reached its end */
  uint64_t until = it->own + access->flag;
  if (access->thread == it->thread || access->several_warps) return access->ticks < until;
  bool same_warp = access->thread / LENS_WARP == it->thread / LENS_WARP;
  return access->ticks < (same_warp ? it->warp : it->block);
}

static bool released(const past *access, uint64_t number, bool same_block) {
  const releases *list = order.blocks ? order.blocks[access->block] : NULL;
  if (!list) return false;
  if (list->all_from && number >= list->all_from) return true;
  for (unsigned i = list->count; i-- > 0;) {
    const release *it = &list->items[i];
    if (it->number <= number && (same_block || !it->block_only) && covers(it, access)) return true;
  }
  return false;
}

static past past_of(const lens_block *block, lens_space space, uint64_t word, bool reader) {
  past it = {.block = block->number, .thread = lens_word_thread(word)};
  uint64_t when = lens_word_when(word);
  if (space == LENS_GLOBAL) {
    it.block = lens_word_owner(word) - block->work->first_owner - 1;
    it.ticks = when & LENS_CLOCK_MAX;
  } else {
    it.ticks = ticks_at(block, when);
  }
  it.flag = !reader && (word & LENS_BY_ATOMIC);
  it.several_warps = reader && lens_word_readers(word) == LENS_MANY_WARPS;
  return it;
}

bool lens_order_before(lens_lane *lane, lens_space space, uint64_t word, bool reader, bool weak) {
  const lens_block *block = lane->block;
  if (!in_use(block)) return false;
  const lens_view *view = space == LENS_GLOBAL ? &block->global : &block->shared;
  if (space == LENS_GLOBAL && lens_word_owner(word) < block->work->first_owner) return false;
  look_up(lane);
  uint64_t number = lane->fences.acquired;
  if (weak) number = later(number, lane->fences.seen);
  if (number == 0) return false;
  if (lens_word_when(word) == view->everyone) return true; /* the word does not name its readers */
  past access = past_of(block, space, word, reader);
  pthread_mutex_lock(&order.lock);
  bool before = released(&access, number, access.block == block->number);
  pthread_mutex_unlock(&order.lock);
  return before;
}
