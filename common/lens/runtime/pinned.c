/* pinned.c: host memory that kernels may use (pinned and registered), and the reset of the device.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "kernel.h"
#include "lens/abi.h"
#include "heap.h"
#include "memory.h"
#include "alloc.h"

/* ---- pinned: allocated in the arena, so that kernels access it like any array ---------------- */

int lens_malloc_pinned(void **out, size_t bytes) {
  int error = lens_malloc_managed(out, bytes, "");
  if (error || !*out) return error;
  lens_memory_lock();
  lens_memory_find((uintptr_t)*out)->pinned = true;
  lens_memory_unlock();
  return 0;
}

int lens_free_pinned(void *pointer) {
  if (!pointer) return 0;
  lens_memory_lock_to_change();
  lens_allocation *it = lens_memory_in_arena(pointer) ? lens_memory_find((uintptr_t)pointer) : NULL;
  bool good = it && it->start == (uintptr_t)pointer && it->pinned && !it->freed;
  if (good) lens_memory_retire(it);
  lens_memory_unlock_changed();
  return good ? 0 : lens_error_raise(LENS_ERROR_INVALID_VALUE);
}

/* ---- registered: the host's own memory, with a stand-in like a device variable --------------- */

int lens_host_register(void *pointer, size_t bytes) {
  if (!pointer || bytes == 0) return lens_error_raise(LENS_ERROR_INVALID_VALUE);
  (void)lens_may_store(pointer, bytes); /* kernels will store to it */
  lens_memory_note_copied(true, bytes);
  lens_memory_note_copied(false, bytes);
  lens_memory_lock_to_change();
  const char *last = (const char *)pointer + bytes - 1;
  bool twice = lens_memory_device_address(pointer) || lens_memory_device_address(last);
  lens_symbol *symbol = twice ? NULL : lens_alloc(1, sizeof *symbol);
  if (symbol) {
    *symbol = (lens_symbol){.name = "", .address = pointer, .bytes = bytes, .host = 1};
    lens_register_symbol(symbol);
  }
  bool good = lens_memory_device_address(pointer) != 0;
  lens_memory_unlock_changed();
  if (twice) return lens_error_raise(LENS_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  return good ? 0 : lens_error_raise(LENS_ERROR_MEMORY_ALLOCATION);
}

int lens_host_unregister(void *pointer) {
  lens_memory_lock_to_change();
  const lens_variable *it = lens_memory_variable(pointer);
  bool good = it && it->symbol->address == pointer && it->symbol->host && !it->symbol->name[0];
  if (good) lens_memory_remove_variable(it);
  lens_memory_unlock_changed();
  return good ? 0 : lens_error_raise(LENS_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

/* ---- questions ------------------------------------------------------------------------------ */

int lens_memory_kind(const void *pointer) {
  int kind = LENS_MEMORY_UNKNOWN;
  lens_memory_lock();
  if (lens_memory_in_arena(pointer)) {
    const lens_allocation *it = lens_memory_find((uintptr_t)pointer);
    bool inside = it && !it->freed && (uintptr_t)pointer - it->start < it->bytes;
    if (inside)
      kind = it->pinned    ? LENS_MEMORY_PINNED
             : it->managed ? LENS_MEMORY_MANAGED
                           : LENS_MEMORY_DEVICE;
  } else if (lens_memory_device_address(pointer)) {
    const lens_symbol *symbol = lens_memory_variable(pointer)->symbol;
    kind = !symbol->host     ? LENS_MEMORY_DEVICE
           : symbol->name[0] ? LENS_MEMORY_MANAGED
                             : LENS_MEMORY_PINNED;
  }
  lens_memory_unlock();
  return kind;
}

int lens_device_reset(void) {
  if (lens_error_sticky()) return lens_error_raise(lens_error_sticky());
  lens_memory_lock_to_change();
  lens_memory_reset();
  lens_heap_reset();
  lens_memory_unlock_changed();
  lens_kernel_reset();
  return 0;
}
