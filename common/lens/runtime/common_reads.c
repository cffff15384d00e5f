/* common_reads.c: sets and clears the bits of common_reads.h. These calls are rare.
 *
 * A store on one host thread may coincide with loads on two others. The store writes its word and
 * then clears the bit; the loads set the bit and then check the word again. In any order, the bit
 * ends cleared. A quick store (shadow.h) does not clear the bit, because no block had read the cell
 * when the store checked it. Such a store is missed if it happens exactly while two blocks read the
 * cell for the first time. */
#include "common_reads.h"

#include "locks.h"

static void begin_epoch(lens_granule *granule, uint32_t epoch) {
  if (__atomic_load_n(&granule->epoch, __ATOMIC_ACQUIRE) == epoch) return;
  pthread_mutex_t *lock = lens_lock_of(granule);
  pthread_mutex_lock(lock);
  if (granule->epoch != epoch) {
    for (unsigned i = 0; i < LENS_GRANULE / 4 / 64; i++) lens_poke(&granule->read_by_all[i], 0);
    __atomic_store_n(&granule->epoch, epoch, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(lock);
}

static lens_granule *granule_of(const lens_cell *cell) {
  return &lens_device.granules[(size_t)(cell - lens_device.cells) / (LENS_GRANULE / 4)];
}

static uint64_t *word_of(const lens_cell *cell) {
  size_t number = (size_t)(cell - lens_device.cells) % (LENS_GRANULE / 4);
  return &granule_of(cell)->read_by_all[number / 64];
}

static uint64_t bit_of(const lens_cell *cell) {
  return UINT64_C(1) << (size_t)(cell - lens_device.cells) % 64;
}

void lens_common_reads_begin(const lens_cell *cell, const lens_view *view) {
  if (!view->epoch || lens_shadow_peek(&cell->writer) >= view->floor) return;
  begin_epoch(granule_of(cell), view->epoch);
  __atomic_fetch_or(word_of(cell), bit_of(cell), __ATOMIC_SEQ_CST);
  uint64_t writer = __atomic_load_n(&cell->writer, __ATOMIC_SEQ_CST);
  if (writer >= view->floor) {
    __atomic_fetch_and(word_of(cell), ~bit_of(cell), __ATOMIC_SEQ_CST);
  }
}

void lens_common_reads_end(const lens_cell *cell) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (__atomic_load_n(&granule_of(cell)->epoch, __ATOMIC_SEQ_CST) == 0) return;
  __atomic_fetch_and(word_of(cell), ~bit_of(cell), __ATOMIC_SEQ_CST);
}
