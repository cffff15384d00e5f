/** @file memory.h
 *  Device memory: one reserved stretch of address space, the arena, from which allocations are cut.
 *
 *  Two tables answer for an address in O(1): a granule of 512 bytes knows how many of its bytes may
 *  be touched, and a cell of 4 bytes has its shadow (shadow.h). Everything is reserved once and
 * gets real memory only where it is used.
 */
#ifndef LENS_RUNTIME_MEMORY_H
#define LENS_RUNTIME_MEMORY_H

#include "lens/abi.h"
#include "lens/lens.h"
#include "shadow.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LENS_HOST_FRAMES   12
#define LENS_GRANULE       512u
#define LENS_GRANULE_SHIFT 9
#define LENS_GRANULE_VALID 0x3ffu /**< bytes from its start on that may be touched, 0 to 512 */
#define LENS_GRANULE_HOST  0x800u /**< host code may use it too */
/** All of it was written by the host: no shadow needed for that. */
#define LENS_GRANULE_WHOLE 0x400u
/** From this bit on stands the number of its array, for input.h; 0: it has none, as all have that
 *  come when the numbers are used up. */
#define LENS_GRANULE_NUMBER_SHIFT 12
#define LENS_MOST_NUMBERS         (UINT32_C(1) << (32 - LENS_GRANULE_NUMBER_SHIFT))

/** What is known of LENS_GRANULE bytes at once. `read_by_all` has a bit for each of its cells; see
 *  common_reads.h. The last three are those of writers.h. */
typedef struct lens_granule {
  uint32_t state; /**< LENS_GRANULE_… */
  uint32_t epoch; /**< atomic: that of the views (shadow.h) for which the bits hold */
  uint64_t read_by_all[LENS_GRANULE / 4 / 64]; /**< atomic */
  uint32_t since; /**< if whole: blocks from this number on wrote after the host had */
  uint8_t by;     /**< if whole: the lens_writer of what no such block has written */
  uint8_t read;   /**< atomic: a launch read from it since it was given */
} lens_granule;

typedef struct lens_arena {
  uintptr_t base;
  size_t bytes; /**< reserved; 0 before the first use */
  lens_granule *granules;
  lens_cell *cells; /**< one for each 4 bytes */
  lens_cell *parts; /**< one for each byte; of cells that are split */
} lens_arena;

/** Read by every access; hidden, so that no table of a shared object stands between. */
extern lens_arena lens_device __attribute__((visibility("hidden")));

/** Reserves the arena when it is needed first: before an allocation, and before a launch, whose
 *  threads may take memory themselves. */
void lens_memory_open(void);

/** A call chain of the host, innermost first; zeros where it is shorter. */
typedef struct lens_frames {
  uintptr_t at[LENS_HOST_FRAMES];
} lens_frames;

/** A piece of device memory: from cudaMalloc, or the stand-in for a `__device__` variable. */
typedef struct lens_allocation {
  uintptr_t start;
  size_t bytes;
  size_t span; /**< arena bytes it occupies, the redzone after it included */
  bool freed;
  bool managed;  /**< host code may use it too */
  bool variable; /**< a stand-in, which nobody frees */
  bool kept;     /**< freed later by whoever made it: see lens_keep */
  bool pinned;   /**< managed, and of cudaMallocHost: cudaFree does not free it */
  lens_frames made_by;
  bool given;             /**< lens_mark_given was told of it */
  lens_frames written_by; /**< if given: the host's last call that wrote to it since; or zeros */
  struct {                /**< of partial.h: the last call that set it from its beginning on */
    size_t bytes;
    const char *name;
    lens_frames by;
  } partial;
  struct { /**< of partial.h: the last copy that brought something unset */
    uintptr_t from, to;
    lens_frames by;
  } brought;
  char name[64];
  const lens_type *type; /**< of its elements; NULL: not known */
} lens_allocation;

/** The table may be used by one host thread at a time. */
void lens_memory_lock(void);
void lens_memory_unlock(void);
/** While it is frozen nobody changes it, so kernels look things up without a lock. One host thread
 *  at a time can freeze it: there is one launch at a time. */
void lens_memory_freeze(void);
void lens_memory_thaw(void);
/** Freezes it for good, before the program is ended; goes on without when it takes too long. */
void lens_memory_freeze_within(int seconds);
/** Like lock and unlock, for who adds or removes allocations or variables: waits until no kernel
 *  runs. */
void lens_memory_lock_to_change(void);
void lens_memory_unlock_changed(void);

/** Cuts `bytes` from the arena; NULL when there is no room. The pointer is valid until the next
 *  call: the table moves when it grows. */
lens_allocation *lens_memory_new(size_t bytes, const char *name);
/** Keeps the addresses, so that a later use is found, and gives back the memory behind them. */
void lens_memory_retire(lens_allocation *allocation);

/** The allocation that holds `address`, or whose redzone does, or NULL. The table is sorted by
 *  address. Freed ones are found too. */
lens_allocation *lens_memory_find(uintptr_t address);

/** Lets host code use it: all of it counts as written. */
void lens_memory_share(lens_allocation *allocation);
/** Whether host code may use this device address. */
bool lens_memory_is_shared(const void *address);
bool lens_memory_in_arena(const void *address);
/** The start and the size of what was ever cut from the arena. */
uintptr_t lens_memory_extent(size_t *bytes_out);

/** Retires all allocations, and gives all variables their first values. */
void lens_memory_reset(void);

/** Calls `visit` with each allocation of the program that was not freed, in order of address. */
void lens_memory_each_live(void (*visit)(const lens_allocation *allocation));

/** Marks bytes of the arena as written outside of a launch, or as never written. */
void lens_memory_mark_written(uintptr_t address, size_t bytes, lens_writer by);
void lens_memory_mark_unwritten(uintptr_t address, size_t bytes);

/** Forgets who accessed what, for the rare case that the numbers of thread blocks run out. */
void lens_memory_forget_accesses(void);

/** A `__device__` or `__constant__` variable lives in the program's own data. It has a stand-in of
 *  the same size in the arena, for its bounds, its shadow, and an aligned address to count by. */
typedef struct lens_variable {
  const lens_symbol *symbol;
  uintptr_t stand_in; /**< 0 when there was no room for one */
  void *first_value;  /**< a copy, or NULL when it is all zeros */
  void *host_side;    /**< the host's own copy; NULL: nobody has asked for it */
} lens_variable;

/** What to do instead, at the end of a sentence about such a copy. */
#define LENS_USE_SYMBOL                                                                            \
  "; use cudaMemcpyToSymbol, or the address that cudaGetSymbolAddress gives"

/** The variable whose host_side holds `address`, or NULL. */
const lens_variable *lens_memory_of_host_side(const void *address);

/** The variable that holds `address` or ends just before it, or NULL. */
const lens_variable *lens_memory_variable(const void *address);

/** Whether there is one of this name. */
bool lens_memory_is_variable(const char *name);

/** Forgets one, with its symbol, that lens_host_register made. */
void lens_memory_remove_variable(const lens_variable *variable);

/** If the arena's address is that of a `__device__` variable: the word that it held there before
 *  main. Of what host code may use, too: the word that it holds now. */
bool lens_memory_first_word(uintptr_t address, uintptr_t *word_out);

/** The other way round: where that is kept what the arena's address stands for. */
const void *lens_memory_content(uintptr_t address);

/** The arena's address for `address`: itself, or the place in a stand-in, or 0. */
uintptr_t lens_memory_device_address(const void *address);

#endif
