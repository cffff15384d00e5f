/* scope.c: records which block did an atomic of block scope on which word of device memory. */
#include "scope.h"
#include "describe.h"

#include "alloc.h"
#include "memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The first block that accessed a word, with its latest access. */
typedef struct visit {
  uintptr_t address; /* 0: free */
  uint64_t block;
  unsigned thread;
  uintptr_t place;
} visit;

static struct {
  pthread_mutex_t lock;
  visit *visits;
  size_t count, capacity; /* the capacity is a power of two, or 0 */
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static visit *slot_of(uintptr_t address) {
  size_t at = (size_t)((address * UINT64_C(0x9E3779B97F4A7C15)) >> 20);
  for (;; at++) {
    visit *it = &table.visits[at & (table.capacity - 1)];
    if (!it->address || it->address == address) return it;
  }
}

static bool make_room(void) {
  if (2 * table.count < table.capacity) return true;
  size_t before = table.capacity;
  visit *old = table.visits;
  visit *larger = lens_alloc(before ? 2 * before : 256, sizeof *larger);
  if (!larger) return false;
  table.visits = larger;
  table.capacity = before ? 2 * before : 256;
  for (size_t i = 0; i < before; i++) {
    if (old[i].address) *slot_of(old[i].address) = old[i];
  }
  free(old);
  return true;
}

void lens_scope_begin(void) {
  if (table.count) memset(table.visits, 0, table.capacity * sizeof *table.visits);
  table.count = 0;
}

static void tell(lens_lane *lane, const visit *earlier, uintptr_t address, unsigned bytes,
                 uintptr_t place) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_RACE, place);
  lens_describe_array(lane->block, LENS_GLOBAL, address, bytes, &sighting);
  sighting.operation = LENS_ATOMIC;
  sighting.reason = LENS_BLOCK_SCOPE;
  sighting.other = (lens_other){.known = true,
                                .operation = LENS_ATOMIC,
                                .block = earlier->block,
                                .thread = earlier->thread,
                                .place = earlier->place};
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
}

void lens_scope_look(lens_lane *lane, const void *address, unsigned bytes, uintptr_t place) {
  uintptr_t device = lens_memory_device_address(address);
  if (!device) return; /* shared memory belongs to the block */
  visit mine = {device, lane->block->number, lane->thread, place};
  pthread_mutex_lock(&table.lock);
  if (make_room()) {
    visit *it = slot_of(device);
    bool other = it->address && it->block != mine.block;
    visit earlier = *it;
    if (!it->address) table.count++;
    if (!other) *it = mine;
    pthread_mutex_unlock(&table.lock);
    if (other) tell(lane, &earlier, device, bytes, place);
  } else {
    pthread_mutex_unlock(&table.lock);
  }
}
