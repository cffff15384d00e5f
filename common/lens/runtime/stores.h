/** @file stores.h
 *  The memory that traced host code may store to, while stores are limited (lens_limit_stores).
 */
#ifndef LENS_RUNTIME_STORES_H
#define LENS_RUNTIME_STORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lens_store_limits {
  bool on;
  uintptr_t stack_low; /**< the lowest address of the stack */
  size_t stack_bytes;  /**< any access that begins within this many bytes is on the stack */
} lens_store_limits;

/** Read by every access of the host; hidden, like lens_device. */
extern lens_store_limits lens_stores __attribute__((visibility("hidden")));

/** Called when host code writes outside its stack. Adds a finding, unless the store is allowed or
 *  no memory is mapped there. If `place` is 0, it is looked up. */
void lens_store_elsewhere(uintptr_t address, size_t bytes, uintptr_t place);

/** Whether host code may store to these bytes; always true if stores are not limited. */
bool lens_stores_has(uintptr_t address, size_t bytes);

/** Whether lens_allow_stores_for_now was recently called with this address. */
bool lens_stores_is_for_now(uintptr_t address);

/** Whether the address is on host code's stack; always true if stores are not limited. */
bool lens_stores_on_stack(uintptr_t address);

/** Forbids stores to the stack above `high` until lens_stores_widen is called with the returned
 *  number of bytes.
 */
size_t lens_stores_narrow(uintptr_t high);
void lens_stores_widen(size_t bytes);

/** Adds a finding with the detail `what`, and does not return to the program. */
void lens_store_refuse(const char *what, uintptr_t place) __attribute__((noreturn));

/** Called by the hooks when host code stores to memory that is not device memory. */
static inline __attribute__((always_inline)) void lens_store_note(uintptr_t address, size_t bytes,
                                                                  uintptr_t place) {
  if (__builtin_expect(!lens_stores.on, 1)) return;
  if (address - lens_stores.stack_low < lens_stores.stack_bytes && bytes <= 16) return;
  lens_store_elsewhere(address, bytes, place);
}

#endif
