/* stores.c: host code of the program may store only to its own memory: not to memory of the lens,
 * of the process that runs it, or of a library.
 *
 * The program's own memory is listed, because a list of everything else would never be complete:
 * the tables of libraries, the heap's own words, other stacks. */
#define _GNU_SOURCE
#include "stores.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "confine.h"
#include "describe.h"
#include "lens/abi.h"
#include "lens/lens.h"
#include "log.h"
#include "memory.h"

enum {
  MOST_RANGES = 64,
  LAST = 16,  /* length of the ring of ranges that are allowed for now: memory of exceptions */
  RECENT = 4, /* loops store to several arrays alternately */
  WIDEST = 16,
  NULL_BYTES = 1 << 16,
};

typedef struct stores_range {
  uintptr_t start;
  size_t bytes;
} stores_range;

lens_store_limits lens_stores;

static stores_range ranges[MOST_RANGES], last[LAST];
static size_t num_ranges, next_last;
static stores_range stack; /* the whole stack; lens_stores leaves out its end */
static stores_range recent[RECENT];
static size_t next_recent;
static pthread_t limited;
static void (*on_breach)(void);

void lens_limit_stores(const void *low, const void *high, void (*breach)(void)) {
  stack = (stores_range){(uintptr_t)low, (uintptr_t)high - (uintptr_t)low};
  limited = pthread_self();
  on_breach = breach;
  lens_confine_host_stack(low, stack.bytes);
  lens_stores = (lens_store_limits){true, stack.start, stack.bytes - WIDEST};
}

void lens_unlimit_stores(void) {
  lens_stores.on = false;
}

void lens_forget_stores(void) {
  num_ranges = 0;
  for (size_t i = 0; i < RECENT; i++) recent[i] = (stores_range){0, 0};
  for (size_t i = 0; i < LAST; i++) last[i] = (stores_range){0, 0};
}

void lens_allow_stores(const void *start, size_t bytes) {
  if (num_ranges < MOST_RANGES) ranges[num_ranges++] = (stores_range){(uintptr_t)start, bytes};
}

void lens_allow_stores_for_now(const void *start, size_t bytes) {
  last[next_last++ % LAST] = (stores_range){(uintptr_t)start, bytes};
}

static bool holds(const stores_range *it, uintptr_t address, size_t bytes) {
  return address - it->start < it->bytes && bytes <= it->bytes - (address - it->start);
}

static bool is_own(uintptr_t address, size_t bytes) {
  for (size_t i = 0; i < RECENT; i++) {
    if (holds(&recent[i], address, bytes)) return true;
  }
  if (holds(&stack, address, bytes)) return true;
  for (size_t i = 0; i < num_ranges; i++) {
    if (!holds(&ranges[i], address, bytes)) continue;
    recent[next_recent++ % RECENT] = ranges[i];
    return true;
  }
  for (size_t i = 0; i < LAST; i++) {
    if (holds(&last[i], address, bytes)) return true;
  }
  return false;
}

/* Whether memory is mapped at the address. If not, the store itself faults, which gives a better
 * message. */
static bool is_mapped(uintptr_t address) {
  uintptr_t page = address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
  return address >= NULL_BYTES && (msync((void *)page, 1, MS_ASYNC) == 0 || errno != ENOMEM);
}

void lens_store_refuse(const char *what, uintptr_t place) {
  bool on = lens_stores.on;
  lens_unlimit_stores();
  lens_sighting sighting = lens_sighting_of(LENS_FOREIGN_STORE);
  sighting.place = place;
  sighting.operation = LENS_STORE;
  (void)snprintf(sighting.detail, sizeof sighting.detail, "%s", what);
  lens_log_sighting(&sighting);
  if (on) on_breach();
  abort();
}

static void breach(uintptr_t place) {
  lens_store_refuse("host code writes to memory that is not a variable of the program, was not "
                    "allocated by it, and is not one of its input or output arrays",
                    place);
}

bool lens_stores_has(uintptr_t address, size_t bytes) {
  return !lens_stores.on || is_own(address, bytes);
}

bool lens_stores_on_stack(uintptr_t address) {
  return !lens_stores.on || holds(&stack, address, 1);
}

size_t lens_stores_narrow(uintptr_t high) {
  size_t bytes = stack.bytes;
  if (high - stack.start < bytes) lens_stores_widen(high - stack.start);
  return bytes;
}

void lens_stores_widen(size_t bytes) {
  stack.bytes = bytes;
  lens_stores.stack_bytes = bytes - WIDEST;
}

bool lens_stores_is_for_now(uintptr_t address) {
  for (size_t i = 0; i < LAST; i++) {
    if (last[i].start == address) return true;
  }
  return !lens_stores.on;
}

void lens_store_elsewhere(uintptr_t address, size_t bytes, uintptr_t place) {
  if (!lens_stores.on || bytes == 0 || !pthread_equal(pthread_self(), limited)) return;
  if (!is_own(address, bytes) && is_mapped(address)) breach(place);
}

/* Checks a store by a host function for the program. A kernel must not call host functions that
 * store for it. */
int lens_may_store(const void *to, size_t bytes) {
  if (lens_memory_in_arena(to)) return 1;
  if (lens_stores.on && lens_on_device()) breach(0);
  lens_confine_above(to, bytes, 0);
  lens_store_elsewhere((uintptr_t)to, bytes, 0);
  return 1;
}

const char *lens_plain_format(const char *format) {
  if (!lens_stores.on) return format;
  for (const char *c = strchr(format, '%'); c; c = strchr(c, '%')) {
    c++;
    c += strspn(c, "-+ #0'I123456789*.$hlqjztL");
    if (*c == 'n') breach(0);
    if (*c) c++;
  }
  return format;
}

int lens_stores_hold(const void *address) {
  return lens_stores.on && is_own((uintptr_t)address, 1);
}
