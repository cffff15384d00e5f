/** @file writers.h
 *  What wrote a cell of device memory last: a launch, the host, the caller of lens_mark_given, or
 *  nothing.
 *
 *  If a launch wrote a cell, the cell's word in the shadow says so. A cell that was written outside
 *  of a launch has a word without a time, a different one for each kind of writer. If a granule was
 *  written as a whole (memory.h), the granule records the writer, and from which block number on a
 *  cell's own word takes precedence.
 */
#ifndef LENS_RUNTIME_WRITERS_H
#define LENS_RUNTIME_WRITERS_H

#include "memory.h"

/** The word of a cell that was written outside of a launch. */
static inline uint64_t lens_word_by(lens_writer by) {
  return by == LENS_WRITER_LAUNCH  ? LENS_WRITTEN | LENS_BY_ATOMIC
         : by == LENS_WRITER_GIVEN ? LENS_WRITTEN | UINT64_C(1) << LENS_TAG_SHIFT
                                   : LENS_WRITTEN;
}

/** Writes the granule's record into its cells, so that the granule is no longer whole. */
void lens_writers_settle(lens_granule *granule);

/** For all cells of the granule, keeps what wrote them, and forgets the time and the readers. */
void lens_writers_forget_blocks(lens_granule *granule);

/** Records a copy within the device. If lens_mark_given was ever called, copies of cells that a
 *  launch wrote still count as written by a launch. */
void lens_writers_copy(uintptr_t to, uintptr_t from, size_t bytes);

/** Records that the host has written to these bytes, by the current call. */
void lens_writers_by_host(uintptr_t address, size_t bytes);

/** Records that a launch reads at this address, which may be outside the arena. */
static inline void lens_note_read(uintptr_t address) {
  uintptr_t offset = address - lens_device.base;
  if (offset >= lens_device.bytes) return;
  lens_granule *granule = &lens_device.granules[offset >> LENS_GRANULE_SHIFT];
  if (!__atomic_load_n(&granule->read, __ATOMIC_RELAXED)) {
    __atomic_store_n(&granule->read, 1, __ATOMIC_RELAXED);
  }
}

#endif
