/* own_memory.c: allocates host memory for the student's code. Inaccessible pages follow a guarded
 * block, so that the first access after its end is a fault, which shows its line. All blocks are in
 * two address ranges, because host code may only store there (backend_lens.c). */
#define SL_OWN_MEMORY_KEEPS_NAMES
#include "worker/own_memory.h"

#include "internal.h"
#include "worker/zone.h"

#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The largest number of guarded blocks at a time. Further blocks are not guarded, because a guarded
 * block needs two mappings. */
enum { MAX_BLOCKS = 256, GUARD_BEHIND = 1 << 20 };
#define MOST_PLACE  ((size_t)256 << 20) /* address space of one block with its guards */
#define LEAST_PLACE ((size_t)4 << 20)

/* A guarded block: [guard page][… data][guard]. The data end where the guard begins. Their
 * address is therefore only as aligned as their size, which is enough for elements whose size
 * divides it. */
typedef struct own_block {
  char *mapping, *data; /* NULL: the block is free */
  size_t mapped, bytes;
} own_block;

static char *places; /* one place per block; NULL: not reserved yet */
static size_t place_bytes;
static own_block blocks[MAX_BLOCKS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects `blocks` and the zone */

/* The word with which `malloc` fills memory: a negative int, and NaN as float and as double. */
static const uint32_t not_cleared = 0xfff1deadu;

static own_block *find(const void *data) {
  for (int i = 0; i < MAX_BLOCKS; i++) {
    if (blocks[i].data == data) return &blocks[i];
  }
  return NULL;
}

static void reserve(void *start, size_t bytes) {
  (void)mmap(start, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
             0);
}

static bool open_places(void) {
  for (place_bytes = MOST_PLACE; !places && place_bytes >= LEAST_PLACE;) {
    void *start = mmap(NULL, MAX_BLOCKS * place_bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start != MAP_FAILED)
      places = start;
    else
      place_bytes /= 2;
  }
  return places;
}

sl_own_ranges sl_own_memory_open(void) {
  sl_own_ranges ranges = {.unguarded = NULL};
  (void)pthread_mutex_lock(&lock);
  if (!places && (!open_places() || !sl_zone_open())) places = NULL;
  if (places) {
    ranges.guarded = places;
    ranges.guarded_bytes = MAX_BLOCKS * place_bytes;
    ranges.unguarded = sl_zone_start();
    ranges.unguarded_bytes = sl_zone_reserved();
  }
  (void)pthread_mutex_unlock(&lock);
  return ranges;
}

static bool map_block(own_block *block, size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (!places || bytes > place_bytes - GUARD_BEHIND - 2 * page) return false;
  size_t inner = (bytes + page - 1) / page * page;
  size_t mapped = page + inner + GUARD_BEHIND;
  char *start = places + (size_t)(block - blocks) * place_bytes;
  if (inner && mprotect(start + page, inner, PROT_READ | PROT_WRITE) != 0) return false;
  *block = (own_block){start, start + page + inner - bytes, mapped, bytes};
  return true;
}

/* Allocates a guarded block, which the kernel has zeroed, or else an unguarded one, which is zeroed
 * only if `cleared`. Returns NULL if there is no memory. */
static char *take(size_t bytes, bool cleared, bool *guarded_out) {
  (void)sl_own_memory_open();
  (void)pthread_mutex_lock(&lock);
  own_block *block = find(NULL);
  *guarded_out = block && map_block(block, bytes);
  char *data = *guarded_out ? block->data : sl_zone_take(bytes, 1);
  (void)pthread_mutex_unlock(&lock);
  if (data && cleared && !*guarded_out) memset(data, 0, bytes);
  return data;
}

void *sl_own_memory_take_unguarded(size_t bytes, size_t align) {
  (void)sl_own_memory_open();
  (void)pthread_mutex_lock(&lock);
  void *data = sl_zone_take(bytes, align ? align : 16);
  (void)pthread_mutex_unlock(&lock);
  return data;
}

/* Returns the guarded block that begins at `data`, or an empty one. */
static own_block look_up(const void *data) {
  own_block none = {NULL, NULL, 0, 0};
  (void)pthread_mutex_lock(&lock);
  own_block *block = data ? find(data) : NULL, found = block ? *block : none;
  (void)pthread_mutex_unlock(&lock);
  return found;
}

/* The size of a block: exact if it is guarded, otherwise at least the requested size. If a library
 * has allocated the block, the C library knows the size. */
static size_t bytes_in(void *data, const own_block *block) {
  if (block->mapping) return block->bytes;
  if (!sl_zone_holds(data)) return malloc_usable_size(data);
  size_t bytes = sl_zone_bytes(data);
  if (bytes == 0) abort(); /* no block begins here */
  return bytes;
}

bool sl_own_memory_cleared;

void *sl_own_memory_malloc(size_t bytes) {
  bool guarded;
  char *data = take(bytes, sl_own_memory_cleared, &guarded);
  bool fill = guarded && !sl_own_memory_cleared;
  for (size_t i = 0; fill && i + sizeof not_cleared <= bytes; i += sizeof not_cleared) {
    memcpy(data + i, &not_cleared, sizeof not_cleared);
  }
  return data;
}

void *sl_own_memory_calloc(size_t count, size_t size) {
  bool guarded;
  if (size && count > SIZE_MAX / size) return NULL;
  return take(count * size, true, &guarded);
}

void (*sl_own_free_other)(void *data) = free;

/* Frees a block. Returns false if this room has not allocated it. */
static bool give_back(void *data) {
  (void)pthread_mutex_lock(&lock);
  own_block *block = find(data);
  bool ours = block || sl_zone_holds(data);
  if (block) {
    reserve(block->mapping, block->mapped);
    *block = (own_block){NULL, NULL, 0, 0};
  } else if (ours) {
    sl_zone_free(data);
  }
  (void)pthread_mutex_unlock(&lock);
  return ours;
}

void sl_own_memory_free(void *data) {
  if (data && !give_back(data)) sl_own_free_other(data);
}

void *sl_own_memory_realloc(void *data, size_t bytes) {
  own_block block = look_up(data);
  size_t had = data ? bytes_in(data, &block) : 0;
  char *moved = sl_own_memory_malloc(bytes);
  if (data && moved) {
    memcpy(moved, data, had < bytes ? had : bytes);
    sl_own_memory_free(data);
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
