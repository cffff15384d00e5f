/* own_memory.c: memory that the student's code takes for itself on the host. It ends at pages that
 * cannot be touched, so that the first step past its end is a fault, with its line. */
#define SL_OWN_MEMORY_KEEPS_NAMES
#include "worker/own_memory.h"

#include "internal.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Who takes more blocks at a time gets the others unguarded: each costs the kernel two mappings. */
enum { MAX_BLOCKS = 256, GUARD_BEHIND = 1 << 20 };

/* [guard page][… data][guard]. The data's end is the guard's beginning, so an address is as aligned
 * as the number of bytes is: enough for elements whose size divides it. */
typedef struct own_block {
  char *mapping, *data; /* NULL: free */
  size_t mapped, bytes;
} own_block;

static own_block blocks[MAX_BLOCKS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of `blocks` */

/* What `malloc` leaves in memory: a negative int, and NaN as float and as double. */
static const uint32_t not_cleared = 0xfff1deadu;

static own_block *find(const void *data) {
  for (int i = 0; i < MAX_BLOCKS; i++) {
    if (blocks[i].data == data) return &blocks[i];
  }
  return NULL;
}

static bool map_block(own_block *block, size_t bytes) {
  if (bytes > SIZE_MAX / 2) return false;
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t inner = (bytes + page - 1) / page * page;
  size_t mapped = page + inner + GUARD_BEHIND;
  char *start = mmap(NULL, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) return false;
  if (inner && mprotect(start + page, inner, PROT_READ | PROT_WRITE) != 0) {
    (void)munmap(start, mapped);
    return false;
  }
  *block = (own_block){start, start + page + inner - bytes, mapped, bytes};
  return true;
}

/* A guarded block, all of it 0 as the kernel gives it. NULL when there is none to be had. */
static char *take(size_t bytes) {
  (void)pthread_mutex_lock(&lock);
  own_block *block = find(NULL);
  char *data = block && map_block(block, bytes) ? block->data : NULL;
  (void)pthread_mutex_unlock(&lock);
  return data;
}

/* The block that begins at `data`, empty when there is none; `out`: it leaves the table. */
static own_block look_up(const void *data, bool out) {
  own_block none = {NULL, NULL, 0, 0}, found = none;
  (void)pthread_mutex_lock(&lock);
  own_block *block = data ? find(data) : NULL;
  if (block) found = *block;
  if (block && out) *block = none;
  (void)pthread_mutex_unlock(&lock);
  return found;
}

void *sl_own_malloc(size_t bytes) {
  char *data = take(bytes);
  if (!data) return malloc(bytes);
  for (size_t i = 0; i + sizeof not_cleared <= bytes; i += sizeof not_cleared) {
    memcpy(data + i, &not_cleared, sizeof not_cleared);
  }
  return data;
}

void *sl_own_calloc(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) return NULL;
  char *data = take(count * size);
  return data ? data : calloc(count, size);
}

void sl_own_free(void *data) {
  own_block block = look_up(data, true);
  if (block.mapping) {
    (void)munmap(block.mapping, block.mapped);
  } else {
    free(data); /* NULL, unguarded, taken by a library, or not to be freed at all */
  }
}

void *sl_own_realloc(void *data, size_t bytes) {
  own_block block = look_up(data, false);
  if (data && !block.mapping) return realloc(data, bytes);
  char *moved = sl_own_malloc(bytes);
  if (data && moved) {
    memcpy(moved, data, block.bytes < bytes ? block.bytes : bytes);
    sl_own_free(data);
  }
  return moved;
}

bool sl_own_memory_at(uintptr_t address, long long *byte_out, long long *bytes_out) {
  for (int i = 0; i < MAX_BLOCKS; i++) {
    const own_block *block = &blocks[i];
    if (!block->data || address - (uintptr_t)block->mapping >= block->mapped) continue;
    *byte_out = (long long)address - (long long)(uintptr_t)block->data;
    *bytes_out = (long long)block->bytes;
    return true;
  }
  return false;
}
