/* heap.c: memory that kernels allocate with malloc or new, from a separate part of the arena.
 *
 * The table of allocations cannot change while a kernel runs, so heap blocks have a separate table
 * that only grows. A block begins at a granule and an inaccessible granule follows it. A freed
 * block is reused only after many others were freed. Blocks that are never freed are not reported,
 * because a GPU frees them when the program ends. */
#include "heap.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "protect.h"

enum { CHUNK = 4096, CHUNKS = 1024, WAITING = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static lens_allocation *chunks[CHUNKS]; /* sorted by address */
static size_t count;                    /* atomic */
static uintptr_t used_up_to;
static size_t bytes_in_use, limit = 8u << 20;
static uint32_t waiting[WAITING]; /* numbers of freed blocks: a ring that begins at `oldest` */
static size_t num_waiting, oldest;

static lens_allocation *block_at(size_t number) {
  return &chunks[number / CHUNK][number % CHUNK];
}

/* The number of blocks that start at or before the address. */
static size_t blocks_up_to(uintptr_t address) {
  size_t low = 0, high = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (block_at(middle)->start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

lens_allocation *lens_heap_find(uintptr_t address) {
  size_t number = blocks_up_to(address);
  return number == 0 ? NULL : block_at(number - 1);
}

static void open_granules(const lens_allocation *block) {
  size_t bytes = block->bytes;
  lens_granule *granule =
      &lens_device.granules[(block->start - lens_device.base) >> LENS_GRANULE_SHIFT];
  for (; bytes > LENS_GRANULE; bytes -= LENS_GRANULE) (granule++)->state = LENS_GRANULE;
  granule->state = (uint32_t)bytes;
}

static lens_allocation *reuse(size_t span) {
  if (num_waiting < WAITING) return NULL;
  lens_allocation *block = block_at(waiting[oldest]);
  if (block->span != span) return NULL;
  oldest = (oldest + 1) % WAITING;
  num_waiting--;
  return block;
}

static lens_allocation *make_block(size_t span) {
  size_t number = count;
  if (used_up_to == 0) {
    used_up_to = lens_heap_start();
    lens_protect_cut(used_up_to, lens_heap_end() - used_up_to);
  }
  if (number == (size_t)CHUNK * CHUNKS || span > lens_heap_end() - used_up_to) return NULL;
  lens_allocation **chunk = &chunks[number / CHUNK];
  if (!*chunk) *chunk = calloc(CHUNK, sizeof **chunk);
  if (!*chunk) return NULL;
  lens_allocation *block = block_at(number);
  *block = (lens_allocation){.start = used_up_to, .span = span, .name = "malloc()"};
  used_up_to += span;
  __atomic_store_n(&count, number + 1, __ATOMIC_RELEASE);
  return block;
}

void *lens_heap_malloc(size_t bytes) {
  if (bytes == 0 || bytes > limit) return NULL;
  size_t span = (bytes + 2 * LENS_GRANULE - 1) & ~(size_t)(LENS_GRANULE - 1);
  void *out = NULL;
  pthread_mutex_lock(&lock);
  lens_allocation *block = bytes <= limit - bytes_in_use ? reuse(span) : NULL;
  if (!block && bytes <= limit - bytes_in_use) block = make_block(span);
  if (block) {
    block->bytes = bytes;
    block->freed = false;
    bytes_in_use += bytes;
    open_granules(block);
    out = (void *)block->start;
  }
  pthread_mutex_unlock(&lock);
  return out;
}

void lens_heap_free(void *pointer) {
  if (!pointer) return;
  pthread_mutex_lock(&lock);
  size_t number = blocks_up_to((uintptr_t)pointer);
  lens_allocation *block = number > 0 ? block_at(number - 1) : NULL;
  bool ours = block && block->start == (uintptr_t)pointer, twice = ours && block->freed;
  if (ours && !twice) {
    bytes_in_use -= block->bytes;
    lens_memory_retire(block);
    if (num_waiting == WAITING) { /* the ring is full, so its oldest block is never reused */
      oldest = (oldest + 1) % WAITING;
      num_waiting--;
    }
    waiting[(oldest + num_waiting++) % WAITING] = (uint32_t)(number - 1);
  }
  pthread_mutex_unlock(&lock);
  if (twice) lens_trap("free() or delete of memory that was already freed");
  if (!ours)
    lens_trap("free() or delete of memory that neither malloc() nor new returned in a kernel");
}

void lens_heap_set_limit(size_t bytes) {
  limit = bytes;
}

void lens_heap_reset(void) {
  for (size_t i = 0; i < count; i++) {
    if (!block_at(i)->freed) lens_memory_retire(block_at(i));
  }
  count = num_waiting = oldest = 0;
  used_up_to = 0;
  bytes_in_use = 0;
}
