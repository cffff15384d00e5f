/** @file capacity.h
 *  How many host threads the machine has room for: each needs stacks for the threads of a block.
 */
#ifndef LENS_RUNTIME_CAPACITY_H
#define LENS_RUNTIME_CAPACITY_H

#include <stdint.h>

/** The resources that a process may have, or that a host thread needs. */
typedef struct lens_capacity {
  uint64_t mappings;  /**< memory mappings: vm.max_map_count */
  uint64_t addresses; /**< bytes that may be reserved: ulimit -v and -d, strict accounting */
  uint64_t memory;    /**< bytes that may be touched: limits of machine and control groups */
} lens_capacity;

/** What the process can still get now; UINT64_MAX for a resource without a limit. */
lens_capacity lens_capacity_left(void);

/** The most that a host thread needs for blocks of this many threads. */
lens_capacity lens_capacity_of_host(unsigned threads);

/** How many host threads, at most `wanted`, fit into a half of what is left: the other half is for
 *  the program itself, and for further blocks on the same host threads. Returns at least one; only
 *  an attempt shows that there is no room even for one. `*short_of` says what limits them, in
 *  words, or is NULL. */
unsigned lens_capacity_for(const lens_capacity *left, const lens_capacity *each, unsigned wanted,
                           const char **short_of);

/** Reports once, on standard error, that a launch has fewer host threads than were wanted. */
void lens_capacity_tell(unsigned used, unsigned wanted, const char *short_of);

/** Reports through lens_shortage that a launch could not be run at all. */
void lens_capacity_give_up(void);

#endif
