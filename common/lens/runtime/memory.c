/* memory.c: the arena of device memory, the table of allocations, and their marks. */
#include "memory.h"

#include "confine.h"
#include "module.h"
#include "stores.h"

#include "heap.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "protect.h"
#include "work.h"
#include "writers.h"

#define LARGEST_ARENA    (UINT64_C(1) << 36)
#define SMALLEST_ARENA   (UINT64_C(1) << 24)
#define ROOM_FOR_REST    (UINT64_C(1) << 30) /* left for threads of blocks, and for the program */
#define LEAST_REDZONE    4096u
#define MOST_REDZONE     (64u << 20)
#define LARGE_ARRAY      (1u << 20)
#define VARIABLE_REDZONE 64u /* bytes after a __device__ variable that are attributed to it */

lens_arena lens_device;

static lens_allocation *table; /* sorted by address, without gaps in the arena */
static size_t table_count, table_capacity;
static size_t arena_used;
static lens_variable *variables;
static size_t variable_count, variable_capacity;

/* ---- the arena ------------------------------------------------------------------------------ */

static void *reserve(size_t bytes) {
  void *memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static void unreserve(void *memory, size_t bytes) {
  if (memory) munmap(memory, bytes);
}

/* Reserves as much address space as it can get, so that a limit (ulimit -v) or strict accounting of
 * memory only makes the arena smaller. */
static void make_arena(void) {
  for (size_t bytes = LARGEST_ARENA; bytes >= SMALLEST_ARENA; bytes /= 2) {
    void *memory = reserve(bytes);
    void *granules = reserve(bytes / LENS_GRANULE * sizeof *lens_device.granules);
    void *cells = reserve(bytes / 4 * sizeof *lens_device.cells);
    void *parts = reserve(bytes * sizeof *lens_device.parts);
    void *rest = reserve(ROOM_FOR_REST);
    unreserve(rest, ROOM_FOR_REST);
    if (memory && granules && cells && parts && rest) {
      lens_device.base = (uintptr_t)memory;
      lens_device.bytes = bytes;
      lens_device.granules = granules;
      lens_device.cells = cells;
      lens_device.parts = parts;
      lens_protect_fresh(lens_device.base, bytes);
      return;
    }
    unreserve(memory, bytes);
    unreserve(granules, bytes / LENS_GRANULE * sizeof *lens_device.granules);
    unreserve(cells, bytes / 4 * sizeof *lens_device.cells);
    unreserve(parts, bytes * sizeof *lens_device.parts);
  }
  (void)fputs("lens: there is no device memory, because the machine is short of address space\n",
              stderr);
}

void lens_memory_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_arena);
}

static size_t round_up(size_t bytes) {
  return (bytes + LENS_GRANULE - 1) & ~(size_t)(LENS_GRANULE - 1);
}

/* The size of the redzone after an array. It is as large as the array itself if possible, so that
 * an index that is wrong by a whole row or a factor of two does not reach the next array. A redzone
 * costs only address space. */
static size_t redzone_for(size_t bytes) {
  if (bytes < LEAST_REDZONE) return LEAST_REDZONE;
  return bytes < MOST_REDZONE ? round_up(bytes) : MOST_REDZONE;
}

/* Clears a range: returns whole pages to the system, which later supplies cleared ones, and clears
 * parts of pages with memset. */
static void clear_pages(void *start, size_t bytes) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t from = (uintptr_t)start;
  uintptr_t to = from + bytes;
  uintptr_t first_page = (from + page - 1) / page * page;
  uintptr_t last_page = to / page * page;
  if (first_page >= last_page) {
    memset(start, 0, bytes);
    return;
  }
  memset(start, 0, first_page - from);
  memset((void *)last_page, 0, to - last_page);
  (void)madvise((void *)first_page, last_page - first_page, MADV_DONTNEED);
}

static void clear_range(void *start, size_t bytes) {
  lens_protect_begin_copy((uintptr_t)start, 0, bytes);
  clear_pages(start, bytes);
  lens_protect_end_copy((uintptr_t)start, 0, bytes);
}

/* ---- the table ------------------------------------------------------------------------------ */

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t freeze_lock = PTHREAD_MUTEX_INITIALIZER; /* taken before table_lock */

void lens_memory_lock(void) {
  pthread_mutex_lock(&table_lock);
}

void lens_memory_unlock(void) {
  pthread_mutex_unlock(&table_lock);
}

void lens_memory_freeze(void) {
  pthread_mutex_lock(&freeze_lock);
}

void lens_memory_freeze_within(int seconds) {
  struct timespec end;
  (void)clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += seconds;
  (void)pthread_mutex_timedlock(&freeze_lock, &end);
}

void lens_memory_thaw(void) {
  pthread_mutex_unlock(&freeze_lock);
}

void lens_memory_lock_to_change(void) {
  if (lens_lane_now) lens_trap("device memory allocated or freed by a kernel");
  lens_memory_freeze();
  lens_memory_lock();
}

void lens_memory_unlock_changed(void) {
  lens_memory_unlock();
  lens_memory_thaw();
}

static bool insert(size_t at, lens_allocation fresh) {
  if (table_count == table_capacity) {
    size_t capacity = table_capacity ? 2 * table_capacity : 64;
    lens_allocation *grown = lens_alloc_more(table, capacity, sizeof *grown);
    if (!grown) return false;
    table = grown;
    table_capacity = capacity;
  }
  memmove(&table[at + 1], &table[at], (table_count - at) * sizeof *table);
  table[at] = fresh;
  table_count++;
  return true;
}

/* Finds neighbouring freed allocations that together have at least `span` bytes, and removes them
 * from the table. `*at` is their index in the table, `*room` their addresses. */
static bool reuse(size_t span, size_t *at, lens_allocation *room) {
  size_t run = 0;
  size_t first = 0;
  for (size_t i = 0; i < table_count; i++) {
    if (!table[i].freed) {
      run = 0;
      continue;
    }
    if (run == 0) first = i;
    run += table[i].span;
    if (run < span) continue;
    room->start = table[first].start;
    room->span = run;
    memmove(&table[first], &table[i + 1], (table_count - i - 1) * sizeof *table);
    table_count -= i + 1 - first;
    *at = first;
    return true;
  }
  return false;
}

static void set_granules(uintptr_t start, size_t bytes) {
  static uint32_t last;
  uint32_t number = last + 1 < LENS_MOST_NUMBERS ? ++last : 0;
  uint32_t state = number << LENS_GRANULE_NUMBER_SHIFT;
  lens_granule *granule = &lens_device.granules[(start - lens_device.base) >> LENS_GRANULE_SHIFT];
  for (; bytes > LENS_GRANULE; bytes -= LENS_GRANULE) (granule++)->state = state | LENS_GRANULE;
  granule->state = state | (uint32_t)bytes;
}

/* Asks the system for large pages, with which accesses to large arrays are faster. */
static void ask_for_large_pages(const lens_allocation *fresh) {
  if (fresh->bytes < LARGE_ARRAY) return;
  lens_cell *cells = &lens_device.cells[(fresh->start - lens_device.base) / 4];
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t data_start = (fresh->start + page - 1) / page * page;
  uintptr_t cells_start = ((uintptr_t)cells + page - 1) / page * page;
  (void)madvise((void *)data_start, fresh->bytes - (data_start - fresh->start), MADV_HUGEPAGE);
  (void)madvise((void *)cells_start, fresh->bytes / 4 * sizeof *cells - page, MADV_HUGEPAGE);
}

lens_allocation *lens_memory_new(size_t bytes, const char *name) {
  lens_memory_open();
  if (bytes == 0 || bytes > lens_device.bytes / 2) return NULL;
  if (arena_used == 0) arena_used = lens_device.bytes / 16; /* an index may be far too low */
  lens_allocation fresh = {0};
  fresh.bytes = bytes;
  fresh.span = round_up(bytes) + redzone_for(bytes);
  fresh.start = lens_device.base + arena_used;
  size_t at = table_count;
  if (fresh.span <= lens_heap_start() - lens_device.base - arena_used) {
    arena_used += fresh.span;
  } else if (!reuse(fresh.span, &at, &fresh)) {
    return NULL;
  }
  strncpy(fresh.name, name ? name : "", sizeof fresh.name - 1);
  if (!insert(at, fresh)) return NULL;
  set_granules(fresh.start, bytes);
  lens_protect_cut(fresh.start, bytes);
  ask_for_large_pages(&fresh);
  return &table[at];
}

void lens_memory_share(lens_allocation *allocation) {
  allocation->managed = true;
  lens_protect_share(allocation->start, allocation->bytes);
  lens_memory_mark_written(allocation->start, allocation->bytes, LENS_WRITER_HOST);
  size_t first = (allocation->start - lens_device.base) >> LENS_GRANULE_SHIFT;
  size_t count = round_up(allocation->bytes) / LENS_GRANULE;
  for (size_t i = first; i < first + count; i++) lens_device.granules[i].state |= LENS_GRANULE_HOST;
}

void lens_memory_retire(lens_allocation *allocation) {
  allocation->freed = true;
  lens_protect_unshare(allocation->start);
  size_t bytes = round_up(allocation->bytes);
  lens_granule *granule =
      &lens_device.granules[(allocation->start - lens_device.base) >> LENS_GRANULE_SHIFT];
  memset(granule, 0, bytes / LENS_GRANULE * sizeof *granule);
  lens_cell *cells = &lens_device.cells[(allocation->start - lens_device.base) / 4];
  clear_range((void *)allocation->start, bytes);
  clear_range(cells, bytes / 4 * sizeof *cells);
}

/* The heap is the last sixteenth of the arena; lens_memory_new allocates nothing there. */
uintptr_t lens_heap_start(void) {
  return lens_heap_end() - lens_device.bytes / 16;
}

uintptr_t lens_heap_end(void) {
  return lens_device.base + lens_device.bytes;
}

lens_allocation *lens_memory_find(uintptr_t address) {
  if (lens_device.bytes && address >= lens_heap_start() && address < lens_heap_end())
    return lens_heap_find(address);
  size_t low = 0;
  size_t high = table_count;
  while (low < high) { /* find the first allocation that starts after the address */
    size_t middle = (low + high) / 2;
    if (table[middle].start <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return table_count && address >= lens_device.base ? &table[0] : NULL;
  lens_allocation *before = &table[low - 1];
  if (address - before->start < before->bytes) return before;
  if (address - before->start >= before->span) return NULL;
  /* In the redzone: an address just before the next array is more likely that array's index -1. */
  bool has_next = low < table_count;
  if (has_next && table[low].start - address < address - (before->start + before->bytes)) {
    return &table[low];
  }
  return before;
}

void lens_memory_each_live(void (*visit)(const lens_allocation *allocation)) {
  for (size_t i = 0; i < table_count; i++) {
    if (!table[i].freed && !table[i].variable) visit(&table[i]);
  }
}

/* ---- marks ---------------------------------------------------------------------------------- */

static void mark_cells(size_t offset, size_t bytes, uint64_t writer) {
  for (size_t cell = offset / 4; cell < (offset + bytes + 3) / 4; cell++) {
    lens_device.cells[cell] = (lens_cell){writer, 0};
  }
}

void lens_memory_mark_written(uintptr_t address, size_t bytes, lens_writer by) {
  size_t offset = address - lens_device.base;
  size_t end = offset + bytes;
  while (offset < end) {
    lens_granule *granule = &lens_device.granules[offset >> LENS_GRANULE_SHIFT];
    size_t into = offset & (LENS_GRANULE - 1);
    size_t valid = granule->state & LENS_GRANULE_VALID;
    size_t piece = LENS_GRANULE - into;
    if (piece > end - offset) piece = end - offset;
    if (into == 0 && piece >= valid) {
      granule->state |= LENS_GRANULE_WHOLE;
      granule->since = (uint32_t)lens_work_next_owner();
      granule->by = (uint8_t)by;
    } else {
      lens_writers_settle(granule);
      mark_cells(offset, piece, lens_word_by(by));
    }
    offset += piece;
  }
}

void lens_memory_mark_unwritten(uintptr_t address, size_t bytes) {
  if (bytes == 0) return;
  size_t offset = address - lens_device.base;
  size_t first = offset >> LENS_GRANULE_SHIFT;
  size_t last = (offset + bytes - 1) >> LENS_GRANULE_SHIFT;
  lens_writers_settle(&lens_device.granules[first]); /* their other cells keep their words */
  lens_writers_settle(&lens_device.granules[last]);
  for (size_t i = first; i <= last; i++) lens_device.granules[i].state &= ~LENS_GRANULE_WHOLE;
  lens_cell *cells = &lens_device.cells[offset / 4];
  clear_range(cells, (bytes + 3) / 4 * sizeof *cells);
}

void lens_memory_forget_accesses(void) {
  for (size_t i = 0; i < table_count; i++) {
    size_t granule = (table[i].start - lens_device.base) / LENS_GRANULE;
    size_t granules = round_up(table[i].bytes) / LENS_GRANULE;
    for (size_t k = granule; k < granule + granules; k++) {
      lens_granule *it = &lens_device.granules[k];
      lens_writers_forget_blocks(it);
      *it = (lens_granule){.state = it->state, .by = it->by, .read = it->read};
    }
  }
}

/* ---- __device__ variables ------------------------------------------------------------------- */

static bool is_zero(const lens_symbol *symbol) {
  const char *bytes = symbol->address;
  return bytes[0] == 0 && memcmp(bytes, bytes + 1, symbol->bytes - 1) == 0;
}

/* Copies the first value of a variable. Variables are registered before main, so they still have
 * their first values. A variable that is zero needs no copy. */
static void *copy_of_value(const lens_symbol *symbol) {
  void *copy = is_zero(symbol) || symbol->host ? NULL : lens_alloc(symbol->bytes, 1);
  if (copy) memcpy(copy, symbol->address, symbol->bytes);
  return copy;
}

void lens_register_symbol(lens_symbol *registered) {
  lens_symbol *symbol = malloc(sizeof *symbol); /* the program may overwrite its structure */
  if (!symbol) return;
  *symbol = *registered;
  if (lens_confine_is_on() && !lens_stores_has((uintptr_t)symbol->address, symbol->bytes) &&
      !lens_module_constants((uintptr_t)symbol->address, &(uintptr_t){0}, &(uintptr_t){0})) {
    lens_confine_refuse(LENS_HOST_POINTER,
                        "a variable of the device lies outside of the program's variables", 0);
  }
  if (variable_count == variable_capacity) {
    size_t capacity = variable_capacity ? 2 * variable_capacity : 16;
    lens_variable *grown = lens_alloc_more(variables, capacity, sizeof *grown);
    if (!grown) return;
    variables = grown;
    variable_capacity = capacity;
  }
  lens_variable fresh = {symbol, 0, copy_of_value(symbol), NULL};
  lens_allocation *twin = lens_memory_new(symbol->bytes, symbol->name);
  if (twin) {
    fresh.stand_in = twin->start;
    twin->variable = true;
    twin->type = symbol->type;
    lens_memory_mark_written(twin->start, symbol->bytes, LENS_WRITER_HOST);
  }
  variables[variable_count++] = fresh;
}

const lens_variable *lens_memory_variable(const void *address) {
  const lens_variable *near = NULL;
  size_t least = VARIABLE_REDZONE;
  for (size_t i = 0; i < variable_count; i++) {
    const lens_symbol *symbol = variables[i].symbol;
    size_t offset = (size_t)((uintptr_t)address - (uintptr_t)symbol->address);
    if (offset < symbol->bytes) return &variables[i];
    if (offset - symbol->bytes >= least) continue;
    least = offset - symbol->bytes;
    near = &variables[i];
  }
  return near;
}

/* Returns the host's own copy of a `__device__` variable. Each call updates the copy from the
 * device's storage, because host code in other places uses that storage. */
void *lens_host_side(void *address) {
  void *side = NULL;
  lens_memory_lock();
  for (size_t i = 0; i < variable_count && !side; i++) {
    lens_variable *it = &variables[i];
    if (it->symbol->address != address || it->symbol->host) continue;
    if (!it->host_side) it->host_side = lens_alloc(it->symbol->bytes, 1);
    side = it->host_side;
    if (side) memcpy(side, address, it->symbol->bytes);
  }
  lens_memory_unlock();
  return side ? side : address;
}

const lens_variable *lens_memory_of_host_side(const void *address) {
  for (size_t i = 0; i < variable_count; i++) {
    uintptr_t side = (uintptr_t)variables[i].host_side;
    if (side && (uintptr_t)address - side < variables[i].symbol->bytes) return &variables[i];
  }
  return NULL;
}

void lens_memory_remove_variable(const lens_variable *variable) {
  size_t at = (size_t)(variable - variables);
  lens_allocation *twin = lens_memory_find(variable->stand_in);
  if (twin) lens_memory_retire(twin);
  free((void *)(uintptr_t)variable->symbol);
  free(variable->first_value);
  free(variable->host_side);
  memmove(&variables[at], &variables[at + 1], (--variable_count - at) * sizeof *variables);
}

bool lens_memory_in_arena(const void *address) {
  return (uintptr_t)address - lens_device.base < lens_device.bytes;
}

uintptr_t lens_memory_extent(size_t *bytes_out) {
  size_t first = lens_device.bytes / 16;
  *bytes_out = arena_used ? arena_used - first : 0;
  return lens_device.base + first;
}

bool lens_memory_is_shared(const void *address) {
  if (lens_memory_in_arena(address)) {
    size_t offset = (uintptr_t)address - lens_device.base;
    uint32_t granule = lens_device.granules[offset >> LENS_GRANULE_SHIFT].state;
    bool inside = (offset & (LENS_GRANULE - 1)) < (granule & LENS_GRANULE_VALID);
    return inside && (granule & LENS_GRANULE_HOST);
  }
  const lens_variable *variable = lens_memory_variable(address);
  return variable && variable->symbol->host;
}

bool lens_memory_is_variable(const char *name) {
  for (size_t i = 0; i < variable_count; i++) {
    if (strcmp(variables[i].symbol->name, name) == 0) return true;
  }
  return false;
}

size_t lens_memory_in_use(void) {
  size_t bytes = 0;
  lens_memory_lock();
  for (size_t i = 0; i < table_count; i++) {
    if (!table[i].freed && !table[i].pinned && !table[i].variable)
      bytes += round_up(table[i].bytes);
  }
  lens_memory_unlock();
  return bytes;
}

/* Gives a variable its first value. A variable that has not changed is not written, because it may
 * be constant and in read-only memory. */
static void restore(const lens_variable *variable) {
  const lens_symbol *symbol = variable->symbol;
  const void *first = variable->first_value;
  if (first) {
    if (memcmp(symbol->address, first, symbol->bytes) != 0)
      memcpy(symbol->address, first, symbol->bytes);
  } else if (symbol->name[0] && !is_zero(symbol)) { /* registered host memory has no name */
    memset(symbol->address, 0, symbol->bytes);
  }
}

void lens_memory_reset(void) {
  for (size_t i = 0; i < table_count; i++) {
    if (!table[i].freed && !table[i].variable) lens_memory_retire(&table[i]);
  }
  for (size_t i = 0; i < variable_count; i++) restore(&variables[i]);
}

uintptr_t lens_memory_device_address(const void *address) {
  if (lens_memory_in_arena(address)) return (uintptr_t)address;
  const lens_variable *variable = lens_memory_variable(address);
  if (!variable || !variable->stand_in) return 0;
  uintptr_t offset = (uintptr_t)address - (uintptr_t)variable->symbol->address;
  return offset < variable->symbol->bytes ? variable->stand_in + offset : 0;
}

bool lens_memory_first_word(uintptr_t address, uintptr_t *word_out) {
  for (size_t i = 0; i < variable_count; i++) {
    const lens_variable *it = &variables[i];
    size_t offset = address - it->stand_in;
    if (!it->stand_in || offset >= it->symbol->bytes) continue;
    const char *first = it->symbol->host ? it->symbol->address : it->first_value;
    *word_out = 0;
    if (first && it->symbol->bytes - offset >= sizeof *word_out) {
      memcpy(word_out, first + offset, sizeof *word_out);
    }
    return true;
  }
  return false;
}

const void *lens_memory_content(uintptr_t address) {
  for (size_t i = 0; i < variable_count; i++) {
    const lens_variable *it = &variables[i];
    if (it->stand_in && address - it->stand_in < it->symbol->bytes) {
      return (const char *)it->symbol->address + (address - it->stand_in);
    }
  }
  return (const void *)address;
}
