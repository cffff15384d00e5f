/* describe.c: names for addresses: the kernel's parameter, the variable, or the allocation. */
#include "describe.h"
#include "memory.h"

#include <stdio.h>
#include <string.h>

lens_sighting lens_describe_lane(const lens_lane *lane, lens_finding_kind kind, uintptr_t place) {
  const lens_block *block = lane->block;
  lens_sighting sighting = lens_sighting_of(kind);
  sighting.place = place;
  sighting.kernel = block->work->kernel;
  sighting.launch = block->work->number;
  sighting.block = block->number;
  sighting.thread = lane->thread;
  sighting.grid = block->work->launch->grid;
  sighting.block_extent = block->work->launch->block;
  return sighting;
}

/* Copies the n-th of "a,b,c". False when it has no name. */
static bool nth_name(const char *names, int n, char *out, size_t size) {
  while (n-- > 0) {
    names = strchr(names, ',');
    if (!names) return false;
    names++;
  }
  size_t length = strcspn(names, ",");
  if (length == 0) return false;
  if (length >= size) length = size - 1;
  memcpy(out, names, length);
  out[length] = '\0';
  return true;
}

static bool parameter_name(const lens_work *work, int n, char *out, size_t size) {
  return work->registered && nth_name(work->registered->parameters, n, out, size);
}

size_t lens_argument_bytes(const lens_launch *launch, int n) {
  if (launch->sizes) return launch->sizes[n];
  /* Unknown with cudaLaunchKernel. Where a pointer cannot lie, none is looked for. */
  return (uintptr_t)launch->arguments[n] % sizeof(void *) == 0 ? sizeof(void *) : 0;
}

uintptr_t lens_argument_word(const lens_launch *launch, int n, size_t at) {
  uintptr_t value;
  memcpy(&value, (const char *)launch->arguments[n] + at, sizeof value);
  return value;
}

/* Finds the argument, a pointer or a structure with pointers, that points into the allocation. */
static int argument_into(const lens_launch *launch, const lens_allocation *allocation,
                         uintptr_t *pointer) {
  for (int n = 0; n < launch->num_arguments; n++) {
    size_t words = lens_argument_bytes(launch, n) / sizeof(uintptr_t);
    for (size_t i = 0; i < words; i++) {
      uintptr_t value = lens_argument_word(launch, n, i * sizeof(uintptr_t));
      if (value - allocation->start >= allocation->bytes) continue;
      *pointer = value;
      return n;
    }
  }
  return -1;
}

static void set_index(lens_sighting *sighting, uintptr_t address, unsigned bytes, uintptr_t start,
                      uintptr_t end) {
  long long distance = (long long)(address - start);
  sighting->index = distance / (long long)bytes - (distance % (long long)bytes < 0);
  sighting->length = (long long)((end - start) / bytes);
}

void lens_describe_allocation(uintptr_t address, unsigned bytes, lens_sighting *sighting) {
  const lens_allocation *allocation = lens_memory_find(address);
  if (!allocation) return;
  (void)snprintf(sighting->array, sizeof sighting->array, "%s", allocation->name);
  set_index(sighting, address, bytes, allocation->start, allocation->start + allocation->bytes);
}

static void describe_global(const lens_work *work, uintptr_t address, unsigned bytes,
                            lens_sighting *sighting) {
  lens_describe_allocation(address, bytes, sighting);
  const lens_allocation *allocation = lens_memory_find(address);
  uintptr_t pointer;
  int n = allocation ? argument_into(work->launch, allocation, &pointer) : -1;
  if (n < 0) return;
  /* A structure's name says less than the allocation's own. */
  bool structure = lens_argument_bytes(work->launch, n) > sizeof(void *);
  if (structure && sighting->array[0]) return;
  if (!parameter_name(work, n, sighting->array, sizeof sighting->array)) return;
  set_index(sighting, address, bytes, pointer, allocation->start + allocation->bytes);
}

static void describe_shared(const lens_block *block, uintptr_t address, unsigned bytes,
                            lens_sighting *sighting) {
  uintptr_t memory = (uintptr_t)block->shared_memory.bytes;
  const lens_shared_variable *variable =
      lens_shared_nearest(&block->shared_memory, address - memory);
  if (!variable) return;
  (void)snprintf(sighting->array, sizeof sighting->array, "%s", variable->name);
  uintptr_t start = memory + variable->start;
  set_index(sighting, address, bytes, start, start + variable->bytes);
}

void lens_describe_array(const lens_block *block, lens_space space, uintptr_t address,
                         unsigned bytes, lens_sighting *sighting) {
  if (space == LENS_SHARED) {
    describe_shared(block, address, bytes, sighting);
  } else {
    describe_global(block->work, address, bytes, sighting);
  }
}

void lens_describe_argument(const lens_work *work, uintptr_t address, unsigned bytes,
                            lens_sighting *sighting) {
  const lens_launch *launch = work->launch;
  uintptr_t nearest = 0;
  int chosen = -1;
  for (int n = 0; n < launch->num_arguments; n++) {
    if (lens_argument_bytes(launch, n) != sizeof(uintptr_t)) continue;
    uintptr_t value = lens_argument_word(launch, n, 0);
    bool first = chosen < 0; /* a NULL pointer may be the nearest */
    if (value > address || (!first && value <= nearest)) continue;
    nearest = value;
    chosen = n;
  }
  /* The argument below it, unless it is so far away that it must be something else. */
  if (chosen < 0 || address - nearest > (UINT64_C(1) << 32)) return;
  if (!parameter_name(work, chosen, sighting->array, sizeof sighting->array)) return;
  sighting->index = (long long)((address - nearest) / bytes);
}
