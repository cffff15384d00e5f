/** @file memory.h
 *  Device memory: one reserved stretch of address space, the arena, that contains all allocations.
 *
 *  Two tables describe an address in O(1). An entry of the first says how many bytes of a granule
 *  of 512 bytes may be accessed; an entry of the second is the shadow of a cell of 4 bytes
 *  (shadow.h). The addresses of the arena and of the tables are reserved once, and the system
 *  supplies memory only for pages that are used.
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
#define LENS_GRANULE_VALID 0x3ffu /**< how many bytes from its start are accessible, 0 to 512 */
#define LENS_GRANULE_HOST  0x800u /**< host code may use it too */
/** The host wrote the whole granule, so its cells need not say that they were written. */
#define LENS_GRANULE_WHOLE 0x400u
/** The bits from this one up hold the number of the granule's array, for input.h. It is 0 if the
 *  numbers were used up. */
#define LENS_GRANULE_NUMBER_SHIFT 12
#define LENS_MOST_NUMBERS         (UINT32_C(1) << (32 - LENS_GRANULE_NUMBER_SHIFT))

/** What is known about LENS_GRANULE bytes together. `read_by_all` has a bit for each of its cells;
 *  see common_reads.h. The last three fields belong to writers.h. */
typedef struct lens_granule {
  uint32_t state; /**< LENS_GRANULE_… */
  uint32_t epoch; /**< atomic: the bits hold for views (shadow.h) of this epoch */
  uint64_t read_by_all[LENS_GRANULE / 4 / 64]; /**< atomic */
  uint32_t since; /**< if whole: blocks with at least this number wrote after the host */
  uint8_t by;     /**< if whole: the lens_writer of cells that no such block has written */
  uint8_t read;   /**< atomic: a launch has read it since lens_mark_given */
} lens_granule;

typedef struct lens_arena {
  uintptr_t base;
  size_t bytes; /**< reserved; 0 before the first use */
  lens_granule *granules;
  lens_cell *cells; /**< one for each 4 bytes */
  lens_cell *parts; /**< one for each byte of a split cell */
} lens_arena;

/** The arena of device memory. Every access reads it. It is hidden, so that accesses need no
 *  indirection through a shared object's table. */
extern lens_arena lens_device __attribute__((visibility("hidden")));

/** Reserves the arena on first use: before an allocation, and before a launch, because its threads
 *  may take memory themselves. */
void lens_memory_open(void);

/** A call chain of the host, innermost first; zeros after its end. */
typedef struct lens_frames {
  uintptr_t at[LENS_HOST_FRAMES];
} lens_frames;

/** A piece of device memory: from cudaMalloc, or the stand-in for a `__device__` variable. */
typedef struct lens_allocation {
  uintptr_t start;
  size_t bytes;
  size_t span; /**< arena bytes it occupies, including the redzone after it */
  bool freed;
  bool managed;  /**< host code may use it too */
  bool variable; /**< a stand-in, which is never freed */
  bool kept;     /**< freed later by the code that made it: see lens_keep */
  bool pinned;   /**< managed, and from cudaMallocHost: cudaFree does not free it */
  lens_frames made_by;
  bool given;             /**< lens_mark_given was called for it */
  lens_frames written_by; /**< if given: the host's last call that wrote to it since; or zeros */
  struct { /**< used by partial.h: the last call that set the allocation from its beginning on */
    size_t bytes;
    const char *name;
    lens_frames by;
  } partial;
  struct { /**< used by partial.h: the last copy that copied unset data here */
    uintptr_t from, to;
    lens_frames by;
  } brought;
  char name[64];
  const lens_type *type; /**< type of its elements; NULL: not known */
} lens_allocation;

/** The table may be used by one host thread at a time. */
void lens_memory_lock(void);
void lens_memory_unlock(void);
/** While the table is frozen, no thread changes it, so kernels look things up without a lock. Only
 *  one host thread at a time can freeze it, because there is one launch at a time. */
void lens_memory_freeze(void);
void lens_memory_thaw(void);
/** Freezes the table permanently before the program is ended; continues without it after
 *  `seconds`. */
void lens_memory_freeze_within(int seconds);
/** Like lock and unlock, for callers that add or remove allocations or variables: waits until no
 *  kernel runs. */
void lens_memory_lock_to_change(void);
void lens_memory_unlock_changed(void);

/** Cuts `bytes` from the arena; NULL when there is no room. The pointer is valid until the next
 *  call: the table moves when it grows. */
lens_allocation *lens_memory_new(size_t bytes, const char *name);
/** Frees an allocation: keeps its addresses, so that a later use is detected, and releases their
 *  memory. */
void lens_memory_retire(lens_allocation *allocation);

/** The allocation that contains `address`, itself or in its redzone, or NULL. The table is sorted
 *  by address. Freed allocations are found too. */
lens_allocation *lens_memory_find(uintptr_t address);

/** Lets host code use the allocation, which then counts as written. */
void lens_memory_share(lens_allocation *allocation);
/** Whether host code may use this device address. */
bool lens_memory_is_shared(const void *address);
/** Adds to the counts of lens_bytes_copied: this many bytes were copied to the host, or to the
 *  device. */
void lens_memory_note_copied(bool to_host, size_t bytes);
bool lens_memory_in_arena(const void *address);
/** The start and the size of the part of the arena that was ever allocated. */
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

/** A `__device__` or `__constant__` variable is in the program's own data. It has a stand-in of the
 *  same size in the arena, which provides its bounds, its shadow, and an aligned address for
 *  counting. */
typedef struct lens_variable {
  const lens_symbol *symbol;
  uintptr_t stand_in; /**< 0 if there was no room for one */
  void *first_value;  /**< a copy, or NULL if it is all zeros */
  void *host_side;    /**< the host's own copy; NULL: never requested */
} lens_variable;

/** What to do instead, at the end of a sentence about such a copy. */
#define LENS_USE_SYMBOL                                                                            \
  "; use cudaMemcpyToSymbol, or the address that cudaGetSymbolAddress returns"

/** The variable whose host_side holds `address`, or NULL. */
const lens_variable *lens_memory_of_host_side(const void *address);

/** The variable that holds `address` or ends just before it, or NULL. */
const lens_variable *lens_memory_variable(const void *address);

/** Whether there is a variable of this name. */
bool lens_memory_is_variable(const char *name);

/** Removes a variable that lens_host_register made, with its symbol. */
void lens_memory_remove_variable(const lens_variable *variable);

/** If the arena address belongs to a variable, returns true and reads a word of it: the word that
 *  it held before main, or, if host code may use the variable, the word that it holds now. */
bool lens_memory_first_word(uintptr_t address, uintptr_t *word_out);

/** Returns the address at which the content for an arena address is stored. */
const void *lens_memory_content(uintptr_t address);

/** The arena's address for `address`: itself, or the corresponding address in a stand-in, or 0. */
uintptr_t lens_memory_device_address(const void *address);

#endif
