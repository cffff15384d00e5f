/* zone.c: allocates unguarded memory for the student's code, in an address range of its own.
 *
 * All data about a block are outside of it, except the link of a free block. The link is checked
 * before it is followed, so overwriting it cannot produce a block outside of the zone. */
#include "worker/zone.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  CHUNK_SHIFT = 16,
  LEAST_SHIFT = 4, /* the smallest blocks have 16 bytes */
  MOST_SHIFT = 15, /* the largest small blocks; larger blocks consist of whole chunks */
  NUM_CLASSES = MOST_SHIFT - LEAST_SHIFT + 1,
  LARGE = NUM_CLASSES + 1, /* marks the first chunk of a large block in class_of */
  MOST_CHUNKS = 1 << 20,
  MOST_FREE = 1024, /* maximum number of large free blocks that are kept for reuse */
};
#define CHUNK ((size_t)1 << CHUNK_SHIFT)

typedef struct zone_span {
  size_t first, count; /* in chunks */
} zone_span;

static char *zone;
static size_t num_chunks, used;             /* chunks in the zone, and those ever used */
static unsigned char class_of[MOST_CHUNKS]; /* of each chunk: class + 1, LARGE, or 0 */
static unsigned count_of[MOST_CHUNKS];      /* chunks of a large block, at its first */
static void *free_blocks[NUM_CLASSES];
static zone_span free_spans[MOST_FREE];
static size_t num_free_spans;

bool sl_zone_open(void) {
  for (size_t chunks = MOST_CHUNKS; !zone && chunks >= 1024; chunks /= 2) {
    void *start =
        mmap(NULL, chunks * CHUNK, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) continue;
    zone = start;
    num_chunks = chunks;
  }
  return zone;
}

bool sl_zone_holds(const void *block) {
  return zone && (size_t)((const char *)block - zone) < num_chunks * CHUNK;
}

void *sl_zone_start(void) {
  return zone;
}

size_t sl_zone_reserved(void) {
  return num_chunks * CHUNK;
}

static size_t chunk_of(const void *block) {
  return (size_t)((const char *)block - zone) >> CHUNK_SHIFT;
}

/* ---- whole chunks ---------------------------------------------------------------------------- */

static bool take_free_span(size_t count, size_t *first_out) {
  for (size_t i = 0; i < num_free_spans; i++) {
    if (free_spans[i].count < count) continue;
    *first_out = free_spans[i].first;
    free_spans[i].first += count;
    free_spans[i].count -= count;
    if (free_spans[i].count == 0) free_spans[i] = free_spans[--num_free_spans];
    return true;
  }
  return false;
}

static bool take_span(size_t count, size_t *first_out) {
  if (take_free_span(count, first_out)) return true;
  if (count > num_chunks - used) return false;
  if (mprotect(zone + used * CHUNK, count * CHUNK, PROT_READ | PROT_WRITE) != 0) return false;
  *first_out = used;
  used += count;
  return true;
}

static void *take_large(size_t bytes) {
  size_t first, count = (bytes + CHUNK - 1) >> CHUNK_SHIFT;
  if (bytes > num_chunks * CHUNK || !take_span(count, &first)) return NULL;
  class_of[first] = LARGE;
  count_of[first] = (unsigned)count;
  return zone + first * CHUNK;
}

/* Frees a large block. Its pages go back to the system, so they are zero when they are used
 * again. */
static void free_large(size_t first) {
  size_t count = count_of[first];
  class_of[first] = 0;
  (void)madvise(zone + first * CHUNK, count * CHUNK, MADV_DONTNEED);
  if (num_free_spans < MOST_FREE) free_spans[num_free_spans++] = (zone_span){first, count};
}

/* ---- small blocks ---------------------------------------------------------------------------- */

static int class_for(size_t bytes, size_t align) {
  int shift = LEAST_SHIFT;
  if (bytes < align) bytes = align; /* a small block is aligned to its size */
  while (shift <= MOST_SHIFT && ((size_t)1 << shift) < bytes) shift++;
  return shift - LEAST_SHIFT;
}

static bool fill(int class) {
  size_t first, bytes = (size_t)1 << (class + LEAST_SHIFT);
  if (!take_span(1, &first)) return false;
  class_of[first] = (unsigned char)(class + 1);
  char *start = zone + first * CHUNK;
  for (size_t at = CHUNK; at > 0; at -= bytes) {
    memcpy(start + at - bytes, &free_blocks[class], sizeof(void *));
    free_blocks[class] = start + at - bytes;
  }
  return true;
}

/* Whether a block of this class begins at `block`. */
static bool is_block(const void *block, int class) {
  if (!sl_zone_holds(block) || class_of[chunk_of(block)] != class + 1) return false;
  return ((size_t)((const char *)block - zone) & (((size_t)1 << (class + LEAST_SHIFT)) - 1)) == 0;
}

static void *take_small(int class) {
  if (!free_blocks[class] && !fill(class)) return NULL;
  void *block = free_blocks[class];
  memcpy(&free_blocks[class], block, sizeof(void *));
  if (free_blocks[class] && !is_block(free_blocks[class], class)) abort();
  return block;
}

/* ---- all blocks ------------------------------------------------------------------------------ */

void *sl_zone_take(size_t bytes, size_t align) {
  if (!zone || align > CHUNK) return NULL;
  int class = class_for(bytes, align);
  return class < NUM_CLASSES ? take_small(class) : take_large(bytes < align ? align : bytes);
}

size_t sl_zone_bytes(const void *block) {
  size_t chunk = chunk_of(block);
  int class = class_of[chunk] - 1;
  bool first = ((size_t)((const char *)block - zone) & (CHUNK - 1)) == 0;
  if (class_of[chunk] == LARGE) return first ? count_of[chunk] * CHUNK : 0;
  return class >= 0 && is_block(block, class) ? (size_t)1 << (class + LEAST_SHIFT) : 0;
}

void sl_zone_free(void *block) {
  if (sl_zone_bytes(block) == 0) abort(); /* no block begins here */
  size_t chunk = chunk_of(block);
  int class = class_of[chunk] - 1;
  if (class_of[chunk] == LARGE) {
    free_large(chunk);
    return;
  }
  memcpy(block, &free_blocks[class], sizeof(void *));
  free_blocks[class] = block;
}
