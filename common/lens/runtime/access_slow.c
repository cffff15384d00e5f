/* access_slow.c: the rare cases of access.h. */
#include "access.h"
#include "describe.h"
#include "guard.h"

#include <stdio.h>

void lens_access_record_add_full(lens_lane *lane, uint64_t key, uint64_t what) {
  lens_lane_yield(lane);
  lens_access_record_put(lane, key, what);
}

/* Orders a volatile access like an atomic (order.h): the acquire comes after a load, because only
 * then is the flag of the other thread known, and the release comes before a store. */
void lens_access_volatile(const void *pointer, unsigned bytes, lens_operation operation,
                          uintptr_t place, uintptr_t frame) {
  lens_lane *lane = lens_lane_now;
  if (!lane) {
    lens_host_is_weak = true;
    lens_access_note(pointer, bytes, operation, true, place, frame);
    lens_host_is_weak = false;
    return;
  }
  lane->weak = true;
  lens_access_note(pointer, bytes, operation, true, place, frame);
  lane->weak = false;
  if (operation == LENS_STORE) {
    lens_order_release(lane, pointer);
  } else {
    lens_order_will_see(lane, pointer);
  }
}

static lens_access access_of(uintptr_t address, uintptr_t counted, uint64_t class,
                             uintptr_t place) {
  return (lens_access){address,
                       counted,
                       lens_bytes_of(class),
                       (lens_operation)lens_kind_of(class),
                       place,
                       lens_adds_floats(class) ? LENS_UPDATE_FLOATS : LENS_UPDATE_PLAIN};
}

void lens_access_wrong(lens_lane *lane, uintptr_t address, uintptr_t counted, uint64_t class,
                       uintptr_t place) {
  lens_access access = access_of(address, counted, class, place);
  if (lens_syntax_space_of(class) == LENS_GLOBAL) lens_fault_global(lane, &access);
  lens_fault_shared(lane, &access);
}

void lens_access_far(lens_lane *lane, uintptr_t address, uint64_t class, uintptr_t place,
                     uintptr_t frame) {
  lens_access access = access_of(address, address, class, place);
  if (lane) {
    if (lens_access_stack_is_over(lane, frame)) lens_guard_overflow(lane, frame, place);
    lens_access_elsewhere(lane, &access, frame);
  } else {
    lens_access_by_host(&access);
  }
}

void lens_access_closely(lens_lane *lane, uintptr_t address, uintptr_t counted, uint64_t class,
                         uintptr_t place, uintptr_t frame) {
  lens_space space = (lens_space)lens_syntax_space_of(class);
  lens_access access = access_of(address, counted, class, place);
  lens_cell *cell;
  lens_cell *parts;
  uint64_t written;
  if (space == LENS_GLOBAL) {
    uintptr_t offset = counted - lens_device.base;
    uint32_t state = lens_device.granules[offset / LENS_GRANULE].state;
    if (access.operation != LENS_LOAD && lens_is_input(state)) lens_input_end(state);
    cell = &lens_device.cells[offset / 4];
    parts = &lens_device.parts[offset / 4 * 4];
    written = lens_access_written_word(state);
  } else {
    uintptr_t offset = address - lane->shared_base;
    cell = &lane->block->shared_memory.cells[offset / 4];
    parts = &lane->block->shared_memory.parts[offset / 4 * 4];
    written = lane->block->shared.floor;
  }
  if (access.operation == LENS_ATOMIC) lens_guess_note(lane, &access);
  uint64_t me = lens_access_word(lane, space, place);
  if (lane->weak) me |= access.operation == LENS_LOAD ? LENS_WEAK_READER : LENS_BY_ATOMIC;
  lens_access_look_closer(lane, &access, space, cell, parts, me, written);
  lens_access_record_add(lane, frame, place, class | (lane->weak ? LENS_VOLATILE : 0) | counted);
}

/* Checks the load of an __ldg. The cells stay unchanged, because the load itself follows. */
void lens_read_only(const void *pointer, size_t bytes) {
  lens_lane *lane = lens_lane_now;
  uintptr_t offset = (uintptr_t)pointer - lens_device.base;
  if (!lane || offset >= lens_device.bytes) return;
  const lens_cell *cell = &lens_device.cells[offset / 4];
  if (LENS_LIKELY(lens_shadow_peek(&cell->writer) < lane->block->global.floor)) return;
  lens_sighting sighting = lens_describe_lane(lane, LENS_STALE_READ, LENS_PLACE);
  lens_describe_array(lane->block, LENS_GLOBAL, (uintptr_t)pointer, (unsigned)bytes, &sighting);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "__ldg reads a value that this launch has written; its cache may still hold the "
                 "old value: use a plain load");
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
}
