/** @file zone.h
 *  Memory for the student's code in a single address range, so that an address can be recognized.
 *  Not thread-safe.
 */
#ifndef SL_WORKER_ZONE_H
#define SL_WORKER_ZONE_H

#include <stdbool.h>
#include <stddef.h>

/** Reserves the address range, up to 64 GiB. Returns false if there is not enough address space. */
bool sl_zone_open(void);
void *sl_zone_start(void);
size_t sl_zone_reserved(void); /**< size of the address range in bytes */

/** Whether the address is in the zone. */
bool sl_zone_holds(const void *block);

/** Allocates at least `bytes` bytes with undefined contents. `align` must be a power of two.
 *  Returns NULL if there is no memory, if the zone is not open, or if `align` is larger than 64
 *  KiB. */
void *sl_zone_take(size_t bytes, size_t align);

/** The size of the block that begins at `block`; 0 if no block begins there. */
size_t sl_zone_bytes(const void *block);

/** Frees the block that begins at `block`. Aborts the program if no block begins there. */
void sl_zone_free(void *block);

#endif
