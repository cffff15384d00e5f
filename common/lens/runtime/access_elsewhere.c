/* access_elsewhere.c: handles addresses outside of the arena and of shared memory: parameters,
 * constants, `__device__` variables, and memory that a kernel must not touch. */
#include "access.h"
#include "describe.h"

#include <stdio.h>

#include "error.h"
#include "host_code.h"
#include "log.h"
#include "module.h"
#include "work.h"

#define LARGEST_NULL 65536u /* a lower address comes from a NULL pointer and an index */

static bool within(uintptr_t address, const void *start, size_t bytes) {
  return address - (uintptr_t)start < bytes;
}

/* Whether the address is in the kernel's parameters, which the hardware reads from its constant
 * bank. */
static bool is_parameter(const lens_launch *launch, uintptr_t address) {
  if (within(address, launch->closure, launch->closure_bytes)) return true;
  size_t count = (size_t)launch->num_arguments;
  if (within(address, launch->arguments, count * sizeof *launch->arguments)) return true;
  for (int i = 0; i < launch->num_arguments; i++) {
    size_t bytes = lens_work_argument_bytes(launch, i);
    if (within(address, launch->arguments[i], bytes)) return true;
  }
  return false;
}

/* Whether the address is that of a constant that the compiler put into read-only data, such as the
 * table of a switch or of a local array. The latest range is kept, because kernels read such tables
 * in loops. */
static bool is_constant(uintptr_t address) {
  static _Thread_local uintptr_t start;
  static _Thread_local uintptr_t end;
  return (address >= start && address < end) || lens_module_constants(address, &start, &end);
}

static void fault(lens_lane *lane, const lens_access *access) {
  bool null = access->address < LARGEST_NULL;
  lens_sighting sighting =
      lens_describe_lane(lane, null ? LENS_NULL_POINTER : LENS_HOST_POINTER, access->place);
  sighting.operation = access->operation;
  const lens_variable *variable = lens_memory_of_host_side((const void *)access->address);
  (void)snprintf(
      sighting.detail, sizeof sighting.detail,
      null ? "%s through a NULL pointer; was its memory allocated, and was the pointer passed on?"
      : variable
          ? "%s host memory: in host code, the name %s means the host's own copy" LENS_USE_SYMBOL
          : "%s host memory; a kernel needs an address that cudaMalloc returned",
      access->operation == LENS_LOAD ? "reads" : "writes", variable ? variable->symbol->name : "");
  lens_describe_argument(lane->block->work, access->address, access->bytes, &sighting);
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  lens_block_fail(lane->block, LENS_ERROR_ILLEGAL_ADDRESS);
  lens_lane_kill(lane);
}

/* Adds a finding for a store to constant memory. The thread continues: the memory exists, but the
 * constant cache does not see the store. */
static void sight_constant_write(lens_lane *lane, const lens_access *access, uintptr_t counted) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_CONSTANT_WRITE, access->place);
  sighting.operation = access->operation;
  lens_describe_array(lane->block, LENS_GLOBAL, counted, access->bytes, &sighting);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "a kernel writes a __constant__ variable, which other threads may not see; the "
                 "host sets it with cudaMemcpyToSymbol");
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
}

static void check_variable(lens_lane *lane, const lens_variable *variable,
                           const lens_access *access, uintptr_t frame) {
  uintptr_t offset = access->address - (uintptr_t)variable->symbol->address;
  bool constant = variable->symbol->constant && access->operation == LENS_LOAD &&
                  offset + access->bytes <= variable->symbol->bytes;
  if (constant && access->bytes == sizeof(uintptr_t)) {
    lane->constant_pointer = variable->stand_in + offset;
  }
  if (constant) return; /* reads of the constant bank are not counted */
  if (variable->symbol->constant && access->operation != LENS_LOAD) {
    sight_constant_write(lane, access, variable->stand_in + offset);
  }
  lens_access_global(lane, access->address, variable->stand_in + offset, access->bytes,
                     access->operation, access->update, lane->weak, access->place, frame);
}

/* Whether the access is beside a constant variable, where the compiler puts its own tables, mostly
 * strings. */
static bool is_beside(const lens_variable *variable, const lens_access *access) {
  uintptr_t offset = access->address - (uintptr_t)variable->symbol->address;
  return offset >= variable->symbol->bytes && access->operation == LENS_LOAD &&
         is_constant(access->address);
}

void lens_access_elsewhere(lens_lane *lane, const lens_access *access, uintptr_t frame) {
  const lens_variable *variable = lens_memory_variable((const void *)access->address);
  if (variable && variable->stand_in && !is_beside(variable, access)) {
    check_variable(lane, variable, access, frame);
    return;
  }
  if (is_parameter(lane->block->work->launch, access->address)) return;
  if (access->operation == LENS_LOAD && is_constant(access->address)) {
    if (lens_host_code.tables) lens_host_code_read(lane, access);
    return;
  }
  fault(lane, access);
}

_Thread_local bool lens_host_is_weak;

void lens_access_by_host(const lens_access *access) {
  if (lens_memory_is_shared((const void *)access->address)) {
    bool flag = lens_host_is_weak || access->operation == LENS_ATOMIC;
    lens_memory_note_copied(access->operation == LENS_LOAD, access->bytes);
    if (access->operation == LENS_ATOMIC) lens_overlap_host_atomic();
    if (!flag) {
      lens_overlap_host(access->address, access->bytes, access->operation, access->place);
    }
    return;
  }
  lens_sighting sighting = lens_sighting_of(LENS_DEVICE_POINTER);
  sighting.place = access->place;
  sighting.operation = access->operation;
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "host code %s device memory directly; copy it with cudaMemcpy",
                 access->operation == LENS_LOAD ? "reads" : "writes");
  lens_describe_allocation(access->address, access->bytes, &sighting);
  lens_log_sighting(&sighting);
}
