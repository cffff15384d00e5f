/** @file zone.h
 *  Memory that the student's code takes, in one stretch of addresses, so that it is known what is
 *  the student's and what is not. For one thread at a time.
 */
#ifndef SL_WORKER_ZONE_H
#define SL_WORKER_ZONE_H

#include <stdbool.h>
#include <stddef.h>

/** Reserves the addresses, up to 64 GiB. False: there are none to be had. */
bool sl_zone_open(void);
void *sl_zone_start(void);
size_t sl_zone_reserved(void); /**< bytes */

/** Whether the address lies in the zone. */
bool sl_zone_holds(const void *block);

/** At least `bytes`, aligned to `align`, a power of two, or to their own size. NULL: there is none,
 *  or the zone is not open. What is in it is not known. */
void *sl_zone_take(size_t bytes, size_t align);

/** What the block has room for; 0 where no block begins there. */
size_t sl_zone_bytes(const void *block);

/** Ends the program where no block begins there. */
void sl_zone_free(void *block);

#endif
