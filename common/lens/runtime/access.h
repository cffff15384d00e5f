/** @file access.h
 *  Every memory access of a kernel: checks the address, checks the cell, and records the access.
 *  All of it is inline, because the lens spends most of its time here.
 */
#ifndef LENS_RUNTIME_ACCESS_H
#define LENS_RUNTIME_ACCESS_H

#include "common_reads.h"
#include "input.h"
#include "stores.h"
#include "work.h"

#define LENS_LIKELY(x)   __builtin_expect(!!(x), 1)
#define LENS_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define LENS_INLINE      static inline __attribute__((always_inline))

/** One access, as a parameter of the functions for rare cases. */
typedef struct lens_access {
  uintptr_t address; /**< the address that the program uses */
  uintptr_t counted; /**< the same address, or its position within a stand-in (memory.h) */
  unsigned bytes;
  lens_operation operation;
  uintptr_t place; /**< in the code: a return address */
  enum lens_update update;
} lens_access;

/* access_elsewhere.c: addresses that are neither in the arena nor in shared memory. */
/** Checks and counts an access to a `__device__` variable; lets an access to a parameter or
 *  constant pass; kills the lane on any other access. */
void lens_access_elsewhere(lens_lane *lane, const lens_access *access, uintptr_t frame);
/** Checks an access of host code to the arena. */
void lens_access_by_host(const lens_access *access);
extern _Thread_local bool lens_host_is_weak; /**< the host's current access is volatile */

/* fault.c: the access is a defect. */
/** Handles an access that is out of bounds, to freed memory, or misaligned: adds the finding and
 *  kills the lane. */
void lens_fault_global(lens_lane *lane, const lens_access *access) __attribute__((noreturn));
void lens_fault_shared(lens_lane *lane, const lens_access *access) __attribute__((noreturn));
/** Called from a signal handler when a loop makes no trace entries: stops the whole block. */
void lens_fault_silent_loop(lens_lane *lane, uintptr_t place) __attribute__((noreturn));
/** Applies the full rules of shadow.h to the access's cells, or to the cells of its bytes, which
 *  are `parts`. Records the findings; the lane continues. `me` and `written` are as in shadow.h. */
void lens_access_look_closer(lens_lane *lane, const lens_access *access, lens_space space,
                             lens_cell *cells, lens_cell *parts, uint64_t me, uint64_t written);
/** Called after the store in block->suspect: records the race, unless the store changed nothing. */
void lens_access_settle_suspect(lens_block *block);

/* access_slow.c: the rare cases of the functions below. The functions call them as their last
 * action, so the common case need not save registers. */
void lens_access_record_add_full(lens_lane *lane, uint64_t key, uint64_t what);
void lens_access_closely(lens_lane *lane, uintptr_t address, uintptr_t counted, uint64_t class,
                         uintptr_t place, uintptr_t frame);
/** Calls lens_fault_global or lens_fault_shared. */
void lens_access_wrong(lens_lane *lane, uintptr_t address, uintptr_t counted, uint64_t class,
                       uintptr_t place) __attribute__((noreturn));
/** Calls lens_access_elsewhere, or lens_access_by_host if no lane runs. */
void lens_access_far(lens_lane *lane, uintptr_t address, uint64_t class, uintptr_t place,
                     uintptr_t frame);
/** Checks and records a volatile access. */
void lens_access_volatile(const void *pointer, unsigned bytes, lens_operation operation,
                          uintptr_t place, uintptr_t frame);

/* In what follows `bytes`, `operation` and `weak` are constants at every use. They are passed one
 * by one, because a structure would have to be in memory for the rare calls. */

LENS_INLINE uint64_t lens_access_key(const lens_lane *lane, uintptr_t frame, uintptr_t place) {
  return ((uint64_t)frame << 32) + place - lane->key_base;
}

/** Whether the thread has gone beyond the end of its stack. */
LENS_INLINE bool lens_access_stack_is_over(const lens_lane *lane, uintptr_t frame) {
  return frame - lane->stack_low > LENS_STACK_BYTES;
}

/* Appends to a buffer that has room. */
LENS_INLINE void lens_access_record_put(lens_lane *lane, uint64_t key, uint64_t what) {
  lens_record *record = lane->out;
  *record = (lens_record){key, what};
  lane->out = record + 1;
}

LENS_INLINE void lens_access_record_add(lens_lane *lane, uintptr_t frame, uintptr_t place,
                                        uint64_t what) {
  uint64_t key = lens_access_key(lane, frame, place);
  if (LENS_UNLIKELY(lane->out == lane->limit)) {
    lens_access_record_add_full(lane, key, what);
  } else {
    lens_access_record_put(lane, key, what);
  }
}

/* A thread's word for a cell. */
LENS_INLINE uint64_t lens_access_word(const lens_lane *lane, lens_space space, uintptr_t place) {
  uint64_t tag = ((place - lane->key_base) & LENS_TAG_MASK)
                 << LENS_TAG_SHIFT; /* the tag of the place alone */
  uint64_t stamp = space == LENS_GLOBAL ? lane->global.stamp : lane->shared.stamp;
  return stamp | tag;
}

/* Whether all cells of the access pass the quick tests of shadow.h. */
LENS_INLINE bool lens_access_cells_pass(const lens_lane *lane, lens_cell *cell, uint64_t written,
                                        lens_space space, unsigned bytes, lens_operation operation,
                                        uintptr_t place) {
  const lens_view *view = space == LENS_GLOBAL ? &lane->block->global : &lane->block->shared;
  uint64_t me = lens_access_word(lane, space, place);
  bool pass = true;
  if (bytes < 4) return false; /* parts of cells need the full rule */
  if (operation != LENS_LOAD) __builtin_prefetch(cell + 32, 1); /* most arrays are read in order */
#pragma GCC unroll 4
  for (unsigned byte = 0; byte < bytes; byte += 4, cell++) {
    pass &= operation == LENS_LOAD    ? lens_quick_load(cell, view, me, written)
            : operation == LENS_STORE ? lens_quick_store(cell, view, me)
                                      : lens_quick_atomic(cell, view, me, written);
  }
  return pass;
}

/* The value of `written` (shadow.h) for a granule of device memory that is in this state. */
LENS_INLINE uint64_t lens_access_written_word(uint32_t state) {
  return state & LENS_GRANULE_WHOLE ? 0 : LENS_WRITTEN;
}

/* Whether all cells of a load have been written. For inputs, this is the only check, because no
 * thread can write them. */
LENS_INLINE bool lens_access_cells_written(const lens_cell *cell, uint32_t state, unsigned bytes) {
  if (LENS_LIKELY(state & LENS_GRANULE_WHOLE)) return true;
  if (bytes < 4) return false; /* parts of cells need the full rule */
  bool written = true;
  for (unsigned byte = 0; byte < bytes; byte += 4)
    written &= lens_shadow_peek(&cell++->writer) != 0;
  return written;
}

/* Whether a plain load need not update its cells: nothing can write them in this launch, or they
 * are already recorded as read by several blocks. */
LENS_INLINE bool lens_access_load_is_free(const lens_lane *lane, const lens_granule *granule,
                                          uint32_t state, const lens_cell *cell, uintptr_t offset,
                                          unsigned bytes) {
  if (lens_is_input(state) && lens_access_cells_written(cell, state, bytes)) return true;
  return bytes >= 4 && lens_is_common(granule, lane->block->global.epoch, offset, bytes);
}

/* Checks and records an access to the arena. `counted` is `address`, or its position within a
 * stand-in (memory.h). A `weak` access is volatile: it always needs the full rules, which read
 * lane->weak. */
LENS_INLINE void lens_access_global(lens_lane *lane, uintptr_t address, uintptr_t counted,
                                    unsigned bytes, lens_operation operation,
                                    enum lens_update update, bool weak, uintptr_t place,
                                    uintptr_t frame) {
  uintptr_t offset = counted - lens_device.base;
  const lens_granule *granule = &lens_device.granules[offset >> LENS_GRANULE_SHIFT];
  uint32_t state = granule->state;
  lens_cell *cell = &lens_device.cells[offset >> 2];
  bool inside = (offset & (LENS_GRANULE - 1)) + bytes <= (state & LENS_GRANULE_VALID);
  bool aligned = !(offset & (bytes - 1));
  bool load = operation == LENS_LOAD;
  bool free = load && !weak && lens_access_load_is_free(lane, granule, state, cell, offset, bytes);
  bool plain = !weak && (load || !lens_is_input(state));
  uint64_t class = lens_make_class(operation, LENS_GLOBAL, bytes) |
                   lens_update_bits(update & LENS_UPDATE_FLOATS);
  if (LENS_UNLIKELY(!inside || !aligned)) {
    lens_access_wrong(lane, address, counted, class, place);
  } else if (LENS_LIKELY(free || (plain && lens_access_cells_pass(
                                               lane, cell, lens_access_written_word(state),
                                               LENS_GLOBAL, bytes, operation, place)))) {
    lens_access_record_add(lane, frame, place, class | counted);
  } else {
    lens_access_closely(lane, address, counted, class, place, frame);
  }
}

LENS_INLINE void lens_access_shared(lens_lane *lane, uintptr_t address, unsigned bytes,
                                    lens_operation operation, enum lens_update update, bool weak,
                                    uintptr_t place, uintptr_t frame) {
  const lens_shared_memory *shared = &lane->block->shared_memory;
  uintptr_t offset = address - lane->shared_base;
  unsigned number = shared->variable_of[offset / LENS_SHARED_GRANULE];
  const lens_shared_variable *variable = &shared->variables[number];
  uint64_t class = lens_make_class(operation, LENS_SHARED, bytes) | lens_update_bits(update);
  if (LENS_UNLIKELY(offset - variable->start + bytes > variable->bytes || offset & (bytes - 1))) {
    lens_access_wrong(lane, address, address, class, place);
  } else if (LENS_LIKELY(!weak && lens_access_cells_pass(lane, &shared->cells[offset >> 2],
                                                         lane->block->shared.floor, LENS_SHARED,
                                                         bytes, operation, place))) {
    lens_access_record_add(lane, frame, place, class | address);
  } else {
    lens_access_closely(lane, address, address, class, place, frame);
  }
}

/** Checks and records an access of a kernel or of host code. `update` is only used for atomics. */
LENS_INLINE void lens_access_as(const void *pointer, unsigned bytes, lens_operation operation,
                                enum lens_update update, bool weak, uintptr_t place,
                                uintptr_t frame) {
  lens_lane *lane = lens_lane_now;
  uintptr_t address = (uintptr_t)pointer;
  if (LENS_UNLIKELY(!lane)) {
    if (LENS_LIKELY(address - lens_device.base >= lens_device.bytes)) {
      if (operation != LENS_LOAD) lens_store_note(address, bytes, place);
      return;
    }
    lens_access_far(NULL, address, lens_make_class(operation, LENS_GLOBAL, bytes), place, frame);
  } else if (LENS_LIKELY(address - lens_device.base < lens_device.bytes)) {
    lens_access_global(lane, address, address, bytes, operation, update, weak, place, frame);
  } else if (address - lane->shared_base < LENS_SHARED_SPAN) {
    lens_access_shared(lane, address, bytes, operation, update, weak, place, frame);
  } else if (address - lane->stack_low >= LENS_STACK_BYTES) { /* not the lane's own stack */
    uint64_t class = lens_make_class(operation, LENS_GLOBAL, bytes);
    lens_access_far(lane, address, class | lens_update_bits(update), place, frame);
  }
}

/** Checks and records an access for the hooks. An atomic counts as LENS_UPDATE_PLAIN. */
LENS_INLINE void lens_access_note(const void *pointer, unsigned bytes, lens_operation operation,
                                  bool weak, uintptr_t place, uintptr_t frame) {
  lens_access_as(pointer, bytes, operation, LENS_UPDATE_PLAIN, weak, place, frame);
}

#define LENS_PLACE ((uintptr_t)__builtin_return_address(0))
/** The stack pointer of the calling function. */
#define LENS_FRAME ((uintptr_t)__builtin_dwarf_cfa())

#endif
