/** @file few_threads.h
 *  For tests, to be included by one file of a program: the start of threads fails after a while.
 *  The program is linked with -Wl,--wrap=pthread_create.
 */
#ifndef SL_BASE_TESTS_FEW_THREADS_H
#define SL_BASE_TESTS_FEW_THREADS_H

#include <errno.h>
#include <pthread.h>

/* Threads that may still be started; negative: any number. The linker sends pthread_create here. */
static int threads_left = -1;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
  if (threads_left == 0) return EAGAIN;
  if (threads_left > 0) threads_left--;
  return __real_pthread_create(thread, attributes, start, argument);
}

#endif
