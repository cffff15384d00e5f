/* alloc.c: memory for the lens's records, and the message after an allocation has failed. */
#include "alloc.h"

#include "lens/lens.h"

#include <pthread.h>
#include <stdlib.h>

static const char *shortage; /* atomic */
static size_t num_takes;     /* atomic */
static size_t to_fail;       /* the call that fails, for tests; 0: none */

static void read_environment(void) {
  const char *number = getenv("LENS_FAIL_TAKE");
  if (number) to_fail = strtoul(number, NULL, 10);
}

static int fails(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, read_environment);
  size_t number = __atomic_add_fetch(&num_takes, 1, __ATOMIC_RELAXED);
  return to_fail && number == to_fail;
}

void *lens_alloc(size_t count, size_t size) {
  void *taken = fails() ? NULL : calloc(count ? count : 1, size);
  if (!taken) lens_alloc_short("the machine does not have enough memory for the lens's records");
  return taken;
}

void *lens_alloc_more(void *old, size_t count, size_t size) {
  void *taken = fails() ? NULL : reallocarray(old, count, size);
  if (!taken) lens_alloc_short("the machine does not have enough memory for the lens's records");
  return taken;
}

static void *take_of_library(size_t bytes, size_t align) {
  void *taken = NULL;
  if (align == 0) return malloc(bytes);
  return posix_memalign(&taken, align, bytes) == 0 ? taken : NULL;
}

lens_host_memory_source lens_host_memory = {take_of_library, free};

void lens_set_host_memory(void *(*take)(size_t bytes, size_t align), void (*give_back)(void *)) {
  lens_host_memory = (lens_host_memory_source){take, give_back};
}

void lens_alloc_short(const char *sentence) {
  const char *none = NULL;
  (void)__atomic_compare_exchange_n(&shortage, &none, sentence, 0, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST);
}

const char *lens_shortage(void) {
  return __atomic_load_n(&shortage, __ATOMIC_SEQ_CST);
}
