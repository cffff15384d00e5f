/** @file stores.h
 *  Which memory traced code of the host may store to, while somebody limits it
 *  (lens_limit_stores).
 */
#ifndef LENS_RUNTIME_STORES_H
#define LENS_RUNTIME_STORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lens_store_limits {
  bool on;
  uintptr_t stack_low; /**< from here on an access of any size is on the stack, */
  size_t stack_bytes;  /**< and so far */
} lens_store_limits;

/** Read by every access of the host; hidden, as lens_device is. */
extern lens_store_limits lens_stores __attribute__((visibility("hidden")));

/** Host code stores outside of its stack: a finding, unless it may, or unless there is no memory.
 *  `place` 0: it is looked for. */
void lens_store_elsewhere(uintptr_t address, size_t bytes, uintptr_t place);

/** The hooks' entry: host code stores to memory that is not the device's. */
static inline __attribute__((always_inline)) void lens_store_note(uintptr_t address, size_t bytes,
                                                                  uintptr_t place) {
  if (__builtin_expect(!lens_stores.on, 1)) return;
  if (address - lens_stores.stack_low < lens_stores.stack_bytes && bytes <= 16) return;
  lens_store_elsewhere(address, bytes, place);
}

#endif
