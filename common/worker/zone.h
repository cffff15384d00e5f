/** @file zone.h
 *  Memory that the student's code allocates, in one address range, so that it can be recognised.
 *  For one thread at a time.
 */
#ifndef SL_WORKER_ZONE_H
#define SL_WORKER_ZONE_H

#include <stdbool.h>
#include <stddef.h>

/** Reserves the addresses, up to 64 GiB. False: they are not available. */
bool sl_zone_open(void);
void *sl_zone_start(void);
size_t sl_zone_reserved(void); /**< bytes */

/** Whether the address lies in the zone. */
bool sl_zone_holds(const void *block);

/** At least `bytes`, aligned to `align`, a power of two, or to their own size. NULL: there is no
 *  memory, or the zone is not open. The contents are undefined. */
void *sl_zone_take(size_t bytes, size_t align);

/** The size of the block; 0 if no block begins there. */
size_t sl_zone_bytes(const void *block);

/** Ends the program if no block begins there. */
void sl_zone_free(void *block);

#endif
