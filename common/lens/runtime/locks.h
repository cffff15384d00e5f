/** @file locks.h
 *  Locks for things of which there are too many to give each its own.
 */
#ifndef LENS_RUNTIME_LOCKS_H
#define LENS_RUNTIME_LOCKS_H

#include <pthread.h>

/** The lock of what lies at this address: one of a few, and always the same one. It may be that of
 *  something else, too, so who holds one must not ask for another. */
pthread_mutex_t *lens_lock_of(const void *address);

#endif
