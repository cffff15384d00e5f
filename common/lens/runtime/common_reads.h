/** @file common_reads.h
 *  Cells that several blocks read, and that nothing has written since the launch began.
 *
 *  Most gathers read the same vector again and again. Once several blocks have read a cell, its own
 *  words (shadow.h) gain nothing from another load. A bit in the granule records this, and then the
 *  words, which take 16 bytes of cache per 4 bytes of data, need not be read. The first write
 *  clears the bit. Neighbouring blocks do not set it: they share the edges of their parts of an
 *  array, run at the same time, and would compete for the granule.
 */
#ifndef LENS_RUNTIME_COMMON_READS_H
#define LENS_RUNTIME_COMMON_READS_H

#include "memory.h"

/** Whether all cells of an aligned load of 4 to 16 bytes have the bit. `offset` is relative to the
 *  arena. */
static inline bool lens_is_common(const lens_granule *granule, uint32_t epoch, size_t offset,
                                  unsigned bytes) {
  if (__atomic_load_n(&granule->epoch, __ATOMIC_ACQUIRE) != epoch) return false;
  size_t cell = offset % LENS_GRANULE / 4;
  uint64_t wanted = (UINT64_C(1) << bytes / 4) - 1;
  return !(~lens_shadow_peek(&granule->read_by_all[cell / 64]) >> cell % 64 & wanted);
}

/** Sets the bit of a cell that several blocks have read. Called after a load that found nothing
 *  wrong with the cell. */
void lens_common_reads_begin(const lens_cell *cell, const lens_view *view);
/** Clears the bit of a cell that was written to, or whose readers were forgotten. */
void lens_common_reads_end(const lens_cell *cell);

#endif
