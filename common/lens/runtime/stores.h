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

/** Whether host code may store there; always, if stores are not limited. */
bool lens_stores_has(uintptr_t address, size_t bytes);

/** Whether lens_allow_stores_for_now was given this address lately. */
bool lens_stores_is_for_now(uintptr_t address);

/** Whether it is on host code's stack; always, if stores are not limited. */
bool lens_stores_on_stack(uintptr_t address);

/** Takes away all of the stack above `high` until lens_stores_widen gets the number of bytes back.
 */
size_t lens_stores_narrow(uintptr_t high);
void lens_stores_widen(size_t bytes);

/** A finding: `what` in the manner of `detail`. */
void lens_store_refuse(const char *what, uintptr_t place) __attribute__((noreturn));

/** The hooks' entry: host code stores to memory that is not the device's. */
static inline __attribute__((always_inline)) void lens_store_note(uintptr_t address, size_t bytes,
                                                                  uintptr_t place) {
  if (__builtin_expect(!lens_stores.on, 1)) return;
  if (address - lens_stores.stack_low < lens_stores.stack_bytes && bytes <= 16) return;
  lens_store_elsewhere(address, bytes, place);
}

#endif
