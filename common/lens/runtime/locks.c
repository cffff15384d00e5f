/* locks.c: a few locks, selected by address. Conflicts are rare, because host threads seldom change
 * the same cell or granule at the same moment. */
#include "locks.h"

#include <stdint.h>

enum { NUM_LOCKS = 64, BYTES_OF_SMALLEST = 16 }; /* size of a lens_cell */

static pthread_mutex_t locks[NUM_LOCKS]; /* on Linux, PTHREAD_MUTEX_INITIALIZER is all zeros */

pthread_mutex_t *lens_lock_of(const void *address) {
  return &locks[(uintptr_t)address / BYTES_OF_SMALLEST % NUM_LOCKS];
}
