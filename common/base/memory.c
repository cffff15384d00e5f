/* memory.c: checked allocation, with a countdown to failure for tests. */
#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local long successes_left = -1;
static _Thread_local long live;

static int fails_now(void) {
  if (successes_left < 0) return 0;
  return successes_left-- == 0;
}

static sl_status out_of_memory(size_t count, size_t size, const char *what) {
  return sl_fail(SL_ERR_MEMORY,
                 "not enough memory for %s (%zu elements of %zu bytes); close other programs or "
                 "use a smaller matrix",
                 what, count, size);
}

sl_status sl_alloc(size_t count, size_t size, const char *what, void *out) {
  void *fresh = NULL;
  if (!fails_now() && (size == 0 || count <= SIZE_MAX / size)) {
    fresh = calloc(count ? count : 1, size ? size : 1);
  }
  memcpy(out, &fresh, sizeof fresh); /* `out` is the address of a pointer of any type */
  if (!fresh) return out_of_memory(count, size, what);
  live++;
  return SL_OK;
}

sl_status sl_resize(size_t count, size_t size, const char *what, void *inout) {
  void *old;
  memcpy(&old, inout, sizeof old);
  void *fresh = NULL;
  if (!fails_now() && (size == 0 || count <= SIZE_MAX / size)) {
    fresh = realloc(old, count && size ? count * size : 1);
  }
  if (!fresh) return out_of_memory(count, size, what);
  if (!old) live++;
  memcpy(inout, &fresh, sizeof fresh);
  return SL_OK;
}

void sl_free(void *pointer) {
  if (pointer) live--;
  free(pointer);
}

void sl_memory_fail_after(long successes) {
  successes_left = successes;
}

long sl_memory_live(void) {
  return live;
}
