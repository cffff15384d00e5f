/** @file locks.h
 *  Locks for objects that are too many to have a lock each.
 */
#ifndef LENS_RUNTIME_LOCKS_H
#define LENS_RUNTIME_LOCKS_H

#include <pthread.h>

/** The lock for the object at this address. Other objects may share the lock, so a thread that
 *  holds one of these locks must not take another. */
pthread_mutex_t *lens_lock_of(const void *address);

#endif
