/* describe.c: finds names for addresses: the kernel's parameter, the variable, or the
 * allocation. */
#include "describe.h"

#include "confine.h"
#include "memory.h"

#include <stdarg.h>
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

/* Copies the n-th name of a list such as "a,b,c". False if the n-th is empty. */
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

size_t lens_describe_argument_bytes(const lens_launch *launch, int n) {
  if (launch->sizes) return launch->sizes[n];
  /* The size is unknown with cudaLaunchKernel. No pointer is expected at a misaligned position. */
  return (uintptr_t)launch->arguments[n] % sizeof(void *) == 0 ? sizeof(void *) : 0;
}

uintptr_t lens_describe_argument_word(const lens_launch *launch, int n, size_t at) {
  uintptr_t value;
  memcpy(&value, (const char *)launch->arguments[n] + at, sizeof value);
  return value;
}

/* Finds the argument, a pointer or a structure with pointers, that points into the allocation. */
static int argument_into(const lens_launch *launch, const lens_allocation *allocation,
                         uintptr_t *pointer) {
  for (int n = 0; n < launch->num_arguments; n++) {
    size_t words = lens_describe_argument_bytes(launch, n) / sizeof(uintptr_t);
    for (size_t i = 0; i < words; i++) {
      uintptr_t value = lens_describe_argument_word(launch, n, i * sizeof(uintptr_t));
      if (value - allocation->start >= allocation->bytes) continue;
      *pointer = value;
      return n;
    }
  }
  return -1;
}

static long long floor_of(long long distance, size_t unit) {
  long long by = (long long)unit;
  return distance / by - (distance % by < 0);
}

typedef struct describe_path {
  char *text;
  size_t size, used;
} describe_path;

__attribute__((format(printf, 2, 3))) static void add(describe_path *to, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(to->text + to->used, to->size - to->used, format, arguments);
  va_end(arguments);
  if (length > 0) to->used += (size_t)length;
  if (to->used >= to->size) to->used = to->size - 1;
}

/* Adds the indices of an element, such as `[3][5]`. `index` is the number of the element in the
 * whole array. */
static void add_index(describe_path *to, const lens_type *type, long long index) {
  size_t row = type->inner[1] ? type->inner[1] : 1;
  size_t plane = type->inner[0] ? type->inner[0] * row : 1;
  long long in_plane = index - floor_of(index, plane) * (long long)plane;
  add(to, "[%lld]", floor_of(index, plane));
  if (type->inner[0]) add(to, "[%lld]", in_plane / (long long)row);
  if (type->inner[1]) add(to, "[%lld]", in_plane % (long long)row);
}

/* type->members is a function of the program with hooks of its own: its accesses are not the
 * thread's. */
static const lens_member *members_of(const lens_type *type) {
  lens_lane *lane = lens_lane_now;
  lens_lane_now = NULL;
  lens_confine_require_target((uintptr_t)type->members);
  const lens_member *members = type->members();
  lens_lane_now = lane;
  return members;
}

/* Adds the member, such as `.y`, that contains an access of `bytes` at `offset`. */
static void add_member(describe_path *to, const lens_type *type, size_t offset, unsigned bytes) {
  while (type && type->members) {
    const lens_member *it = members_of(type);
    while (it->name &&
           (!it->name[0] || offset < it->offset || offset + bytes > it->offset + it->bytes)) {
      it++;
    }
    if (!it->name) return;
    add(to, ".%s", it->name);
    offset -= it->offset;
    type = it->type;
    if (it->is_array) add_index(to, type, (long long)(offset / type->bytes));
    offset %= type->bytes;
  }
}

/* Sets index and length in elements of the array as the program declares it, or in units of the
 * access if the declaration is not known. If an access begins inside of the array and ends outside,
 * the index is that of the first element outside. */
static void set_index(lens_sighting *sighting, uintptr_t address, unsigned bytes, uintptr_t start,
                      uintptr_t end, const lens_type *type) {
  size_t unit = type ? type->bytes : bytes;
  if (address >= start && address < end && address + bytes > end && type) address = end;
  long long distance = (long long)(address - start);
  sighting->index = floor_of(distance, unit);
  sighting->length = (long long)((end - start) / unit);
  sighting->path[0] = '\0';
  if (!type || (!type->members && !type->inner[0])) return;
  describe_path to = {sighting->path, sizeof sighting->path, 0};
  add(&to, "%s", sighting->array);
  size_t named = to.used;
  add_index(&to, type, sighting->index);
  size_t indexed = to.used;
  add_member(&to, type, (size_t)(distance - sighting->index * (long long)unit), bytes);
  if (named == 0 || (to.used == indexed && !type->inner[0])) sighting->path[0] = '\0';
}

/* Names the allocation. `typed`: index and length are in declared elements, not in units of the
 * access. */
static void describe_allocation(uintptr_t address, unsigned bytes, bool typed,
                                lens_sighting *sighting) {
  const lens_allocation *allocation = lens_memory_find(address);
  if (!allocation) return;
  (void)snprintf(sighting->array, sizeof sighting->array, "%s", allocation->name);
  set_index(sighting, address, bytes, allocation->start, allocation->start + allocation->bytes,
            typed ? allocation->type : NULL);
}

void lens_describe_allocation(uintptr_t address, unsigned bytes, lens_sighting *sighting) {
  describe_allocation(address, bytes, true, sighting);
}

static const lens_type *type_of_argument(const lens_launch *launch, int n) {
  return launch->types ? launch->types[n] : NULL;
}

static void describe_global(const lens_work *work, uintptr_t address, unsigned bytes, bool typed,
                            lens_sighting *sighting) {
  describe_allocation(address, bytes, typed, sighting);
  const lens_allocation *allocation = lens_memory_find(address);
  uintptr_t pointer;
  int n = allocation ? argument_into(work->launch, allocation, &pointer) : -1;
  if (n < 0) return;
  /* The allocation's own name says more than the name of a structure. */
  bool structure = lens_describe_argument_bytes(work->launch, n) > sizeof(void *);
  if (structure && sighting->array[0]) return;
  if (!parameter_name(work, n, sighting->array, sizeof sighting->array)) return;
  const lens_type *type = structure ? NULL : type_of_argument(work->launch, n);
  set_index(sighting, address, bytes, pointer, allocation->start + allocation->bytes,
            !typed ? NULL
            : type ? type
                   : allocation->type);
}

static void describe_shared(const lens_block *block, uintptr_t address, unsigned bytes, bool typed,
                            lens_sighting *sighting) {
  uintptr_t memory = (uintptr_t)block->shared_memory.bytes;
  const lens_shared_variable *variable =
      lens_shared_nearest(&block->shared_memory, address - memory);
  if (!variable) return;
  (void)snprintf(sighting->array, sizeof sighting->array, "%s", variable->name);
  uintptr_t start = memory + variable->start;
  set_index(sighting, address, bytes, start, start + variable->bytes,
            typed ? variable->type : NULL);
}

static void describe(const lens_block *block, lens_space space, uintptr_t address, unsigned bytes,
                     bool typed, lens_sighting *sighting) {
  if (space == LENS_SHARED) {
    describe_shared(block, address, bytes, typed, sighting);
  } else {
    describe_global(block->work, address, bytes, typed, sighting);
  }
}

void lens_describe_array(const lens_block *block, lens_space space, uintptr_t address,
                         unsigned bytes, lens_sighting *sighting) {
  describe(block, space, address, bytes, true, sighting);
}

void lens_describe_accessed(const lens_block *block, lens_space space, uintptr_t address,
                            unsigned bytes, lens_sighting *sighting) {
  describe(block, space, address, bytes, false, sighting);
}

void lens_describe_argument(const lens_work *work, uintptr_t address, unsigned bytes,
                            lens_sighting *sighting) {
  const lens_launch *launch = work->launch;
  uintptr_t nearest = 0;
  int chosen = -1;
  for (int n = 0; n < launch->num_arguments; n++) {
    if (lens_describe_argument_bytes(launch, n) != sizeof(uintptr_t)) continue;
    uintptr_t value = lens_describe_argument_word(launch, n, 0);
    bool first = chosen < 0; /* a NULL pointer may be the nearest */
    if (value > address || (!first && value <= nearest)) continue;
    nearest = value;
    chosen = n;
  }
  /* Choose the nearest argument below the address, unless it is too far away to be related. */
  if (chosen < 0 || address - nearest > (UINT64_C(1) << 32)) return;
  if (!parameter_name(work, chosen, sighting->array, sizeof sighting->array)) return;
  const lens_type *type = type_of_argument(launch, chosen);
  sighting->index = (long long)((address - nearest) / (type ? type->bytes : bytes));
}
