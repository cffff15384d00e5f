/* shared.c: the `__shared__` variables of the running block. */
#include "access.h"
#include "describe.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "error.h"

#define LEAST_REDZONE 512u

static const char dynamic_key; /* its address is the key of `extern __shared__` */

#define CELLS_BYTES    (LENS_SHARED_SPAN / 4 * sizeof(lens_cell))
#define PARTS_BYTES    (LENS_SHARED_SPAN * sizeof(lens_cell))
#define VARIABLE_BYTES (LENS_SHARED_SPAN / LENS_SHARED_GRANULE)
#define ALL_BYTES      (LENS_SHARED_SPAN + CELLS_BYTES + PARTS_BYTES + VARIABLE_BYTES)

/* Allocates everything in one mapping, because there may be many blocks at once, and the number of
 * mappings is limited. */
int lens_shared_init(lens_shared_memory *shared) {
  unsigned char *memory = mmap(NULL, ALL_BYTES, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return -1;
  shared->bytes = memory;
  shared->cells = (lens_cell *)(void *)(memory + LENS_SHARED_SPAN);
  shared->parts = (lens_cell *)(void *)(memory + LENS_SHARED_SPAN + CELLS_BYTES);
  shared->variable_of = memory + LENS_SHARED_SPAN + CELLS_BYTES + PARTS_BYTES;
  shared->used = LEAST_REDZONE;
  return 0;
}

void lens_shared_free(lens_shared_memory *shared) {
  if (shared->bytes) munmap(shared->bytes, ALL_BYTES);
}

void lens_shared_clear(lens_shared_memory *shared) {
  memset(shared->variable_of, 0, shared->used / LENS_SHARED_GRANULE);
  shared->num_variables = 0;
  shared->used = LEAST_REDZONE;
  shared->asked = 0;
}

static uint32_t round_up(size_t bytes, size_t to) {
  return (uint32_t)((bytes + to - 1) / to * to);
}

/* The most shared memory that a block may have: more than usual only if the program has requested
 * more for the kernel. */
static size_t most_of_launch(const lens_launch *launch) {
  return lens_dynamic_shared(launch->function) > LENS_STATIC_SHARED ? LENS_MAX_SHARED
                                                                    : LENS_STATIC_SHARED;
}

static bool has_room(const lens_lane *lane) {
  const lens_shared_memory *shared = &lane->block->shared_memory;
  const lens_launch *launch = lane->block->work->launch;
  size_t in_all = shared->asked + launch->shared_bytes;
  return shared->asked <= LENS_STATIC_SHARED && shared->num_variables < LENS_MAX_SHARED_NAMES &&
         (in_all <= LENS_STATIC_SHARED || in_all <= most_of_launch(launch));
}

static void refuse(lens_lane *lane, uintptr_t place) {
  const lens_launch *launch = lane->block->work->launch;
  size_t asked = lane->block->shared_memory.asked;
  lens_sighting sighting = lens_describe_lane(lane, LENS_BAD_LAUNCH, place);
  if (asked > LENS_STATIC_SHARED) {
    (void)snprintf(sighting.detail, sizeof sighting.detail,
                   "the kernel's __shared__ variables take %zu bytes in all, and may take %u: nvcc "
                   "does not compile this; use extern __shared__",
                   asked, LENS_STATIC_SHARED);
  } else {
    (void)snprintf(sighting.detail, sizeof sighting.detail,
                   "the kernel's __shared__ variables take %zu bytes, and the launch asks for %zu "
                   "more: a block may have %zu in all",
                   asked, launch->shared_bytes, most_of_launch(launch));
  }
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  lens_block_fail(lane->block, LENS_ERROR_INVALID_VALUE);
  lens_lane_kill(lane);
}

/* A new variable, zeroed, so that reads of unwritten elements do not depend on the blocks that ran
 * before. */
static lens_shared_variable *make(lens_shared_memory *shared, const void *key, size_t bytes,
                                  size_t align, const char *name, const lens_type *type) {
  size_t to = align > LENS_SHARED_GRANULE ? align : LENS_SHARED_GRANULE;
  size_t redzone = bytes > LEAST_REDZONE ? bytes : LEAST_REDZONE;
  uint32_t start = round_up(shared->used, to);
  lens_shared_variable *fresh = &shared->variables[++shared->num_variables];
  *fresh = (lens_shared_variable){key, name, start, (uint32_t)bytes, type};
  shared->used = round_up(start + bytes + redzone, LENS_SHARED_GRANULE);
  memset(shared->bytes + start, 0, bytes);
  memset(shared->variable_of + start / LENS_SHARED_GRANULE, (int)shared->num_variables,
         round_up(bytes, LENS_SHARED_GRANULE) / LENS_SHARED_GRANULE);
  return fresh;
}

static void *variable(lens_lane *lane, const void *key, size_t bytes, size_t align,
                      const char *name, const lens_type *type, uintptr_t place) {
  lens_shared_memory *shared = &lane->block->shared_memory;
  for (unsigned i = 1; i <= shared->num_variables; i++) {
    if (shared->variables[i].key == key) return shared->bytes + shared->variables[i].start;
  }
  if (key != &dynamic_key) shared->asked += (uint32_t)bytes;
  if (!has_room(lane)) refuse(lane, place);
  return shared->bytes + make(shared, key, bytes, align, name, type)->start;
}

void *lens_shared(const void *key, size_t bytes, size_t align, const char *name,
                  const lens_type *type) {
  if (!lens_lane_now) return NULL;
  return variable(lens_lane_now, key, bytes, align, name, type, LENS_PLACE);
}

void *lens_shared_dynamic(const char *name, const lens_type *type) {
  if (!lens_lane_now) return NULL;
  size_t bytes = lens_lane_now->block->work->launch->shared_bytes;
  return variable(lens_lane_now, &dynamic_key, bytes, 16, name, type, LENS_PLACE);
}

const lens_shared_variable *lens_shared_nearest(const lens_shared_memory *shared, size_t offset) {
  const lens_shared_variable *nearest = NULL;
  size_t least = SIZE_MAX;
  for (unsigned i = 1; i <= shared->num_variables; i++) {
    const lens_shared_variable *it = &shared->variables[i];
    size_t end = it->start + it->bytes;
    size_t distance = offset < it->start ? it->start - offset : offset < end ? 0 : offset - end + 1;
    if (distance < least) {
      least = distance;
      nearest = it;
    }
  }
  return nearest;
}
