/** @file locks.h
 *  Locks for things that are too many to have a lock each.
 */
#ifndef LENS_RUNTIME_LOCKS_H
#define LENS_RUNTIME_LOCKS_H

#include <pthread.h>

/** The lock for the object at this address: one of a few, and always the same one. Other objects
 *  may share it, so a thread that holds one must not take another. */
pthread_mutex_t *lens_lock_of(const void *address);

#endif
