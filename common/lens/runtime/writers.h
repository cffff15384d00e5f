/** @file writers.h
 *  Who wrote a cell of device memory last, in kinds: a launch, the host, whoever gave it, nobody.
 *
 *  The shadow's own words say it of what launches write. A cell that was written from outside has a
 *  word without a time, one for each kind. Of a granule that was written as a whole (memory.h) the
 *  granule says it, and from which block on a cell's own word counts for more.
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

/** Lets the cells of a granule speak for themselves: it is whole no more. */
void lens_writers_settle(lens_granule *granule);

/** Of all its cells, keeps who wrote them, and forgets when and who read them. */
void lens_writers_forget_blocks(lens_granule *granule);

/** A copy within the device: what a launch wrote stays a launch's. */
void lens_writers_copy(uintptr_t to, uintptr_t from, size_t bytes);

/** The host wrote to these bytes, by the call that is under way. */
void lens_writers_by_host(uintptr_t address, size_t bytes);

/** A launch reads at this address, which may be outside of the arena. */
static inline void lens_note_read(uintptr_t address) {
  uintptr_t offset = address - lens_device.base;
  if (offset >= lens_device.bytes) return;
  lens_granule *granule = &lens_device.granules[offset >> LENS_GRANULE_SHIFT];
  if (!__atomic_load_n(&granule->read, __ATOMIC_RELAXED)) {
    __atomic_store_n(&granule->read, 1, __ATOMIC_RELAXED);
  }
}

#endif
